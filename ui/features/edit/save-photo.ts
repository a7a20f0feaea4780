import type { Album } from '../../../src/contract/albums/albums.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import {
  changePhoto,
  markFilteredStale,
  markStale,
  replacePhoto,
} from '../../catalogue/list/store.ts'
import { changePhotostreamTotal } from '../../catalogue/photostream-total.ts'
import { api, signedIn, unwrap } from '../../kit/api.ts'
import { store } from '../../kit/state/store.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import { movedBetween, type TextChanges } from './state.ts'

/** Saves the changed texts and updates every list. @returns the saved photo. @throws ApiError */
export async function saveTexts({ id }: Photo, changes: TextChanges): Promise<Photo> {
  const request = { param: { id }, json: { id, ...changes } }
  const saved = await unwrap(api.photos[':id'].$put(request))
  replacePhoto(saved)
  markFilteredStale()
  return saved
}

/** All albums, and those that contain the photo. */
export type AlbumChoice = { readonly all: readonly Album[]; readonly chosen: ReadonlySet<string> }

/** @throws ApiError */
export async function fetchAlbumChoice(id: string): Promise<AlbumChoice> {
  const [all, chosen] = await Promise.all([
    unwrap(api.albums.$get()),
    unwrap(signedIn(() => api.photos[':id'].albums.$get({ param: { id } }))),
  ])
  return { all, chosen: new Set(chosen.map((album) => album.id)) }
}

/** Sets the albums that contain the photo, and updates its visibility. @throws ApiError */
export async function saveAlbums(
  { id }: Photo,
  { all, chosen: before }: AlbumChoice,
  after: ReadonlySet<string>,
): Promise<void> {
  // Those that fill themselves may have changed with the photo's texts.
  const albumIds = all.filter((album) => after.has(album.id) && !album.rule).map(({ id }) => id)
  const request = { param: { id }, json: { albumIds } }
  const saved = await unwrap(api.photos[':id'].albums.set.$put(request))
  const { photoStreamAlbumId } = store.get(uxConfigAtom)
  const visibleIn = saved
    .filter((album) => album.id !== photoStreamAlbumId && !album.code)
    .map((album) => album.id)
  changePhoto(id, (photo) => ({ ...photo, isPublic: after.has(photoStreamAlbumId), visibleIn }))
  const moved = movedBetween(before, after)
  markStale(moved.map((albumId) => `album:${albumId}` as const))
  if (moved.includes(photoStreamAlbumId)) {
    changePhotostreamTotal(after.has(photoStreamAlbumId) ? 1 : -1)
  }
}
