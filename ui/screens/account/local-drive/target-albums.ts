import { atom } from 'jotai'
import type { Album } from '../../../../src/contract/albums/albums.ts'
import { addAlbum } from '../../../features/albums/album-changes.ts'
import { nameKey } from '../../../features/albums/name-key.ts'
import { api, unwrap } from '../../../kit/api.ts'
import { store } from '../../../kit/state/store.ts'

/** An album that uploaded photos are added to. */
export type TargetAlbum = Pick<Album, 'id' | 'name'>

/** The albums chosen for the next uploads, kept while other screens are shown. */
export const targetIdsAtom = atom<ReadonlySet<string>>(new Set<string>())
export const newAlbumNameAtom = atom('')

/** @throws ApiError */
export const fetchAlbums = (): Promise<Album[]> => unwrap(api.albums.$get())

/** The chosen albums; a new one is created first, unless its name is taken, and stays chosen. @throws ApiError */
export async function prepareTargets(): Promise<readonly TargetAlbum[]> {
  const name = store.get(newAlbumNameAtom).trim()
  const chosen = store.get(targetIdsAtom)
  if (name === '' && chosen.size === 0) return []
  const albums = await fetchAlbums()
  // One that was deleted meanwhile is left out.
  const targets = albums.filter(({ id }) => chosen.has(id))
  if (name === '') return targets
  const isNamed = (album: Album) => !album.rule && nameKey(album.name) === nameKey(name)
  const album = albums.find(isNamed) ?? (await addAlbum({ name }))
  store.set(newAlbumNameAtom, '')
  store.set(targetIdsAtom, (ids) => new Set(ids).add(album.id))
  return targets.includes(album) ? targets : [...targets, album]
}
