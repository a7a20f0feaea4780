import { join } from 'node:path'
import type { Library } from '../../storage/library.ts'
import { lastBackup } from './last-backup.ts'
import { copyAt } from './source-file.ts'

/** Finds a file of the right size in the folder of the last backup, if that can be reached now. */
export const savedCopyIn =
  (library: Library) =>
  (key: string, bytes: number): string | undefined => {
    const backup = lastBackup(library)
    return backup && savedCopyAt(backup.folder)(key, bytes)
  }

/** Finds a file of the right size in the folder of a backup. */
export const savedCopyAt =
  (folder: string) =>
  (key: string, bytes: number): string | undefined => {
    const path = join(folder, key)
    return copyAt(path)?.size === bytes ? path : undefined
  }
