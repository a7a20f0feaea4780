import type { Album, AlbumChange, NewAlbum } from '../../src/contract/albums.ts'
import { api, ignoreApiError, unwrap } from '../api.ts'
import { collectionsAtom, markStale } from '../photos/list/store.ts'
import { countPhotostream, setPhotostreamTotal } from '../photos/photostream-total.ts'
import { store } from '../state/store.ts'
import { uxConfigAtom } from '../state/ux-config.ts'
import type { Ordering } from './order/ordering.ts'

const one = api.albums[':id']

/** Requests that change an album, and with it what visitors may see. All throw ApiError. */

export const addAlbum = (album: NewAlbum): Promise<Album> =>
  unwrap(api.albums.$post({ json: album }))

export async function changeAlbum(id: string, change: AlbumChange): Promise<Album> {
  const changed = await unwrap(one.$put({ param: { id }, json: change }))
  outdateLists()
  return changed
}

/** Deletes the album but not its photos; it is no longer the photostream, if it was. */
export async function deleteAlbum(id: string): Promise<void> {
  await unwrap(one.$delete({ param: { id } }))
  outdateLists()
  if (!isPhotostream(id)) return
  store.set(uxConfigAtom, (config) => ({ ...config, photoStreamAlbumId: '' }))
  setPhotostreamTotal(0)
}

/** The ids of the album's photos, in its order. @throws ApiError */
export async function fetchPhotoIds(id: string): Promise<readonly string[]> {
  return (await unwrap(one.$get({ param: { id }, query: {} }))).photos ?? []
}

/** @returns how many were not in the album before. */
export async function addPhotos(id: string, photoIds: readonly string[]): Promise<number> {
  const call = { param: { id }, json: { photoIds: [...photoIds] } }
  const { numItems } = await unwrap(one.photos.add.$put(call))
  outdateLists()
  recount(id)
  return numItems
}

/** @returns how many were in the album. */
export async function removePhotos(id: string, photoIds: readonly string[]): Promise<number> {
  const call = { param: { id }, json: { photoIds: [...photoIds] } }
  const { numItems } = await unwrap(one.photos.delete.$put(call))
  outdateLists()
  recount(id)
  return numItems
}

/** Saves a manual order; `photos` must be exactly the album's photos. */
export async function saveOrder(id: string, photos: Ordering): Promise<void> {
  await unwrap(one.order.$put({ param: { id }, json: { photos: [...photos] } }))
  outdateLists()
}

/** Photos may have become visible or hidden, so every list is stale. */
function outdateLists(): void {
  markStale(store.get(collectionsAtom).keys())
}

const isPhotostream = (id: string) => store.get(uxConfigAtom).photoStreamAlbumId === id

function recount(id: string): void {
  // The count is only a convenience.
  if (isPhotostream(id)) countPhotostream().catch(ignoreApiError)
}
