import { useLoaderData } from 'react-router'
import { AlbumError } from './album-error.tsx'
import { AlbumScreen } from './album-screen.tsx'
import { type AlbumData, loadAlbum } from './load-album.ts'

export const ErrorBoundary = AlbumError
export const loader = loadAlbum

/** /album/{albumId}: an album with its photos in a grid. */
export function Component() {
  const { album, source } = useLoaderData<AlbumData>()
  return <AlbumScreen key={album.id} album={album} source={source} />
}
