import { useAtomValue } from 'jotai'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { shownPagesBefore } from '../../kit/navigation/visits.ts'
import { store } from '../../kit/state/store.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import { filterOfList } from './list-query.ts'
import type { CollectionData, Source } from './pages.ts'
import { loadPages, pageSizeOf } from './reader.ts'

/**
 * The owner's 'Show Photostream' is part of the address, so that the server, a reload and going back
 * all keep it. With it, the owner sees what visitors see.
 */
export const photostreamQuery = '?show=photostream'

/** The part of the current query that links to grid and viewer keep: photostreamQuery or ''. */
export function usePhotostreamQuery(): string {
  const { search } = useLocation()
  useAtomValue(viewerAtom)
  useAtomValue(uxConfigAtom)
  return showsPhotostream(new URLSearchParams(search)) ? photostreamQuery : ''
}

/** Whether this query shows the owner the photostream instead of all photos. */
function showsPhotostream(search: URLSearchParams): boolean {
  const { isOwner } = store.get(viewerAtom)
  const { photoStreamAlbumId } = store.get(uxConfigAtom)
  return isOwner && photoStreamAlbumId !== '' && search.get('show') === 'photostream'
}

/** The list of the home page's grid. */
export const homeSource = (search: URLSearchParams): Source =>
  showsPhotostream(search) ? `album:${store.get(uxConfigAtom).photoStreamAlbumId}` : 'all'

/** The list with this query: what a filter finds, or the home page's list. */
export function sourceOf(search: URLSearchParams): Source {
  const filter = filterOfList(search)
  return filter.size > 0 ? `filter:${filter}` : homeSource(search)
}

/** The list of an album with this query. */
export function albumSource(id: string, search: URLSearchParams): Source {
  const filter = filterOfList(search)
  return filter.size > 0 ? `album:${id}?${filter}` : `album:${id}`
}

/** The number of the page that /?offset=N starts with. */
export function firstPageOf(search: URLSearchParams, source: Source): number {
  const offset = search.get('offset') ?? ''
  return /^\d{1,9}$/.test(offset) ? Math.floor(Number(offset) / pageSizeOf(source)) : 0
}

/** Loads the home page's grid: the pages that this history entry showed before, or the first. */
export async function loadHome({ request }: LoaderFunctionArgs): Promise<CollectionData> {
  const { searchParams } = new URL(request.url)
  const source = homeSource(searchParams)
  await loadPages(source, firstPageOf(searchParams, source), shownPagesBefore())
  return { source }
}

/** Loads what a filter finds in the same way. */
export async function loadResults(url: URL): Promise<CollectionData> {
  const source = sourceOf(url.searchParams)
  // For a new entry, shownPagesBefore() is that of the previous one, perhaps of another list.
  const isSameList = location.pathname === url.pathname && location.search === url.search
  const count = isSameList ? shownPagesBefore() : 1
  await loadPages(source, firstPageOf(url.searchParams, source), count)
  return { source }
}
