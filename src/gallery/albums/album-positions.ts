import { albumOrders } from '../../contract/albums/album-orders.ts'
import type { Place } from '../../contract/photos/batch.ts'
import type { Store } from '../../core/database/open.ts'
import type { AlbumStore } from './store.ts'

type Placing = { album: number; photo: number }

/** Where photos are in their albums, so that one that was removed can be put back there. */
export function createAlbumPositions(
  { connection }: Pick<Store, 'connection'>,
  albums: AlbumStore,
) {
  const isByHand = (album: number, photo: number): boolean =>
    connection
      .query<unknown, Placing>(
        'SELECT 1 FROM placed_by_hand WHERE album = $album AND photo = $photo',
      )
      .get({ album, photo }) !== null
  const forgetHand = (album: number, photo: number) =>
    connection
      .query<unknown, Placing>('DELETE FROM placed_by_hand WHERE album = $album AND photo = $photo')
      .run({ album, photo })

  return {
    isByHand,
    /** Rules may move the photo again. Inside Store.write. */
    forgetHand,
    of: (album: number, photo: number): Place | undefined => {
      const place = connection
        .query<Omit<Place, 'byHand'>, Placing & { manual: number }>(
          `SELECT added, added_at AS addedAt,
             CASE WHEN order_by = $manual THEN sort_key END AS position
           FROM album_photo JOIN album ON album.row_id = album_photo.album
           WHERE album = $album AND photo = $photo`,
        )
        .get({ album, photo, manual: albumOrders.manual })
      return place ? { ...place, byHand: isByHand(album, photo) } : undefined
    },
    /** Inside Store.write. @returns whether the photo was not in the album. */
    putBack: (album: number, photo: number, place: Place): boolean => {
      const { added, addedAt, position, byHand } = place
      if (!albums.addPhoto(album, photo, added)) return false
      if (!byHand) forgetHand(album, photo)
      connection
        .query<unknown, Pick<Place, 'addedAt' | 'position'> & Placing & { manual: number }>(
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
