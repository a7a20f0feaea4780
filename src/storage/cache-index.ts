import type { Database } from 'bun:sqlite'
import { isInUse, openDisposable, removeDisposable } from '../core/database/open-disposable.ts'

/** A file of the cache; `usedAt` is in ms and can be an hour too early. */
type CachedFile = {
  readonly key: string
  readonly bytes: number
  readonly usedAt: number
}

/** `total` is empty while a program uses the index, and so after one that was killed. */
const schema = `
  CREATE TABLE IF NOT EXISTS file (
    key TEXT NOT NULL PRIMARY KEY,
    bytes INTEGER NOT NULL,
    usedAt INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS file_by_use ON file (usedAt);
  CREATE TABLE IF NOT EXISTS total (bytes INTEGER NOT NULL) STRICT;
`

export type CacheIndex = ReturnType<typeof openCacheIndex>

/**
 * Says which files of the cache are used least. It can be made again by looking at all files.
 * @throws Error if it cannot be written, or another program uses it.
 */
export function openCacheIndex(path: string, now: number) {
  const { connection, wholeBytes } = opened(path)
  try {
    return indexIn(connection, wholeBytes, { path, now })
  } catch (error) {
    connection.close()
    throw error
  }
}

function indexIn(
  connection: Database,
  wholeBytes: number | undefined,
  { path, now }: { path: string; now: number },
) {
  let total = wholeBytes ?? 0
  if (wholeBytes !== undefined) {
    // Synced, so that an index that was in use during a power cut is not trusted afterwards.
    syncedly(connection, () => connection.run('DELETE FROM total'))
    // The clock was wrong; such files would never be deleted.
    connection.query('UPDATE file SET usedAt = $now WHERE usedAt > $now').run({ now })
  }

  const find = connection.query<{ bytes: number }, { key: string }>(
    'SELECT bytes FROM file WHERE key = $key',
  )
  const insert = connection.query<unknown, CachedFile>(
    `INSERT INTO file (key, bytes, usedAt) VALUES ($key, $bytes, $usedAt)
     ON CONFLICT (key) DO UPDATE SET bytes = $bytes, usedAt = $usedAt`,
  )
  const touch = connection.query<unknown, { key: string; usedAt: number }>(
    'UPDATE file SET usedAt = $usedAt WHERE key = $key',
  )
  const drop = connection.query<{ bytes: number }, { key: string }>(
    'DELETE FROM file WHERE key = $key RETURNING bytes',
  )
  const oldest = connection.query<{ key: string }, { before: number; count: number }>(
    'SELECT key FROM file WHERE usedAt < $before ORDER BY usedAt LIMIT $count',
  )

  return {
    /** Whether all files were in it when it was opened. */
    isWhole: wholeBytes !== undefined,
    bytes: () => total,
    put: (file: CachedFile): void => {
      const before = find.get({ key: file.key })?.bytes ?? 0
      insert.run(file)
      total += file.bytes - before
    },
    touch: (key: string, usedAt: number): void => {
      touch.run({ key, usedAt })
    },
    remove: (key: string): void => {
      total -= drop.get({ key })?.bytes ?? 0
    },
    /** Keys of those not used since `before`, least recently used first. */
    leastUsed: (before: number, count: number): string[] =>
      oldest.all({ before, count }).map(({ key }) => key),
    /** All work within it is one transaction. */
    together: <T>(work: () => T): T => connection.transaction(work)(),
    /** `isWhole` says that the files need not be looked at when it is opened again. */
    close: (isWhole: boolean): void => {
      if (isWhole) {
        syncedly(connection, () => connection.run('INSERT INTO total VALUES (?)', [total]))
      }
      connection.close()
    },
    /** Closes and deletes the index. */
    discard: (): void => {
      connection.close()
      removeDisposable(path)
    },
  }
}

/** The index that another program wrote is trusted only if that program closed it. */
function opened(path: string): { connection: Database; wholeBytes: number | undefined } {
  const left = whole(path)
  if (left) return left
  removeDisposable(path)
  return { connection: openDisposable(path, schema), wholeBytes: undefined }
}

function whole(path: string): { connection: Database; wholeBytes: number } | undefined {
  let connection: Database | undefined
  try {
    connection = openDisposable(path, schema)
    const total = connection.query<{ bytes: number }, []>('SELECT bytes FROM total').get()
    if (total) return { connection, wholeBytes: total.bytes }
  } catch (error) {
    if (isInUse(error)) throw error
  }
  connection?.close()
  return undefined
}

/** All that was written before is synced too. */
function syncedly(connection: Database, write: () => void): void {
  connection.run('PRAGMA synchronous = NORMAL')
  write()
  connection.run('PRAGMA synchronous = OFF')
}
