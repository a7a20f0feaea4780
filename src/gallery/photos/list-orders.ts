import type { Facets } from '../../contract/search/facets.ts'
import type { FilterKey, FilterTerm } from '../../contract/search/photo-filter.ts'
import { createByteCache } from '../../core/byte-cache.ts'
import type { Store } from '../../core/database/open.ts'
import { cameraSpellings } from './camera-spellings.ts'
import type { FilterEngine } from './filter/engine.ts'
import { absent, createOrderCache, type Order, type OrderedList } from './order-cache.ts'

/**
 * Photos must match everything that is given: the model of a camera in any spelling, an FTS5 query,
 * and all terms.
 */
export type ListFilter = {
  readonly model: string | null
  readonly match: string | null
  readonly terms: readonly FilterTerm[]
  /** Others cannot find photos by hidden keywords. */
  readonly isOwner: boolean
}

/** In bytes. What a filter finds of 100,000 photos takes at most 400 KB. */
const budget = 4 * 2 ** 20

/**
 * Keeps whole lists in memory as numbers and, for one data version, which of their photos a filter
 * finds. FTS5 returns 100,000 matches in some 15 ms; one query for words and order would look up each
 * match in the order, which takes seconds.
 */
export function createListOrders(store: Store, engine: FilterEngine) {
  const { connection } = store
  const remember = createMemory(store)
  const { orderOf, prepare } = createOrderCache(store)
  const { modelsOf } = cameraSpellings(store)
  const readRowIds = (sql: string, parameters: Record<string, string | number>): Int32Array => {
    const { ids } = connection.query<{ ids: string }, typeof parameters>(sql).get(parameters)!
    return Int32Array.from(JSON.parse(ids) as number[])
  }

  const photosOfModel = (model: string): Int32Array =>
    readRowIds(
      `SELECT json_group_array(row_id) AS ids FROM json_each($models) AS spelling
       CROSS JOIN photo ON photo.camera_model = spelling.value`,
      { models: JSON.stringify(modelsOf(model)) },
    )
  const matching = (match: string): Int32Array =>
    readRowIds('SELECT json_group_array(rowid) AS ids FROM photo_text WHERE photo_text MATCH $m', {
      m: match,
    })

  /** The positions of the photos that match the model and the words; undefined without either. */
  const matchesOf = (list: OrderedList, { model, match }: ListFilter): Int32Array | undefined => {
    if (model === null && match === null) return undefined
    const sets = [
      ...(match === null ? [] : [matching(match)]),
      ...(model === null ? [] : [photosOfModel(model)]),
    ]
    return positionsInAll(sets, orderOf(list))
  }

  const at = (list: OrderedList, positions: Int32Array): Int32Array => {
    const { rowIds } = orderOf(list)
    return positions.map((position) => rowIds[position]!)
  }

  const findPositions = (list: OrderedList, filter: ListFilter): Int32Array => {
    const within = matchesOf(list, filter)
    if (within && filter.terms.length === 0) return within
    const rowIds = within ? at(list, within) : orderOf(list).rowIds
    const found = engine.positions(filter.terms, rowIds, filter.isOwner)
    return within ? found.map((index) => within[index]!) : found
  }

  const positionsOf = (list: OrderedList, filter: ListFilter): Int32Array =>
    remember(
      `filter ${JSON.stringify([list, filter.model, filter.match, filter.terms, filter.isOwner])} ${ageOf(filter, engine.now())}`,
      () => {
        const value = findPositions(list, filter)
        return { value, bytes: value.byteLength }
      },
    )

  return {
    /** Reads a list for the first time without keeping others waiting. */
    prepare,
    /** In list order. Do not modify. */
    whole: (list: OrderedList): Int32Array => orderOf(list).rowIds,
    count: (list: OrderedList, filter: ListFilter): number => positionsOf(list, filter).length,
    slice: (list: OrderedList, filter: ListFilter, start: number, end?: number): Int32Array =>
      at(list, positionsOf(list, filter).subarray(start, end)),
    facets: (list: OrderedList, filter: ListFilter, keys: readonly FilterKey[]): Facets => {
      const within = matchesOf(list, filter)
      const rowIds = within ? at(list, within) : orderOf(list).rowIds
      return engine.facets(filter.terms, rowIds, keys, filter.isOwner)
    },
    /** The row ids of all photos that the filter finds, in ascending order. */
    matching: (filter: ListFilter): Int32Array => {
      const { match, model, terms, isOwner } = filter
      let rowIds = match === null ? engine.everyRowId() : matching(match).sort()
      if (model !== null) {
        const ofModel = new Set(photosOfModel(model))
        rowIds = rowIds.filter((rowId) => ofModel.has(rowId))
      }
      return engine.positions(terms, rowIds, isOwner).map((position) => rowIds[position]!)
    },
    position: (list: OrderedList, filter: ListFilter, rowId: number): number | undefined => {
      const inList = orderOf(list).positions[rowId] ?? absent
      const found = positionsOf(list, filter)
      const position = firstAtLeast(found, inList)
      return inList !== absent && found[position] === inList ? position : undefined
    },
  }
}

/** What the filter finds of recent uploads changes with time. */
const ageOf = ({ terms }: ListFilter, now: number): string =>
  terms.some(({ key }) => key === 'uploaded') ? String(Math.floor(now / 60_000)) : ''

/** Caches results by key until the data changes. */
function createMemory({ connection, version }: Store) {
  let current = version()
  const known = createByteCache<{ value: unknown; bytes: number }>(budget, ({ bytes }) => bytes)

  return <T>(key: string, make: () => { value: T; bytes: number }): T => {
    // What a transaction reads may yet be undone.
    if (connection.inTransaction) return make().value
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
}

/** The positions of the photos that are in every set, ascending. */
function positionsInAll(sets: readonly Int32Array[], { rowIds, positions }: Order): Int32Array {
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
