import type { Reader } from '../../core/database/open-read-only.ts'
import { nextStoredPhotos } from '../../core/database/stored-photos.ts'
import type { RenditionKey } from '../../storage/media-keys.ts'

/** A photo with one of its originals; most have only that. */
export type CheckedPhoto = {
  row_id: number
  id: string
  original: string
  is_current: number
  is_waiting: number
  file_name: string
  md5: string
  bytes: number
  title: string
  source_name: string
  orientation: number
  adobe_rgb: number
  is_trashed: number
}

export type CheckedRendition = RenditionKey & {
  photo: number
  file_name: string
  bytes: number
  is_kept: number
}

/** In the order of their names, found by the tables' indexes: those of the view are sorted first. */
const originalNames = ['photo', 'earlier_version', 'pending_upload', 'trash_original']
  .map((table) => `SELECT original AS name FROM ${table} WHERE original > ?1`)
  .join(' UNION ALL ')

const photoColumns = `stored.row_id, id, file.original, is_current, is_waiting, file_name, file.md5,
  file.bytes, title, file.source_name, orientation, adobe_rgb, is_trashed`

export type CameraPicture = { id: string; make: string; model: string; image: string }

export type CheckStore = ReturnType<typeof checkStore>

type Query = {
  all: <Row>(sql: string, ...values: (string | number)[]) => Row[]
  /** The column `name` of every row. */
  names: (sql: string, ...values: (string | number)[]) => string[]
}

/** What `vitrine check` reads. Every query sees the newest commit, as the server keeps running. */
export function checkStore({ connection }: Pick<Reader, 'connection'>) {
  const all = <Row>(sql: string, ...values: (string | number)[]) =>
    connection.query<Row, (string | number)[]>(sql).all(...values)
  const names = (sql: string, ...values: (string | number)[]) =>
    all<{ name: string }>(sql, ...values).map(({ name }) => name)
  const query = { all, names }

  return {
    ...photoQueries(query),
    ...albumQueries(query),
    cameraPictures: () =>
      all<CameraPicture>(
        'SELECT id, make, model, image FROM camera WHERE image IS NOT NULL ORDER BY id',
      ),
    /** The JSON of each pending change to files. */
    intents: () => names('SELECT files AS name FROM intent'),
    /** All that `read` reads is of one moment. */
    atOnce: <T>(read: () => T): T => connection.transaction(read)(),
    /** Sentences of SQLite; none if the database is sound. */
    damage: () =>
      all<{ integrity_check: string }>('PRAGMA integrity_check')
        .map((row) => row.integrity_check)
        .filter((text) => text !== 'ok'),
    brokenReferences: () =>
      all<{ table: string; rowid: number | null; parent: string }>('PRAGMA foreign_key_check'),
  }
}

/** Photos with their originals and renditions. */
function photoQueries({ all, names }: Query) {
  return {
    photoCount: () => all<{ count: number }>('SELECT count(*) AS count FROM photo')[0]!.count,
    /** The originals of the photos after `rowId`. */
    originalsAfter: (rowId: number, limit: number) =>
      all<CheckedPhoto>(
        `SELECT ${photoColumns} FROM original_file AS file
         JOIN stored_photo AS stored ON stored.row_id = file.photo
         WHERE file.photo IN (${nextStoredPhotos}) AND stored.row_id IN (${nextStoredPhotos})
         ORDER BY file.photo`,
        rowId,
        limit,
      ),
    original: (name: string) =>
      all<CheckedPhoto>(
        `SELECT ${photoColumns} FROM original_file AS file JOIN stored_photo AS stored ON stored.row_id = file.photo
         WHERE file.original = ?`,
        name,
      )[0],
    originalNamesAfter: (name: string, limit: number) =>
      names(`${originalNames} ORDER BY name LIMIT ?2`, name, limit),
    countOriginalsAfter: (name: string) =>
      all<{ count: number }>(`SELECT count(*) AS count FROM (${originalNames})`, name)[0]!.count,
    /** Those of which the rolling check has found that they are missing or damaged. */
    damagedOriginals: () => names('SELECT original AS name FROM damaged_original ORDER BY name'),
    renditionsOf: (rowIds: number[]) =>
      all<CheckedRendition>(
        `SELECT photo.file_name, rendition.*
         FROM json_each(?) AS wanted CROSS JOIN rendition ON rendition.photo = wanted.value
         JOIN photo ON photo.row_id = rendition.photo
         -- Those of size 0 are made on request, since the photo's credits have changed.
         WHERE rendition.bytes > 0`,
        JSON.stringify(rowIds),
      ),
    rendition: (photo: number, { variant, width, format }: RenditionKey) =>
      all<CheckedRendition>(
        `SELECT photo.file_name, rendition.*
         FROM rendition JOIN photo ON photo.row_id = rendition.photo
         WHERE photo = ? AND variant = ? AND rendition.width = ? AND format = ?`,
        photo,
        variant,
        width,
        format,
      )[0],
    knownOriginals: (originals: string[]) =>
      names(
        `SELECT original AS name FROM original_file
         WHERE original IN (SELECT value FROM json_each(?))`,
        JSON.stringify(originals),
      ),
    renditionsNamed: (fileNames: string[]) =>
      all<CheckedRendition>(
        `SELECT photo.file_name, rendition.*
         FROM json_each(?) AS wanted CROSS JOIN stored_photo AS photo ON photo.file_name = wanted.value
         JOIN stored_rendition AS rendition ON rendition.photo = photo.row_id`,
        JSON.stringify(fileNames),
      ),
    rowIdsAfter: (rowId: number, limit: number) =>
      all<{ row_id: number }>(
        'SELECT row_id FROM photo WHERE row_id > ? ORDER BY row_id LIMIT ?',
        rowId,
        limit,
      ).map((row) => row.row_id),
    isTotalWrong: () =>
      all('SELECT 1 FROM photo_total WHERE total <> (SELECT count(*) FROM photo)').length > 0,
  }
}

function albumQueries({ all, names }: Query) {
  return {
    /** The names of the albums that a photo is in. */
    albumsOf: (rowId: number) =>
      names(
        `SELECT name FROM album_photo JOIN album ON album.row_id = album_photo.album
         WHERE photo = ? ORDER BY name`,
        rowId,
      ),
    albumsWithRule: () =>
      all<{ row_id: number; id: string; name: string; rule: string }>(
        "SELECT row_id, id, name, rule FROM album WHERE rule <> '' ORDER BY row_id",
      ),
    inAlbumsWithRule: (photos: number[]) =>
      all<{ album: number; photo: number }>(
        `SELECT album, photo FROM json_each(?) AS wanted
         CROSS JOIN album_photo ON album_photo.photo = wanted.value
         JOIN album ON album.row_id = album_photo.album WHERE album.rule <> ''`,
        JSON.stringify(photos),
      ),
    albumName: (rowId: number) => names('SELECT name FROM album WHERE row_id = ?', rowId)[0],
    miscountedAlbums: () =>
      names(
        `SELECT name FROM album
         WHERE photo_count <> (SELECT count(*) FROM album_photo WHERE album = album.row_id)`,
      ),
  }
}
