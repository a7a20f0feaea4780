import type { Album, AlbumChange, NewAlbumInput } from '../../../src/contract/albums/albums.ts'
import type { Ordering } from '../../catalogue/albums/ordering.ts'
import { markAllStale } from '../../catalogue/list/store.ts'
import { countPhotostream, setPhotostreamTotal } from '../../catalogue/photostream-total.ts'
import { api, ignoreApiError, unwrap } from '../../kit/api.ts'
import { store } from '../../kit/state/store.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'

/** Requests that change an album, and with it what visitors can see. All throw ApiError. */

const albumApi = api.albums[':id']

export const addAlbum = (album: NewAlbumInput): Promise<Album> =>
  unwrap(api.albums.$post({ json: album }))

export async function changeAlbum(id: string, change: AlbumChange): Promise<Album> {
  const changed = await unwrap(albumApi.$put({ param: { id }, json: change }))
  markAllStale()
  return changed
}

/** Deletes the album but not its photos; if it was the photostream, there is none afterwards. */
export async function deleteAlbum(id: string): Promise<void> {
  await unwrap(albumApi.$delete({ param: { id } }))
  markAllStale()
  if (!isPhotostream(id)) return
  store.set(uxConfigAtom, (config) => ({ ...config, photoStreamAlbumId: '' }))
  setPhotostreamTotal(0)
}

/** The ids of the album's photos, in its order. @throws ApiError */
export async function fetchPhotoIds(id: string): Promise<readonly string[]> {
  return (await unwrap(albumApi.$get({ param: { id }, query: {} }))).photos ?? []
}

/** @returns how many photos were not in the album before */
export async function addPhotos(id: string, photoIds: readonly string[]): Promise<number> {
  const request = { param: { id }, json: { photoIds: [...photoIds] } }
  const { numItems } = await unwrap(albumApi.photos.add.$put(request))
  markAllStale()
  recount(id)
  return numItems
}

/** @returns how many photos were in the album */
export async function removePhotos(id: string, photoIds: readonly string[]): Promise<number> {
  const request = { param: { id }, json: { photoIds: [...photoIds] } }
  const { numItems } = await unwrap(albumApi.photos.delete.$put(request))
  markAllStale()
  recount(id)
  return numItems
}

/** Saves a manual order; `photos` must be exactly the album's photos. */
export async function saveOrder(id: string, photos: Ordering): Promise<void> {
  await unwrap(albumApi.order.$put({ param: { id }, json: { photos: [...photos] } }))
  markAllStale()
}

const isPhotostream = (id: string) => store.get(uxConfigAtom).photoStreamAlbumId === id

function recount(id: string): void {
  // The count is optional.
  if (isPhotostream(id)) countPhotostream().catch(ignoreApiError)
}
