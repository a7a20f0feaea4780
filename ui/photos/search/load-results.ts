import type { CollectionData } from '../../routes.tsx'
import { loadBatches } from '../collections.ts'
import { firstBatchOf } from '../first-batch.ts'
import { shownBefore } from '../shown-batches.ts'
import { gridSource } from '../source-of.ts'

/** The batches of a search's results that this history entry showed before, else the first one. */
export async function loadResults(url: URL): Promise<CollectionData> {
  const source = gridSource(url.searchParams)
  const first = firstBatchOf(url.searchParams, source)
  // A new entry still has the name of the one before it, which may have shown another list.
  const isThere = location.pathname === url.pathname && location.search === url.search
  await loadBatches(source, first, isThere ? shownBefore() : 1)
  return { source }
}
