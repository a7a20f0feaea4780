import type { PhotoSource } from '../../contract/photos/photo-sources.ts'
import type { MatchRule } from '../../contract/photos/versions.ts'
import type { Store } from '../../core/database/open.ts'
import { photoIsVisible } from '../../gallery/photos/visibility.ts'

/** A file that waits for the owner's decision; `origin` and `albums` are JSON. */
export type PendingRow = {
  id: string
  /** The id of the photo that it may be a version of. */
  photo_id: string
  original: string
  md5: string
  bytes: number
  rule: MatchRule
  origin: string
  albums: string
  is_contested: number
  received_at: number
}

/** A photo that a file may be a version of. */
export type CandidateRow = {
  id: string
  /** The original of its current version. */
  original: string
  source: PhotoSource
  source_name: string
  taken_local: string | null
  taken_offset: string | null
  document_id: string | null
  camera_make: string | null
  camera_model: string | null
  camera_serial: string | null
  exposure: string | null
  f_number: number | null
  iso: number | null
  focal_length: number | null
}

/** What decides whether a matched photo may get another version without a question. */
type MatchedRow = { run: string | null; pending: number }

type NewPending = Omit<PendingRow, 'photo_id' | 'is_contested'> & { photo: string }

const pendingColumns = `pending_upload.id, photo.id AS photo_id, pending_upload.original,
  pending_upload.md5, pending_upload.bytes, rule, origin, albums, is_contested, received_at`
const candidateColumns = `id, original, source, source_name, taken_local, taken_offset,
  document_id, camera_make, camera_model, camera_serial, exposure, f_number, iso, focal_length`
const pendingWithPhoto = 'pending_upload CROSS JOIN photo ON photo.row_id = pending_upload.photo'

export type IntakeStore = ReturnType<typeof intakeStore>

/** Writes must be inside Store.write or Store.note. */
export const intakeStore = (store: Store) => ({
  ...matchedPhotos(store),
  ...pendingFiles(store),
  ...pendingChanges(store),
})

const queryOf =
  ({ connection }: Store) =>
  <Row, Params extends Record<string, string | number | null>>(sql: string) =>
    connection.query<Row, Params>(sql)

/** The photos that a file can belong to. */
function matchedPhotos(store: Store) {
  const query = queryOf(store)
  const candidate = `SELECT row_id, ${candidateColumns} FROM photo
    WHERE ${photoIsVisible('owner')}`

  return {
    /** Photos of the same document, or taken within the same second. */
    candidates: (documentId: string | null, takenAt: string | null): CandidateRow[] =>
      query<CandidateRow, { documentId: string | null; from: string | null; to: string | null }>(
        `SELECT ${candidateColumns}
         FROM (${candidate} AND document_id = $documentId
               UNION ${candidate} AND taken_local BETWEEN $from AND $to)
         ORDER BY row_id`,
      ).all({ documentId, ...secondOf(takenAt) }),
    photoOfItem: (source: PhotoSource, item: string): string | undefined =>
      query<{ id: string }, { source: string; item: string }>(
        `SELECT id FROM photo_item CROSS JOIN photo ON photo.row_id = photo_item.photo
         WHERE photo_item.source = $source AND item = $item AND ${photoIsVisible('owner')}`,
      ).get({ source, item })?.id,
    setItem: (source: PhotoSource, item: string, photo: number) =>
      query<unknown, { source: string; item: string; photo: number }>(
        `INSERT INTO photo_item (source, item, photo) VALUES ($source, $item, $photo)
         ON CONFLICT DO UPDATE SET photo = $photo`,
      ).run({ source, item, photo }),
    matched: (photoId: string): MatchedRow | undefined =>
      query<MatchedRow, { photoId: string }>(
        `SELECT run, (SELECT count(*) FROM pending_upload WHERE photo = photo.row_id) AS pending
         FROM photo WHERE id = $photoId`,
      ).get({ photoId }) ?? undefined,
  }
}

/** Files that wait for the owner's decision. */
function pendingFiles(store: Store) {
  const query = queryOf(store)
  return {
    pending: (id: string): PendingRow | undefined =>
      query<PendingRow, { id: string }>(
        `SELECT ${pendingColumns} FROM ${pendingWithPhoto} WHERE pending_upload.id = $id`,
      ).get({ id }) ?? undefined,
    pendingOfMd5: (md5: string): PendingRow | undefined =>
      query<PendingRow, { md5: string }>(
        `SELECT ${pendingColumns} FROM ${pendingWithPhoto} WHERE pending_upload.md5 = $md5`,
      ).get({ md5 }) ?? undefined,
    /** Oldest first; `limit` is for each source. */
    listPending: (limit: number): PendingRow[] =>
      query<PendingRow, { limit: number }>(
        `SELECT ${pendingColumns} FROM ${pendingWithPhoto}
         WHERE pending_upload.id IN (SELECT id FROM (
           SELECT id, row_number() OVER (
             PARTITION BY coalesce(origin ->> '$.sourceId', origin ->> '$.source')
             ORDER BY received_at, id) AS place FROM pending_upload)
           WHERE place <= $limit)
         ORDER BY received_at, pending_upload.id`,
      ).all({ limit }),
    countPendingOf: (sourceId: string): number =>
      query<{ count: number }, { sourceId: string }>(
        "SELECT count(*) AS count FROM pending_upload WHERE origin ->> '$.sourceId' = $sourceId",
      ).get({ sourceId })!.count,
    countPending: (): number =>
      query<{ count: number }, Record<string, never>>(
        'SELECT count(*) AS count FROM pending_upload',
      ).get({})!.count,
    pendingBefore: (time: number): string[] =>
      query<{ id: string }, { time: number }>(
        'SELECT id FROM pending_upload WHERE received_at < $time ORDER BY received_at',
      )
        .all({ time })
        .map(({ id }) => id),
  }
}

function pendingChanges(store: Store) {
  const query = queryOf(store)
  return {
    addPending: (row: NewPending) =>
      query<unknown, NewPending>(
        `INSERT INTO pending_upload
           (id, photo, original, md5, bytes, rule, origin, albums, received_at)
         SELECT $id, row_id, $original, $md5, $bytes, $rule, $origin, $albums, $received_at
         FROM photo WHERE id = $photo`,
      ).run(row).changes > 0,
    /** Another file of the same run matched the same photo. */
    contest: (photoId: string, run: string) =>
      query<unknown, { photoId: string; run: string }>(
        `UPDATE pending_upload SET is_contested = 1
         WHERE photo = (SELECT row_id FROM photo WHERE id = $photoId)
           AND origin ->> '$.run' = $run`,
      ).run({ photoId, run }),
    /** A file that arrives again belongs to the later run. */
    movePending: (id: string, origin: string, albums: string) =>
      query<unknown, { id: string; origin: string; albums: string }>(
        `UPDATE pending_upload SET origin = $origin, albums = $albums,
           is_contested = is_contested AND origin ->> '$.run' IS $origin ->> '$.run'
         WHERE id = $id`,
      ).run({ id, origin, albums }),
    /** @returns whether it was there. */
    removePending: (id: string): boolean =>
      query<unknown, { id: string }>('DELETE FROM pending_upload WHERE id = $id').run({ id })
        .changes > 0,
  }
}

/** The camera's clock with any fraction of that second. */
function secondOf(takenAt: string | null) {
  const second = takenAt?.split('.')[0] ?? null
  return { from: second, to: second && `${second}.999` }
}
