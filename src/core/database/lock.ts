import { Database } from 'bun:sqlite'
import { giveToFolderOwner } from './folder-owner.ts'

export type FolderLock = { readonly release: () => void }

/**
 * An exclusive transaction on a separate SQLite file, which the system releases however the process
 * ends. The handle must be kept (a garbage-collected Database loses the lock) and the file never
 * opened again in this process (closing that handle releases it).
 * @returns undefined if another process has the lock.
 * @throws SQLiteError if the folder or its file system does not allow locks.
 */
export function lockFolder(path: string, waitMs = 100): FolderLock | undefined {
  const handle = new Database(path, { create: true })
  try {
    handle.run(`PRAGMA busy_timeout = ${waitMs}`)
    handle.run('PRAGMA journal_mode = MEMORY')
    handle.run('BEGIN EXCLUSIVE')
    giveToFolderOwner(path)
  } catch (error) {
    handle.close()
    if (/^SQLITE_BUSY/.test(String((error as { code?: unknown }).code))) return undefined
    throw error
  }
  return { release: () => handle.close() }
}
