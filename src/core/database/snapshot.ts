import { Database } from 'bun:sqlite'
import { applyMigrations, newestSchema, schemaOf } from './migrate.ts'

/** How long to wait for a transaction of the server, in ms. */
const busyTimeoutMs = 30_000

/** Whether a database can be read by this program without migrating it. */
export type SchemaState = 'current' | 'older' | 'newer'

export function schemaStateOf(version: number): SchemaState {
  if (version === newestSchema) return 'current'
  return version < newestSchema ? 'older' : 'newer'
}

/** Opens a database for reading while a server uses it. The caller closes it. */
export function openForReading(path: string): { connection: Database; schema: number } {
  const connection = new Database(path, { readonly: true, strict: true })
  connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  return { connection, schema: schemaOf(connection) }
}

/** Writes a consistent copy of the database to a new file, without remains of deleted data. */
export function copyTo(connection: Database, path: string): void {
  connection.query<unknown, [string]>('VACUUM INTO ?').run(path)
}

/** Runs statements on a copy that no other program uses; what they delete is overwritten. */
export function changeCopy(
  path: string,
  change: readonly string[] | ((connection: Database) => readonly string[]),
): void {
  const connection = new Database(path, { readwrite: true, strict: true })
  try {
    // The copy is new or can be made again, and a journal would contain what is deleted.
    connection.run('PRAGMA journal_mode = MEMORY')
    connection.run('PRAGMA secure_delete = ON')
    connection.run('PRAGMA foreign_keys = ON')
    connection.transaction(() => {
      const statements = typeof change === 'function' ? change(connection) : change
      for (const statement of statements) connection.run(statement)
    })()
  } finally {
    connection.close()
  }
}

/** Migrates a copy that no other program uses to this program's schema. */
export function upgradeCopy(path: string): void {
  const connection = new Database(path, { readwrite: true, strict: true })
  try {
    connection.run('PRAGMA journal_mode = MEMORY')
    connection.run('PRAGMA synchronous = OFF')
    applyMigrations(connection)
  } finally {
    connection.close()
  }
}

/** @returns what SQLite finds wrong with it; [] if it is whole. */
export function faultsOfDatabase(connection: Database): string[] {
  const faults = connection
    .query<{ integrity_check: string }, []>('PRAGMA integrity_check')
    .all()
    .map((row) => row.integrity_check)
    .filter((message) => message !== 'ok')
  const foreign = connection.query<object, []>('PRAGMA foreign_key_check').all()
  return foreign.length > 0 ? [...faults, `${foreign.length} broken references`] : faults
}
