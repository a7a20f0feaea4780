import type { DriveFile } from '../../contract/imports/drive.ts'
import type { FileEntry } from './load-google.ts'

/** A file in Drive with what decides whether it is imported. */
export type FoundFile = DriveFile & {
  /** Changes with the content. */
  readonly version: string
  /** Why it cannot be downloaded. */
  readonly blockedBy: string | undefined
}

export const fileFields =
  'id, name, mimeType, md5Checksum, createdTime, modifiedTime, headRevisionId, size, ' +
  'trashed, capabilities(canDownload)'

const notDownloadable = 'its owner does not allow downloading it'

export const toFoundFile = (file: FileEntry): FoundFile => ({
  id: file.id ?? '',
  name: file.name ?? '',
  mimeType: file.mimeType ?? '',
  md5Checksum: file.md5Checksum ?? '',
  createdTime: file.createdTime ?? '',
  size: Number(file.size ?? 0),
  version:
    file.md5Checksum || file.headRevisionId || `${file.modifiedTime ?? ''}/${file.size ?? ''}`,
  blockedBy: file.capabilities?.canDownload === false ? notDownloadable : undefined,
})

export const toDriveFile = ({ version: _, blockedBy: __, ...file }: FoundFile): DriveFile => file
