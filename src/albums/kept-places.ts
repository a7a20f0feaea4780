import type { Place } from '../contract/batch.ts'
import { albumOrders } from '../contract/vocabulary.ts'
import type { Store } from '../database/open.ts'
import type { AlbumStore } from './store.ts'

/** Where photos are in their albums, so that one that was removed can be put back there. */
export function keptPlaces({ connection }: Pick<Store, 'connection'>, albums: AlbumStore) {
  return {
    of: (album: number, photo: number): Place | undefined =>
      connection
        .query<Place, { album: number; photo: number; manual: number }>(
          `SELECT added, added_at AS addedAt,
             CASE WHEN order_by = $manual THEN sort_key END AS position
           FROM album_photo JOIN album ON album.row_id = album_photo.album
           WHERE album = $album AND photo = $photo`,
        )
        .get({ album, photo, manual: albumOrders.manual }) ?? undefined,
    /** Inside Store.write. @returns whether the photo was not in the album. */
    putBack: (album: number, photo: number, { added, addedAt, position }: Place): boolean => {
      if (!albums.addPhoto(album, photo, added)) return false
      connection
        .query<unknown, Omit<Place, 'added'> & { album: number; photo: number; manual: number }>(
          `UPDATE album_photo SET added_at = ifnull($addedAt, added_at), sort_key = CASE
             WHEN $position IS NOT NULL AND (SELECT order_by FROM album WHERE row_id = $album) = $manual
             THEN $position ELSE sort_key END
           WHERE album = $album AND photo = $photo`,
        )
        .run({ album, photo, addedAt, position, manual: albumOrders.manual })
      return true
    },
    /** The albums that contain some of the photos, and how many. */
    containing: (photos: readonly number[]) =>
      connection
        .query<
          { id: string; name: string; code: string; rule: string; photos: number },
          { photos: string }
        >(
          `SELECT album.id, album.name, album.code, album.rule, count(*) AS photos
           FROM json_each($photos) AS wanted CROSS JOIN album_photo ON album_photo.photo = wanted.value
           JOIN album ON album.row_id = album_photo.album
           GROUP BY album.row_id ORDER BY album.name_key`,
        )
        .all({ photos: JSON.stringify(photos) }),
  }
}
