import type { LoaderFunctionArgs } from 'react-router'
import { shownPagesBefore } from '../../navigation/visits.ts'
import type { CollectionData } from '../../router.tsx'
import { loadPages } from './reader.ts'
import { firstPageOf, gridSource, homeSource } from './source.ts'

/** The home screen's grid: the pages that this history entry showed before, or the first one. */
export async function loadHome({ request }: LoaderFunctionArgs): Promise<CollectionData> {
  const { searchParams } = new URL(request.url)
  const source = homeSource(searchParams)
  await loadPages(source, firstPageOf(searchParams, source), shownPagesBefore())
  return { source }
}

/** The same for the results of a search. */
export async function loadResults(url: URL): Promise<CollectionData> {
  const source = gridSource(url.searchParams)
  // A new entry counts as the one before it, which may have shown another list.
  const isThere = location.pathname === url.pathname && location.search === url.search
  const count = isThere ? shownPagesBefore() : 1
  await loadPages(source, firstPageOf(url.searchParams, source), count)
  return { source }
}
