import { useAtomValue } from 'jotai'
import { type LoaderFunctionArgs, useLocation } from 'react-router'
import { shownPagesBefore } from '../../navigation/visits.ts'
import type { CollectionData } from '../../routes.tsx'
import { store } from '../../state/store.ts'
import { uxConfigAtom } from '../../state/ux-config.ts'
import { viewerAtom } from '../../state/viewer.ts'
import { searchedWords } from '../search/searched.ts'
import type { Source } from './pages.ts'
import { loadPages, pageSizeOf } from './reader.ts'

/**
 * The owner's 'Show Photostream' is part of the address of grid and viewer, so that the server, a
 * reload and going back all keep it: with it the owner sees what visitors see.
 */
export const photostreamQuery = '?show=photostream'

/** What links to grid and viewer keep of the present address: photostreamQuery or ''. */
export function usePhotostreamQuery(): string {
  const { search } = useLocation()
  useAtomValue(viewerAtom)
  useAtomValue(uxConfigAtom)
  return showsPhotostream(new URLSearchParams(search)) ? photostreamQuery : ''
}

/** Whether an address with this query shows this viewer the photostream instead of all photos. */
function showsPhotostream(search: URLSearchParams): boolean {
  const { isOwner } = store.get(viewerAtom)
  const { photoStreamAlbumId } = store.get(uxConfigAtom)
  return isOwner && photoStreamAlbumId !== '' && search.get('show') === 'photostream'
}

/** The list of the home screen's grid. */
export const homeSource = (search: URLSearchParams): Source =>
  showsPhotostream(search) ? `album:${store.get(uxConfigAtom).photoStreamAlbumId}` : 'all'

/** The list of the grid that an address with this query belongs to: a search's, or home. */
export function gridSource(search: URLSearchParams): Source {
  const q = searchedWords(search)
  if (!q) return homeSource(search)
  const cameraModel = search.get('cameraModel')
  return `search:${new URLSearchParams({ q, ...(cameraModel && { cameraModel }) })}`
}

/** The list that the viewer pages through; it stays the same while paging, as the query does. */
export function viewerSource(search: URLSearchParams): Source {
  const model = search.get('cameraModel')
  return model && !searchedWords(search) ? `camera:${model}` : gridSource(search)
}

/** The page of the list that /?offset=N starts with. */
export function firstPageOf(search: URLSearchParams, source: Source): number {
  const offset = search.get('offset') ?? ''
  return /^\d{1,9}$/.test(offset) ? Math.floor(Number(offset) / pageSizeOf(source)) : 0
}

/** Loads the home screen's grid: the pages that this history entry showed before, or the first one. */
export async function loadHome({ request }: LoaderFunctionArgs): Promise<CollectionData> {
  const { searchParams } = new URL(request.url)
  const source = homeSource(searchParams)
  await loadPages(source, firstPageOf(searchParams, source), shownPagesBefore())
  return { source }
}

/** Loads the results of a search in the same way. */
export async function loadResults(url: URL): Promise<CollectionData> {
  const source = gridSource(url.searchParams)
  // A new entry counts as the one before it, which may have shown another list.
  const isThere = location.pathname === url.pathname && location.search === url.search
  const count = isThere ? shownPagesBefore() : 1
  await loadPages(source, firstPageOf(url.searchParams, source), count)
  return { source }
}
