import { firstBatchOf } from '../../navigation/return-paths.ts'
import { shownBefore } from '../../navigation/visits.ts'
import type { CollectionData } from '../../router.tsx'
import { gridSource } from '../list/source.ts'
import { loadBatches } from '../list/store.ts'

/** The batches of a search's results that this history entry showed before, else the first one. */
export async function loadResults(url: URL): Promise<CollectionData> {
  const source = gridSource(url.searchParams)
  const first = firstBatchOf(url.searchParams, source)
  // A new entry still has the name of the one before it, which may have shown another list.
  const isThere = location.pathname === url.pathname && location.search === url.search
  await loadBatches(source, first, isThere ? shownBefore() : 1)
  return { source }
}
