import type { TrashedPhoto } from '../../contract/photos/trash.ts'
import type { Store } from '../../core/database/open.ts'
import type { RenditionKey } from '../../storage/media-keys.ts'
import { queryOf } from '../query-of.ts'
import { createTrashRecords, rowOf, type TrashRecord, type TrashRecords } from './trash-record.ts'

export type TrashRow = {
  photo: number
  id: string
  file_name: string
  remove_files: number
}
export type ListedRow = Pick<TrashedPhoto, 'id' | 'title' | 'sourceName' | 'bytes'> & {
  thumbhash: string
  trashedAt: number
  albums: string
  likes: number
  comments: number
}

export type TrashStore = ReturnType<typeof trashStore>

/** Writes belong inside Store.write. */
export const trashStore = (store: Store) => ({ ...trashRows(store), ...movesOfPhotos(store) })

/** What is in the trash. */
function trashRows(store: Store) {
  const query = queryOf(store)
  return {
    find: (id: string) =>
      query<TrashRow, { id: string }>(
        'SELECT photo, id, file_name, remove_files FROM trash WHERE id = $id',
      ).get({ id }) ?? undefined,
    /** Whose original a file is, if its photo is in the trash. */
    originalByMd5: (md5: string) =>
      query<
        { id: string; original: string; is_current: number; is_waiting: number },
        { md5: string }
      >(
        `SELECT id, original, is_current, is_waiting FROM trash_original
         JOIN trash ON trash.photo = trash_original.photo WHERE md5 = $md5`,
      ).get({ md5 }) ?? undefined,
    count: (): number =>
      query<{ count: number }, []>('SELECT count(*) AS count FROM trash').get()!.count,
    countBefore: (time: number): number =>
      query<{ count: number }, { time: number }>(
        'SELECT count(*) AS count FROM trash WHERE trashed_at <= $time',
      ).get({ time })!.count,
    originalBytes: (): number =>
      query<{ bytes: number }, []>(
        'SELECT ifnull(sum(bytes), 0) AS bytes FROM trash_original',
      ).get()!.bytes,
    /** The last deleted first. */
    page: (limit: number, offset: number) =>
      query<ListedRow, { limit: number; offset: number }>(
        `SELECT id, title, source_name AS sourceName, trashed_at AS trashedAt,
           kept ->> '$.photo.thumbhash.base64' AS thumbhash,
           (SELECT sum(bytes) FROM trash_original AS file WHERE file.photo = trash.photo) AS bytes,
           (SELECT json_group_array(album.name ORDER BY album.name)
              FROM json_each(kept, '$.rows.album_photo') AS place
              JOIN album ON album.row_id = place.value ->> 'album') AS albums,
           ifnull(json_array_length(kept, '$.rows.photo_like'), 0) AS likes,
           ifnull(json_array_length(kept, '$.rows.comment'), 0) AS comments
         FROM trash ORDER BY trashed_at DESC, photo DESC LIMIT $limit OFFSET $offset`,
      ).all({ limit, offset }),
    ids: (limit: number) =>
      query<{ id: string }, { limit: number }>('SELECT id FROM trash LIMIT $limit')
        .all({ limit })
        .map(({ id }) => id),
    idsBefore: (time: number, limit: number) =>
      query<{ id: string }, { time: number; limit: number }>(
        'SELECT id FROM trash WHERE trashed_at <= $time ORDER BY trashed_at LIMIT $limit',
      )
        .all({ time, limit })
        .map(({ id }) => id),
    originals: (photo: number): string[] =>
      query<{ original: string }, { photo: number }>(
        'SELECT original FROM trash_original WHERE photo = $photo ORDER BY is_current DESC',
      )
        .all({ photo })
        .map(({ original }) => original),
    renditions: (photo: number) =>
      query<RenditionKey & { bytes: number; is_kept: number }, { photo: number }>(
        'SELECT * FROM trash_rendition WHERE photo = $photo',
      ).all({ photo }),
    delete: (photo: number) =>
      query<unknown, { photo: number }>('DELETE FROM trash WHERE photo = $photo').run({ photo }),
  }
}

/** Moves photos out of the gallery and back. */
function movesOfPhotos(store: Store) {
  const { connection } = store
  const query = queryOf(store)
  let records: TrashRecords | undefined
  /** Reads the schema, so it is made when it is first needed. */
  const trashRecords = () => (records ??= createTrashRecords(store))
  const keptOf = (photo: number): TrashRecord =>
    JSON.parse(
      query<{ kept: string }, { photo: number }>('SELECT kept FROM trash WHERE photo = $photo').get(
        {
          photo,
        },
      )!.kept,
    )

  return {
    /** The photo's row as it was. */
    photoRow: (photo: number) => rowOf(keptOf(photo).photo),
    /** Moves a photo out of the gallery. */
    put: (photo: number, { now, removeFiles }: { now: number; removeFiles: boolean }): void => {
      const file = query<
        Record<'id' | 'file_name' | 'title' | 'source_name' | 'md5', string> &
          Record<'orientation' | 'adobe_rgb', number>,
        { photo: number }
      >(
        `SELECT id, file_name, title, source_name, orientation, adobe_rgb, md5 FROM photo
         WHERE row_id = $photo`,
      ).get({ photo })!
      const { md5, ...named } = file
      // Read first, because they are deleted with the photo.
      const files = filesOf(query, photo)
      const kept = JSON.stringify(trashRecords().snapshotRows(photo))
      query<unknown, typeof named & Record<string, string | number>>(
        `INSERT INTO trash (photo, id, file_name, title, source_name, orientation, adobe_rgb, trashed_at,
           remove_files, kept)
         VALUES ($photo, $id, $file_name, $title, $source_name, $orientation, $adobe_rgb, $now,
           $removeFiles, $kept)`,
      ).run({ ...named, photo, now, removeFiles: removeFiles ? 1 : 0, kept })
      addFiles(query, photo, files)
      // Imports from Drive skip it unless it is selected there.
      query<unknown, { md5: string; now: number }>(
        'INSERT INTO deleted_photo VALUES ($md5, $now) ON CONFLICT DO UPDATE SET deleted_at = $now',
      ).run({ md5, now })
    },
    /** @returns the albums in which it keeps the place that was chosen by hand. */
    restore: (photo: number): readonly number[] => {
      const kept = keptOf(photo)
      trashRecords().restoreRows(photo, kept)
      connection
        .query<unknown, [number]>(
          `INSERT INTO rendition (photo, variant, width, format, no_ai, bytes, is_kept, used_at)
           SELECT photo, variant, width, format, no_ai, bytes, is_kept, used_at
           FROM trash_rendition WHERE photo = ?`,
        )
        .run(photo)
      connection
        .query<unknown, [number]>(
          'DELETE FROM deleted_photo WHERE md5 = (SELECT md5 FROM photo WHERE row_id = ?)',
        )
        .run(photo)
      connection.query<unknown, [number]>('DELETE FROM trash WHERE photo = ?').run(photo)
      return kept.manualAlbums
    },
  }
}

type Query = ReturnType<typeof queryOf>
type Files = ReturnType<typeof filesOf>

/** The originals and renditions of a photo of the gallery. */
function filesOf(query: Query, photo: number) {
  const originals = query<
    Record<'original' | 'md5' | 'source_name', string> &
      Record<'bytes' | 'is_current' | 'is_waiting', number>,
    { photo: number }
  >(
    `SELECT original, md5, bytes, source_name, is_current, is_waiting
     FROM original_file WHERE photo = $photo`,
  ).all({ photo })
  const renditions = query<Record<string, string | number>, { photo: number }>(
    `SELECT photo, variant, width, format, no_ai, bytes, is_kept, used_at FROM rendition WHERE photo = $photo`,
  ).all({ photo })
  return { originals, renditions }
}

function addFiles(query: Query, photo: number, { originals, renditions }: Files): void {
  for (const original of originals) {
    query<unknown, typeof original & { photo: number }>(
      `INSERT INTO trash_original
         (original, photo, md5, bytes, source_name, is_current, is_waiting)
       VALUES ($original, $photo, $md5, $bytes, $source_name, $is_current, $is_waiting)`,
    ).run({ ...original, photo })
  }
  for (const rendition of renditions) {
    query<unknown, typeof rendition>(
      `INSERT INTO trash_rendition (photo, variant, width, format, no_ai, bytes, is_kept, used_at)
       VALUES ($photo, $variant, $width, $format, $no_ai, $bytes, $is_kept, $used_at)`,
    ).run(rendition)
  }
}
