import { isDiskFull } from '../core/database/disk-full.ts'
import { BucketError } from '../storage/bucket-error.ts'
import { explained } from './examine-folder.ts'
import { isWithin, pathExplanation } from './explanation.ts'

type Copying = {
  readonly data: string
  readonly backup: string
  /** What to say if a disk is full. */
  readonly full: string
  /** What to do after a bucket did not respond. */
  readonly again: string
}

/**
 * Runs what copies between a data folder and a backup.
 * @throws Error with one line about the folder that is the cause of an error.
 */
export function explainCopyErrors<T>(copying: Copying, work: () => Promise<T>): Promise<T> {
  return explained(copying.data, async () => {
    try {
      return await work()
    } catch (error) {
      const text = explanationOf(error, copying)
      throw text === undefined ? error : new Error(text, { cause: error })
    }
  })
}

function explanationOf(error: unknown, { data, backup, full, again }: Copying): string | undefined {
  if (isDiskFull(error)) return full
  if (error instanceof BucketError && error.kind === 'unavailable') {
    return `${error.message} ${again}`
  }
  const { path } = error as NodeJS.ErrnoException
  // The backup itself, what is in it, or a folder in which it should be.
  const isAboutBackup =
    path !== undefined &&
    !isWithin(path, data) &&
    (isWithin(path, backup) || isWithin(backup, path))
  return isAboutBackup ? pathExplanation(error, backup, 'choose another folder') : undefined
}
