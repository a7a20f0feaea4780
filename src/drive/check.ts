import type { DriveFile } from '../contract/drive.ts'
import type { DriveStore } from './store.ts'

/** Each md5 once. */
export type Sorted = {
  readonly fresh: DriveFile[]
  /** Not in the gallery, because the owner deleted them there individually. */
  readonly deleted: DriveFile[]
}

export function sortFiles(files: readonly DriveFile[], rows: DriveStore): Sorted {
  const statuses = rows.md5Statuses(files.map((file) => file.md5Checksum))
  const sorted: Sorted = { fresh: [], deleted: [] }
  const seen = new Set<string>()
  for (const file of files) {
    const status = statuses.get(file.md5Checksum)
    if (seen.has(file.md5Checksum) || status?.isHere) continue
    seen.add(file.md5Checksum)
    ;(status?.isDeleted ? sorted.deleted : sorted.fresh).push(file)
  }
  return sorted
}
