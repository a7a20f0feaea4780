import { useMemo } from 'react'
import { useLocation, useParams } from 'react-router'
import { paths } from '../../paths.ts'
import { resultsQuery, searchedWords } from '../search/searched.ts'
import { usePhotostreamQuery } from './photostream-query.ts'
import type { Collection } from './store.ts'

/** Where the grid and the viewer of one list stand. */
export type ListAddress = {
  /** The grid's path. */
  readonly grid: string
  /** The path below which the viewer has its photos. */
  readonly photos: string
  /** What goes along from one to the other: '' or '?…'. */
  readonly query: string
}

/** The list of the present address: an album's, a search's, or the home screen's. */
export function useListAddress(): ListAddress {
  const albumId = useAlbumId()
  const search = new URLSearchParams(useLocation().search)
  const code = search.get('code') ?? ''
  const results = searchedWords(search) && resultsQuery(search)
  const photostreamQuery = usePhotostreamQuery()
  return useMemo(() => {
    if (albumId === undefined && results) {
      return { grid: paths.photos(), photos: paths.photos(), query: results }
    }
    if (albumId === undefined) {
      return { grid: paths.home(), photos: paths.photos(), query: photostreamQuery }
    }
    const album = paths.album(albumId)
    const query = code && `?${new URLSearchParams({ code })}`
    return { grid: album, photos: album, query }
  }, [albumId, code, results, photostreamQuery])
}

/** The album whose grid or viewer the present address is; the photostream's grid is home. */
export const useAlbumId = (): string | undefined => useParams().albumId

/** The viewer at a photo of the list; `search` is the viewer's own query, kept while paging. */
export const photoPath = ({ photos, query }: ListAddress, id: string, search = query): string =>
  `${photos}/${encodeURIComponent(id)}${search}`

/** The grid that begins with the batch. */
export function gridPath({ grid, query }: ListAddress, batch: number, batchSize: number): string {
  if (batch <= 0) return grid + query
  return `${grid}${query}${query ? '&' : '?'}offset=${batch * batchSize}`
}

/** A grid that holds the photo at this place: the start's, if it goes that far. */
export function gridPathTo(list: ListAddress, collection: Collection, position: number): string {
  const { batches, batchSize } = collection
  const batch = Math.floor(position / batchSize)
  let read = 0
  while (batches.has(read)) read++
  return gridPath(list, batch < read ? 0 : batch, batchSize)
}
