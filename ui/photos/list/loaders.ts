import type { LoaderFunctionArgs } from 'react-router'
import { firstBatchOf } from '../../navigation/return-paths.ts'
import { shownBefore } from '../../navigation/visits.ts'
import type { CollectionData } from '../../router.tsx'
import { homeSource } from './source.ts'
import { loadBatches } from './store.ts'

/** The loader of the grid: the batches that this history entry showed before, else the first one. */
export async function loadHome({ request }: LoaderFunctionArgs): Promise<CollectionData> {
  const { searchParams } = new URL(request.url)
  const source = homeSource(searchParams)
  const first = firstBatchOf(searchParams, source)
  await loadBatches(source, first, shownBefore())
  return { source }
}
