import { createByteCache } from '../byte-cache.ts'
import type { Store } from '../database/open.ts'

/** Which list an order is of: every photo, or an album's by its row id. */
export type OrderedList = 'all' | number

/** What narrows a list: the photos of a camera, those an FTS5 query finds, or those of both. */
export type Filter = { readonly model: string | null; readonly match: string | null }

/** A whole list: its photos' row ids in order, and the place of each by row id (0 for the first). */
type Order = { readonly rowIds: Int32Array; readonly places: Int32Array }

/** Bytes of all that is kept. An order of 100,000 photos takes 800 KB, a search at most 400 KB. */
const budget = 8 * 2 ** 20
const absent = -1

/**
 * Whole lists as numbers in memory, and which of their photos a search finds. Reading 100,000 row
 * ids from an index takes some 15 ms and FTS5 tells its matches as fast; asking the database for
 * both in one query probes the one for each row of the other, which takes seconds. What is known is
 * valid for one data version.
 */
export function createListOrders({ connection, version }: Store) {
  let current = version()
  const known = createByteCache<{ value: unknown; bytes: number }>(budget, ({ bytes }) => bytes)

  /** The value kept under the key, else a new one; the least recently used go first. */
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
      const places = new Int32Array(highest + 1).fill(absent)
      rowIds.forEach((rowId, place) => {
        places[rowId] = place
      })
      return { value: { rowIds, places }, bytes: rowIds.byteLength + places.byteLength }
    })

  const taken = (model: string): Int32Array =>
    readRowIds('SELECT json_group_array(row_id) AS ids FROM photo WHERE camera_model = $model', {
      model,
    })
  const matching = (match: string): Int32Array =>
    readRowIds('SELECT json_group_array(rowid) AS ids FROM photo_text WHERE photo_text MATCH $m', {
      m: match,
    })

  const findPlaces = (list: OrderedList, { model, match }: Filter): Int32Array => {
    const { rowIds, places } = orderOf(list)
    const sets = [
      ...(match === null ? [] : [matching(match)]),
      ...(model === null ? [] : [taken(model)]),
    ]
    const hits = new Uint8Array(rowIds.length)
    for (const set of sets) {
      for (const rowId of set) {
        const place = places[rowId] ?? absent
        if (place !== absent) hits[place]!++
      }
    }
    const found = new Int32Array(hits.length)
    let count = 0
    hits.forEach((times, place) => {
      if (times === sets.length) found[count++] = place
    })
    return found.slice(0, count)
  }

  const placesOf = (list: OrderedList, filter: Filter): Int32Array =>
    remember(`search ${JSON.stringify([list, filter.model, filter.match])}`, () => {
      const value = findPlaces(list, filter)
      return { value, bytes: value.byteLength }
    })

  return {
    /** The row ids of a whole list, in its order. Not to be changed. */
    whole: (list: OrderedList): Int32Array => orderOf(list).rowIds,
    /** How many photos of the list the filter leaves. */
    count: (list: OrderedList, filter: Filter): number => placesOf(list, filter).length,
    /** Row ids of the photos that it leaves, from one position up to another. */
    slice: (list: OrderedList, filter: Filter, start: number, end?: number): Int32Array => {
      const found = placesOf(list, filter).subarray(start, end)
      const { rowIds } = orderOf(list)
      return found.map((place) => rowIds[place]!)
    },
    /** A photo's position among those that it leaves; undefined when it is none of them. */
    position: (list: OrderedList, filter: Filter, rowId: number): number | undefined => {
      const place = orderOf(list).places[rowId] ?? absent
      const found = placesOf(list, filter)
      const position = firstAtLeast(found, place)
      return place !== absent && found[position] === place ? position : undefined
    },
  }
}

/** The first index of an ascending array whose value is not below `wanted`. */
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
