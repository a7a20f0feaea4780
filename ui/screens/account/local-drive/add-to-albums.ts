import { addPhotos } from '../../../features/albums/album-changes.ts'
import { ApiError, codeAndMessage } from '../../../kit/api.ts'
import { store } from '../../../kit/state/store.ts'
import type { TargetAlbum } from './target-albums.ts'
import { scheduleTotals, uploadsAtom } from './totals.ts'
import { isInGallery, type Placement, type Upload } from './upload.ts'

/**
 * Adds the photos to the albums chosen for them, in the order of the files: they are uploaded in
 * parallel, so that adding each at once would mix them.
 */
export async function addUploadsToAlbums(): Promise<void> {
  const placed = store.get(uploadsAtom).filter(isToBePlaced)
  if (placed.length === 0) return
  setPlacement(placed, 'adding')
  const failures = new Map<string, string>()
  for (const album of albumsOf(placed)) {
    const error = await addTo(album, placed)
    if (error !== undefined) failures.set(album.id, error)
  }
  for (const upload of placed) {
    const error = upload.albums.map(({ id }) => failures.get(id)).find(Boolean)
    setPlacement([upload], error === undefined ? 'added' : { error })
  }
  scheduleTotals()
}

const isToBePlaced = ({ albums, state, placement }: Upload): boolean =>
  albums.length > 0 && photoIdOf(state) !== undefined && store.get(placement) === 'waiting'

function photoIdOf(atom: Upload['state']): string | undefined {
  const state = store.get(atom)
  return isInGallery(state) ? state.photoId : undefined
}

const setPlacement = (uploads: readonly Upload[], placement: Placement): void => {
  for (const upload of uploads) store.set(upload.placement, placement)
}

const albumsOf = (uploads: readonly Upload[]): TargetAlbum[] => [
  ...new Map(uploads.flatMap(({ albums }) => albums.map((album) => [album.id, album]))).values(),
]

/** @returns why it failed. */
async function addTo({ id }: TargetAlbum, uploads: readonly Upload[]): Promise<string | undefined> {
  const wanted = uploads.filter(({ albums }) => albums.some((album) => album.id === id))
  const photoIds = wanted.flatMap(({ state }) => photoIdOf(state) ?? [])
  try {
    await addPhotos(id, [...new Set(photoIds)])
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return codeAndMessage(error)
  }
}
