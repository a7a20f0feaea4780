import type { Viewer } from '../contract/viewer.ts'
import type { Store } from '../database/open.ts'
import type { ImageRow, NewPhotoRow, SeenPhotoRow } from './row.ts'

const photostream = '(SELECT photostream_album FROM ux_config)'

/**
 * The one predicate of who sees a photo (decisions.md 2), for every query that can emit one: the
 * owner all, everybody else what is in the photostream album or in an album without a code.
 */
const visible = (viewer: Viewer) =>
  viewer.isOwner
    ? '1'
    : `EXISTS (SELECT 1 FROM album_photo JOIN album ON album.n = album_photo.album
        WHERE album_photo.photo = photo.n AND (album.code = '' OR album.n = ${photostream}))`

/** The owner's alone, so a visitor's list does not pay for them. */
const placeColumns = `,
  EXISTS (SELECT 1 FROM album_photo WHERE photo = photo.n AND album = ${photostream}) AS is_public,
  (SELECT json_group_array(album.id) FROM album_photo JOIN album ON album.n = album_photo.album
    WHERE album_photo.photo = photo.n AND album.code = '' AND album.n IS NOT ${photostream}) AS visible_in`

const seenColumns = (viewer: Viewer) => `photo.*${viewer.isOwner ? placeColumns : ''}`

const imageColumns = `n, id, file_name, width, height, orientation, adobe_rgb, source_name, creator,
  copyright, usage_terms, web_statement, credit, ${visible({ isOwner: false })} AS is_open`

const columns = [
  'id',
  'file_name',
  'md5',
  'sha256',
  'bytes',
  'source',
  'source_name',
  'source_date',
  'uploaded_at',
  'width',
  'height',
  'full_width',
  'full_height',
  'orientation',
  'adobe_rgb',
  'title',
  'description',
  'keywords',
  'taken_local',
  'taken_offset',
  'camera_make',
  'camera_model',
  'camera_id',
  'lens_make',
  'lens_model',
  'focal_length',
  'focal_length_35',
  'f_number',
  'iso',
  'exposure',
  'rating',
  'creator',
  'copyright',
  'usage_terms',
  'web_statement',
  'credit',
  'alt',
  'latitude',
  'longitude',
  'altitude',
  'thumbhash',
  'warning',
  'sort_key',
] as const satisfies (keyof NewPhotoRow)[]

export type PhotoStore = ReturnType<typeof photoStore>

/** The SQL of photos. Reads answer undefined for no row; writes belong inside Store.write. */
export function photoStore({ connection }: Store) {
  const query = <Row, Params extends Record<string, string | number | null> | []>(sql: string) =>
    connection.query<Row, Params>(sql)
  const bothViewers = <T>(make: (viewer: Viewer) => T) => {
    const forOwner = make({ isOwner: true })
    const forOthers = make({ isOwner: false })
    return (viewer: Viewer) => (viewer.isOwner ? forOwner : forOthers)
  }

  const byId = bothViewers((viewer) =>
    query<SeenPhotoRow, { id: string }>(
      `SELECT ${seenColumns(viewer)} FROM photo WHERE id = $id AND ${visible(viewer)}`,
    ),
  )
  const byFileName = bothViewers((viewer) =>
    query<ImageRow, { fileName: string }>(
      `SELECT ${imageColumns} FROM photo WHERE file_name = $fileName AND ${visible(viewer)}`,
    ),
  )
  const isOpen = query<{ open: number }, { n: number }>(
    `SELECT ${visible({ isOwner: false })} AS open FROM photo WHERE n = $n`,
  )
  const seen = bothViewers((viewer) =>
    query<SeenPhotoRow, { ns: string }>(
      `SELECT ${seenColumns(viewer)} FROM json_each($ns) AS wanted
       JOIN photo ON photo.n = wanted.value ORDER BY wanted.key`,
    ),
  )
  const insertPhoto = connection.query<{ n: number }, NewPhotoRow>(
    `INSERT INTO photo (${columns.join(', ')}) VALUES (${columns.map((name) => `$${name}`).join(', ')})
     RETURNING n`,
  )

  return {
    visibleById: (id: string, viewer: Viewer) => byId(viewer).get({ id }) ?? undefined,
    imageByFileName: (fileName: string, viewer: Viewer) =>
      byFileName(viewer).get({ fileName }) ?? undefined,
    /** Whether a visitor without session or code sees it. */
    isOpen: (n: number) => isOpen.get({ n })?.open === 1,
    /** Numbers and md5 of every photo. */
    everything: () => query<{ n: number }, []>('SELECT n FROM photo ORDER BY sort_key, n').all(),
    sourceNameOf: (id: string) =>
      query<{ source_name: string }, { id: string }>(
        'SELECT source_name FROM photo WHERE id = $id',
      ).get({ id })?.source_name,
    byMd5: (md5: string) =>
      query<{ id: string }, { md5: string }>('SELECT id FROM photo WHERE md5 = $md5').get({
        md5,
      }) ?? undefined,
    /** The photos with these numbers, in that order; those gone meanwhile are left out. */
    withNumbers: (ns: number[], viewer: Viewer) => seen(viewer).all({ ns: JSON.stringify(ns) }),
    photostreamAlbum: () =>
      query<{ album: number | null }, []>('SELECT photostream_album AS album FROM ux_config').get()
        ?.album ?? undefined,
    insert: (row: NewPhotoRow): number => insertPhoto.get(row)!.n,
    /** Makes the camera of a photo's model unless it is known. */
    ensureCamera: (id: string, make: string, model: string) =>
      query<unknown, { id: string; make: string; model: string }>(
        'INSERT INTO camera (id, make, model) VALUES ($id, $make, $model) ON CONFLICT DO NOTHING',
      ).run({ id, make, model }),
    setTexts: (n: number, title: string, description: string, keywords: string) =>
      query<unknown, { n: number; title: string; description: string; keywords: string }>(
        'UPDATE photo SET title = $title, description = $description, keywords = $keywords WHERE n = $n',
      ).run({ n, title, description, keywords }),
    delete: (n: number) =>
      query<unknown, { n: number }>('DELETE FROM photo WHERE n = $n').run({ n }),
    rememberDeleted: (md5: string, now: number) =>
      query<unknown, { md5: string; now: number }>(
        'INSERT INTO deleted_photo VALUES ($md5, $now) ON CONFLICT DO UPDATE SET deleted_at = $now',
      ).run({ md5, now }),
    forgetDeleted: (md5?: string) =>
      md5 === undefined
        ? connection.run('DELETE FROM deleted_photo')
        : query<unknown, { md5: string }>('DELETE FROM deleted_photo WHERE md5 = $md5').run({
            md5,
          }),
    /** Which of these ids exist, as numbers; shorter than `ids` when one does not. */
    numbersOf: (ids: string[]) =>
      query<{ n: number }, { ids: string }>(
        'SELECT photo.n FROM json_each($ids) AS wanted JOIN photo ON photo.id = wanted.value',
      )
        .all({ ids: JSON.stringify(ids) })
        .map((row) => row.n),
  }
}
