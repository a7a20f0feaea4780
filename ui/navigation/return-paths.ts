import { collectionOf, type Source } from '../photos/list/store.ts'
import { store } from '../state/store.ts'
import { uxConfigAtom } from '../state/ux-config.ts'

/** The place of the batch that /?offset=N means: the one that holds the list's N-th photo. */
export function firstBatchOf(search: URLSearchParams, source: Source): number {
  const offset = search.get('offset') ?? ''
  if (!/^\d{1,9}$/.test(offset)) return 0
  const batchSize = collectionOf(source)?.batchSize ?? store.get(uxConfigAtom).photoItemsLoad
  return Math.floor(Number(offset) / batchSize)
}

/** Goes along with a way to the grid that ends at the photo one comes from, as going back does. */
export const returnState = { isReturn: true } as const

export const isReturnState = (state: unknown): boolean =>
  (state as Partial<typeof returnState> | null)?.isReturn === true
