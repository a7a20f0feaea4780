import type { LoaderFunctionArgs } from 'react-router'
import type { CollectionData } from '../routes.tsx'
import { loadBatches } from './collections.ts'
import { firstBatchOf } from './first-batch.ts'
import { shownBefore } from './shown-batches.ts'
import { homeSource } from './source-of.ts'

/** The loader of the grid: the batches that this history entry showed before, else the first one. */
export async function loadHome({ request }: LoaderFunctionArgs): Promise<CollectionData> {
  const { searchParams } = new URL(request.url)
  const source = homeSource(searchParams)
  const first = firstBatchOf(searchParams, source)
  await loadBatches(source, first, shownBefore())
  return { source }
}
