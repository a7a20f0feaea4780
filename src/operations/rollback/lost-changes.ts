import type { Database } from 'bun:sqlite'
import { type DatabaseCopy, openToCompare } from '../../core/database/database-copies.ts'
import { type ComparedTable, comparedTables, ownTables } from './compared-tables.ts'

/** How many rows of a kind differ from those of the copy. */
export type LostChanges = {
  readonly name: string
  readonly added: number
  readonly changed: number
  readonly removed: number
}

/**
 * What was added, changed or deleted in the database at `path` since a copy of it was made, and
 * would be lost with the copy in its place. The copy is upgraded for the comparison, so that what
 * an upgrade changes does not count.
 * @param schema that of the database. Of a newer program's, unknown tables with rows count as added.
 */
export function findLostChanges(copy: DatabaseCopy, path: string, schema: number): LostChanges[] {
  const { connection, close } = openToCompare(copy, path, schema)
  try {
    const known = comparedTables.map((table) => compare(connection, table))
    return [...known, ...unknownTables(connection)].filter(
      ({ added, changed, removed }) => added + changed + removed > 0,
    )
  } finally {
    close()
  }
}

function compare(database: Database, compared: ComparedTable): LostChanges {
  const { name, table, key, where = 'true' } = compared
  const common = columnsOf(database, 'main', table).filter((column) =>
    columnsOf(database, 'now', table).includes(column),
  )
  if (common.length === 0) return { name, added: 0, changed: 0, removed: 0 }
  const values = common.filter((column) => compared.columns?.includes(column) ?? true)
  const sameKey =
    key.map((column) => `now_row.${column} IS then_row.${column}`).join(' AND ') || 'true'
  const row = (alias: string) => `(${values.map((column) => `${alias}.${column}`).join(', ')})`
  const count = (sql: string) =>
    database.query<{ total: number }, []>(`SELECT count(*) AS total FROM ${sql}`).get()!.total
  const now = `(SELECT * FROM now.${table} WHERE ${where}) AS now_row`
  const then = `(SELECT * FROM main.${table} WHERE ${where}) AS then_row`
  return {
    name,
    added: count(`${now} WHERE NOT EXISTS (SELECT 1 FROM ${then} WHERE ${sameKey})`),
    removed: count(`${then} WHERE NOT EXISTS (SELECT 1 FROM ${now} WHERE ${sameKey})`),
    changed: count(
      `${now} JOIN ${then} ON ${sameKey} WHERE ${row('now_row')} IS NOT ${row('then_row')}`,
    ),
  }
}

/** What a newer program has added and this one cannot compare. */
function unknownTables(database: Database): LostChanges[] {
  const known = new Set([...comparedTables.map(({ table }) => table), ...ownTables])
  return database
    .query<{ name: string }, []>(
      "SELECT name FROM now.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
    .filter(({ name }) => !known.has(name))
    .map(({ name }) => {
      const { total } = database
        .query<{ total: number }, []>(`SELECT count(*) AS total FROM now."${name}"`)
        .get()!
      return { name: `“${name}” of the newer version`, added: total, changed: 0, removed: 0 }
    })
}

const columnsOf = (database: Database, schema: 'main' | 'now', table: string): string[] =>
  database
    .query<{ name: string }, [string, string]>('SELECT name FROM pragma_table_info(?, ?)')
    .all(table, schema)
    .map(({ name }) => name)
