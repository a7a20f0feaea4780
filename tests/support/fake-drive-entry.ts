/** A file or folder of the drive with its metadata; only files have `bytes`. */
export type Entry = {
  id: string
  name: string
  mimeType: string
  parents?: string[]
  driveId?: string
  ownedByMe: boolean
  trashed: boolean
  md5Checksum?: string
  size?: string
  createdTime: string
  modifiedTime: string
  headRevisionId?: string
  capabilities?: { canDownload: boolean }
  shortcutDetails?: { targetId: string; targetMimeType: string }
  bytes?: Uint8Array
}
