import type { Database } from 'bun:sqlite'
import type { PhotoSource } from '../../contract/photos/photo-sources.ts'
import type { RenditionKey } from '../../storage/media-keys.ts'

export type PhotoRow = {
  readonly row_id: number
  readonly id: string
  readonly original: string
  readonly file_name: string
  readonly md5: string
  readonly bytes: number
  readonly source: PhotoSource
  readonly source_name: string
  readonly source_date: string | null
  readonly source_folder: string | null
  readonly uploaded_at: number
  readonly orientation: number
  readonly full_width: number
  readonly full_height: number
  readonly taken_local: string | null
  readonly taken_offset: string | null
  readonly latitude: number | null
  readonly longitude: number | null
  readonly altitude: number | null
  readonly title: string
  readonly description: string
  readonly keywords: string
  readonly alt: string | null
  readonly rating: number | null
  readonly creator: string | null
  readonly copyright: string | null
  readonly edit_rotation: number | null
  readonly edit_x: number | null
  readonly edit_y: number | null
  readonly edit_width: number | null
  readonly edit_height: number | null
}

export type AlbumRow = {
  readonly row_id: number
  readonly name: string
  readonly description: string
  readonly code: string
  readonly order_by: number
  readonly rule: string
  readonly downloadable: number
  readonly cover_pic: string
  /** The id of the photo. */
  readonly cover_photo: string | null
  readonly keeps_no_cover: number
  readonly is_photostream: number
}

export type ExportStore = ReturnType<typeof exportStore>

/** Reads a copy of the database that nothing changes. */
export const exportStore = (connection: Database) => ({
  ...photosIn(connection),
  ...albumsIn(connection),
  ...peopleIn(connection),
  ...settingsIn(connection),
})

function photosIn(connection: Database) {
  return {
    photoCount: () =>
      connection.query<{ total: number }, []>('SELECT count(*) AS total FROM photo').get()!.total,
    /** One after the other, since there can be a million. */
    photos: () =>
      connection
        .query<PhotoRow, []>(
          `SELECT row_id, id, original, file_name, md5, bytes, source, source_name, source_date,
             source_folder, uploaded_at, orientation, full_width, full_height, taken_local,
             taken_offset, latitude, longitude, altitude, title, description, keywords, alt, rating,
             creator, copyright, edit_rotation, edit_x, edit_y, edit_width, edit_height
           FROM photo ORDER BY row_id`,
        )
        .iterate(),
    /** The largest small picture that is there. */
    thumbnailOf: (photo: number) =>
      connection
        .query<RenditionKey & { bytes: number }, { photo: number }>(
          `SELECT variant, width, format, no_ai, bytes FROM rendition
           WHERE photo = $photo AND variant = 'thumb' AND width <= 400
             AND format IN ('avif', 'webp') ORDER BY width DESC LIMIT 1`,
        )
        .get({ photo }) ?? undefined,
  }
}

function albumsIn(connection: Database) {
  return {
    /** The photostream comes last: it is seldom the album that a photo belongs to. */
    albums: () =>
      connection
        .query<AlbumRow, []>(
          `SELECT album.row_id, album.name, album.description, code, order_by, rule, downloadable, cover_pic,
           photo.id AS cover_photo, keeps_no_cover,
           album.row_id IS (SELECT photostream_album FROM ux_config) AS is_photostream
         FROM album LEFT JOIN photo ON photo.row_id = album.cover_photo
         ORDER BY is_photostream, album.row_id`,
        )
        .all(),
    albumsOf: (photo: number): number[] =>
      connection
        .query<{ album: number }, { photo: number }>(
          'SELECT album FROM album_photo WHERE photo = $photo',
        )
        .all({ photo })
        .map(({ album }) => album),
    /** In the order in which they were added. */
    membersOf: (album: number) =>
      connection
        .query<{ id: string; addedAt: number | null; isByHand: number }, { album: number }>(
          `SELECT photo.id, added_at AS addedAt, EXISTS (SELECT 1 FROM placed_by_hand AS hand
             WHERE hand.photo = photo.row_id AND hand.album = album_photo.album) AS isByHand
           FROM album_photo JOIN photo ON photo.row_id = album_photo.photo
           WHERE album = $album ORDER BY added, photo.row_id`,
        )
        .all({ album }),
    /** As visitors see them; without an album, those that are in none. */
    shown: (album: number | null) =>
      connection
        .query<ShownPhoto, { album: number | null }>(
          `SELECT photo.row_id, photo.id, title, description, alt, source_name, taken_local
           FROM photo LEFT JOIN album_photo ON album_photo.photo = photo.row_id AND album = $album
           WHERE CASE WHEN $album IS NULL
             THEN NOT EXISTS (SELECT 1 FROM album_photo WHERE photo = photo.row_id)
             ELSE album_photo.album IS NOT NULL END
           ORDER BY ifnull(album_photo.sort_key, photo.sort_key), photo.row_id`,
        )
        .iterate({ album }),
    orderOf: (album: number): string[] =>
      connection
        .query<{ id: string }, { album: number }>(
          `SELECT photo.id FROM album_photo JOIN photo ON photo.row_id = album_photo.photo
           WHERE album = $album ORDER BY album_photo.sort_key, photo.row_id`,
        )
        .all({ album })
        .map(({ id }) => id),
  }
}

function peopleIn(connection: Database) {
  return {
    guests: () =>
      connection
        .query<{ id: number; name: string; email: string; verified_at: number }, []>(
          `SELECT row_id AS id, name, email, verified_at FROM guest
           WHERE verified_at IS NOT NULL ORDER BY row_id`,
        )
        .iterate(),
    comments: () =>
      connection
        .query<
          { id: string; photo: string; guest: number | null; body: string; written_at: number },
          []
        >(
          `SELECT comment.id, photo.id AS photo, guest, body, written_at
           FROM comment JOIN photo ON photo.row_id = comment.photo ORDER BY comment.row_id`,
        )
        .iterate(),
    likes: () =>
      connection
        .query<{ photo: string; guest: number | null }, []>(
          `SELECT photo.id AS photo, guest FROM photo_like
           JOIN photo ON photo.row_id = photo_like.photo ORDER BY photo_like.row_id`,
        )
        .iterate(),
  }
}

function settingsIn(connection: Database) {
  return {
    owner: () =>
      connection
        .query<{ name: string; bio: string; pic: string; photo: string | null }, []>(
          `SELECT name, bio, pic, photo.id AS photo FROM owner
           LEFT JOIN photo ON photo.row_id = owner.pic_photo`,
        )
        .get()!,
    display: () => connection.query<DisplayRow, []>('SELECT * FROM ux_config').get()!,
    sharing: () =>
      connection
        .query<{ allow_search_engines: number; keep_ai_out: number; licence: string }, []>(
          'SELECT * FROM sharing',
        )
        .get()!,
    places: () =>
      connection
        .query<{ who_sees: string; home_zones: string }, []>('SELECT * FROM place_setting')
        .get()!,
    rules: (): unknown[] =>
      connection
        .query<{ body: string }, []>('SELECT body FROM rule ORDER BY place')
        .all()
        .map(({ body }) => JSON.parse(body)),
  }
}

export type ShownPhoto = {
  readonly row_id: number
  readonly id: string
  readonly title: string
  readonly description: string
  readonly alt: string | null
  readonly source_name: string
  readonly taken_local: string | null
}

type DisplayRow = {
  readonly photo_grid_cols: number
  readonly photo_grid_spacing: number
  readonly photo_items_load: number
  readonly show_bio: number
  readonly photo_background_color: string
  readonly color_theme: string
  readonly dense_top_bar: number
  readonly dense_bottom_bar: number
  readonly photo_borders: string
}
