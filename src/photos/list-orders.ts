import { createByteCache } from '../byte-cache.ts'
import type { Store } from '../database/open.ts'

export type OrderedList = 'all' | number

/** A camera's photos, those found by an FTS5 query, or both. */
export type Filter = { readonly model: string | null; readonly match: string | null }

/** A whole list: row ids in order, and the position of each by row id (0 for the first). */
type Order = { readonly rowIds: Int32Array; readonly positions: Int32Array }

/** In bytes. An order of 100,000 photos takes 800 KB, a search at most 400 KB. */
const budget = 8 * 2 ** 20
const absent = -1

/**
 * Keeps whole lists in memory as numbers, and which of their photos a search finds, for one data
 * version. Reading 100,000 row ids from an index takes about 15 ms, and FTS5 returns its matches as
 * fast; one query for both would probe the one for each row of the other, which takes seconds.
 */
export function createListOrders({ connection, version }: Store) {
  let current = version()
  const known = createByteCache<{ value: unknown; bytes: number }>(budget, ({ bytes }) => bytes)

  const remember = <T>(key: string, make: () => { value: T; bytes: number }): T => {
    if (version() !== current) {
      known.clear()
      current = version()
    }
    const found = known.get(key)
    if (found) return found.value as T
    const entry = make()
    known.set(key, entry)
    return entry.value
  }

  const readRowIds = (sql: string, parameters: Record<string, string | number>): Int32Array => {
    const { ids } = connection.query<{ ids: string }, typeof parameters>(sql).get(parameters)!
    return Int32Array.from(JSON.parse(ids) as number[])
  }

  const orderOf = (list: OrderedList): Order =>
    remember(`order ${list}`, () => {
      const rowIds =
        list === 'all'
          ? readRowIds(
              'SELECT json_group_array(row_id) AS ids FROM (SELECT row_id FROM photo ORDER BY sort_key, row_id)',
              {},
            )
          : readRowIds(
              `SELECT json_group_array(photo) AS ids FROM
                 (SELECT photo FROM album_photo WHERE album = $list ORDER BY sort_key, photo)`,
              { list },
            )
      const highest = rowIds.reduce((most, rowId) => Math.max(most, rowId), 0)
      const positions = new Int32Array(highest + 1).fill(absent)
      rowIds.forEach((rowId, position) => {
        positions[rowId] = position
      })
      return { value: { rowIds, positions }, bytes: rowIds.byteLength + positions.byteLength }
    })

  const photosOfModel = (model: string): Int32Array =>
    readRowIds('SELECT json_group_array(row_id) AS ids FROM photo WHERE camera_model = $model', {
      model,
    })
  const matching = (match: string): Int32Array =>
    readRowIds('SELECT json_group_array(rowid) AS ids FROM photo_text WHERE photo_text MATCH $m', {
      m: match,
    })

  const findPositions = (list: OrderedList, { model, match }: Filter): Int32Array => {
    const { rowIds, positions } = orderOf(list)
    const sets = [
      ...(match === null ? [] : [matching(match)]),
      ...(model === null ? [] : [photosOfModel(model)]),
    ]
    const hits = new Uint8Array(rowIds.length)
    for (const set of sets) {
      for (const rowId of set) {
        const position = positions[rowId] ?? absent
        if (position !== absent) hits[position]!++
      }
    }
    const found = new Int32Array(hits.length)
    let count = 0
    hits.forEach((times, position) => {
      if (times === sets.length) found[count++] = position
    })
    return found.slice(0, count)
  }

  const positionsOf = (list: OrderedList, filter: Filter): Int32Array =>
    remember(`search ${JSON.stringify([list, filter.model, filter.match])}`, () => {
      const value = findPositions(list, filter)
      return { value, bytes: value.byteLength }
    })

  return {
    /** In list order. Do not modify. */
    whole: (list: OrderedList): Int32Array => orderOf(list).rowIds,
    count: (list: OrderedList, filter: Filter): number => positionsOf(list, filter).length,
    slice: (list: OrderedList, filter: Filter, start: number, end?: number): Int32Array => {
      const found = positionsOf(list, filter).subarray(start, end)
      const { rowIds } = orderOf(list)
      return found.map((position) => rowIds[position]!)
    },
    position: (list: OrderedList, filter: Filter, rowId: number): number | undefined => {
      const inList = orderOf(list).positions[rowId] ?? absent
      const found = positionsOf(list, filter)
      const position = firstAtLeast(found, inList)
      return inList !== absent && found[position] === inList ? position : undefined
    },
  }
}

function firstAtLeast(ascending: Int32Array, wanted: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}
