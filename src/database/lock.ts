import { Database } from 'bun:sqlite'

/** Held for as long as the process lives; see {@link lockFolder}. */
export type FolderLock = { readonly release: () => void }

/**
 * Takes the data folder for this process: an exclusive transaction on a SQLite file of its own,
 * which the system frees on any death. The handle must be kept (a collected Database loses the
 * lock) and the file never opened a second time in this process (closing that handle drops it).
 * @returns undefined when another process holds it.
 */
export function lockFolder(path: string): FolderLock | undefined {
  const handle = new Database(path, { create: true })
  try {
    handle.run('PRAGMA busy_timeout = 100')
    handle.run('PRAGMA journal_mode = MEMORY')
    handle.run('BEGIN EXCLUSIVE')
  } catch {
    handle.close()
    return undefined
  }
  return { release: () => handle.close() }
}
