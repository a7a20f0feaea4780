import type { LoaderFunctionArgs } from 'react-router'
import { loadAround, type Source } from '../photos/collections.ts'
import { PhotoViewer } from '../photos/viewer.tsx'
import type { CollectionData } from '../routes.tsx'
import { store } from '../state/store.ts'
import { viewerAtom } from '../state/viewer.ts'
import { throwAbsence } from './absent-photo.tsx'
import { AlbumPhotoError, isAbsent } from './album-error.tsx'
import { idOf, proveCodeOf } from './load-album.ts'

export const Component = PhotoViewer
export const ErrorBoundary = AlbumPhotoError

/** /album/{albumId}/{photoId}: the viewer over the album's photos, at one of them. */
export async function loader({ params, request }: LoaderFunctionArgs): Promise<CollectionData> {
  const albumId = idOf(params.albumId)
  const photoId = idOf(params.photoId)
  const source: Source = `album:${albumId}`
  await proveCodeOf(albumId, new URL(request.url))
  try {
    await loadAround(source, photoId)
  } catch (error) {
    if (isAbsent(error) && store.get(viewerAtom).isOwner) await throwAbsence(albumId, photoId)
    throw error
  }
  return { source }
}
