import type { Viewer } from '../contract/viewer.ts'
import type { Store } from '../database/open.ts'
import { nextRowId } from '../database/row-id.ts'
import type { EditedPhoto, ImageRow, NewPhotoRow, SeenPhotoRow } from './row.ts'

const photostream = '(SELECT photostream_album FROM ux_config)'

/** Whom a query is for: the owner, a visitor, or one who has proven album codes. */
type Audience = 'owner' | 'visitor' | 'granted'
const audienceOf = ({ isOwner, grants }: Viewer): Audience => {
  if (isOwner) return 'owner'
  return grants.length > 0 ? 'granted' : 'visitor'
}

/**
 * The one predicate of who sees a photo (decisions.md 2), for every query that can emit one: the
 * owner all, everybody else what is in the photostream album, in an album without a code, or in
 * one whose code is proven ($grants, a JSON array of album numbers).
 */
const visible = (audience: Audience) => {
  if (audience === 'owner') return '1'
  const granted =
    audience === 'granted' ? ' OR album.n IN (SELECT value FROM json_each($grants))' : ''
  return `EXISTS (SELECT 1 FROM album_photo JOIN album ON album.n = album_photo.album
    WHERE album_photo.photo = photo.n
      AND (album.code = '' OR album.n = ${photostream}${granted}))`
}

/** The owner's alone, so a visitor's list does not pay for them. */
const placeColumns = `,
  EXISTS (SELECT 1 FROM album_photo WHERE photo = photo.n AND album = ${photostream}) AS is_public,
  (SELECT json_group_array(album.id) FROM album_photo JOIN album ON album.n = album_photo.album
    WHERE album_photo.photo = photo.n AND album.code = '' AND album.n IS NOT ${photostream}) AS visible_in`

const seenColumns = (audience: Audience) => `photo.*${audience === 'owner' ? placeColumns : ''}`

const imageColumns = `n, id, file_name, width, height, orientation, adobe_rgb, source_name, creator,
  copyright, usage_terms, web_statement, credit, edit_rotation, edit_x, edit_y, edit_width,
  edit_height, ${visible('visitor')} AS is_open`

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
  /** The same query for each audience; the grants go in where they are asked for. */
  const forEach = <Row, Params extends Record<string, string | number>>(
    sql: (audience: Audience) => string,
  ) => {
    const made = (audience: Audience) => query<Row, Record<string, string | number>>(sql(audience))
    const queries = { owner: made('owner'), visitor: made('visitor'), granted: made('granted') }
    const withGrants = ({ grants }: Viewer, audience: Audience, params: Params) =>
      audience === 'granted' ? { ...params, grants: JSON.stringify(grants) } : params
    return {
      get: (viewer: Viewer, params: Params): Row | undefined => {
        const audience = audienceOf(viewer)
        return queries[audience].get(withGrants(viewer, audience, params)) ?? undefined
      },
      all: (viewer: Viewer, params: Params): Row[] => {
        const audience = audienceOf(viewer)
        return queries[audience].all(withGrants(viewer, audience, params))
      },
    }
  }

  const byId = forEach<SeenPhotoRow, { id: string }>(
    (audience) =>
      `SELECT ${seenColumns(audience)} FROM photo WHERE id = $id AND ${visible(audience)}`,
  )
  const byFileName = forEach<ImageRow, { fileName: string }>(
    (audience) =>
      `SELECT ${imageColumns} FROM photo WHERE file_name = $fileName AND ${visible(audience)}`,
  )
  const seenIds = forEach<{ ids: string }, { ns: string }>(
    (audience) =>
      `SELECT json_group_array(photo.id ORDER BY wanted.key) AS ids FROM json_each($ns) AS wanted
       CROSS JOIN photo ON photo.n = wanted.value WHERE ${visible(audience)}`,
  )
  const seen = forEach<SeenPhotoRow, { ns: string }>(
    (audience) =>
      `SELECT ${seenColumns(audience)} FROM json_each($ns) AS wanted
       CROSS JOIN photo ON photo.n = wanted.value WHERE ${visible(audience)}
       ORDER BY wanted.key`,
  )
  const seenNames = forEach<{ n: number; file_name: string }, { ns: string }>(
    (audience) =>
      `SELECT photo.n, photo.file_name FROM json_each($ns) AS wanted
       CROSS JOIN photo ON photo.n = wanted.value WHERE ${visible(audience)}`,
  )
  const cameraCounts = forEach<{ counts: string }, Record<string, never>>(
    (audience) =>
      `WITH counted AS MATERIALIZED (SELECT id, ${listedOfCamera(audience)} AS photos FROM camera)
       SELECT json_group_object(id, photos) AS counts FROM counted
       WHERE photos > 0 OR ${audience === 'owner' ? '1' : seenOfCamera(audience)}`,
  )
  const insertPhoto = connection.query<{ n: number }, NewPhotoRow>(
    `INSERT INTO photo (n, ${columns.join(', ')})
     VALUES (${nextRowId('photo')}, ${columns.map((name) => `$${name}`).join(', ')}) RETURNING n`,
  )

  return {
    visibleById: (id: string, viewer: Viewer) => byId.get(viewer, { id }),
    imageByFileName: (fileName: string, viewer: Viewer) => byFileName.get(viewer, { fileName }),
    /** The ids of those of these photos that the viewer sees, in that order. */
    visibleIds: (rowIds: ArrayLike<number>, viewer: Viewer): string[] =>
      JSON.parse(seenIds.get(viewer, { ns: jsonOf(rowIds) })!.ids),
    /**
     * By id, how many photos a search for its model lists the viewer, for each camera that took a
     * photo they see; the owner sees every camera.
     */
    cameraCounts: (viewer: Viewer): ReadonlyMap<string, number> =>
      new Map(Object.entries(JSON.parse(cameraCounts.get(viewer, {})!.counts))),
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
    /** Photos by row id, in that order; those deleted or hidden meanwhile are left out. */
    withNumbers: (rowIds: ArrayLike<number>, viewer: Viewer) =>
      seen.all(viewer, { ns: jsonOf(rowIds) }),
    /** The file names of those of these photos that the viewer may see, by row id. */
    fileNames: (rowIds: ArrayLike<number>, viewer: Viewer): Map<number, string> => {
      const rows = seenNames.all(viewer, { ns: jsonOf(rowIds) })
      return new Map(rows.map(({ n, file_name }) => [n, file_name]))
    },
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
    /** What an edit changes of a photo. */
    setEdit: (row: EditedPhoto) =>
      connection
        .query<unknown, EditedPhoto>(
          `UPDATE photo SET file_name = $file_name, width = $width, height = $height,
             thumbhash = $thumbhash, edit_rotation = $edit_rotation, edit_x = $edit_x,
             edit_y = $edit_y, edit_width = $edit_width, edit_height = $edit_height
           WHERE n = $n`,
        )
        .run(row),
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
    /** Which of these ids exist, as numbers in their order; shorter than `ids` when one does not. */
    numbersOf: (ids: string[]) =>
      query<{ n: number }, { ids: string }>(
        `SELECT photo.n FROM json_each($ids) AS wanted CROSS JOIN photo ON photo.id = wanted.value
         ORDER BY wanted.key`,
      )
        .all({ ids: JSON.stringify(ids) })
        .map((row) => row.n),
  }
}

const jsonOf = (rowIds: ArrayLike<number>): string => JSON.stringify(Array.from(rowIds))

/**
 * As photos/lists.ts finds a camera's photos: by the model that the photo names. The CROSS JOIN
 * keeps the order, a camera's photos first: the other way round every camera reads the whole album,
 * ten times as long for 20 cameras.
 */
const listedOfCamera = (audience: Audience) =>
  audience === 'owner'
    ? '(SELECT count(*) FROM photo WHERE camera_model = camera.model)'
    : `(SELECT count(*) FROM photo CROSS JOIN album_photo ON album_photo.photo = photo.n
        WHERE camera_model = camera.model AND album_photo.album = ${photostream})`

const seenOfCamera = (audience: Audience) =>
  `EXISTS (SELECT 1 FROM photo WHERE camera_id = counted.id AND ${visible(audience)})`
