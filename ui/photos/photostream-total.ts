import { api, unwrap } from '../api.ts'
import { photostreamTotalAtom } from '../state/photostream-total.ts'
import { store } from '../state/store.ts'
import { uxConfigAtom } from '../state/ux-config.ts'

/** What this page has changed that the server may not have yet. */
const underWay = new Set<Promise<unknown>>()
let changes = 0

/** The photostream holds so many photos; undefined while that is not known. */
export function setPhotostreamTotal(total: number | undefined): void {
  changes++
  store.set(photostreamTotalAtom, total)
}

/**
 * The photostream holds so many photos more, or fewer.
 * @param work ends once the server has made the change; without it, it has.
 */
export function changePhotostreamTotal(by: number, work?: Promise<unknown>): void {
  const total = store.get(photostreamTotalAtom)
  setPhotostreamTotal(total === undefined ? undefined : total + by)
  if (!work) return
  underWay.add(work)
  const end = () => underWay.delete(work)
  work.then(end, end)
}

let isFirstCount = true

/** Counts anew each time the owner comes to a grid, but not what has just come with the page. */
export async function refreshPhotostreamTotal(): Promise<void> {
  const isFromPage = isFirstCount && changes === 0 && store.get(photostreamTotalAtom) !== undefined
  isFirstCount = false
  if (!isFromPage) await countPhotostream()
}

/**
 * Counts anew, since an upload may have added some; again when the page changes something
 * meanwhile, of which the answer may not know. @throws ApiError
 */
export async function countPhotostream(): Promise<void> {
  await Promise.allSettled(underWay)
  const before = changes
  const id = store.get(uxConfigAtom).photoStreamAlbumId
  const query = { limit: '1' }
  const total = id
    ? (await unwrap(api.albums[':id'].photos.$get({ param: { id }, query }))).total
    : 0
  if (changes !== before) return countPhotostream()
  store.set(photostreamTotalAtom, total)
}
