import type { Database } from 'bun:sqlite'
import { copiesOf, copyDatabase, pruneCopies, timeOfCopy } from './database-copies.ts'
import { applyMigrations, newestSchema, schemaOf } from './migrate.ts'

/** `copy` is the path of the database as it was before. */
export type Upgrade = { readonly from: number; readonly to: number; readonly copy: string }

/**
 * Copies the database to backups/ beside it and then migrates it in one transaction: whenever this
 * ends, the database is either the old or the new one, and the copy complete or absent.
 * @throws Error, changing nothing, if there is not enough space for the copy.
 */
export function upgrade(connection: Database, path: string): Upgrade {
  const from = schemaOf(connection)
  const copy = copyDatabase(connection, path, 'upgraded')
  applyMigrations(connection)
  // A program that only reads the file's header must see the new schema.
  connection.run('PRAGMA wal_checkpoint(TRUNCATE)')
  pruneCopies(path)
  return { from, to: newestSchema, copy }
}

/** A line for the person who is waiting for the server to start. */
export const upgradeNote = ({ from, to, copy }: Upgrade): string =>
  `Upgraded the database from schema ${from} to ${to}. The old database was copied to ${copy}`

/** Why a newer database is not opened, and the ways out. */
export function newerDatabase(version: number, path: string): string {
  const copy = copiesOf(path).find(({ schema }) => schema <= newestSchema)
  const back = copy
    ? ` To go back to this version, run vitrine rollback: it puts back the database of ${timeOfCopy(copy)}, and says first what would be lost.`
    : ''
  return `The data folder was last used by a newer version of Vitrine (schema ${version}; this version supports ${newestSchema}). Nothing was changed. Start that version or a newer one.${back}`
}
