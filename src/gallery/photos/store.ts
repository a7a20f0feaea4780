import { anonymousVisitor, type Viewer } from '../../contract/people/viewer.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import { oncePerVersion } from '../../core/database/once-per-version.ts'
import type { Store } from '../../core/database/open.ts'
import { nextRowId } from '../../core/database/row-id.ts'
import { queryOf } from '../query-of.ts'
import { cameraSpellings } from './camera-spellings.ts'
import { editedBy, ownedFields } from './field-owners.ts'
import {
  type OwnerRow,
  ownerPhoto,
  type PlaceOf,
  selectionFor,
  type VisitorRow,
  visitorPhoto,
} from './fields.ts'
import { mergeSpellings, photosOf } from './merge-cameras.ts'
import type {
  EditedFields,
  EditedPhoto,
  FieldValues,
  ImageRow,
  NewPhotoRow,
  PhotoRow,
} from './row.ts'
import { cameraWords } from './search.ts'
import { type Audience, photoIsVisible, photostream, queryByViewer } from './visibility.ts'
import { createVisitorPhotos } from './visitor-photos.ts'

const imageColumns = `row_id, id, original, file_name, width, height, orientation, adobe_rgb, source_name, creator,
  copyright, usage_terms, web_statement, credit, licensor_url, edit_rotation, edit_x, edit_y, edit_width,
  edit_height, ${photoIsVisible('visitor')} AS is_open`

export type PhotoStore = ReturnType<typeof photoStore>

/** Writes belong inside Store.write. */
export const photoStore = (store: Store, placeOf: PlaceOf) => ({
  ...visiblePhotos(store, placeOf),
  ...visibleRows(store),
  ...visibleCameras(store),
  ...photoRows(store),
  ...photoChanges(store),
  ...spelledCameras(store),
})

/** Photos as a viewer may see them. */
function visiblePhotos(store: Store, placeOf: PlaceOf) {
  const byId = queryByViewer<VisitorRow | OwnerRow, { id: string }>(
    store,
    (audience) =>
      `SELECT ${selectionFor(audience)} FROM photo WHERE id = $id AND ${photoIsVisible(audience)}`,
  )
  const byRowIds = queryByViewer<VisitorRow | OwnerRow, { rowIds: string }>(
    store,
    (audience) =>
      `SELECT ${selectionFor(audience)} FROM json_each($rowIds) AS wanted
       CROSS JOIN photo ON photo.row_id = wanted.value WHERE ${photoIsVisible(audience)}
       ORDER BY wanted.key`,
  )
  // Only the owner's queries select the owner's columns, so a visitor's row never has them.
  const toPhoto = (row: VisitorRow | OwnerRow): Photo =>
    isOwnersRow(row) ? ownerPhoto(row, placeOf) : visitorPhoto(row, placeOf)

  const readAll = (rowIds: ArrayLike<number>, viewer: Viewer): Photo[] =>
    byRowIds.all(viewer, { rowIds: jsonOf(rowIds) }).map(toPhoto)
  const visitorPhotos = createVisitorPhotos(store, (rowIds) => readAll(rowIds, anonymousVisitor))
  const keptFor = ({ isOwner, grants }: Viewer, rowIds: ArrayLike<number>) =>
    !isOwner && grants.length === 0 && visitorPhotos.canKeep(rowIds)
      ? visitorPhotos.read(rowIds)
      : undefined

  return {
    visible: (id: string, viewer: Viewer): Photo | undefined => {
      const row = byId.get(viewer, { id })
      return row && toPhoto(row)
    },
    /** In the given order, without those deleted or hidden meanwhile. Do not modify. */
    byRowIds: (rowIds: ArrayLike<number>, viewer: Viewer): Photo[] =>
      keptFor(viewer, rowIds)?.map(({ photo }) => photo) ?? readAll(rowIds, viewer),
    /** The same as JSON. */
    jsonByRowIds: (rowIds: ArrayLike<number>, viewer: Viewer): string[] =>
      keptFor(viewer, rowIds)?.map(({ json }) => json) ??
      readAll(rowIds, viewer).map((photo) => JSON.stringify(photo)),
  }
}

/** Single columns of the photos that a viewer may see. */
function visibleRows(store: Store) {
  const query = queryOf(store)
  const rowIdById = queryByViewer<{ row_id: number }, { id: string }>(
    store,
    (audience) => `SELECT row_id FROM photo WHERE id = $id AND ${photoIsVisible(audience)}`,
  )
  const byFileName = queryByViewer<ImageRow, { fileName: string }>(
    store,
    (audience) =>
      `SELECT ${imageColumns} FROM photo
       WHERE file_name = $fileName AND ${photoIsVisible(audience)}`,
  )
  const ids = queryByViewer<{ ids: string }, { rowIds: string }>(
    store,
    (audience) =>
      `SELECT json_group_array(photo.id ORDER BY wanted.key) AS ids FROM json_each($rowIds) AS wanted
       CROSS JOIN photo ON photo.row_id = wanted.value WHERE ${photoIsVisible(audience)}`,
  )
  const names = queryByViewer<{ row_id: number; file_name: string }, { rowIds: string }>(
    store,
    (audience) =>
      `SELECT photo.row_id, photo.file_name FROM json_each($rowIds) AS wanted
       CROSS JOIN photo ON photo.row_id = wanted.value WHERE ${photoIsVisible(audience)}`,
  )

  return {
    visibleRowId: (id: string, viewer: Viewer) => rowIdById.get(viewer, { id })?.row_id,
    imageByFileName: (fileName: string, viewer: Viewer) => byFileName.get(viewer, { fileName }),
    visibleIds: (rowIds: ArrayLike<number>, viewer: Viewer): string[] =>
      JSON.parse(ids.get(viewer, { rowIds: jsonOf(rowIds) })!.ids),
    fileNames: (rowIds: ArrayLike<number>, viewer: Viewer): Map<number, string> => {
      const rows = names.all(viewer, { rowIds: jsonOf(rowIds) })
      return new Map(rows.map(({ row_id, file_name }) => [row_id, file_name]))
    },
    /** How many of these photos anonymous visitors cannot see. */
    countHidden: (rowIds: ArrayLike<number>): number =>
      query<{ hidden: number }, { rowIds: string }>(
        `SELECT count(*) AS hidden FROM json_each($rowIds) AS wanted
         CROSS JOIN photo ON photo.row_id = wanted.value WHERE NOT ${photoIsVisible('visitor')}`,
      ).get({ rowIds: jsonOf(rowIds) })!.hidden,
  }
}

/** Cameras of the photos that a viewer may see. */
function visibleCameras(store: Store) {
  const cameraCounts = queryByViewer<{ counts: string }, Record<string, never>>(
    store,
    (audience) =>
      `WITH counted AS MATERIALIZED (SELECT id, ${photosOfCamera(audience)} AS photos FROM camera
         WHERE merged_into IS NULL)
       SELECT json_group_object(id, photos) AS counts FROM counted
       WHERE photos > 0 OR ${audience === 'owner' ? '1' : cameraIsVisible(audience)}`,
  )
  const camerasBesides = queryByViewer<{ id: string }, { known: string }>(
    store,
    (audience) =>
      `SELECT id FROM camera AS counted
       WHERE merged_into IS NULL AND id NOT IN (SELECT value FROM json_each($known))
         AND ${cameraIsVisible(audience)}`,
  )

  return {
    /** By camera id; for the owner every camera, for visitors those with a visible photo. */
    cameraCounts: (viewer: Viewer): ReadonlyMap<string, number> =>
      new Map(Object.entries(JSON.parse(cameraCounts.get(viewer, {})!.counts))),
    /** The ids of further cameras with a photo that the viewer can see. */
    visibleCameras: (known: readonly string[], viewer: Viewer): string[] =>
      camerasBesides.all(viewer, { known: JSON.stringify(known) }).map(({ id }) => id),
  }
}

/** How dates in a month begin: '2009-03', for 12 × 2009 + 3. */
function monthAsWritten(month: number): string {
  const year = Math.floor((month - 1) / 12)
  return `${String(year).padStart(4, '0')}-${String(month - 12 * year).padStart(2, '0')}`
}

/** Nearly every list asks for it, but inside a transaction it may yet be undone. */
function photostreamAlbum(store: Store): () => number | undefined {
  const known = oncePerVersion<{ readonly album: number | null }>(store.version)
  const read = () =>
    store.connection
      .query<{ album: number | null }, []>('SELECT photostream_album AS album FROM ux_config')
      .get() ?? { album: null }
  return () => (store.connection.inTransaction ? read() : known('', read)).album ?? undefined
}

/** Whole rows and totals, for any viewer. */
function photoRows(store: Store) {
  const query = queryOf(store)
  // The index by time is in order, so that few of its rows are read, and none of the photos'.
  const takenIn = (
    month: number,
    direction: 'ASC' | 'DESC',
    rowIds: ArrayLike<number>,
  ): number | undefined =>
    query<{ row_id: number }, { rowIds: string; from: string; until: string }>(
      `SELECT row_id FROM photo INDEXED BY photo_by_time
       WHERE taken_local >= $from AND taken_local < $until
         AND +row_id IN (SELECT value FROM json_each($rowIds))
       ORDER BY taken_local ${direction}, row_id ${direction} LIMIT 1`,
    ).get({
      rowIds: jsonOf(rowIds),
      from: monthAsWritten(month),
      until: monthAsWritten(month + 1),
    })?.row_id

  return {
    row: (id: string) =>
      query<PhotoRow, { id: string }>('SELECT * FROM photo WHERE id = $id').get({ id }) ??
      undefined,
    allRows: () => query<PhotoRow, []>('SELECT * FROM photo ORDER BY sort_key, row_id').all(),
    rowIds: (ids: string[]) =>
      query<{ row_id: number }, { ids: string }>(
        `SELECT photo.row_id FROM json_each($ids) AS wanted CROSS JOIN photo ON photo.id = wanted.value
         ORDER BY wanted.key`,
      )
        .all({ ids: JSON.stringify(ids) })
        .map((row) => row.row_id),
    sourceOf: (id: string) =>
      query<Pick<PhotoRow, 'original' | 'source_name'>, { id: string }>(
        'SELECT original, source_name FROM photo WHERE id = $id',
      ).get({ id }) ?? undefined,
    /** The first of them by the camera's clock, all of one month: 12 × its year + 1 to 12. */
    firstTakenIn: (month: number, rowIds: ArrayLike<number>) => takenIn(month, 'ASC', rowIds),
    lastTakenIn: (month: number, rowIds: ArrayLike<number>) => takenIn(month, 'DESC', rowIds),
    /** The number and size of all originals, and the size of all renditions, in bytes. */
    diskUse: () =>
      query<{ photos: number; originals: number; renditions: number }, []>(
        `SELECT total AS photos, original_bytes AS originals, rendition_bytes AS renditions
         FROM photo_total, disk_use`,
      ).get()!,
    photostreamAlbum: photostreamAlbum(store),
  }
}

function photoChanges(store: Store) {
  const query = queryOf(store)
  return {
    insert: (row: NewPhotoRow): number => {
      const columns = Object.keys(row)
      return store.connection
        .query<{ row_id: number }, NewPhotoRow>(
          `INSERT INTO photo (row_id, ${columns.join(', ')})
           VALUES (${nextRowId('photo')}, ${columns.map((name) => `$${name}`).join(', ')})
           RETURNING row_id`,
        )
        .get(row)!.row_id
    },
    /** Keeps the file's values of edited fields in `edited`. */
    setFields: (row: PhotoRow, change: Partial<FieldValues>) => {
      const edited: EditedFields | null = row.edited === null ? null : JSON.parse(row.edited)
      const fields = editedBy(change, { values: row, edited: edited ?? {} })
      return query<unknown, FieldValues & { row_id: number; edited: string | null }>(
        `UPDATE photo SET ${ownedFields.map((field) => `${field} = $${field}`).join(', ')},
           edited = $edited WHERE row_id = $row_id`,
      ).run({
        ...fields.values,
        row_id: row.row_id,
        edited: edited && JSON.stringify(fields.edited),
      })
    },
    setFileName: (rowId: number, fileName: string) =>
      query<unknown, { rowId: number; fileName: string }>(
        'UPDATE photo SET file_name = $fileName WHERE row_id = $rowId',
      ).run({ rowId, fileName }),
    setEdit: (row: EditedPhoto) =>
      store.connection
        .query<unknown, EditedPhoto>(
          `UPDATE photo SET file_name = $file_name, width = $width, height = $height,
             thumbhash = $thumbhash, edit_rotation = $edit_rotation, edit_x = $edit_x,
             edit_y = $edit_y, edit_width = $edit_width, edit_height = $edit_height
           WHERE row_id = $row_id`,
        )
        .run(row),
    delete: (rowId: number) =>
      query<unknown, { rowId: number }>('DELETE FROM photo WHERE row_id = $rowId').run({ rowId }),
    /** Allows one deleted file to be imported again, or all of them. */
    forgetDeleted: (md5?: string) =>
      md5 === undefined
        ? store.connection.run('DELETE FROM deleted_photo')
        : query<unknown, { md5: string }>('DELETE FROM deleted_photo WHERE md5 = $md5').run({
            md5,
          }),
  }
}

/** The spellings of cameras that photos have. */
function spelledCameras(store: Store) {
  const { connection } = store
  const { ensure, idOf } = cameraSpellings(store)
  return {
    /** The id of the camera that this one is a spelling of. */
    cameraIdOf: idOf,
    mergeCameraSpellings: (onChanged: (photo: number) => void) => mergeSpellings(store, onChanged),
    /**
     * Records this spelling of a camera. @returns the photos that filters may treat differently now:
     * those of this camera, and those whose camera's name contains the words of the model.
     */
    ensureCamera: (make: string, model: string): number[] => {
      const camera = ensure(make, model)
      if (camera === undefined) return []
      const named = connection
        .query<{ rowid: number }, { match: string }>(
          'SELECT rowid FROM photo_text WHERE photo_text MATCH $match',
        )
        .all({ match: cameraWords(model) })
      return [...new Set([...named.map(({ rowid }) => rowid), ...photosOf(connection, camera)])]
    },
  }
}

const jsonOf = (rowIds: ArrayLike<number>): string => JSON.stringify(Array.from(rowIds))

/**
 * Must match how photos/lists.ts finds a camera's photos. The CROSS JOIN makes SQLite begin with the
 * camera's photos; otherwise it reads the whole album for every camera, which is ten times as slow for
 * 20 cameras.
 */
const photosOfCamera = (audience: Audience) =>
  audience === 'owner'
    ? `(SELECT count(*) FROM camera_model CROSS JOIN photo ON photo.camera_model = camera_model.model
        WHERE camera_model.camera = camera.id)`
    : `(SELECT count(*) FROM camera_model CROSS JOIN photo ON photo.camera_model = camera_model.model
        CROSS JOIN album_photo ON album_photo.photo = photo.row_id
        WHERE camera_model.camera = camera.id AND album_photo.album = ${photostream})`

/** Photos may spell a camera's model in several ways; any of them makes the camera visible. */
const cameraIsVisible = (audience: Audience) =>
  `EXISTS (SELECT 1 FROM camera_model CROSS JOIN photo ON photo.camera_model = camera_model.model
     WHERE camera_model.camera = counted.id AND ${photoIsVisible(audience)})`

const isOwnersRow = (row: VisitorRow | OwnerRow): row is OwnerRow => 'isPublic' in row
