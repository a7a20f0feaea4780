import { isDiskFull } from '../core/database/disk-full.ts'
import { BucketError } from '../storage/bucket-error.ts'
import { explained } from './examine-folder.ts'
import { isWithin, pathExplanation } from './explanation.ts'

/**
 * Runs what copies between a data folder and a backup.
 * @throws Error with one line about the folder that is the cause of an error; `full` if a disk is, and
 * `again` after what a bucket says that does not answer.
 */
export function betweenFolders<T>(
  { data, backup, full, again }: { data: string; backup: string; full: string; again: string },
  work: () => Promise<T>,
): Promise<T> {
  return explained(data, async () => {
    try {
      return await work()
    } catch (error) {
      if (isDiskFull(error)) throw new Error(full, { cause: error })
      if (error instanceof BucketError && error.kind === 'unavailable') {
        throw new Error(`${error.message} ${again}`, { cause: error })
      }
      const { path } = error as NodeJS.ErrnoException
      // The backup itself, what is in it, or a folder in which it should be.
      const isAboutBackup =
        path !== undefined &&
        !isWithin(path, data) &&
        (isWithin(path, backup) || isWithin(backup, path))
      const said = isAboutBackup
        ? pathExplanation(error, backup, 'choose another folder')
        : undefined
      throw said === undefined ? error : new Error(said, { cause: error })
    }
  })
}
