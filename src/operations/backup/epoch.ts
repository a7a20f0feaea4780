import type { Database } from 'bun:sqlite'
import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import * as z from 'zod'
import { schema } from '../../contract/schema.ts'
import type { Store } from '../../core/database/open.ts'
import type { Library } from '../../storage/library.ts'

type Row = { library_id: string; epoch: string | null; previous_epoch: string | null }

/**
 * `database` identifies vitrine.db, unlike a copy put in its place; restored folders have none yet.
 */
const epochFile = schema(() =>
  z.object({
    library: z.string(),
    epoch: z.string(),
    database: z.string().optional(),
  }),
)

/**
 * Knows whether the database and the files of the data folder are from the same time. Both have the
 * same random id, the epoch, which changes at every start and stop, now and then in between, and in
 * every backup. A database that was put back later has another epoch than the folder, and its
 * pending changes could affect files that are wanted now. A replica can be seconds old and still
 * have the folder's epoch, but it is a different file.
 */
export function createEpoch({ connection, note, version }: Store, library: Library) {
  const row = () => rowIn(connection)
  const file = () => fileIn(library)

  const write = (content: z.infer<ReturnType<typeof epochFile>>) =>
    library.writeDurably(
      library.epochPath,
      epochFileOf({ ...content, database: identityOf(library.databasePath) }),
    )

  /**
   * Lets the file appear while the database has no epoch yet, because a database that has one and
   * no file beside it was brought from elsewhere.
   */
  const makeFile = async (): Promise<void> => {
    const first = randomBytes(16).toString('hex')
    await note(() =>
      connection
        .query<unknown, { first: string }>('UPDATE library SET previous_epoch = $first')
        .run({ first }),
    )
    await write({ library: row().library_id, epoch: first })
  }

  let renewedAt = version()
  /**
   * Gives both a new one: first the database, which remembers the file's, then the file. A crash
   * or a full disk in between leaves a shared epoch.
   */
  const renewNow = async (): Promise<void> => {
    const { library_id, epoch } = row()
    if (epoch === null && !file()) await makeFile()
    const present = file()
    // A database that has just been migrated, from before there were epochs.
    const id = epoch === null ? (present?.library ?? library_id) : library_id
    const renewed = randomBytes(16).toString('hex')
    await note(() =>
      connection
        .query<unknown, { id: string; renewed: string; inFile: string | null }>(
          'UPDATE library SET library_id = $id, epoch = $renewed, previous_epoch = $inFile',
        )
        .run({ id, renewed, inFile: present?.epoch ?? null }),
    )
    await write({ library: id, epoch: renewed })
  }

  let last: Promise<void> = Promise.resolve()
  /** One after the other: the file of the later one must be written last. */
  const renew = (): Promise<void> => {
    last = last.then(renewNow, renewNow)
    return last
  }

  return {
    isShared: (): boolean => sharesEpoch(connection, library),
    /**
     * Whether the database is the very file that was last used here. A folder that was copied as a
     * whole has another one too, so this alone says nothing about its age.
     */
    isSameFile: (): boolean => {
      const known = file()?.database
      return known === undefined || known === identityOf(library.databasePath)
    },
    /** Until the first renewal, nothing tells a copy of the database from the database. */
    isMissing: (): boolean => row().epoch === null,
    renew,
    /**
     * For a server that runs for long: a copy of the database made meanwhile is soon an older one.
     */
    renewIfChanged: async (): Promise<void> => {
      if (version() === renewedAt) return
      const at = version()
      await renew()
      renewedAt = at
    },
  }
}

/** Whether the epochs are the same, or a crash has only just kept them from being so. */
export function sharesEpoch(connection: Database, library: Library): boolean {
  const { epoch, previous_epoch } = rowIn(connection)
  const present = fileIn(library)
  return present ? [epoch, previous_epoch].includes(present.epoch) : epoch === null
}

const rowIn = (connection: Database) =>
  connection.query<Row, []>('SELECT library_id, epoch, previous_epoch FROM library').get()!

/** Undefined if it is missing or damaged. */
function fileIn(library: Library) {
  try {
    return epochFile().parse(JSON.parse(readFileSync(library.epochPath, 'utf8')))
  } catch {
    return undefined
  }
}

/**
 * Survives every write, but not a copy or a restore; the time of birth because numbers are reused.
 */
function identityOf(path: string): string {
  const { ino, birthtimeNs } = statSync(path, { bigint: true })
  return `${ino}-${birthtimeNs}`
}

/** The content of the folder's file. */
export const epochFileOf = (content: z.infer<ReturnType<typeof epochFile>>): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(content)}\n`)
