import type { Store } from '../database/open.ts'
import { createListOrders, type OrderedList } from './list-orders.ts'
import { createPlaces } from './places.ts'
import { createSearch } from './search.ts'

/**
 * What a list is made of: every photo, an album's, or those of one album (or of all) that a camera
 * took, or that hold the words of an FTS5 query, or both.
 */
export type ListSource =
  | { readonly kind: 'all' }
  | { readonly kind: 'album'; readonly album: number }
  | {
      readonly kind: 'search'
      readonly model: string | null
      readonly match: string | null
      readonly album: number | null
    }

/** Photos read and written out at once at most; a longer list is streamed. */
export const longestPage = 500

type Parameters = Record<string, string | number>
/** A list's name and where its items come from: `rowId` is the column of the photo, `item.sort_key` its place. */
type Selection = {
  name: string
  from: string
  rowId: string
  where: string
  parameters: Parameters
}

export type PhotoLists = ReturnType<typeof photoLists>

/** Ordered lists: which photos, by row id, in what order, from indexes alone. */
export function photoLists(store: Store) {
  const { connection, version } = store
  const places = createPlaces(version)
  const orders = createListOrders(store)
  const value = (sql: string, parameters: Parameters): number | undefined =>
    connection.query<{ value: number }, Parameters>(sql).get(parameters)?.value

  /** One page straight from the index, read on from a place that is known. */
  const readPage = (source: UnfilteredSource, limit: number, offset: number): Int32Array => {
    const { name, from, rowId, where, parameters } = selectionOf(source)
    const place = places.before(name, offset)
    const rows = connection
      .query<{ row_id: number; sort_key: number }, Parameters>(
        `SELECT ${rowId} AS row_id, item.sort_key FROM ${from}
         WHERE ${where} AND (item.sort_key, ${rowId}) >= ($sortKey, $after)
         ORDER BY item.sort_key, ${rowId} LIMIT $limit OFFSET $skip`,
      )
      .all({
        ...parameters,
        sortKey: place.sortKey,
        after: place.rowId,
        limit,
        skip: offset - place.position,
      })
    const head = rows[0]
    if (head) places.keep(name, { position: offset, sortKey: head.sort_key, rowId: head.row_id })
    return Int32Array.from(rows, (row) => row.row_id)
  }
  const readPosition = (source: UnfilteredSource, photo: number): number | undefined => {
    const { name, from, rowId, where, parameters } = selectionOf(source)
    const sortKey = value(
      `SELECT item.sort_key AS value FROM ${from} WHERE ${where} AND ${rowId} = $photo`,
      { ...parameters, photo },
    )
    if (sortKey === undefined) return undefined
    const place = places.beforeKey(name, sortKey, photo)
    const between =
      value(
        `SELECT count(*) AS value FROM ${from}
         WHERE ${where} AND (item.sort_key, ${rowId}) >= ($afterKey, $after)
           AND item.sort_key <= $sortKey AND NOT (item.sort_key = $sortKey AND ${rowId} >= $photo)`,
        { ...parameters, afterKey: place.sortKey, after: place.rowId, sortKey, photo },
      ) ?? 0
    const position = place.position + between
    places.keep(name, { position, sortKey, rowId: photo })
    return position
  }

  return {
    /** The words of a search as `match`; undefined when there are none. */
    matchOf: createSearch(store).matchOf,
    /** The whole list's size; from a kept counter but for a search's. */
    total: (source: ListSource): number => {
      switch (source.kind) {
        case 'all':
          return value('SELECT total AS value FROM photo_total', {}) ?? 0
        case 'album': {
          const sql = 'SELECT photo_count AS value FROM album WHERE row_id = $album'
          return value(sql, { album: source.album }) ?? 0
        }
        case 'search':
          return orders.count(orderedListOf(source), source)
      }
    },
    /** The row ids of one page; without a limit, of all from the offset on. */
    page: (source: ListSource, limit: number | undefined, offset: number): Int32Array => {
      const end = limit === undefined ? undefined : offset + limit
      if (source.kind === 'search') return orders.slice(orderedListOf(source), source, offset, end)
      if (limit !== undefined && limit <= longestPage) return readPage(source, limit, offset)
      return orders.whole(orderedListOf(source)).subarray(offset, end)
    },
    /** How many photos come before this one in the list; undefined when it is not in it. */
    position: (source: ListSource, id: string): number | undefined => {
      const photo = value('SELECT row_id AS value FROM photo WHERE id = $id', { id })
      if (photo === undefined) return undefined
      return source.kind === 'search'
        ? orders.position(orderedListOf(source), source, photo)
        : readPosition(source, photo)
    },
  }
}

type UnfilteredSource = Exclude<ListSource, { kind: 'search' }>

/** The list that a source is, or narrows. */
const orderedListOf = (source: ListSource): OrderedList =>
  source.kind === 'all' ? 'all' : (source.album ?? 'all')

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
