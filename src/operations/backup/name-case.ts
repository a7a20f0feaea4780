import { statSync } from 'node:fs'
import { join } from 'node:path'
import { restoreMark } from '../../storage/data-folder.ts'
import type { Library } from '../../storage/library.ts'

/** Whether a folder's file system ignores case in names, as exFAT and SMB do. */
export function ignoresCase(folder: string, existing: string): boolean {
  const find = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })
  const own = find(existing)
  const other = find(existing.toUpperCase())
  return own !== undefined && own.ino === other?.ino && own.dev === other.dev
}

/** The second of every two paths that would be one file on such a disk, and the first. */
export function caseCollisions(paths: Iterable<string>): Map<string, string> {
  const known = new Map<string, string>()
  const collisions = new Map<string, string>()
  for (const path of paths) {
    const key = path.normalize('NFC').toLowerCase()
    const first = known.get(key)
    if (first === undefined) known.set(key, path)
    else if (first !== path) collisions.set(path, first)
  }
  return collisions
}

/**
 * @throws Error with one line if files of a snapshot would replace each other in the data folder.
 */
export function refuseCaseCollisions(
  { root }: Pick<Library, 'root'>,
  paths: Iterable<string>,
): void {
  const [collision] = caseCollisions(paths)
  if (!collision || !ignoresCase(root, restoreMark)) return
  throw new Error(
    `${collision[1]} and ${collision[0]} would be the same file on the disk of ${root}, which ignores case. Restore to another disk.`,
  )
}
