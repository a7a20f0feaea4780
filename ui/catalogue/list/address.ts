import { useMemo } from 'react'
import { type NavigateFunction, useLocation, useParams } from 'react-router'
import { hasFilterTerm } from '../../../src/contract/search/filter-address.ts'
import { addressBefore, returnState } from '../../kit/navigation/visits.ts'
import { paths } from '../../kit/paths.ts'
import { filterQuery, searchWords } from './list-query.ts'
import { type Collection, pageOf, pagesFrom } from './pages.ts'
import { usePhotostreamQuery } from './source.ts'

/** The addresses of one list's grid and viewer. */
export type ListAddress = {
  /** The grid's path. */
  readonly grid: string
  /** The path that a photo's id is added to. */
  readonly photos: string
  /** The query that both share: '' or '?…'. */
  readonly query: string
  /** Added to the query in the grid's address. */
  readonly gridQuery?: string
}

/** The list shown at the current address: an album, a filtered list or the home page. */
export function useListAddress(): ListAddress {
  const albumId = useAlbumId()
  const search = new URLSearchParams(useLocation().search)
  const code = search.get('code') ?? ''
  const filter = filterQuery(search)
  // Without it, /photo?cameraModel=… opens the viewer.
  const gridQuery = searchWords(search) || hasFilterTerm(search) ? '' : '&show=grid'
  const photostreamQuery = usePhotostreamQuery()
  return useMemo(() => {
    if (albumId === undefined && filter) {
      return { grid: paths.photos(), photos: paths.photos(), query: filter, gridQuery }
    }
    if (albumId === undefined) {
      return { grid: paths.home(), photos: paths.photos(), query: photostreamQuery }
    }
    const album = paths.album(albumId)
    const query = filter || (code && `?${new URLSearchParams({ code })}`)
    return { grid: album, photos: album, query }
  }, [albumId, code, filter, gridQuery, photostreamQuery])
}

/** The id of the album at the current address, if it is an album's. */
export const useAlbumId = (): string | undefined => useParams().albumId

/** The viewer's path for a photo of the list; `search` keeps the current query while paging. */
export const photoPath = ({ photos, query }: ListAddress, id: string, search = query): string =>
  `${photos}/${encodeURIComponent(id)}${search}`

/** The path of the grid that starts with this page of the list. */
export function gridPath(list: ListAddress, page: number, pageSize: number): string {
  const { grid, query, gridQuery = '' } = list
  const offset = page > 0 ? `${query ? '&' : '?'}offset=${page * pageSize}` : ''
  return grid + query + gridQuery + offset
}

/** The path of a grid that shows this position: the first page, if the list is loaded that far. */
export function gridPathTo(list: ListAddress, collection: Collection, position: number): string {
  const page = pageOf(collection, position)
  const isInFirst = page < pagesFrom(collection, 0).length
  return gridPath(list, isInFirst ? 0 : page, collection.pageSize)
}

/**
 * Returns to the grid: goes back in the history if the visitor came from a grid that shows
 * `position`, otherwise navigates to `address`.
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

/** The offset of the grid that the visitor came from; undefined if they came from elsewhere. */
function offsetBefore({ grid, query }: ListAddress): number | undefined {
  const before = addressBefore()
  if (before === undefined) return undefined
  const { pathname, searchParams } = new URL(before, location.origin)
  const list = new URLSearchParams(query)
  const isSame = filterQuery(searchParams) === filterQuery(list)
  return pathname === grid && isSame ? Number(searchParams.get('offset') ?? 0) : undefined
}
