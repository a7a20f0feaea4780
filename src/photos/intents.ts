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
      .query<{ n: number }, { kind: string; files: string }>(
        `INSERT INTO intent (n, kind, files) VALUES (${nextRowId('intent')}, $kind, $files)
         RETURNING n`,
      )
      .get({ kind, files: JSON.stringify(files) })!.n
  /** Inside Store.write. */
  const fulfil = (n: number) =>
    connection.query<unknown, { n: number }>('DELETE FROM intent WHERE n = $n').run({ n })

  const removeFiles = async ({ files, keep }: IntentFiles) => {
    if (keep && (await sizeOf(library.absolute(keep.from))) !== undefined) {
      await placeAside(library.absolute(keep.from), library.absolute(keep.to))
    }
    for (const file of files) await rm(library.absolute(file), { force: true })
  }
  /** Destroys or moves the files the intents name, then forgets the intents, in batches. */
  const carryOut = async (pending: { n: number; files: IntentFiles }[]) => {
    for (let start = 0; start < pending.length; start += batchSize) {
      const batch = pending.slice(start, start + batchSize)
      for (const { files } of batch) await removeFiles(files)
      await store.note(() => {
        for (const { n } of batch) fulfil(n)
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
    undo: async (n: number, files: IntentFiles, cause: unknown) => {
      if (mayBeCommitted(cause)) {
        await store.note(() =>
          connection
            .query<unknown, { n: number }>("UPDATE intent SET kind = 'delete' WHERE n = $n")
            .run({ n }),
        )
      }
      await carryOut([{ n, files }])
    },
    /** Undoes unfinished ingests and finishes deletions; run before anything else at the start. */
    recover: async () => {
      const rows = connection
        .query<{ n: number; files: string }, []>('SELECT n, files FROM intent ORDER BY n')
        .all()
      await carryOut(rows.map(({ n, files }) => ({ n, files: JSON.parse(files) })))
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
