import { store } from '../state/store.ts'
import { uxConfigAtom } from '../state/ux-config.ts'
import { collectionOf, type Source } from './collections.ts'

/** The place of the batch that /?offset=N means: the one that holds the list's N-th photo. */
export function firstBatchOf(search: URLSearchParams, source: Source): number {
  const offset = search.get('offset') ?? ''
  if (!/^\d{1,9}$/.test(offset)) return 0
  const batchSize = collectionOf(source)?.batchSize ?? store.get(uxConfigAtom).photoItemsLoad
  return Math.floor(Number(offset) / batchSize)
}

/** The address of the grid that begins with the batch. */
export const gridPath = (batch: number, batchSize: number): string =>
  batch <= 0 ? '/' : `/?offset=${batch * batchSize}`
