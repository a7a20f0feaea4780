import { pause } from '../../../core/concurrency/turns.ts'
import type { Store } from '../../../core/database/open.ts'
import { Column, grown, noEntry } from './column.ts'
import {
  type ColumnKey,
  columnKeys,
  columnValues,
  type FilterRow,
  filterColumns,
} from './column-values.ts'
import { type KeywordCodes, Keywords } from './keywords.ts'

export type Columns = {
  readonly byKey: Readonly<Record<ColumnKey, Column>>
  readonly keywords: KeywordCodes
  /** 1 for the row ids that are photos. */
  readonly isPhoto: Uint8Array
}

type Kept = Omit<Columns, 'keywords'> & { readonly keywords: Keywords }

/** Rows read at once while the event loop waits. */
const sliceSize = 200

/**
 * What can be filtered by of every photo, in memory: some 60 bytes for each. It is read on first use and
 * then follows changes, which triggers of this connection note; reading all of 100,000 photos takes
 * about half a second.
 */
export function createColumns({ connection }: Store) {
  let state: ReturnType<typeof open> | undefined

  const open = () => {
    const byKey = Object.fromEntries(columnKeys.map((key) => [key, new Column()])) as Record<
      ColumnKey,
      Column
    >
    return {
      columns: { byKey, keywords: new Keywords(), isPhoto: new Uint8Array() },
      /** Row ids up to this one have been read. */
      readTo: 0,
      isComplete: false,
      /** Read inside a transaction, which may yet be undone. */
      uncertain: [] as number[],
    }
  }
  /** Not within a transaction: if it is undone, so are the triggers. */
  const openForGood = () => {
    if (connection.inTransaction) return undefined
    follow()
    state = open()
    return state
  }
  const columnsSql = filterColumns.join(', ')

  const follow = (): void => {
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

  const put = ({ byKey, keywords, isPhoto }: Kept, row: FilterRow): void => {
    const rowId = row.row_id
    for (const key of columnKeys) {
      const { written, read } = columnValues[key]
      const column = byKey[key]
      column.set(
        rowId,
        column.dictionary.codeOf(written(row), () => read(row)),
      )
    }
    keywords.set(rowId, row.keywords, row.hidden_keywords)
    isPhoto[rowId] = 1
  }
  const remove = ({ byKey, keywords, isPhoto }: Kept, rowId: number): void => {
    for (const key of columnKeys) byKey[key].set(rowId, noEntry)
    keywords.set(rowId, '[]')
    isPhoto[rowId] = 0
  }

  const makeRoomFor = (columns: { -readonly [Key in keyof Kept]: Kept[Key] }, rowId: number) => {
    if (rowId < columns.isPhoto.length) return
    const length = Math.max(rowId + 1, Math.ceil(columns.isPhoto.length * 1.25), 1024)
    for (const key of columnKeys) columns.byKey[key].grow(length)
    columns.keywords.grow(length)
    columns.isPhoto = grown(columns.isPhoto, length)
  }

  const readSlice = (current: ReturnType<typeof open>): void => {
    const rows = connection
      .query<FilterRow, { after: number; limit: number }>(
        `SELECT ${columnsSql} FROM photo WHERE row_id > $after ORDER BY row_id LIMIT $limit`,
      )
      .all({ after: current.readTo, limit: sliceSize })
    for (const row of rows) {
      makeRoomFor(current.columns, row.row_id)
      put(current.columns, row)
    }
    current.readTo = rows.at(-1)?.row_id ?? current.readTo
    current.isComplete = rows.length < sliceSize
  }

  const applyChanges = (current: ReturnType<typeof open>): void => {
    const noted = connection
      .query<{ row_id: number }, []>('SELECT row_id FROM temp.changed_photo')
      .all()
      .map(({ row_id }) => row_id)
    const changed = [...new Set([...current.uncertain, ...noted])]
    if (changed.length === 0) return
    const rows = connection
      .query<FilterRow, { rowIds: string }>(
        `SELECT ${columnsSql} FROM json_each($rowIds) AS wanted
         CROSS JOIN photo ON photo.row_id = wanted.value`,
      )
      .all({ rowIds: JSON.stringify(changed) })
    makeRoomFor(current.columns, Math.max(...changed))
    const found = new Set<number>()
    for (const row of rows) {
      put(current.columns, row)
      found.add(row.row_id)
    }
    for (const rowId of changed) if (!found.has(rowId)) remove(current.columns, rowId)
    current.uncertain = connection.inTransaction ? changed : []
    connection.run('DELETE FROM temp.changed_photo')
  }

  return {
    /** What a viewer sees, as of now, also within a transaction. Do not keep or modify. */
    read: (isOwner: boolean): Columns => {
      const current = state ?? openForGood() ?? open()
      while (!current.isComplete) readSlice(current)
      if (current === state) applyChanges(current)
      const { columns } = current
      return isOwner ? columns : { ...columns, keywords: columns.keywords.forVisitors() }
    },
    /** Reads everything for the first time without blocking the event loop for long. */
    prepare: async (): Promise<void> => {
      const current = state ?? openForGood()
      while (current && !current.isComplete) {
        readSlice(current)
        await pause()
      }
    },
  }
}
