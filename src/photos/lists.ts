import type { Store } from '../database/open.ts'
import { createPlaces } from './places.ts'

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

type Parameters = Record<string, string | number>
/** A list's name and where its items come from: `n` names the photo, `item.sort_key` its place. */
type Selection = { name: string; from: string; n: string; where: string; parameters: Parameters }

export type PhotoLists = ReturnType<typeof photoLists>

/** The SQL of ordered lists: which photos, by number, in what order, from indexes alone. */
export function photoLists({ connection, version }: Store) {
  const places = createPlaces(version)
  const value = (sql: string, parameters: Parameters): number | undefined =>
    connection.query<{ value: number }, Parameters>(sql).get(parameters)?.value

  return {
    /** The whole list's size; from a kept counter but for a search's. */
    total: (source: ListSource): number => {
      switch (source.kind) {
        case 'all':
          return value('SELECT total AS value FROM photo_total', {}) ?? 0
        case 'album': {
          const sql = 'SELECT photo_count AS value FROM album WHERE n = $album'
          return value(sql, { album: source.album }) ?? 0
        }
        case 'search': {
          const { from, where, parameters } = selectionOf(source)
          return value(`SELECT count(*) AS value FROM ${from} WHERE ${where}`, parameters) ?? 0
        }
      }
    },
    /** The numbers of one page; `limit` -1 means all. */
    page: (source: ListSource, limit: number, offset: number): number[] => {
      const { name, from, n, where, parameters } = selectionOf(source)
      const place = places.before(name, offset)
      const rows = connection
        .query<{ n: number; sort_key: number }, Parameters>(
          `SELECT ${n} AS n, item.sort_key FROM ${from}
           WHERE ${where} AND (item.sort_key, ${n}) >= ($sortKey, $after)
           ORDER BY item.sort_key, ${n} LIMIT $limit OFFSET $skip`,
        )
        .all({
          ...parameters,
          sortKey: place.sortKey,
          after: place.n,
          limit,
          skip: offset - place.position,
        })
      const head = rows[0]
      if (head) places.keep(name, { position: offset, sortKey: head.sort_key, n: head.n })
      return rows.map((row) => row.n)
    },
    /** How many photos stand before this one in the list; undefined when it is not in it. */
    position: (source: ListSource, id: string): number | undefined => {
      const { name, from, n, where, parameters } = selectionOf(source)
      const photo = value('SELECT n AS value FROM photo WHERE id = $id', { id })
      if (photo === undefined) return undefined
      const sortKey = value(
        `SELECT item.sort_key AS value FROM ${from} WHERE ${where} AND ${n} = $photo`,
        { ...parameters, photo },
      )
      if (sortKey === undefined) return undefined
      const place = places.beforeKey(name, sortKey, photo)
      const between =
        value(
          `SELECT count(*) AS value FROM ${from}
           WHERE ${where} AND (item.sort_key, ${n}) >= ($afterKey, $after)
             AND item.sort_key <= $sortKey AND NOT (item.sort_key = $sortKey AND ${n} >= $photo)`,
          { ...parameters, afterKey: place.sortKey, after: place.n, sortKey, photo },
        ) ?? 0
      const position = place.position + between
      places.keep(name, { position, sortKey, n: photo })
      return position
    },
  }
}

function selectionOf(source: ListSource): Selection {
  switch (source.kind) {
    case 'all':
      return { name: 'all', from: 'photo AS item', n: 'item.n', where: '1', parameters: {} }
    case 'album': {
      const { album } = source
      return {
        name: `album ${album}`,
        from: 'album_photo AS item',
        n: 'item.photo',
        where: 'item.album = $album',
        parameters: { album },
      }
    }
    case 'search':
      return searchSelection(source)
  }
}

function searchSelection({
  model,
  match,
  album,
}: Extract<ListSource, { kind: 'search' }>): Selection {
  const joins = [album === null ? 'photo AS item' : 'album_photo AS item']
  const n = album === null ? 'item.n' : 'item.photo'
  const conditions: string[] = []
  const parameters: Parameters = {}
  if (album !== null) {
    conditions.push('item.album = $album')
    parameters.album = album
  }
  if (model !== null) {
    if (album !== null) joins.push('JOIN photo ON photo.n = item.photo')
    conditions.push(album === null ? 'item.camera_model = $model' : 'photo.camera_model = $model')
    parameters.model = model
  }
  if (match !== null) {
    joins.push(`JOIN photo_text ON photo_text.rowid = ${n}`)
    conditions.push('photo_text MATCH $match')
    parameters.match = match
  }
  return {
    name: `search ${JSON.stringify([album, model, match])}`,
    from: joins.join(' '),
    n,
    where: conditions.join(' AND '),
    parameters,
  }
}
