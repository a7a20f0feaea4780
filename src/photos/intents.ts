import { SQLiteError } from 'bun:sqlite'
import { rm } from 'node:fs/promises'
import type { Store } from '../database/open.ts'
import { nextRowId } from '../database/row-id.ts'
import { type Library, placeAside, sizeOf } from '../images/library.ts'

/** Paths relative to the data folder; `keep` moves files under removed/ instead of deleting. */
export type IntentFiles = {
  readonly files: string[]
  readonly keep?: { readonly from: string; readonly to: string }
}

const batchSize = 200

export type Intents = ReturnType<typeof createIntents>

/**
 * Keeps files and rows consistent: an ingest names its files before the first rename, and its
 * intent is deleted in the photo's own transaction; a deletion writes its intent together with the
 * removal of the rows and is carried out afterwards. recover() finishes what a crash interrupted.
 */
export function createIntents(store: Store, library: Library) {
  const { connection } = store
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
  /** Deletes or moves the intents' files, then deletes the intents, in batches. */
  const carryOut = async (pending: { rowId: number; files: IntentFiles }[]) => {
    for (let start = 0; start < pending.length; start += batchSize) {
      const batch = pending.slice(start, start + batchSize)
      for (const { files } of batch) await removeFiles(files)
      await store.note(() => {
        for (const { rowId } of batch) fulfil(rowId)
      })
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
      await carryOut([{ rowId, files }])
    },
    /** Undoes unfinished ingests and finishes deletions; must run first at startup. */
    recover: async () => {
      const rows = connection
        .query<{ row_id: number; files: string }, []>(
          'SELECT row_id, files FROM intent ORDER BY row_id',
        )
        .all()
      await carryOut(rows.map(({ row_id: rowId, files }) => ({ rowId, files: JSON.parse(files) })))
      return rows.length
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
