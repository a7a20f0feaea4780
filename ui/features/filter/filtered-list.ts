import { useEffect, useState } from 'react'
import { type Location, useLocation, useNavigate, useNavigation } from 'react-router'
import {
  filterOf,
  filterQuery,
  isEmptyFilter,
  type PhotoFilter,
} from '../../../src/contract/search/photo-filter.ts'
import { filterOfList, isResultsGrid } from '../../catalogue/list/list-query.ts'
import { goBackUnderLayers } from '../../kit/navigation/layers.ts'
import { addressBefore } from '../../kit/navigation/visits.ts'
import { paths } from '../../kit/paths.ts'

/** A grid and what it is filtered by. */
export type FilteredList = {
  readonly albumId: string | undefined
  readonly filter: PhotoFilter
}

type Address = Pick<Location, 'pathname' | 'search'>

const albumOf = (pathname: string) => /^\/album\/([^/]+)/.exec(pathname)?.[1]

/** The grid at an address; undefined for any other screen. */
function filteredListAt({ pathname, search }: Address): FilteredList | undefined {
  const query = new URLSearchParams(search)
  const isGrid =
    pathname === paths.home() ||
    /^\/album\/[^/]+$/.test(pathname) ||
    (pathname === paths.photos() && isResultsGrid(query))
  return isGrid ? { albumId: albumOf(pathname), filter: filterOf(filterOfList(query)) } : undefined
}

/** The address of another filter for the list at an address: its grid or, with an id, its viewer. */
export function filteredPath(
  { pathname, search }: Address,
  filter: PhotoFilter,
  photoId?: string,
): string {
  const query = filterQuery(filter)
  const albumId = albumOf(pathname)
  const code = albumId && new URLSearchParams(search).get('code')
  if (code) query.set('code', code)
  const list = albumId ? paths.album(albumId) : paths.photos()
  if (photoId) return withQuery(`${list}/${photoId}`, query)
  if (!albumId && isEmptyFilter(filter)) return paths.home()
  // Without it, a camera model alone opens the viewer.
  if (!albumId && !isResultsGrid(query)) query.set('show', 'grid')
  return withQuery(list, query)
}

const withQuery = (path: string, query: URLSearchParams) =>
  query.size > 0 ? `${path}?${query}` : path

/**
 * The grid on the screen, or the one that is being loaded, and how to filter it otherwise. The first
 * filter adds an entry to the history and later ones replace it, so that going back leaves the
 * filter in one step.
 */
export function useFilteredList() {
  const location = useLocation()
  const target = useNavigation().location
  const navigate = useNavigate()
  // Shown at once, before the router has the new address; a second change then builds on it.
  const [wanted, setWanted] = useState<PhotoFilter>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: for every address
  useEffect(() => setWanted(undefined), [location])
  const there = filteredListAt(target ?? location)
  const list = there && wanted ? { ...there, filter: wanted } : there
  const apply = (filter: PhotoFilter) => {
    if (!list) return
    setWanted(filter)
    const path = filteredPath(target ?? location, filter)
    const shown = filteredListAt(location)
    const isShownFiltered = shown !== undefined && !isEmptyFilter(shown.filter)
    const goesBack = isEmptyFilter(filter) && isShownFiltered && addressBefore() === path
    if (goesBack) goBackUnderLayers()
    else void navigate(path, { replace: isShownFiltered })
  }
  return { list, apply }
}
