import type { AlbumOrder } from '../../contract/albums/album-orders.ts'
import type { Viewer } from '../../contract/people/viewer.ts'
import type { Store } from '../../core/database/open.ts'
import { nextRowId } from '../../core/database/row-id.ts'
import { createNameOrder } from '../../core/natural-order.ts'
import { type Audience, albumIsOpen, photoIsVisible, queryByViewer } from '../photos/visibility.ts'
import { queryOf } from '../query-of.ts'

export type AlbumRow = {
  row_id: number
  id: string
  name: string
  name_key: string
  description: string
  cover_pic: string
  cover_photo: number | null
  /** Whether the owner took the cover away: no photo becomes it by itself. */
  keeps_no_cover: number
  /** Whether an upgrade gave it its cover, which the owner has not confirmed. */
  has_new_cover: number
  code: string
  code_changes: number
  order_by: AlbumOrder
  photo_count: number
  downloadable: number
  /** The query of the filter that fills it, or ''. */
  rule: string
}

/** The columns that are selected for the owner only are optional. */
export type VisibleAlbumRow = Omit<AlbumRow, OwnersColumn> & Partial<Pick<AlbumRow, OwnersColumn>>
type OwnersColumn = 'code' | 'code_changes' | 'rule' | 'keeps_no_cover' | 'has_new_cover'

const selectionFor = (audience: Audience): string =>
  audience === 'owner'
    ? 'album.*'
    : `album.row_id, album.id, album.name, album.name_key, album.description, album.cover_pic,
       album.cover_photo, album.order_by, album.photo_count,
       album.downloadable`

type AlbumValues = {
  name: string
  nameKey: string
  description: string
  coverPic: string
  coverPhoto: number | null
  keepsNoCover: number
  hasNewCover: number
  code: string
  orderBy: AlbumOrder
  downloadable: number
  rule: string
}
type NewAlbumValues = Omit<AlbumValues, 'downloadable' | 'keepsNoCover' | 'hasNewCover'> & {
  id: string
}

type FirstPhoto = { album: number; fileName: string; width: number; height: number }

/** Above every place that a saved manual order can have (2^52, exact in a double). */
const afterOrdered = 4_503_599_627_370_496

/**
 * A photo's sort key in its album; the photostream's None means by date. Photos added after a
 * manual order was saved follow the ordered ones, newest first.
 */
const sortKey = `CASE album.order_by
  WHEN 1 THEN -photo.uploaded_at
  WHEN 2 THEN photo.sort_key
  WHEN 3 THEN ${afterOrdered} - $added
  ELSE CASE WHEN album.row_id IS (SELECT photostream_album FROM ux_config)
    THEN photo.sort_key ELSE $added END
  END`
const presentSortKey = `SELECT ${sortKey.replaceAll('$added', 'album_photo.added')}
  FROM album, photo WHERE album.row_id = album_photo.album AND photo.row_id = album_photo.photo`

const compareNames = createNameOrder({ numeric: true, sensitivity: 'accent' })

/** In natural order: 'Album 2' before 'album 10'. Equal names keep their order. */
const byName = <Row extends VisibleAlbumRow>(albums: Row[]): Row[] =>
  albums.sort((one, other) => compareNames(one.name, other.name))

export type AlbumStore = ReturnType<typeof albumStore>

/** Writes belong inside Store.write. */
export const albumStore = (store: Store) => ({
  ...visibleAlbums(store),
  ...albumRows(store),
  ...albumPhotos(store),
  ...photoOrder(store),
})

/** Albums as a viewer may see them. */
function visibleAlbums(store: Store) {
  const openById = queryByViewer<VisibleAlbumRow, { id: string }>(
    store,
    (audience) =>
      `SELECT ${selectionFor(audience)} FROM album WHERE id = $id AND ${albumIsOpen(audience)}`,
  )
  const listed = queryByViewer<VisibleAlbumRow, Record<string, never>>(
    store,
    (audience) =>
      `SELECT ${selectionFor(audience)} FROM album WHERE ${albumIsOpen(audience)}
       ORDER BY name_key, row_id`,
  )
  const ofPhoto = queryByViewer<VisibleAlbumRow, { photo: string }>(
    store,
    (audience) =>
      `SELECT ${selectionFor(audience)} FROM album JOIN album_photo ON album_photo.album = album.row_id
       JOIN photo ON photo.row_id = album_photo.photo
       WHERE photo.id = $photo AND ${albumIsOpen(audience)} ORDER BY album.name_key, album.row_id`,
  )
  const firstPhotos = queryByViewer<FirstPhoto, { albums: string }>(
    store,
    (audience) =>
      `SELECT wanted.value AS album, first.file_name AS fileName, first.width, first.height
       FROM json_each($albums) AS wanted CROSS JOIN photo AS first ON first.row_id =
         (SELECT photo.row_id FROM album_photo CROSS JOIN photo ON photo.row_id = album_photo.photo
          WHERE album_photo.album = wanted.value AND ${photoIsVisible(audience)}
          ORDER BY album_photo.sort_key, album_photo.photo LIMIT 1)`,
  )

  return {
    openById: (id: string, viewer: Viewer) => openById.get(viewer, { id }),
    /** For visitors without the albums with a code, even if they have proven it. */
    list: ({ isOwner }: Viewer) => byName(listed.all({ isOwner, grants: [] }, {})),
    ofPhoto: (photo: string, viewer: Viewer) => byName(ofPhoto.all(viewer, { photo })),
    /** The first photo of each album that the viewer may see, if there is one. */
    firstPhotos: (albums: readonly number[], viewer: Viewer): FirstPhoto[] =>
      firstPhotos.all(viewer, { albums: JSON.stringify(albums) }),
  }
}

/** The albums themselves. */
function albumRows(store: Store) {
  const query = queryOf(store)
  return {
    byId: (id: string) =>
      query<AlbumRow, { id: string }>('SELECT * FROM album WHERE id = $id').get({ id }) ??
      undefined,
    byNameKey: (nameKey: string) =>
      query<AlbumRow, { nameKey: string }>('SELECT * FROM album WHERE name_key = $nameKey').get({
        nameKey,
      }) ?? undefined,
    remoteCovers: () =>
      query<{ cover: string }, []>(
        "SELECT DISTINCT cover_pic AS cover FROM album WHERE cover_pic LIKE 'https:%'",
      )
        .all()
        .map(({ cover }) => cover),
    /** Confirms the covers that an upgrade gave, or takes them away. */
    settleNewCovers: (areKept: boolean) =>
      query<unknown, []>(
        areKept
          ? 'UPDATE album SET has_new_cover = 0 WHERE has_new_cover = 1'
          : `UPDATE album SET has_new_cover = 0, cover_pic = '', cover_photo = NULL, keeps_no_cover = 1
             WHERE has_new_cover = 1`,
      ).run(),
    /** The next photo that is added becomes the cover. */
    clearCover: (album: number) =>
      query<unknown, { album: number }>(
        "UPDATE album SET cover_pic = '', cover_photo = NULL WHERE row_id = $album",
      ).run({ album }),
    coded: () => query<AlbumRow, []>("SELECT * FROM album WHERE code <> '' ORDER BY row_id").all(),
    insert: (album: NewAlbumValues) =>
      query<AlbumRow, NewAlbumValues>(
        `INSERT INTO album
           (row_id, id, name, name_key, description, cover_pic, cover_photo, code, order_by, rule)
         VALUES (${nextRowId('album')}, $id, $name, $nameKey, $description, $coverPic, $coverPhoto,
           $code, $orderBy, $rule)
         RETURNING *`,
      ).get(album)!,
    set: (album: AlbumValues & { rowId: number }) =>
      query<unknown, AlbumValues & { rowId: number }>(
        `UPDATE album SET name = $name, name_key = $nameKey, description = $description,
           cover_pic = $coverPic, cover_photo = $coverPhoto, keeps_no_cover = $keepsNoCover,
           has_new_cover = $hasNewCover, order_by = $orderBy, code = $code,
           rule = $rule, downloadable = $downloadable, code_changes = code_changes + (code <> $code)
         WHERE row_id = $rowId`,
      ).run(album),
    setOrderBy: (rowId: number, orderBy: AlbumOrder) =>
      query<unknown, { rowId: number; orderBy: AlbumOrder }>(
        'UPDATE album SET order_by = $orderBy WHERE row_id = $rowId',
      ).run({ rowId, orderBy }),
    hasRule: (album: number): boolean =>
      query<unknown, { album: number }>(
        "SELECT 1 FROM album WHERE row_id = $album AND rule <> ''",
      ).get({ album }) !== null,
    isPhotostream: (album: number): boolean =>
      query<unknown, { album: number }>(
        'SELECT 1 FROM ux_config WHERE photostream_album = $album',
      ).get({ album }) !== null,
    withRule: () =>
      query<{ row_id: number; rule: string }, []>(
        "SELECT row_id, rule FROM album WHERE rule <> ''",
      ).all(),
    delete: (rowId: number) =>
      query<unknown, { rowId: number }>('DELETE FROM album WHERE row_id = $rowId').run({ rowId }),
  }
}

/** Which photos are in which album. */
function albumPhotos(store: Store) {
  const query = queryOf(store)
  /** The last number in the order of addition that was reserved for photos not added yet. */
  let reserved = 0
  const nextPosition = () => {
    const row = query<{ last: number | null }, []>('SELECT max(added) AS last FROM album_photo')
    return Math.max(row.get()?.last ?? 0, reserved) + 1
  }
  const placePhoto = (album: number, photo: number, added: number = nextPosition()): boolean =>
    query<unknown, { album: number; photo: number; added: number }>(
      `INSERT INTO album_photo (album, photo, added, sort_key)
       SELECT album.row_id, photo.row_id, $added, ${sortKey} FROM album, photo
       WHERE album.row_id = $album AND photo.row_id = $photo
       ON CONFLICT DO NOTHING`,
    ).run({ album, photo, added }).changes > 0
  const takePhoto = (album: number, photo: number): boolean =>
    query<unknown, { album: number; photo: number }>(
      'DELETE FROM album_photo WHERE album = $album AND photo = $photo',
    ).run({ album, photo }).changes > 0
  const noteHand = (album: number, photo: number): true => {
    query<unknown, { album: number; photo: number }>(
      'INSERT INTO placed_by_hand (photo, album) VALUES ($photo, $album) ON CONFLICT DO NOTHING',
    ).run({ album, photo })
    return true
  }
  return {
    /** From `first` on if an earlier process reserved them. @returns the first number. */
    reservePositions: (count: number, first: number = nextPosition()): number => {
      reserved = Math.max(reserved, first + count - 1)
      return first
    },
    /** Like takePhoto, not by hand. `added` is a reserved number. @returns whether it was new. */
    placePhoto,
    takePhoto,
    /** By hand, so rules leave the photo alone later. @returns whether it was new to the album. */
    addPhoto: (album: number, photo: number, added?: number): boolean =>
      placePhoto(album, photo, added) && noteHand(album, photo),
    /** By hand. @returns whether the photo was in the album. */
    removePhoto: (album: number, photo: number): boolean =>
      takePhoto(album, photo) && noteHand(album, photo),
    /** As it was in the gallery that the album was exported from. @returns whether it was new. */
    restorePhoto: (album: number, photo: number, addedAt: number | null, isByHand: boolean) => {
      if (!placePhoto(album, photo)) return false
      if (addedAt !== null) {
        query<unknown, { album: number; photo: number; addedAt: number }>(
          'UPDATE album_photo SET added_at = $addedAt WHERE album = $album AND photo = $photo',
        ).run({ album, photo, addedAt })
      }
      return isByHand ? noteHand(album, photo) : true
    },
    hasPhoto: (album: number, photo: string): boolean =>
      query<unknown, { album: number; photo: string }>(
        `SELECT 1 FROM album_photo JOIN photo ON photo.row_id = album_photo.photo
         WHERE photo.id = $photo AND album_photo.album = $album`,
      ).get({ album, photo }) !== null,
    /** Leaves exactly these photos in the album; those that were in it keep their places. */
    fill: (album: number, photos: Int32Array) => {
      const wanted = JSON.stringify([...photos])
      query<unknown, { album: number; wanted: string }>(
        `DELETE FROM album_photo
         WHERE album = $album AND photo NOT IN (SELECT value FROM json_each($wanted))`,
      ).run({ album, wanted })
      query<unknown, { album: number; wanted: string; first: number }>(
        `INSERT INTO album_photo (album, photo, added, sort_key)
         SELECT album.row_id, photo.row_id, $first + wanted.key, ${sortKey.replaceAll('$added', '($first + wanted.key)')}
         FROM json_each($wanted) AS wanted
         CROSS JOIN photo ON photo.row_id = wanted.value CROSS JOIN album ON album.row_id = $album
         WHERE true ON CONFLICT DO NOTHING`,
      ).run({ album, wanted, first: nextPosition() })
    },
    photoIds: (album: number) =>
      query<{ id: string }, { album: number }>(
        `SELECT photo.id FROM album_photo JOIN photo ON photo.row_id = album_photo.photo
         WHERE album = $album ORDER BY album_photo.sort_key, album_photo.photo`,
      )
        .all({ album })
        .map((row) => row.id),
  }
}

/** The order of the photos in an album. */
function photoOrder(store: Store) {
  const query = queryOf(store)
  return {
    /** Recomputes the order of the album's photos; a manual order stays. */
    reorder: (album: number) =>
      query<unknown, { album: number }>(
        `UPDATE album_photo SET sort_key = (${presentSortKey})
         WHERE album = $album AND (SELECT order_by FROM album WHERE row_id = $album) <> 3`,
      ).run({ album }),
    /** Puts a photo whose date has changed where it belongs in each album. */
    reorderPhoto: (photo: number) =>
      query<unknown, { photo: number }>(
        `UPDATE album_photo SET sort_key = (${presentSortKey})
         WHERE photo = $photo AND (SELECT order_by FROM album WHERE row_id = album) <> 3`,
      ).run({ photo }),
    /** Puts a restored photo where it belongs; in the given manual albums it keeps its place. */
    returnPhoto: (photo: number, manualAlbums: readonly number[]) =>
      query<unknown, { photo: number; manual: string }>(
        `UPDATE album_photo SET sort_key = (${presentSortKey})
         WHERE photo = $photo AND NOT ((SELECT order_by FROM album WHERE row_id = album) = 3
           AND album IN (SELECT value FROM json_each($manual)))`,
      ).run({ photo, manual: JSON.stringify(manualAlbums) }),
    /** Numbers the album's photos as given or, with null, in their current order. */
    setOrder: (album: number, photos: number[] | null) => {
      const ordered =
        photos ??
        query<{ photo: number }, { album: number }>(
          'SELECT photo FROM album_photo WHERE album = $album ORDER BY sort_key, photo',
        )
          .all({ album })
          .map(({ photo }) => photo)
      query<unknown, { album: number; ordered: string }>(
        `UPDATE album_photo SET sort_key = 1 + wanted.key FROM json_each($ordered) AS wanted
         WHERE album = $album AND photo = wanted.value`,
      ).run({ album, ordered: JSON.stringify(ordered) })
    },
  }
}
