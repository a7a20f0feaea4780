import { paths } from '../paths.ts'
import { store } from '../state/store.ts'
import { uxConfigAtom } from '../state/ux-config.ts'
import { type Collection, collectionOf, type Source } from './collections.ts'

/** The place of the batch that /?offset=N means: the one that holds the list's N-th photo. */
export function firstBatchOf(search: URLSearchParams, source: Source): number {
  const offset = search.get('offset') ?? ''
  if (!/^\d{1,9}$/.test(offset)) return 0
  const batchSize = collectionOf(source)?.batchSize ?? store.get(uxConfigAtom).photoItemsLoad
  return Math.floor(Number(offset) / batchSize)
}

/** The address of the grid that begins with the batch; `query` is photostreamQuery or ''. */
export function gridPath(batch: number, batchSize: number, query: string): string {
  const home = paths.home(query)
  if (batch <= 0) return home
  return `${home}${query ? '&' : '?'}offset=${batch * batchSize}`
}

/** The address of a grid that holds the photo at this place: the start's, if it goes that far. */
export function gridPathTo({ batches, batchSize }: Collection, position: number, query: string) {
  const batch = Math.floor(position / batchSize)
  let read = 0
  while (batches.has(read)) read++
  return gridPath(batch < read ? 0 : batch, batchSize, query)
}

/** Goes along with a way to the grid that ends at the photo one comes from, as going back does. */
export const returnState = { isReturn: true } as const

export const isReturnState = (state: unknown): boolean =>
  (state as Partial<typeof returnState> | null)?.isReturn === true
