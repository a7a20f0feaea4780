import { SQLiteError } from 'bun:sqlite'
import { createBackupGate } from '../../core/database/backup-gate.ts'
import type { Store } from '../../core/database/open.ts'
import { nextRowId } from '../../core/database/row-id.ts'
import { AppError } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import type { Library } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'

/** Keys of media; `keep` moves files under removed/ instead of deleting. */
export type IntentFiles = {
  readonly files: string[]
  readonly keep?: { readonly from: string; readonly to: string }
}

/** A deletion that was begun and is still to be executed. */
export type PendingDeletion = { readonly rowId: number; readonly files: IntentFiles }

const batchSize = 200
/** When a deletion that waits for a backup or a bucket is tried again, in ms. */
const retryMs = { first: 1000, longest: 300_000 }

export type Intents = ReturnType<typeof createIntents>

/**
 * Keeps files and rows consistent: an ingest names its files before the first rename, and its
 * intent is deleted in the photo's own transaction; a deletion writes its intent together with the
 * removal of the rows and is executed afterwards. recover() finishes what a crash interrupted.
 */
export function createIntents(store: Store, library: Library, media: Media) {
  const { connection } = store
  const gate = createBackupGate(library.backupLockPath)
  /** Inside Store.write. */
  const begin = (kind: 'ingest' | 'delete', files: IntentFiles): number =>
    connection
      .query<{ row_id: number }, { kind: string; files: string }>(
        `INSERT INTO intent (row_id, kind, files) VALUES (${nextRowId('intent')}, $kind, $files)
         RETURNING row_id`,
      )
      .get({ kind, files: JSON.stringify(files) })!.row_id
  /** Inside Store.write. */
  const complete = (rowId: number) =>
    connection
      .query<unknown, { rowId: number }>('DELETE FROM intent WHERE row_id = $rowId')
      .run({ rowId })

  const removeFiles = async (batch: readonly PendingDeletion[]) => {
    for (const { files } of batch) {
      if (files.keep) await media.move(files.keep.from, files.keep.to)
    }
    await media.remove(batch.flatMap(({ files }) => files.files))
  }
  /** @returns how many files were moved. */
  const quarantine = async ({ files, keep }: IntentFiles): Promise<number> => {
    let count = 0
    for (const file of keep ? [...files, keep.from] : files) {
      if ((await media.setAside(file)) !== undefined) count++
    }
    return count
  }
  const forget = (done: readonly PendingDeletion[]) =>
    store.note(() => {
      for (const { rowId } of done) complete(rowId)
    }, 'reserve')
  const removeNow = async (batch: readonly PendingDeletion[]) => {
    await removeFiles(batch)
    await forget(batch)
  }

  let postponed: PendingDeletion[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = retryMs.first
  let isStopped = false
  /** Tries again until the backup has ended or the bucket answers; after a restart, recover() does. */
  const postpone = (pending: readonly PendingDeletion[]) => {
    postponed.push(...pending)
    if (isStopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      const again = postponed
      postponed = []
      removeInBatches(again).catch((error: unknown) => {
        if (!isStopped) warn(`Files will be deleted at the next start: ${String(error)}`)
      })
    }, waitMs)
    timer.unref()
  }

  const removeInBatches = async (pending: readonly PendingDeletion[]): Promise<void> => {
    for (let start = 0; start < pending.length; start += batchSize) {
      const batch = pending.slice(start, start + batchSize)
      try {
        if (!(await gate.run(() => removeNow(batch)))) return postpone(pending.slice(start))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        waitMs = Math.min(2 * waitMs, retryMs.longest)
        return postpone(pending.slice(start))
      }
      waitMs = retryMs.first
    }
  }

  /** A bucket can be slow or out of reach, so only the copies on this machine are waited for. */
  const removeLater = async (pending: readonly PendingDeletion[]): Promise<void> => {
    await media.removeLocal(pending.flatMap(({ files }) => files.files))
    postpone(pending)
  }

  /**
   * Deletes or moves the intents' files, then deletes the intents, in batches. A running backup may
   * still have to copy the files, so they wait until it has ended, without making the caller wait.
   */
  const execute = (pending: readonly PendingDeletion[]): Promise<void> =>
    media.kind === 'bucket' ? removeLater(pending) : removeInBatches(pending)

  return {
    begin,
    complete,
    execute,
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
      if (media.kind === 'bucket') await removeLater([{ rowId, files }])
      else await removeNow([{ rowId, files }])
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
        for (const { files } of pending) quarantined += await quarantine(files)
        await forget(pending)
      } else {
        const ingests = pending.filter(({ kind }) => kind === 'ingest')
        const deletions = pending.filter(({ kind }) => kind === 'delete')
        if (media.kind === 'folder') await removeNow(ingests)
        else await removeLater(ingests)
        await execute(deletions)
      }
      return { changes: pending.length, quarantined }
    },
    hasUnfinishedImports: (): boolean =>
      connection.query("SELECT 1 FROM intent WHERE kind = 'ingest' LIMIT 1").get() !== null,
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
