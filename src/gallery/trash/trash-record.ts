import type { Database } from 'bun:sqlite'
import { ownValue } from '../../contract/own-value.ts'
import type { Store } from '../../core/database/open.ts'

type Value = string | number | null | Uint8Array
type Row = Record<string, Value>
/** JSON has no bytes. */
type KeptValue = string | number | null | { readonly base64: string }
type KeptRow = Record<string, KeptValue>

/** Everything of a photo in the trash that has no column of its own. */
export type TrashRecord = {
  readonly photo: KeptRow
  /** Rows that are deleted with a photo, by table: likes, comments, places in albums and so on. */
  readonly rows: Readonly<Record<string, readonly KeptRow[]>>
  /** Rows that named the photo in a column, such as its covers, by their primary keys. */
  readonly uses: readonly {
    readonly table: string
    readonly column: string
    readonly key: KeptRow
  }[]
  /** The albums whose order was chosen by hand, in which it keeps its place. */
  readonly manualAlbums: readonly number[]
}

type Reference = {
  readonly column: string
  readonly parent: string
  readonly parentColumn: string | null
  readonly onDelete: string
}

/**
 * Renditions have a table of their own in the trash, because their files must be known. Files of
 * sources can be renamed meanwhile, and triggers keep track of them.
 */
const notKept = ['rendition', 'source_item']
/** Keeps a choice that was made meanwhile, of another picture or of none; see photos/picture-address.ts. */
const unlessChosen: Readonly<Record<string, string>> = {
  album: "AND cover_pic LIKE '/api/%'",
  owner: "AND pic LIKE '/api/%'",
}

export type TrashRecords = {
  /** Deletes the photo's row, and with it what belongs to it. */
  readonly snapshotRows: (photo: number) => TrashRecord
  /** Restores everything whose album, guest or other parent still exists. */
  readonly restoreRows: (photo: number, record: TrashRecord) => void
}

/**
 * Removes everything that belongs to a photo from the tables, and restores it. It follows the foreign
 * keys, so tables that later versions add are included. Inside Store.write.
 */
export function createTrashRecords({ connection }: Store): TrashRecords {
  const schema = readSchema(connection)
  return {
    snapshotRows: (photo) => snapshotRows(connection, schema, photo),
    restoreRows: (photo, record) => restoreRows(connection, schema, photo, record),
  }
}

/** The columns of other tables that name a photo. */
type Schema = {
  readonly referencesOf: ReadonlyMap<string, readonly Reference[]>
  /** Their rows are deleted with the photo. */
  readonly belonging: readonly { readonly table: string; readonly column: string }[]
  /** They are set to NULL with it; `key` is the primary key. */
  readonly using: readonly {
    readonly table: string
    readonly column: string
    readonly key: readonly string[]
  }[]
}

const all = <T>(connection: Database, sql: string, values: Value[] = []) =>
  connection.query<T, Value[]>(sql).all(...values)

const columnsOf = (connection: Database, table: string) =>
  all<{ name: string; pk: number }>(connection, 'SELECT name, pk FROM pragma_table_info(?)', [
    table,
  ])

function readSchema(connection: Database): Schema {
  const tables = all<{ name: string }>(
    connection,
    "SELECT name FROM sqlite_schema WHERE type = 'table'",
  )
    .map(({ name }) => name)
    .filter((name) => !notKept.includes(name))
  const referencesOf = new Map(
    tables.map((table) => [
      table,
      all<Reference>(
        connection,
        `SELECT "from" AS "column", "table" AS parent, "to" AS parentColumn, on_delete AS onDelete
         FROM pragma_foreign_key_list(?)`,
        [table],
      ),
    ]),
  )
  const naming = (onDelete: string) =>
    [...referencesOf].flatMap(([table, references]) =>
      references
        .filter((reference) => reference.parent === 'photo' && reference.onDelete === onDelete)
        .map(({ column }) => ({ table, column })),
    )
  const keyOf = (table: string) =>
    columnsOf(connection, table)
      .filter(({ pk }) => pk > 0)
      .map(({ name }) => name)
  return {
    referencesOf,
    belonging: naming('CASCADE'),
    using: naming('SET NULL').map((each) => ({ ...each, key: keyOf(each.table) })),
  }
}

function snapshotRows(connection: Database, schema: Schema, photo: number): TrashRecord {
  const [row] = all<Row>(connection, 'SELECT * FROM photo WHERE row_id = ?', [photo])
  const record: TrashRecord = {
    photo: keptRow(row!),
    rows: Object.fromEntries(
      schema.belonging.map(({ table, column }) => [
        table,
        all<Row>(connection, `SELECT * FROM ${table} WHERE ${column} = ?`, [photo]).map(keptRow),
      ]),
    ),
    uses: schema.using.flatMap(({ table, column, key }) =>
      all<Row>(connection, `SELECT ${key.join(', ')} FROM ${table} WHERE ${column} = ?`, [
        photo,
      ]).map((each) => ({ table, column, key: keptRow(each) })),
    ),
    manualAlbums: all<{ album: number }>(
      connection,
      `SELECT album FROM album_photo JOIN album ON album.row_id = album
       WHERE photo = ? AND order_by = 3`,
      [photo],
    ).map(({ album }) => album),
  }
  connection.query<unknown, [number]>('DELETE FROM photo WHERE row_id = ?').run(photo)
  return record
}

function restoreRows(
  connection: Database,
  { belonging, referencesOf }: Schema,
  photo: number,
  record: TrashRecord,
): void {
  keepingHighestRowIds(connection, (insertAgain) => {
    insertAgain('photo', record.photo)
    // Before it is in its albums again, where it would become the cover of one without a cover.
    restoreUses(connection, photo, record)
    for (const { table } of belonging) {
      for (const row of ownValue(record.rows, table) ?? []) {
        const whole = withParents(connection, referencesOf.get(table)!, row)
        if (whole) insertAgain(table, whole)
      }
    }
  })
}

/** The photo is again what it was, such as a cover, unless the owner chose another meanwhile. */
function restoreUses(connection: Database, photo: number, record: TrashRecord): void {
  for (const { table, column, key } of record.uses) {
    const conditions = Object.keys(key).map((name) => `${name} = ?`)
    connection
      .query<unknown, Value[]>(
        `UPDATE ${table} SET ${column} = ? WHERE ${conditions.join(' AND ')}
           AND ${column} IS NULL ${ownValue(unlessChosen, table) ?? ''}`,
      )
      .run(photo, ...Object.values(key).map(fromKept))
  }
}

/** Inserts rows with their old row ids, which have not been reused. */
function keepingHighestRowIds(
  connection: Database,
  work: (insertAgain: (table: string, row: KeptRow) => void) => void,
): void {
  const highest = all<{ name: string; row_id: number }>(connection, 'SELECT * FROM highest_row_id')
  work((table, row) => {
    connection
      .query<unknown, [string]>('UPDATE highest_row_id SET row_id = 0 WHERE name = ?')
      .run(table)
    insert(connection, table, row)
  })
  for (const { name, row_id } of highest) {
    connection
      .query<unknown, [number, string]>('UPDATE highest_row_id SET row_id = ? WHERE name = ?')
      .run(row_id, name)
  }
}

function insert(connection: Database, table: string, kept: KeptRow): void {
  // Columns that no longer exist are left out; new columns get their defaults.
  const columns = columnsOf(connection, table)
    .map(({ name }) => name)
    .filter((name) => Object.hasOwn(kept, name))
  connection
    .query<unknown, Value[]>(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    .run(...columns.map((column) => fromKept(ownValue(kept, column)!)))
}

/** The row without references to deleted rows; undefined if it belongs to one that was deleted. */
function withParents(
  connection: Database,
  references: readonly Reference[],
  row: KeptRow,
): KeptRow | undefined {
  const found = new Map(Object.entries(row))
  for (const { column, parent, parentColumn, onDelete } of references) {
    const value = ownValue(row, column) ?? null
    if (parent === 'photo' || value === null) continue
    const key = parentColumn ?? columnsOf(connection, parent).find(({ pk }) => pk > 0)!.name
    const exists = `SELECT 1 FROM ${parent} WHERE ${key} = ?`
    if (all(connection, exists, [fromKept(value)]).length > 0) continue
    if (onDelete !== 'SET NULL') return undefined
    found.set(column, null)
  }
  return Object.fromEntries(found)
}

const keptRow = (row: Row): KeptRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Uint8Array ? { base64: value.toBase64() } : value,
    ]),
  )

const fromKept = (kept: KeptValue): Value =>
  typeof kept === 'object' && kept !== null ? Uint8Array.fromBase64(kept.base64) : kept

/** A kept row as the database has it. */
export const rowOf = (kept: KeptRow): Row =>
  Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, fromKept(value)]))
