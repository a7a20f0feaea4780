import { Database, SQLiteError } from 'bun:sqlite'
import { giveToFolderOwner } from './folder-owner.ts'
import { applyMigrations, newestSchema, schemaOf } from './migrate.ts'
import { newerDatabase, type Upgrade, upgrade } from './upgrade.ts'

/** How long one attempt can block the event loop while another process writes, in ms. */
const busyTimeoutMs = 50
/** How long a write is retried before it fails, in ms. */
const busyGiveUpMs = 15_000
const busyPauseMs = 20
/** How often space is made for one write on a full disk. */
const maxMadeRoom = 3

/** 'reserve' is for what must work on a full disk: signing in and out, and deleting. */
type SpaceUse = 'reserve'

/** The only connection to vitrine.db. */
export type Store = {
  readonly connection: Database
  /** Increases with every committed write; whatever was cached at an older version is stale. */
  readonly version: () => number
  /**
   * Immediate; waits for another process's lock without blocking the event loop, so reads continue.
   */
  readonly write: <T>(work: () => T, use?: SpaceUse) => Promise<T>
  /** Like write, for what no response shows (renditions, intents): cached responses stay valid. */
  readonly note: <T>(work: () => T, use?: SpaceUse) => Promise<T>
  /** Adds a function that is called at the end of every write and note, within the transaction. */
  readonly endWritesWith: (work: () => void) => void
  /** What was upgraded when it was opened, if anything. */
  readonly upgrade: Upgrade | undefined
  readonly close: () => void
}

/** Called for every write, so that damage is noticed wherever it occurs. */
export type Watch = {
  readonly beforeWrite?: () => void
  readonly onError?: (error: unknown) => void
  readonly isDiskFull?: (error: unknown) => boolean
  /**
   * Called when a write that may use the reserve found no space.
   * @returns whether some was freed.
   */
  readonly releaseSpace?: () => boolean
}

/** Opens the database for one program, with this program's schema. @throws as openStore. */
export function openDatabase(path: string) {
  const connection = new Database(path, { create: true, strict: true })
  try {
    connection.run('PRAGMA busy_timeout = 5000')
    const version = schemaOf(connection)
    if (version > newestSchema) throw new Error(newerDatabase(version, path))
    connection.run('PRAGMA journal_mode = WAL')
    connection.run('PRAGMA synchronous = FULL')
    connection.run('PRAGMA foreign_keys = ON')
    connection.run('PRAGMA temp_store = MEMORY')
    connection.run('PRAGMA cache_size = -2000')
    const isOld = version > 0 && version < newestSchema
    const upgraded = isOld ? upgrade(connection, path) : undefined
    if (version === 0) {
      applyMigrations(connection)
      for (const end of ['', '-wal', '-shm']) giveToFolderOwner(path + end)
    }
    return { connection, upgrade: upgraded }
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Upgrades an older database, after copying it.
 * @throws Error if a newer program has written it, or there is not enough space for the copy.
 */
export function openStore(path: string, watch: Watch = {}): Store {
  const { connection, upgrade } = openDatabase(path)
  connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  let version = 1
  const lastWork: (() => void)[] = []
  /** @returns whether a write that failed has a chance to succeed now. */
  const makeRoom = (error: unknown): boolean => {
    if (!watch.isDiskFull?.(error)) return false
    const isFreed = watch.releaseSpace?.() ?? false
    return restartLog(connection) || isFreed
  }
  const note = async <T>(work: () => T, use?: SpaceUse): Promise<T> => {
    const transaction = connection.transaction(() => {
      const result = work()
      for (const last of lastWork) last()
      return result
    })
    watch.beforeWrite?.()
    return commit(() => transaction.immediate(), {
      makeRoom: use === 'reserve' ? makeRoom : undefined,
      onError: watch.onError,
    })
  }
  const write = async <T>(work: () => T, use?: SpaceUse): Promise<T> => {
    const result = await note(work, use)
    version++
    return result
  }
  const endWritesWith = (work: () => void): void => {
    lastWork.push(work)
  }
  const close = () => connection.close()
  return { connection, version: () => version, write, note, endWritesWith, upgrade, close }
}

type Commit = {
  /** @returns whether a write that failed has a chance to succeed now. */
  readonly makeRoom: ((error: unknown) => boolean) | undefined
  readonly onError: Watch['onError']
}

/** Retries while another program writes, and after space was freed on a full disk. */
async function commit<T>(run: () => T, { makeRoom, onError }: Commit): Promise<T> {
  const giveUpAt = performance.now() + busyGiveUpMs
  let madeRoom = 0
  for (;;) {
    try {
      return run()
    } catch (error) {
      if (makeRoom && madeRoom++ < maxMadeRoom && makeRoom(error)) continue
      if (!isBusy(error)) onError?.(error)
      if (!isBusy(error) || performance.now() > giveUpAt) throw error
      await Bun.sleep(busyPauseMs)
    }
  }
}

/**
 * Copies the log into the database, so that the next writes use the log's space again instead of
 * making it longer. @returns whether that space is free now.
 */
function restartLog(connection: Database): boolean {
  try {
    const result = connection
      .query<{ busy: number; log: number; checkpointed: number }, []>(
        'PRAGMA wal_checkpoint(RESTART)',
      )
      .get()!
    return result.busy === 0 && result.log > 0 && result.checkpointed === result.log
  } catch {
    // The database would have to grow for this, and the disk is full.
    return false
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code?.startsWith('SQLITE_BUSY') ?? false)
}
