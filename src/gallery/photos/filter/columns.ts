import type { Database } from 'bun:sqlite'
import type { FilterKey } from '../../../contract/search/photo-filter.ts'
import type { Clock } from '../../../core/clock.ts'
import { pause } from '../../../core/concurrency/turns.ts'
import type { Store } from '../../../core/database/open.ts'
import { noteLargeWork } from '../../../core/memory.ts'
import { Column, grown, noEntry } from './column.ts'
import {
  type ColumnKey,
  columnKeys,
  columnValues,
  type FilterRow,
  filterColumns,
} from './column-values.ts'
import { type KeywordCodes, Keywords } from './keywords.ts'
import { createMemberships, isMembershipKey, type MembershipKey } from './memberships.ts'

export type Columns = {
  readonly byKey: Readonly<Record<ColumnKey, Column>>
  /** What albums say about photos. */
  readonly membership: (key: MembershipKey) => Column
  readonly keywords: KeywordCodes
  /** When they were read. */
  readonly now: number
  /** 1 for the row ids that are photos. */
  readonly isPhoto: Uint8Array
}

/** The column of a key that has one value for each photo. */
export const columnOf = (columns: Columns, key: Exclude<FilterKey, 'keyword'>): Column =>
  isMembershipKey(key) ? columns.membership(key) : columns.byKey[key]

/** How far the photos have been read. */
type Reading = {
  readonly columns: PhotoColumns
  /** Row ids up to this one have been read. */
  readTo: number
  isComplete: boolean
  /** Read inside a transaction, which may yet be undone. */
  uncertain: readonly number[]
}

/** Rows read at once while the event loop waits. */
const sliceSize = 200
const columnsSql = filterColumns.join(', ')

/**
 * The values of all photos that filters use, in memory: some 60 bytes for each photo. They are read on
 * first use and then follow changes, which triggers of this connection note; reading 100,000 photos
 * takes about half a second.
 */
export function createColumns(store: Store, clock: Pick<Clock, 'now'>) {
  const { connection } = store
  const membershipOf = createMemberships(store)
  let kept: Reading | undefined

  /** Not within a transaction: if it is undone, so are the triggers. */
  const beginKept = (): Reading | undefined => {
    if (connection.inTransaction) return undefined
    noteChangedPhotos(connection)
    kept = beginReading()
    return kept
  }

  return {
    /** What a viewer sees, as of now, also within a transaction. Do not keep or modify. */
    read: (isOwner: boolean): Columns => {
      const reading = kept ?? beginKept() ?? beginReading()
      while (!reading.isComplete) readSlice(connection, reading)
      if (reading === kept) applyChanges(connection, reading)
      const { byKey, keywords, isPhoto } = reading.columns
      const membership = (key: MembershipKey) => membershipOf(key, isPhoto.length)
      return {
        byKey,
        membership,
        isPhoto,
        keywords: isOwner ? keywords : keywords.forVisitors(),
        now: clock.now(),
      }
    },
    /** Reads everything for the first time without blocking the event loop for long. */
    prepare: async (): Promise<void> => {
      const reading = kept ?? beginKept()
      if (!reading || reading.isComplete) return
      while (!reading.isComplete) {
        readSlice(connection, reading)
        await pause()
      }
      noteLargeWork()
    },
  }
}

const beginReading = (): Reading => ({
  columns: new PhotoColumns(),
  readTo: 0,
  isComplete: false,
  uncertain: [],
})

function readSlice(connection: Database, reading: Reading): void {
  const rows = connection
    .query<FilterRow, { after: number; limit: number }>(
      `SELECT ${columnsSql} FROM photo WHERE row_id > $after ORDER BY row_id LIMIT $limit`,
    )
    .all({ after: reading.readTo, limit: sliceSize })
  for (const row of rows) {
    reading.columns.makeRoomFor(row.row_id)
    reading.columns.put(row)
  }
  reading.readTo = rows.at(-1)?.row_id ?? reading.readTo
  reading.isComplete = rows.length < sliceSize
}

/** Notes the row ids of photos that are added, changed or deleted, in temp.changed_photo. */
function noteChangedPhotos(connection: Database): void {
  connection.run('CREATE TEMP TABLE changed_photo (row_id INTEGER PRIMARY KEY)')
  const note = (event: string, row: string) =>
    connection.run(
      `CREATE TEMP TRIGGER photo_noted_${row.toLowerCase()}_${event.slice(0, 6).trim()}
       AFTER ${event} ON main.photo BEGIN
         INSERT INTO changed_photo VALUES (${row}.row_id) ON CONFLICT DO NOTHING;
       END`,
    )
  note('INSERT', 'NEW')
  note(`UPDATE OF ${columnsSql}`, 'NEW')
  note('DELETE', 'OLD')
}

function applyChanges(connection: Database, reading: Reading): void {
  const noted = connection
    .query<{ row_id: number }, []>('SELECT row_id FROM temp.changed_photo')
    .all()
    .map(({ row_id }) => row_id)
  const changed = [...new Set([...reading.uncertain, ...noted])]
  if (changed.length === 0) return
  const rows = connection
    .query<FilterRow, { rowIds: string }>(
      `SELECT ${columnsSql} FROM json_each($rowIds) AS wanted
       CROSS JOIN photo ON photo.row_id = wanted.value`,
    )
    .all({ rowIds: JSON.stringify(changed) })
  const { columns } = reading
  columns.makeRoomFor(Math.max(...changed))
  for (const row of rows) columns.put(row)
  const present = new Set(rows.map(({ row_id }) => row_id))
  for (const rowId of changed) if (!present.has(rowId)) columns.remove(rowId)
  reading.uncertain = connection.inTransaction ? changed : []
  connection.run('DELETE FROM temp.changed_photo')
}

/** The values of all photos, by row id. */
class PhotoColumns {
  readonly byKey = Object.fromEntries(columnKeys.map((key) => [key, new Column()])) as Record<
    ColumnKey,
    Column
  >
  readonly keywords = new Keywords()
  isPhoto = new Uint8Array()

  /** There must be room for it. */
  put(row: FilterRow): void {
    const rowId = row.row_id
    for (const key of columnKeys) {
      const { written, read } = columnValues[key]
      const column = this.byKey[key]
      column.set(
        rowId,
        column.dictionary.codeOf(written(row), () => read(row)),
      )
    }
    this.keywords.set(rowId, row.keywords, row.hidden_keywords)
    this.isPhoto[rowId] = 1
  }

  /** There must be room for it. */
  remove(rowId: number): void {
    for (const key of columnKeys) this.byKey[key].set(rowId, noEntry)
    this.keywords.set(rowId, '[]')
    this.isPhoto[rowId] = 0
  }

  makeRoomFor(rowId: number): void {
    if (rowId < this.isPhoto.length) return
    const length = Math.max(rowId + 1, Math.ceil(this.isPhoto.length * 1.25), 1024)
    for (const key of columnKeys) this.byKey[key].grow(length)
    this.keywords.grow(length)
    this.isPhoto = grown(this.isPhoto, length)
  }
}
