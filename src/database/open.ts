import { Database, SQLiteError } from 'bun:sqlite'
import { migrate } from './migrate.ts'

/** How long one attempt can block the event loop while another process writes, in ms. */
const busyTimeoutMs = 50
/** How long a write is retried before it fails, in ms. */
const busyGiveUpMs = 15_000
const busyPauseMs = 20

/** The only connection to vitrine.db. */
export type Store = {
  readonly connection: Database
  /** Increases with every committed write; whatever was cached at an older version is stale. */
  readonly version: () => number
  /**
   * Immediate; waits for another process's lock without blocking the event loop, so reads continue.
   */
  readonly write: <T>(work: () => T) => Promise<T>
  /** Like write, for what no response shows (renditions, intents): cached responses stay valid. */
  readonly note: <T>(work: () => T) => Promise<T>
  readonly close: () => void
}

/** ':memory:' is for tests. */
export function openStore(path: string): Store {
  const connection = new Database(path, { create: true, strict: true })
  connection.run(`PRAGMA busy_timeout = 5000`)
  connection.run('PRAGMA journal_mode = WAL')
  connection.run('PRAGMA synchronous = FULL')
  connection.run('PRAGMA foreign_keys = ON')
  connection.run('PRAGMA temp_store = MEMORY')
  connection.run('PRAGMA cache_size = -2000')
  migrate(connection)
  connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  let version = 1
  const note = async <T>(work: () => T): Promise<T> => {
    const transaction = connection.transaction(work)
    const giveUpAt = Date.now() + busyGiveUpMs
    for (;;) {
      try {
        return transaction.immediate()
      } catch (error) {
        if (!isBusy(error) || Date.now() > giveUpAt) throw error
        await Bun.sleep(busyPauseMs)
      }
    }
  }
  const write = async <T>(work: () => T): Promise<T> => {
    const result = await note(work)
    version++
    return result
  }
  return { connection, version: () => version, write, note, close: () => connection.close() }
}

function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code?.startsWith('SQLITE_BUSY') ?? false)
}
