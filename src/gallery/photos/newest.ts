import type { Viewer } from '../../contract/people/viewer.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import { pause } from '../../core/concurrency/turns.ts'
import type { Store } from '../../core/database/open.ts'
import { renditionSize, renditions as variants } from '../../images/variants.ts'
import type { ListSource } from './lists.ts'
import type { Photos } from './photos.ts'
import type { RenditionStore } from './renditions.ts'

/** A photo in an album, as feeds list it. */
export type AddedPhoto = {
  readonly photo: Photo
  readonly addedAt: Date
  readonly changedAt: Date
  /** The landscape JPEG; its length is unknown until it has been made. */
  readonly landscape: { readonly width: number; readonly height: number; readonly bytes?: number }
}

type AlbumSource = Exclude<ListSource, { kind: 'all' }>

type Place = { row_id: number; id: string; added_at: number; changed_at: number }

/** How many of an album's photos are compared before a pause; the first are usually enough. */
const partSize = 1000
const laterPartSize = 5000

export type NewestPhotos = ReturnType<typeof createNewestPhotos>

/** The photos that were added last to an album, or to a part of it. */
export function createNewestPhotos({
  store: { connection },
  photos,
  renditions,
}: {
  store: Store
  photos: Photos
  renditions: RenditionStore
}) {
  const rowIdsBelow = (album: number, before: number, limit: number) => {
    const { ids, last } = connection
      .query<
        { ids: string; last: number | null },
        { album: number; before: number; limit: number }
      >(
        `SELECT json_group_array(photo) AS ids, min(added) AS last FROM
           (SELECT photo, added FROM album_photo WHERE album = $album AND added < $before
            ORDER BY added DESC LIMIT $limit)`,
      )
      .get({ album, before, limit })!
    return { rowIds: JSON.parse(ids) as number[], last }
  }

  /** Reads the whole album only if its newest photos are not enough. */
  const newestOf = async (
    album: number,
    wanted: ReadonlySet<number>,
    count: number,
  ): Promise<number[]> => {
    const found: number[] = []
    const enough = Math.min(count, wanted.size)
    let part = rowIdsBelow(album, Number.MAX_SAFE_INTEGER, partSize)
    for (;;) {
      for (const rowId of part.rowIds) if (wanted.has(rowId)) found.push(rowId)
      if (found.length >= enough || part.last === null) return found.slice(0, count)
      await pause()
      part = rowIdsBelow(album, part.last, laterPartSize)
    }
  }

  const rowIdsOf = async (source: AlbumSource, album: number, count: number): Promise<number[]> => {
    if (source.kind === 'album') return rowIdsBelow(album, Number.MAX_SAFE_INTEGER, count).rowIds
    return newestOf(album, new Set(photos.page(source, {}).rowIds), count)
  }

  const placesOf = (album: number, rowIds: number[]): Map<string, Place> => {
    const rows = connection
      .query<Place, { album: number; rowIds: string }>(
        `SELECT photo.row_id, photo.id, ifnull(album_photo.added_at, photo.uploaded_at) AS added_at,
           ifnull(photo.changed_at, photo.uploaded_at) AS changed_at
         FROM json_each($rowIds) AS wanted
         CROSS JOIN photo ON photo.row_id = wanted.value
         CROSS JOIN album_photo ON album_photo.photo = photo.row_id AND album_photo.album = $album`,
      )
      .all({ album, rowIds: JSON.stringify(rowIds) })
    return new Map(rows.map((row) => [row.id, row]))
  }

  const landscapeOf = (rowId: number, photo: Photo): AddedPhoto['landscape'] => {
    const size = renditionSize('landscape', variants.landscape.width, photo)
    const key = { variant: 'landscape', width: size.width, format: 'jpeg' } as const
    const bytes = renditions.find(rowId, key)?.bytes
    return { ...size, ...(bytes && { bytes }) }
  }

  /** Newest first. Empty for all photos: only albums record when photos were added. */
  return async (
    source: ListSource | undefined,
    viewer: Viewer,
    count: number,
  ): Promise<AddedPhoto[]> => {
    if (source === undefined || source.kind === 'all' || source.album === null) return []
    const { album } = source
    const rowIds = await rowIdsOf(source, album, count)
    const places = placesOf(album, rowIds)
    return photos.read(rowIds, viewer).flatMap((photo) => {
      const place = places.get(photo.id)
      if (!place) return []
      return [
        {
          photo,
          addedAt: new Date(place.added_at),
          changedAt: new Date(Math.max(place.added_at, place.changed_at)),
          landscape: landscapeOf(place.row_id, photo),
        },
      ]
    })
  }
}
