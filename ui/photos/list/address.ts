import { useMemo } from 'react'
import { type NavigateFunction, useLocation, useParams } from 'react-router'
import { addressBefore, returnState } from '../../navigation/visits.ts'
import { paths } from '../../paths.ts'
import { resultsQuery, searchedWords } from '../search/searched.ts'
import { type Collection, pageOf, pagesFrom } from './pages.ts'
import { usePhotostreamQuery } from './source.ts'

/** The addresses of one list's grid and viewer. */
export type ListAddress = {
  /** The grid's path. */
  readonly grid: string
  /** The path that a photo's id is added to. */
  readonly photos: string
  /** The query that both have in common: '' or '?…'. */
  readonly query: string
}

/** The list of the present address: an album, search results or the home screen. */
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

/** The album that the present address shows; the home screen shows none. */
export const useAlbumId = (): string | undefined => useParams().albumId

/** The viewer with a photo of the list; `search` is its own query, kept while paging. */
export const photoPath = ({ photos, query }: ListAddress, id: string, search = query): string =>
  `${photos}/${encodeURIComponent(id)}${search}`

/** The grid that starts with this page of the list. */
export function gridPath({ grid, query }: ListAddress, page: number, pageSize: number): string {
  if (page <= 0) return grid + query
  return `${grid}${query}${query ? '&' : '?'}offset=${page * pageSize}`
}

/** A grid that holds the photo at this position: the first one, if it has been read that far. */
export function gridPathTo(list: ListAddress, collection: Collection, position: number): string {
  const page = pageOf(collection, position)
  const isInFirst = page < pagesFrom(collection, 0).length
  return gridPath(list, isInFirst ? 0 : page, collection.pageSize)
}

/**
 * Returns to the grid: by going back if the visitor came from it and the photo at `position` is in
 * it, otherwise to a grid at another address.
 */
export function leaveToGrid(
  navigate: NavigateFunction,
  list: ListAddress,
  position: number,
  address: string,
): void {
  const offset = offsetBefore(list)
  if (offset !== undefined && offset <= position) void navigate(-1)
  else void navigate(address, { viewTransition: true, state: returnState })
}

/** The offset of the list's grid that the visitor came from; undefined if from elsewhere. */
function offsetBefore({ grid, query }: ListAddress): number | undefined {
  const before = addressBefore()
  if (before === undefined) return undefined
  const { pathname, searchParams } = new URL(before, location.origin)
  const list = new URLSearchParams(query)
  const isSame = ['q', 'cameraModel'].every((key) => searchParams.get(key) === list.get(key))
  return pathname === grid && isSame ? Number(searchParams.get('offset') ?? 0) : undefined
}
