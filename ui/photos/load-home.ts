import type { LoaderFunctionArgs } from 'react-router'
import type { CollectionData } from '../router.tsx'
import { homeSource, loadBatches } from './collections.ts'
import { firstBatchOf } from './first-batch.ts'
import { shownBefore } from './shown-batches.ts'

/** The loader of the grid: the batches that this history entry showed before, else the first one. */
export async function loadHome({ request }: LoaderFunctionArgs): Promise<CollectionData> {
  const source = homeSource()
  const first = firstBatchOf(new URL(request.url).searchParams, source)
  await loadBatches(source, first, shownBefore())
  return { source }
}
