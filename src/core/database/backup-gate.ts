import { type FolderLock, lockFolder } from './lock.ts'

/** Lets files be deleted only while no backup is running. */
export type BackupGate = { readonly run: (work: () => Promise<void>) => Promise<boolean> }

/**
 * A backup holds the lock in `path` from its snapshot until it has copied the files that the
 * snapshot names. The lock is shared by everything that is deleted here at the same time.
 */
export function createBackupGate(path: string): BackupGate {
  let lock: FolderLock | undefined
  let count = 0
  return {
    /** @returns false, without doing the work, while a backup is running. */
    run: async (work) => {
      lock ??= tryLock(path)
      if (!lock) return false
      count++
      try {
        await work()
      } finally {
        count--
        if (count === 0) {
          lock.release()
          lock = undefined
        }
      }
      return true
    },
  }
}

/** If the disk fails, the files are deleted later. */
function tryLock(path: string): FolderLock | undefined {
  try {
    return lockFolder(path, 0)
  } catch {
    return undefined
  }
}
