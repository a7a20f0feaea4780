import { join } from 'node:path'
import type { Library } from '../../storage/library.ts'
import { lastBackup } from './last-backup.ts'
import { copyAt } from './source-file.ts'

/** Finds a file of the right size in the folder of the last backup, if that can be reached now. */
export const savedCopyIn =
  (library: Library) =>
  (key: string, bytes: number): string | undefined => {
    const backup = lastBackup(library)
    const path = backup && join(backup.folder, key)
    return path !== undefined && copyAt(path)?.size === bytes ? path : undefined
  }
