import { constants, Database, SQLiteError } from 'bun:sqlite'
import { statSync } from 'node:fs'
import { newestSchema, schemaOf } from './migrate.ts'
import { lostDatabase, requireDatabase } from './schema-state.ts'
import { newerDatabase } from './upgrade.ts'

/** Sees what a running server has committed, and cannot write. */
export type Reader = { readonly connection: Database; readonly close: () => void }

/** @throws Error if there is no database or it has another schema than this program's. */
export function openReadOnly(path: string): Reader {
  requireDatabase(path)
  const connection = opened(path)
  try {
    connection.run('PRAGMA busy_timeout = 5000')
    connection.run('PRAGMA temp_store = MEMORY')
    requireCurrentSchema(connection, path)
  } catch (error) {
    connection.close()
    throw error
  }
  return { connection, close: () => connection.close() }
}

function requireCurrentSchema(connection: Database, path: string): void {
  const version = schemaOf(connection)
  if (version > newestSchema) throw new Error(newerDatabase(version, path))
  if (version === 0) throw new Error(lostDatabase(path, 'is empty'))
  if (version < newestSchema) {
    throw new Error(
      `The data folder was last used by an older version of Vitrine (schema ${version}; this version uses ${newestSchema}). Start the server with this version once; that upgrades it.`,
    )
  }
}

function opened(path: string): Database {
  const connection = new Database(path, { readonly: true })
  try {
    connection.query('SELECT count(*) FROM sqlite_schema').get()
    return connection
  } catch (error) {
    connection.close()
    if (
      !cannotCreateFiles(error) ||
      (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
    )
      throw error
    // On a read-only disk SQLite cannot create its shared memory, but no program can write either.
    const address = new URL(
      `file://${path.split('/').map(encodeURIComponent).join('/')}?immutable=1`,
    )
    return new Database(address.href, constants.SQLITE_OPEN_READONLY | constants.SQLITE_OPEN_URI)
  }
}

const cannotCreateFiles = (error: unknown) =>
  error instanceof SQLiteError && /^SQLITE_(CANTOPEN|READONLY)/.test(error.code ?? '')
