import type { BlockedFile, DriveFolderContent } from '../../contract/imports/drive.ts'
import type { DriveFailuresStore } from './failures.ts'
import { type FoundFile, toDriveFile } from './found-file.ts'
import type { DriveStore } from './store.ts'

/** Files of the same content: the first is fetched, and the others if that fails. */
type Candidate = { readonly file: FoundFile; readonly others: readonly FoundFile[] }

/** Each content occurs once. */
export type Sorted = {
  readonly fresh: Candidate[]
  /** Not in the gallery, because the owner deleted them there individually. */
  readonly deleted: Candidate[]
  readonly blocked: BlockedFile[]
}

type Known = { readonly rows: DriveStore; readonly failures: DriveFailuresStore }

/** Files without md5 count by their id, until they were downloaded once. */
export function sortFiles(files: readonly FoundFile[], { rows, failures }: Known): Sorted {
  const groups = groupsOf(files, rows)
  const statuses = rows.md5Statuses([...groups.keys()])
  const isFinal = failures.areFinal()
  const sorted: Sorted = { fresh: [], deleted: [], blocked: [] }
  for (const [md5, group] of groups) {
    const status = statuses.get(md5)
    if (status?.isHere) continue
    const free = group.filter((file) => file.blockedBy === undefined)
    // Files that fail every time were reported before, and are fetched again only on request.
    const [file, ...others] = status?.isDeleted ? free : free.filter((each) => !isFinal(each))
    if (file) (status?.isDeleted ? sorted.deleted : sorted.fresh).push({ file, others })
    else if (free.length === 0) sorted.blocked.push(...group.map(toBlocked))
  }
  return sorted
}

export function folderContentOf(
  files: readonly FoundFile[],
  known: Known,
): Omit<DriveFolderContent, 'folder' | 'omitted'> {
  const { fresh, deleted, blocked } = sortFiles(files, known)
  return {
    new: fresh.length,
    newBytes: fresh.reduce((sum, { file }) => sum + file.size, 0),
    total: files.length,
    deleted: deleted.map(({ file }) => toDriveFile(file)),
    blocked,
  }
}

/** By md5, or by id where none is known. */
export function groupsOf(
  files: readonly FoundFile[],
  rows: DriveStore,
): Map<string, [FoundFile, ...FoundFile[]]> {
  const remembered = rows.rememberedMd5s()
  const groups = new Map<string, [FoundFile, ...FoundFile[]]>()
  for (const file of files) {
    const key = file.md5Checksum || remembered(file) || `id:${file.id}`
    const group = groups.get(key)
    if (group) group.push(file)
    else groups.set(key, [file])
  }
  return groups
}

const toBlocked = ({ id, name, blockedBy = '' }: FoundFile): BlockedFile => ({
  fileId: id,
  name,
  reason: blockedBy,
})
