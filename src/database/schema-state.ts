import { Database } from 'bun:sqlite'
import { closeSync, openSync, readSync } from 'node:fs'
import { newestSchema, schemaOf } from './migrate.ts'
import { newerDatabase } from './upgrade.ts'

/** Where SQLite's file format keeps user_version, big-endian. */
const versionOffset = 60
const headerBytes = 100

/**
 * Whether the database must be upgraded. A database of this version costs one read of its header,
 * as this delays every start.
 * @throws Error, changing nothing, if a newer program has written it.
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
    return readSync(file, header) < headerBytes ? undefined : header.readUInt32BE(versionOffset)
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
