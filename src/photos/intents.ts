import { SQLiteError } from 'bun:sqlite'
import { rm } from 'node:fs/promises'
import type { Store } from '../database/open.ts'
import { nextRowId } from '../database/row-id.ts'
import { type Library, placeAside, sizeOf } from '../images/library.ts'

/**
 * Files about to come or to go, by paths relative to the data folder. `keep` moves a file of a
 * deletion to its place under removed/ instead of destroying it.
 */
export type IntentFiles = {
  readonly files: string[]
  readonly keep?: { readonly from: string; readonly to: string }
}

/** Intents forgotten in one transaction: one fsync for that many photos. */
const batchSize = 200

export type Intents = ReturnType<typeof createIntents>

/**
 * What makes files and rows one: an ingest names its files before the first rename and its intent
 * goes in the photo's own transaction; a deletion writes its intent with the rows' removal and
 * then carries it out. Whatever a crash leaves, recover() finishes.
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
  /** Destroys or moves the files the intents name, then forgets the intents, in batches. */
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
     * Undoes an ingest that failed with `cause`. A commit whose fsync failed may lie whole in the
     * log and be the truth after a crash, so something is written over it before its files go;
     * where even that fails they stay, for the next start to decide.
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
    /** Undoes unfinished ingests and finishes deletions; run before anything else at the start. */
    recover: async () => {
      const rows = connection
        .query<{ row_id: number; files: string }, []>(
          'SELECT row_id, files FROM intent ORDER BY row_id',
        )
        .all()
      await carryOut(rows.map(({ row_id: rowId, files }) => ({ rowId, files: JSON.parse(files) })))
      return rows.length
    },
    /** The files that are under way, relative to the data folder. */
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
