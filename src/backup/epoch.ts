import type { Database } from 'bun:sqlite'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import type { Store } from '../database/open.ts'
import type { Library } from '../images/library.ts'

type Row = { library_id: string; epoch: string | null; previous_epoch: string | null }

const epochFile = z.object({ library: z.string(), epoch: z.string() })

/**
 * Tells whether the database and the files of the data folder are of the same time. Both have the
 * same random id, the epoch, which changes at every start and stop, now and then in between, and in
 * every backup: a database that was put back later has another one than the folder, and its pending
 * deletions could be of files that are wanted now.
 */
export function createEpoch({ connection, note, version }: Store, library: Library) {
  const row = () => rowIn(connection)
  const file = () => fileIn(library)

  let renewedAt = version()
  /**
   * Gives both a new one: first the database, which remembers the file's, then the file. A crash
   * or a full disk in between leaves a shared epoch.
   */
  const renewNow = async (): Promise<void> => {
    const { library_id, epoch } = row()
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
    await library.writeDurably(library.epochPath, epochFileOf({ library: id, epoch: renewed }))
  }

  let last: Promise<void> = Promise.resolve()
  /** One after the other: the file of the later one must be written last. */
  const renew = (): Promise<void> => {
    last = last.then(renewNow, renewNow)
    return last
  }

  return {
    isShared: (): boolean => sharesEpoch(connection, library),
    renew,
    /** For a server that runs for long: a copy of the database made meanwhile is soon an older one. */
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
  return [epoch, previous_epoch].includes(fileIn(library)?.epoch ?? null)
}

const rowIn = (connection: Database) =>
  connection.query<Row, []>('SELECT library_id, epoch, previous_epoch FROM library').get()!

/** Undefined if it is missing or damaged. */
function fileIn(library: Library) {
  try {
    return epochFile.parse(JSON.parse(readFileSync(library.epochPath, 'utf8')))
  } catch {
    return undefined
  }
}

/** The content of the folder's file. */
export const epochFileOf = (content: z.infer<typeof epochFile>): Uint8Array =>
  new TextEncoder().encode(`${JSON.stringify(content)}\n`)
