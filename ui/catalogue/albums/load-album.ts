import { data, type LoaderFunctionArgs } from 'react-router'
import type { Album } from '../../../src/contract/albums/albums.ts'
import { api, unwrap } from '../../kit/api.ts'
import { shownPagesBefore } from '../../kit/navigation/visits.ts'
import { store } from '../../kit/state/store.ts'
import { viewerAtom } from '../../kit/state/viewer.ts'
import type { Source } from '../list/pages.ts'
import { loadPages } from '../list/reader.ts'
import { albumSource, firstPageOf } from '../list/source.ts'
import { noteFilled } from '../list/store.ts'
import { changedAlbumAtom } from './rule-state.ts'
import { acceptedCodesAtom, albumNamesAtom, lastAlbumAtom } from './state.ts'

/** The loader's data; the photos themselves are in collectionsAtom. */
export type AlbumData = { readonly album: Album; readonly source: Source }

/** /album/{albumId}: loads the album and the pages of it that this history entry showed before. */
export async function loadAlbum({ params, request }: LoaderFunctionArgs): Promise<AlbumData> {
  const id = idOf(params.albumId)
  store.set(lastAlbumAtom, id)
  store.set(changedAlbumAtom, undefined)
  const url = new URL(request.url)
  const source = albumSource(id, url.searchParams)
  const first = firstPageOf(url.searchParams, source)
  // For a new entry, shownPagesBefore() is that of the previous one, perhaps of another list.
  const isSameList =
    location.pathname === url.pathname &&
    albumSource(id, new URLSearchParams(location.search)) === source
  const photos = () => loadPages(source, first, isSameList ? shownPagesBefore() : 1)

  const code = codeToSend(id, url)
  if (code === undefined) {
    const [album] = await Promise.all([fetchAlbum(id), photos()])
    return { album, source }
  }
  const album = await sendCode(id, code)
  await photos()
  return { album, source }
}

/** Sends the share code of an album's address, unless it was accepted before. @throws ApiError 404 */
export async function sendCodeOf(albumId: string, url: URL): Promise<void> {
  const code = codeToSend(albumId, url)
  if (code !== undefined) await sendCode(albumId, code)
}

/** Validates the id of an address. @throws a 404 response if it is malformed */
export function idOf(text = ''): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return text
  throw data(null, { status: 404 })
}

/** The owner needs no code, and an outdated one must not count as an attempt to guess it. */
function codeToSend(id: string, { searchParams }: URL): string | undefined {
  const code = searchParams.get('code')
  if (!code || store.get(viewerAtom).isOwner) return undefined
  return store.get(acceptedCodesAtom).has(`${id} ${code}`) ? undefined : code
}

async function sendCode(id: string, code: string): Promise<Album> {
  const album = await fetchAlbum(id, { code })
  store.set(acceptedCodesAtom, (accepted) => new Set(accepted).add(`${id} ${code}`))
  return album
}

/** Fetches the album without the ids of its photos, of which there may be a hundred thousand. */
export async function fetchAlbum(id: string, code: { code?: string } = {}): Promise<Album> {
  const request = { param: { id }, query: { photos: 'false' as const, ...code } }
  const album = await unwrap(api.albums[':id'].$get(request))
  store.set(albumNamesAtom, (names) => new Map(names).set(id, album.name))
  noteFilled(`album:${id}`, Boolean(album.rule))
  return album
}
