import type { Facets } from '../../contract/search/facets.ts'
import { addedOrder, type FilterKey } from '../../contract/search/photo-filter.ts'
import { oncePerVersion } from '../../core/database/once-per-version.ts'
import type { Store } from '../../core/database/open.ts'
import { createCursors } from './cursors.ts'
import type { FilterEngine } from './filter/engine.ts'
import { createListOrders, type ListFilter } from './list-orders.ts'
import type { OrderedList } from './order-cache.ts'
import { createSearch, visitorsMatch } from './search.ts'
import { createSearchIndex } from './search-index.ts'

/** All photos, those of an album, or those of either that match a filter. */
export type ListSource =
  | { readonly kind: 'all' }
  | { readonly kind: 'album'; readonly album: number }
  | ({
      readonly kind: 'filtered'
      readonly album: number | null
      /** The order of all photos, if not their own. */
      readonly order?: typeof addedOrder
    } & ListFilter)

/** The most photos read and sent at once; longer lists are streamed. */
export const maxPageSize = 500

type Parameters = Record<string, string | number>
/** `rowId` is the column of the photo, `item.sort_key` that of its order. */
type Selection = {
  name: string
  from: string
  rowId: string
  where: string
  parameters: Parameters
}

export type PhotoLists = ReturnType<typeof photoLists>

/** The order of photos in lists, by row id, from indexes alone. */
export function photoLists(store: Store, engine: FilterEngine) {
  const indexed = createIndexedLists(store)
  const orders = createListOrders(store, engine)
  const search = createSearch(store)

  return {
    /** Reads in advance what filters need, without blocking other requests. */
    prepareFilters: async (source?: ListSource): Promise<void> => {
      await engine.prepare()
      if (source) await orders.prepare(orderedListOf(source))
    },
    /** The same for a whole list, in its order. */
    prepareOrder: (source: ListSource): Promise<void> => orders.prepare(orderedListOf(source)),
    /** The same for searches by words. */
    prepareSearch: createSearchIndex(store),
    /** Counts of the values of the list's photos. The counts of a key ignore the filter's terms for it. */
    facets: (source: ListSource, keys: readonly FilterKey[], isOwner: boolean): Facets => {
      const filter = source.kind === 'filtered' ? source : { ...noListFilter, isOwner }
      return orders.facets(orderedListOf(source), filter, keys)
    },
    matching: orders.matching,
    namesOf: engine.namesOf,
    firstByValue: engine.firstByValue,
    findByValue: engine.findByValue,
    numberOf: engine.numberOf,
    /** The words of a search as an FTS5 query; undefined if there are none. */
    matchOf: (words: string, isOwner: boolean): string | undefined => {
      const match = search.matchOf(words)
      if (match === undefined || isOwner || !hasHiddenKeywords(store)) return match
      return visitorsMatch(match)
    },
    /** From a stored counter, except for a filtered list. */
    total: (source: ListSource): number =>
      source.kind === 'filtered'
        ? orders.count(orderedListOf(source), source)
        : indexed.total(source),
    /** Row ids of one page; without a limit, of all from the offset on. */
    page: (source: ListSource, limit: number | undefined, offset: number): Int32Array => {
      const end = limit === undefined ? undefined : offset + limit
      if (source.kind === 'filtered')
        return orders.slice(orderedListOf(source), source, offset, end)
      if (limit !== undefined && limit <= maxPageSize) return indexed.page(source, limit, offset)
      return orders.whole(orderedListOf(source)).subarray(offset, end)
    },
    /** How many photos precede this one in the list; undefined if it is not in the list. */
    position: (source: ListSource, id: string): number | undefined => {
      if (source.kind !== 'filtered') return indexed.position(source, id)
      const photo = readNumber(store, 'SELECT row_id AS value FROM photo WHERE id = $id', { id })
      return photo && orders.position(orderedListOf(source), source, photo)
    },
  }
}

const noListFilter = { model: null, match: null, terms: [] } satisfies Partial<ListFilter>

type UnfilteredSource = Exclude<ListSource, { kind: 'filtered' }>

function orderedListOf(source: ListSource): OrderedList {
  if (source.kind === 'all') return 'all'
  if (source.album !== null) return source.album
  return source.kind === 'filtered' && source.order === addedOrder ? 'added' : 'all'
}

/** Lists without a filter: their pages are read from an index, from the nearest known position on. */
function createIndexedLists(store: Store) {
  const cursors = createCursors(store.version)
  const totals = oncePerVersion<number>(store.version)
  const readTotal = (source: UnfilteredSource): number => {
    if (source.kind === 'all') {
      return readNumber(store, 'SELECT total AS value FROM photo_total', {}) ?? 0
    }
    const sql = 'SELECT photo_count AS value FROM album WHERE row_id = $album'
    return readNumber(store, sql, { album: source.album }) ?? 0
  }
  const placeOf = (source: UnfilteredSource, id: string) =>
    store.connection
      .query<{ photo: number; sortKey: number }, Parameters>(
        source.kind === 'all'
          ? 'SELECT row_id AS photo, sort_key AS sortKey FROM photo WHERE id = $id'
          : `SELECT photo.row_id AS photo, item.sort_key AS sortKey FROM photo
             CROSS JOIN album_photo AS item ON item.photo = photo.row_id
             WHERE photo.id = $id AND item.album = $album`,
      )
      .get({ id, ...selectionOf(source).parameters })

  return {
    total: (source: UnfilteredSource): number =>
      // What a transaction reads may yet be undone.
      store.connection.inTransaction
        ? readTotal(source)
        : totals(selectionOf(source).name, () => readTotal(source)),
    page: (source: UnfilteredSource, limit: number, offset: number): Int32Array => {
      const { name, from, rowId, where, parameters } = selectionOf(source)
      const cursor = cursors.before(name, offset)
      const rows = store.connection
        .query<{ row_id: number; sort_key: number }, Parameters>(
          `SELECT ${rowId} AS row_id, item.sort_key FROM ${from}
           WHERE ${where} AND (item.sort_key, ${rowId}) >= ($sortKey, $after)
           ORDER BY item.sort_key, ${rowId} LIMIT $limit OFFSET $skip`,
        )
        .all({
          ...parameters,
          sortKey: cursor.sortKey,
          after: cursor.rowId,
          limit,
          skip: offset - cursor.position,
        })
      const head = rows[0]
      if (head) cursors.keep(name, { position: offset, sortKey: head.sort_key, rowId: head.row_id })
      return Int32Array.from(rows, (row) => row.row_id)
    },
    position: (source: UnfilteredSource, id: string): number | undefined => {
      const { name, from, rowId, where, parameters } = selectionOf(source)
      const place = placeOf(source, id)
      if (!place) return undefined
      const { photo, sortKey } = place
      const cursor = cursors.beforeKey(name, sortKey, photo)
      const between =
        readNumber(
          store,
          `SELECT count(*) AS value FROM ${from}
           WHERE ${where} AND (item.sort_key, ${rowId}) >= ($afterKey, $after)
             AND item.sort_key <= $sortKey AND NOT (item.sort_key = $sortKey AND ${rowId} >= $photo)`,
          { ...parameters, afterKey: cursor.sortKey, after: cursor.rowId, sortKey, photo },
        ) ?? 0
      const position = cursor.position + between
      cursors.keep(name, { position, sortKey, rowId: photo })
      return position
    },
  }
}

const readNumber = (
  { connection }: Store,
  sql: string,
  parameters: Parameters,
): number | undefined => connection.query<{ value: number }, Parameters>(sql).get(parameters)?.value

const hasHiddenKeywords = (store: Store): boolean =>
  readNumber(store, "SELECT 1 AS value FROM photo WHERE hidden_keywords <> '[]' LIMIT 1", {}) === 1

function selectionOf(source: UnfilteredSource): Selection {
  if (source.kind === 'all') {
    return { name: 'all', from: 'photo AS item', rowId: 'item.row_id', where: '1', parameters: {} }
  }
  const { album } = source
  return {
    name: `album ${album}`,
    from: 'album_photo AS item',
    rowId: 'item.photo',
    where: 'item.album = $album',
    parameters: { album },
  }
}
