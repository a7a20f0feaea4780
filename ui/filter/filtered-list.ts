import { useEffect, useState } from 'react'
import { type Location, useLocation, useNavigate, useNavigation } from 'react-router'
import {
  filterOf,
  filterQuery,
  isEmptyFilter,
  type PhotoFilter,
} from '../../src/contract/photo-filter.ts'
import { addressBefore } from '../navigation/visits.ts'
import { paths } from '../paths.ts'
import { isResultsGrid } from '../photos/search/searched.ts'

/** A grid and what it is filtered by. */
export type FilteredList = {
  readonly albumId: string | undefined
  /** The album's share code in the address, or ''. */
  readonly code: string
  readonly filter: PhotoFilter
}

const albumPath = /^\/album\/([^/]+)$/

/** The grid at an address; undefined for any other screen. */
export function filteredListAt({ pathname, search }: Pick<Location, 'pathname' | 'search'>) {
  const parameters = new URLSearchParams(search)
  const albumId = albumPath.exec(pathname)?.[1]
  const isGrid =
    pathname === paths.home() ||
    albumId !== undefined ||
    (pathname === paths.photos() && isResultsGrid(parameters))
  if (!isGrid) return undefined
  const code = (albumId && parameters.get('code')) || ''
  return { albumId, code, filter: filterOf(parameters) } satisfies FilteredList
}

/** The address of a grid with another filter. */
export function filteredPath({ albumId, code }: FilteredList, filter: PhotoFilter): string {
  const query = filterQuery(filter)
  if (albumId !== undefined) {
    if (code) query.set('code', code)
    return `${paths.album(albumId)}${query.size > 0 ? `?${query}` : ''}`
  }
  if (isEmptyFilter(filter)) return paths.home()
  // Without it, a camera model alone opens the viewer.
  if (!isResultsGrid(query)) query.set('show', 'grid')
  return paths.photos(`?${query}`)
}

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
    const path = filteredPath(list, filter)
    const shown = filteredListAt(location)
    const isShownFiltered = shown !== undefined && !isEmptyFilter(shown.filter)
    const goesBack = isEmptyFilter(filter) && isShownFiltered && addressBefore() === path
    if (goesBack) void navigate(-1)
    else void navigate(path, { replace: isShownFiltered })
  }
  return { list, apply }
}
