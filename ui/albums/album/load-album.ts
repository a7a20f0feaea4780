import { data, type LoaderFunctionArgs } from 'react-router'
import type { Album } from '../../../src/contract/albums.ts'
import { api, unwrap } from '../../api.ts'
import { shownPagesBefore } from '../../navigation/visits.ts'
import type { Source } from '../../photos/list/pages.ts'
import { loadPages } from '../../photos/list/reader.ts'
import { firstPageOf } from '../../photos/list/source.ts'
import { store } from '../../state/store.ts'
import { viewerAtom } from '../../state/viewer.ts'
import { lastAlbumAtom, provenCodesAtom } from '../state.ts'

/** What the loader of an album's grid answers: its photos are to be read from the atom. */
export type AlbumData = { readonly album: Album; readonly source: Source }

/** /album/{albumId}: the album, and the batches of it that this history entry showed before. */
export async function loadAlbum({ params, request }: LoaderFunctionArgs): Promise<AlbumData> {
  const id = idOf(params.albumId)
  store.set(lastAlbumAtom, id)
  const url = new URL(request.url)
  const source: Source = `album:${id}`
  const first = firstPageOf(url.searchParams, source)
  // A new entry still has the name of the one before it, which may have shown another list.
  const isThere = location.pathname === url.pathname
  const photos = () => loadPages(source, first, isThere ? shownPagesBefore() : 1)

  const code = codeToProve(id, url)
  if (code === undefined) {
    const [album] = await Promise.all([fetchAlbum(id), photos()])
    return { album, source }
  }
  const album = await proveCode(id, code)
  await photos()
  return { album, source }
}

/** Shows the code of an album's address to the server, unless it has seen it. @throws ApiError 404 */
export async function proveCodeOf(albumId: string, url: URL): Promise<void> {
  const code = codeToProve(albumId, url)
  if (code !== undefined) await proveCode(albumId, code)
}

/** An id out of an address. @throws a 404 for what none can be. */
export function idOf(text = ''): string {
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return text
  throw data(null, { status: 404 })
}

/** The owner needs no code, and one that was changed must not count as a guess of theirs. */
function codeToProve(id: string, { searchParams }: URL): string | undefined {
  const code = searchParams.get('code')
  if (!code || store.get(viewerAtom).isOwner) return undefined
  return store.get(provenCodesAtom).has(`${id} ${code}`) ? undefined : code
}

async function proveCode(id: string, code: string): Promise<Album> {
  const album = await fetchAlbum(id, { code })
  store.set(provenCodesAtom, (proven) => new Set(proven).add(`${id} ${code}`))
  return album
}

/** The album without the ids of its photos, which may be a hundred thousand. */
function fetchAlbum(id: string, code: { code?: string } = {}): Promise<Album> {
  const call = { param: { id }, query: { photos: 'false' as const, ...code } }
  return unwrap(api.albums[':id'].$get(call))
}
