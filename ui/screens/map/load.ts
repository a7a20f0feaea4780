import type { LoaderFunctionArgs } from 'react-router'
import type { Album } from '../../../src/contract/albums/albums.ts'
import type { Places } from '../../../src/contract/places/places.ts'
import { fetchAlbum, idOf, sendCodeOf } from '../../catalogue/albums/load-album.ts'
import { api, unwrap } from '../../kit/api.ts'

/** `isWhole`: with all points, not only those of the town at the address. */
export type MapData = {
  readonly places: Places
  readonly isWhole: boolean
  readonly album?: Album | undefined
}

export const fetchPlaces = (album: string | undefined): Promise<Places> =>
  unwrap(api.places.$get({ query: { ...(album && { album }) } }))

export async function loadMap({ request }: LoaderFunctionArgs): Promise<MapData> {
  const url = new URL(request.url)
  const id = url.searchParams.get('album') ?? undefined
  if (id === undefined) return { places: await fetchPlaces(undefined), isWhole: true }
  await sendCodeOf(idOf(id), url)
  const [album, places] = await Promise.all([fetchAlbum(id), fetchPlaces(id)])
  return { places, isWhole: true, album }
}
