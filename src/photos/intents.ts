import { SQLiteError } from 'bun:sqlite'
import { rm } from 'node:fs/promises'
import { createBackupGate } from '../database/backup-gate.ts'
import type { Store } from '../database/open.ts'
import { nextRowId } from '../database/row-id.ts'
import { type Library, placeAside, sizeOf } from '../images/library.ts'
import { warn } from '../log.ts'

/** Paths relative to the data folder; `keep` moves files under removed/ instead of deleting. */
export type IntentFiles = {
  readonly files: string[]
  readonly keep?: { readonly from: string; readonly to: string }
}

type Pending = { readonly rowId: number; readonly files: IntentFiles }

const batchSize = 200
/** How often a deletion that waits for a backup is tried again, in ms. */
const retryMs = 1000

export type Intents = ReturnType<typeof createIntents>

/**
 * Keeps files and rows consistent: an ingest names its files before the first rename, and its
 * intent is deleted in the photo's own transaction; a deletion writes its intent together with the
 * removal of the rows and is carried out afterwards. recover() finishes what a crash interrupted.
 */
export function createIntents(store: Store, library: Library) {
  const { connection } = store
  const gate = createBackupGate(library.backupLockPath)
  /** Inside Store.write. */
  const declare = (kind: 'ingest' | 'delete', files: IntentFiles): number =>
    connection
      .query<{ row_id: number }, { kind: string; files: string }>(
        `INSERT INTO intent (row_id, kind, files) VALUES (${nextRowId('intent')}, $kind, $files)
         RETURNING row_id`,
      )
      .get({ kind, files: JSON.stringify(files) })!.row_id
  /** Inside Store.write. */
  const fulfil = (rowId: number) =>
    connection
      .query<unknown, { rowId: number }>('DELETE FROM intent WHERE row_id = $rowId')
      .run({ rowId })

  const removeFiles = async ({ files, keep }: IntentFiles) => {
    if (keep && (await sizeOf(library.absolute(keep.from))) !== undefined) {
      await placeAside(library.absolute(keep.from), library.absolute(keep.to))
    }
    for (const file of files) await rm(library.absolute(file), { force: true })
  }
  /** @returns how many files there were. */
  const setFilesAside = async ({ files, keep }: IntentFiles): Promise<number> => {
    let count = 0
    for (const file of keep ? [...files, keep.from] : files) {
      if ((await library.setAside(library.absolute(file))) !== undefined) count++
    }
    return count
  }
  const forget = (done: Pending[]) =>
    store.note(() => {
      for (const { rowId } of done) fulfil(rowId)
    })
  const removeNow = async (batch: Pending[]) => {
    for (const { files } of batch) await removeFiles(files)
    await forget(batch)
  }

  let postponed: Pending[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false
  /** Tries again until the backup has ended; after a restart, recover() does. */
  const postpone = (pending: Pending[]) => {
    postponed.push(...pending)
    if (isStopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      const again = postponed
      postponed = []
      carryOut(again).catch((error: unknown) => {
        if (!isStopped) warn(`Files will be deleted at the next start: ${String(error)}`)
      })
    }, retryMs)
    timer.unref()
  }

  /**
   * Deletes or moves the intents' files, then deletes the intents, in batches. A running backup may
   * still have to copy the files, so they wait until it has ended, without making the caller wait.
   */
  const carryOut = async (pending: Pending[]): Promise<void> => {
    for (let start = 0; start < pending.length; start += batchSize) {
      const batch = pending.slice(start, start + batchSize)
      if (!(await gate.run(() => removeNow(batch)))) return postpone(pending.slice(start))
    }
  }

  return {
    declare,
    fulfil,
    carryOut,
    /**
     * Undoes an ingest that failed with `cause`. A commit whose fsync failed may still be complete
     * in the log and become valid after a crash, so another write must succeed before its files are
     * deleted; otherwise the next start decides.
     */
    undo: async (rowId: number, files: IntentFiles, cause: unknown) => {
      if (mayBeCommitted(cause)) {
        await store.note(() =>
          connection
            .query<unknown, { rowId: number }>(
              "UPDATE intent SET kind = 'delete' WHERE row_id = $rowId",
            )
            .run({ rowId }),
        )
      }
      // No snapshot names files without a row, so a backup need not be waited for.
      await removeNow([{ rowId, files }])
    },
    /**
     * Undoes unfinished ingests and finishes deletions; must run first at startup. With
     * `isOlderCopy`, the files of intents could be wanted by now, so they are moved to quarantine/.
     */
    recover: async ({ isOlderCopy = false } = {}) => {
      const pending = connection
        .query<{ row_id: number; kind: string; files: string }, []>(
          'SELECT row_id, kind, files FROM intent ORDER BY row_id',
        )
        .all()
        .map(({ row_id: rowId, kind, files }) => ({ rowId, kind, files: JSON.parse(files) }))
      let quarantined = 0
      if (isOlderCopy) {
        for (const { files } of pending) quarantined += await setFilesAside(files)
        await forget(pending)
      } else {
        await removeNow(pending.filter(({ kind }) => kind === 'ingest'))
        await carryOut(pending.filter(({ kind }) => kind === 'delete'))
      }
      return { changes: pending.length, quarantined }
    },
    /** Leaves what a backup has delayed to the next start. */
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
    pendingFiles: (): Set<string> =>
      new Set(
        connection
          .query<{ files: string }, []>('SELECT files FROM intent')
          .all()
          .flatMap((row) => {
            const { files, keep } = JSON.parse(row.files) as IntentFiles
            return keep ? [...files, keep.from] : files
          }),
      ),
  }
}

const mayBeCommitted = (error: unknown) =>
  error instanceof SQLiteError && (error.code?.startsWith('SQLITE_IOERR') ?? true)
