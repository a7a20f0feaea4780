import { Database, SQLiteError } from 'bun:sqlite'
import { rmSync } from 'node:fs'

/** Pages of 4 KiB: enough for the inner nodes of an index of a million rows. */
const cacheKib = 1024

/**
 * Opens a small database that can be made again from what it describes, so nothing of it is synced
 * and a program that is killed may damage it. The file belongs to one program at a time.
 * @throws Error if it is damaged or cannot be written.
 */
export function openDisposable(path: string, schema: string): Database {
  const connection = new Database(path, { create: true, strict: true })
  try {
    connection.run('PRAGMA locking_mode = EXCLUSIVE')
    connection.run('PRAGMA journal_mode = MEMORY')
    connection.run('PRAGMA synchronous = OFF')
    connection.run('PRAGMA temp_store = MEMORY')
    connection.run(`PRAGMA cache_size = -${cacheKib}`)
    connection.run(schema)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

export function removeDisposable(path: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true })
}

/** Whether the error means that another program has the database open. */
export const isInUse = (error: unknown): boolean =>
  error instanceof SQLiteError && (error.code?.startsWith('SQLITE_BUSY') ?? false)
