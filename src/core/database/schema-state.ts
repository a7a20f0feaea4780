import { Database } from 'bun:sqlite'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { newestSchema, schemaOf } from './migrate.ts'
import { newerDatabase } from './upgrade.ts'

/** Where SQLite's file format keeps user_version, big-endian. */
const versionOffset = 60
const headerBytes = 100
/** The file format's first bytes. */
const magic = 'SQLite format 3\0'

/** What to do when the database is lost but the photos are there. */
export const lostDatabase = (path: string, what: string): string =>
  `${path} ${what}. Nothing was changed. Restore a backup with vitrine restore, or put the newest copy from backups/ in its place; without either, move originals/ elsewhere, start a new gallery and import them.`

/** @throws Error if there is no file where the database should be. */
export function requireDatabase(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) throw new Error(lostDatabase(path, 'is a folder'))
  if (!found) {
    throw new Error(
      `There is no gallery here: ${path} does not exist. Choose its folder with --data.`,
    )
  }
}

/**
 * Whether the database must be upgraded. A database of this version costs one read of its header,
 * as this delays every start.
 * @throws Error, changing nothing, if a newer program has written it or it is no database.
 */
export function schemaState(path: string): 'new' | 'current' | 'old' {
  const written = versionInHeader(path)
  if (written === undefined) return 'new'
  if (written === newestSchema) return 'current'
  // The log of a program that was killed can hold a later version than the file.
  const version = written > newestSchema ? written : versionInDatabase(path)
  if (version > newestSchema) throw new Error(newerDatabase(version, path))
  if (version === 0) return 'new'
  return version < newestSchema ? 'old' : 'current'
}

/** Undefined if there is no database yet. */
function versionInHeader(path: string): number | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const header = Buffer.alloc(headerBytes)
    const bytes = readSync(file, header)
    if (bytes > 0 && header.toString('latin1', 0, magic.length) !== magic) {
      throw new Error(lostDatabase(path, 'is not a database'))
    }
    return bytes < headerBytes ? undefined : header.readUInt32BE(versionOffset)
  } finally {
    closeSync(file)
  }
}

function versionInDatabase(path: string): number {
  const database = new Database(path, { readonly: true })
  try {
    return schemaOf(database)
  } finally {
    database.close()
  }
}
