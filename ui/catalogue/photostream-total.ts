import { atom } from 'jotai'
import { api, unwrap } from '../kit/api.ts'
import { photostreamTotalAtom } from '../kit/state/photostream-total.ts'
import { withMember, withoutMember } from '../kit/state/sets.ts'
import { store } from '../kit/state/store.ts'
import { uxConfigAtom } from '../kit/state/ux-config.ts'

type Pending = ReadonlySet<Promise<unknown>>

/** Changes whose requests are still pending, and how many changes there have been. */
const changesAtom = atom({ pending: new Set() as Pending, count: 0 })

/** Sets the number of photos in the photostream; undefined while it is unknown. */
export function setPhotostreamTotal(total: number | undefined): void {
  store.set(changesAtom, (changes) => ({ ...changes, count: changes.count + 1 }))
  store.set(photostreamTotalAtom, total)
}

/**
 * Adjusts the total after photos were added to the photostream or removed from it.
 * @param work settles with the change's request; omitted if the change is already saved.
 */
export function changePhotostreamTotal(by: number, work?: Promise<unknown>): void {
  const total = store.get(photostreamTotalAtom)
  setPhotostreamTotal(total === undefined ? undefined : total + by)
  if (!work) return
  setPending((others) => withMember(others, work))
  const end = () => setPending((all) => withoutMember(all, work))
  work.then(end, end)
}

/** Whether the total sent with the page may still be current. */
const isFirstCountAtom = atom(true)

/** Refreshes the total whenever the owner opens a grid, unless the page has just brought it. */
export async function refreshPhotostreamTotal(): Promise<void> {
  const isUnchanged = store.get(isFirstCountAtom) && store.get(changesAtom).count === 0
  const isFromPage = isUnchanged && store.get(photostreamTotalAtom) !== undefined
  store.set(isFirstCountAtom, false)
  if (!isFromPage) await countPhotostream()
}

/**
 * Fetches the total from the server, and again if something changes during the request that the
 * response may not include. @throws ApiError
 */
export async function countPhotostream(): Promise<void> {
  await Promise.allSettled(store.get(changesAtom).pending)
  const before = store.get(changesAtom).count
  const id = store.get(uxConfigAtom).photoStreamAlbumId
  const query = { limit: '1' }
  const total = id
    ? (await unwrap(api.albums[':id'].photos.$get({ param: { id }, query }))).total
    : 0
  if (store.get(changesAtom).count !== before) return countPhotostream()
  store.set(photostreamTotalAtom, total)
}

function setPending(change: (pending: Pending) => Pending): void {
  store.set(changesAtom, (changes) => ({ ...changes, pending: change(changes.pending) }))
}
