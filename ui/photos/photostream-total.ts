import { atom } from 'jotai'
import { api, unwrap } from '../api.ts'
import { photostreamTotalAtom } from '../state/photostream-total.ts'
import { store } from '../state/store.ts'
import { uxConfigAtom } from '../state/ux-config.ts'

type Works = ReadonlySet<Promise<unknown>>

/** Changes made on this page that the server may not have yet, and how many there have been. */
const changesAtom = atom({ underWay: new Set() as Works, count: 0 })

/** Sets how many photos are in the photostream; undefined while that is unknown. */
export function setPhotostreamTotal(total: number | undefined): void {
  store.set(changesAtom, (changes) => ({ ...changes, count: changes.count + 1 }))
  store.set(photostreamTotalAtom, total)
}

/**
 * Counts photos that come into the photostream, or leave it.
 * @param work settles once the server has made the change; without it, it has made it already.
 */
export function changePhotostreamTotal(by: number, work?: Promise<unknown>): void {
  const total = store.get(photostreamTotalAtom)
  setPhotostreamTotal(total === undefined ? undefined : total + by)
  if (!work) return
  setUnderWay((others) => others.union(new Set([work])))
  const end = () => setUnderWay((all) => all.difference(new Set([work])))
  work.then(end, end)
}

/** Whether the total that came with the page may still be in use. */
const isFirstCountAtom = atom(true)

/** Counts again each time the owner comes to a grid, except right after the page brought the total. */
export async function refreshPhotostreamTotal(): Promise<void> {
  const isUnchanged = store.get(isFirstCountAtom) && store.get(changesAtom).count === 0
  const isFromPage = isUnchanged && store.get(photostreamTotalAtom) !== undefined
  store.set(isFirstCountAtom, false)
  if (!isFromPage) await countPhotostream()
}

/**
 * Counts again, since an upload may have added photos; and once more if the page changes something
 * meanwhile that the answer may not include. @throws ApiError
 */
export async function countPhotostream(): Promise<void> {
  await Promise.allSettled(store.get(changesAtom).underWay)
  const before = store.get(changesAtom).count
  const id = store.get(uxConfigAtom).photoStreamAlbumId
  const query = { limit: '1' }
  const total = id
    ? (await unwrap(api.albums[':id'].photos.$get({ param: { id }, query }))).total
    : 0
  if (store.get(changesAtom).count !== before) return countPhotostream()
  store.set(photostreamTotalAtom, total)
}

function setUnderWay(change: (works: Works) => Works): void {
  store.set(changesAtom, (changes) => ({ ...changes, underWay: change(changes.underWay) }))
}
