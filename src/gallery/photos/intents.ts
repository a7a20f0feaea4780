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

type IntentKind = 'ingest' | 'delete'

export type Intents = ReturnType<typeof createIntents>

/**
 * Keeps files and rows consistent: an ingest names its files before the first rename, and its
 * intent is deleted in the photo's own transaction; a deletion writes its intent together with the
 * removal of the rows and is executed afterwards. recover() finishes what a crash interrupted.
 */
export function createIntents(store: Store, library: Library, media: Media) {
  const rows = intentRows(store)
  const deletions = createFileDeletions({ store, library, media, rows })

  return {
    /** Inside Store.write. @returns the row id of the intent. */
    begin: rows.insert,
    /** Begins a deletion, to be executed after the write. Inside Store.write. */
    beginDeletion: (files: IntentFiles): PendingDeletion => ({
      rowId: rows.insert('delete', files),
      files,
    }),
    /** Inside Store.write. */
    complete: rows.delete,
    /** Deletes or moves the files of deletions, without making the caller wait for a backup. */
    execute: deletions.execute,
    /**
     * Undoes an ingest that failed with `cause`. A commit whose fsync failed may still be complete
     * in the log and become valid after a crash, so another write must succeed before its files are
     * deleted; otherwise the next start decides.
     */
    undo: async (rowId: number, files: IntentFiles, cause: unknown) => {
      if (mayBeCommitted(cause)) await store.note(() => rows.turnIntoDeletion(rowId))
      await deletions.executeUnsaved([{ rowId, files }])
    },
    /**
     * Undoes unfinished ingests and finishes deletions; must run first at startup. With
     * `isOlderCopy`, the files of intents could be wanted by now, so they are moved to quarantine/.
     */
    recover: async ({ isOlderCopy = false } = {}) => {
      const pending = rows.all()
      let quarantined = 0
      if (isOlderCopy) {
        for (const { files } of pending) quarantined += await quarantine(files, media)
        await deletions.forget(pending)
      } else {
        await deletions.executeUnsaved(pending.filter(({ kind }) => kind === 'ingest'))
        await deletions.execute(pending.filter(({ kind }) => kind === 'delete'))
      }
      return { changes: pending.length, quarantined }
    },
    hasUnfinishedImports: rows.hasIngest,
    /** Leaves what a backup has delayed to the next start. */
    stop: deletions.stop,
    pendingFiles: (): Set<string> => new Set(rows.all().flatMap(({ files }) => namesIn(files))),
  }
}

/** Writes belong inside Store.write. */
function intentRows({ connection }: Store) {
  return {
    insert: (kind: IntentKind, files: IntentFiles): number =>
      connection
        .query<{ row_id: number }, { kind: string; files: string }>(
          `INSERT INTO intent (row_id, kind, files) VALUES (${nextRowId('intent')}, $kind, $files)
           RETURNING row_id`,
        )
        .get({ kind, files: JSON.stringify(files) })!.row_id,
    delete: (rowId: number) =>
      connection
        .query<unknown, { rowId: number }>('DELETE FROM intent WHERE row_id = $rowId')
        .run({ rowId }),
    turnIntoDeletion: (rowId: number) =>
      connection
        .query<unknown, { rowId: number }>(
          "UPDATE intent SET kind = 'delete' WHERE row_id = $rowId",
        )
        .run({ rowId }),
    /** The oldest first. */
    all: (): (PendingDeletion & { readonly kind: IntentKind })[] =>
      connection
        .query<{ row_id: number; kind: IntentKind; files: string }, []>(
          'SELECT row_id, kind, files FROM intent ORDER BY row_id',
        )
        .all()
        .map(({ row_id: rowId, kind, files }) => ({ rowId, kind, files: JSON.parse(files) })),
    hasIngest: (): boolean =>
      connection.query("SELECT 1 FROM intent WHERE kind = 'ingest' LIMIT 1").get() !== null,
  }
}

/** Deletes or moves the files of intents, and then the intents. */
function createFileDeletions({
  store,
  library,
  media,
  rows,
}: {
  store: Store
  library: Library
  media: Media
  rows: ReturnType<typeof intentRows>
}) {
  const gate = createBackupGate(library.backupLockPath)
  const retries = createRetries((pending) => removeInBatches(pending))

  const forget = (done: readonly PendingDeletion[]) =>
    store.note(() => {
      for (const { rowId } of done) rows.delete(rowId)
    }, 'reserve')

  const removeNow = async (batch: readonly PendingDeletion[]): Promise<void> => {
    for (const { files } of batch) {
      if (files.keep) await media.move(files.keep.from, files.keep.to)
    }
    await media.remove(batch.flatMap(({ files }) => files.files))
    await forget(batch)
  }

  const removeInBatches = async (pending: readonly PendingDeletion[]): Promise<void> => {
    for (let start = 0; start < pending.length; start += batchSize) {
      const batch = pending.slice(start, start + batchSize)
      try {
        const isDone = await gate.run(() => removeNow(batch))
        if (!isDone) return retries.postpone(pending.slice(start))
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        retries.waitLonger()
        return retries.postpone(pending.slice(start))
      }
      retries.resetWait()
    }
  }

  /** A bucket can be slow or out of reach, so only the copies on this machine are waited for. */
  const removeLater = async (pending: readonly PendingDeletion[]): Promise<void> => {
    await media.removeLocal(pending.flatMap(({ files }) => files.files))
    retries.postpone(pending)
  }

  return {
    forget,
    /**
     * In batches. A running backup may still have to copy the files, so they wait until it has
     * ended, without making the caller wait.
     */
    execute: (pending: readonly PendingDeletion[]): Promise<void> =>
      media.kind === 'bucket' ? removeLater(pending) : removeInBatches(pending),
    /** For files without a row: no snapshot names them, so no backup has to be waited for. */
    executeUnsaved: (pending: readonly PendingDeletion[]): Promise<void> =>
      media.kind === 'bucket' ? removeLater(pending) : removeNow(pending),
    stop: retries.stop,
  }
}

/** Tries deletions again until the backup has ended or the bucket answers; after a restart, recover() does. */
function createRetries(remove: (pending: readonly PendingDeletion[]) => Promise<void>) {
  let postponed: PendingDeletion[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitMs = retryMs.first
  let isStopped = false

  const retry = () => {
    timer = undefined
    const again = postponed
    postponed = []
    remove(again).catch((error: unknown) => {
      if (!isStopped) warn(`Files will be deleted at the next start: ${String(error)}`)
    })
  }

  return {
    postpone: (pending: readonly PendingDeletion[]): void => {
      postponed.push(...pending)
      if (isStopped) return
      timer ??= setTimeout(retry, waitMs)
      timer.unref()
    },
    waitLonger: (): void => {
      waitMs = Math.min(2 * waitMs, retryMs.longest)
    },
    resetWait: (): void => {
      waitMs = retryMs.first
    },
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

const namesIn = ({ files, keep }: IntentFiles): string[] => (keep ? [...files, keep.from] : files)

/** @returns how many files were moved. */
async function quarantine(files: IntentFiles, media: Media): Promise<number> {
  let count = 0
  for (const file of namesIn(files)) {
    if ((await media.moveToQuarantine(file)) !== undefined) count++
  }
  return count
}

const mayBeCommitted = (error: unknown) =>
  error instanceof SQLiteError && (error.code?.startsWith('SQLITE_IOERR') ?? true)
