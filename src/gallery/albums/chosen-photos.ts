import type { Place } from '../../contract/photos/batch.ts'
import type { Store } from '../../core/database/open.ts'
import { notFound } from '../../core/errors.ts'
import type { Photos } from '../photos/photos.ts'
import { createAlbumPositions } from './album-positions.ts'
import { requireChosenPhotos } from './rules.ts'
import type { AlbumRow, AlbumStore } from './store.ts'

export type ChosenPhotos = ReturnType<typeof createChosenPhotos>

/**
 * The photos that the owner adds to albums and removes from them. `add`, `remove`, and what undoes
 * them, belong inside Store.write and return the photos for which they changed something.
 * @throws AppError 400 for an unknown photo, 404, 409 for a smart album.
 */
export function createChosenPhotos({
  store,
  albums,
  photos,
}: {
  store: Store
  albums: AlbumStore
  photos: Photos
}) {
  const places = createAlbumPositions(store, albums)
  const chosen = (id: string): AlbumRow => {
    const album = albums.byId(id)
    if (!album) throw notFound()
    requireChosenPhotos(album)
    return album
  }
  const rowsOf = (photoIds: readonly string[]) => {
    const ids = [...new Set(photoIds)]
    return photos.rowIdsOf(ids).map((rowId, index) => ({ id: ids[index]!, rowId }))
  }
  return {
    /**
     * Each with whether it had been added or removed by hand before, and whether it became the cover
     * of the album, which had none.
     */
    add: (
      albumId: string,
      photoIds: readonly string[],
    ): { id: string; wasByHand: boolean; gaveCover: boolean }[] => {
      const { row_id: album, cover_photo: coverBefore } = chosen(albumId)
      const added = rowsOf(photoIds).flatMap(({ id, rowId }) => {
        const wasByHand = places.isByHand(album, rowId)
        return albums.addPhoto(album, rowId) ? { id, rowId, wasByHand } : []
      })
      const cover = coverBefore === null ? albums.byId(albumId)!.cover_photo : null
      return added.map(({ id, rowId, wasByHand }) => ({
        id,
        wasByHand,
        gaveCover: rowId === cover,
      }))
    },
    /**
     * Undoes an addition. Unless the photo was placed by hand before, rules may move it again. With
     * `gaveCover`, the album has no cover again, unless the owner has chosen another one since.
     */
    takeBack: (
      albumId: string,
      photoIds: readonly string[],
      { wasByHand, gaveCover }: { wasByHand: boolean; gaveCover: boolean },
    ): string[] => {
      const { row_id: album, cover_photo: cover } = chosen(albumId)
      const taken = rowsOf(photoIds).filter(({ rowId }) => albums.removePhoto(album, rowId))
      if (!wasByHand) for (const { rowId } of taken) places.forgetHand(album, rowId)
      if (gaveCover && taken.some(({ rowId }) => rowId === cover)) albums.clearCover(album)
      return taken.map(({ id }) => id)
    },
    /** Each with the place that it had. */
    remove: (albumId: string, photoIds: readonly string[]): { id: string; place: Place }[] => {
      const album = chosen(albumId).row_id
      return rowsOf(photoIds).flatMap(({ id, rowId }) => {
        const place = places.of(album, rowId)
        if (!place) return []
        albums.removePhoto(album, rowId)
        return [{ id, place }]
      })
    },
    /** `placed` are the photos and places of an earlier removal. */
    putBack: (albumId: string, placed: readonly { id: string; place: Place }[]): string[] => {
      const album = chosen(albumId).row_id
      const placeOf = new Map(placed.map(({ id, place }) => [id, place]))
      return rowsOf([...placeOf.keys()])
        .filter(({ id, rowId }) => places.putBack(album, rowId, placeOf.get(id)!))
        .map(({ id }) => id)
    },
    /** By album, how many of the photos it contains. */
    containing: (photoIds: readonly string[]) =>
      places.containing(rowsOf(photoIds).map(({ rowId }) => rowId)),
  }
}
