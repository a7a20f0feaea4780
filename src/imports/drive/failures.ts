import type {
  DriveFailure,
  DriveFailures,
  DriveFailuresQuery,
} from '../../contract/imports/drive.ts'
import type { Store } from '../../core/database/open.ts'
import { notFound } from '../../core/errors.ts'

/**
 * Why a file failed: a problem of the 'moment', which may be over next time, its 'content', which
 * cannot be imported, denied 'access', or its 'size', which is too large.
 */
export type FailureCause = 'moment' | 'content' | 'access' | 'size'

type Failure = {
  readonly file_id: string
  readonly name: string
  /** The content that failed; see found-file.ts. */
  readonly version: string
  readonly bytes: number
  readonly reason: string
  readonly cause: FailureCause
}
type FailureRow = Failure & {
  readonly tries: number
  readonly failed_at: number
  readonly is_dismissed: number
}

const defaultLimit = 50

/** A file that has since been imported in another way is no longer a failure. */
const isOpen = 'NOT EXISTS (SELECT 1 FROM photo WHERE md5 = drive_failure.version)'
const isListed = `is_dismissed = 0 AND ${isOpen}`
const isDismissed = `is_dismissed = 1 AND ${isOpen}`

export type DriveFailuresStore = ReturnType<typeof driveFailures>

/**
 * The files that could not be imported, each until it is imported or dismissed. Writes must be
 * inside Store.write or Store.note.
 */
export const driveFailures = (store: Store, maxUpload: number) => ({
  isTooLarge: (bytes: number): boolean => bytes > maxUpload,
  ...listedFailures(store, maxUpload),
  ...failureRows(store, maxUpload),
})

/** The failures that the owner sees. */
function listedFailures({ connection }: Store, maxUpload: number) {
  const countOf = (condition: string): number =>
    connection
      .query<{ total: number }, []>(
        `SELECT count(*) AS total FROM drive_failure WHERE ${condition}`,
      )
      .get()!.total

  return {
    /** Newest first. */
    page: ({ limit = defaultLimit, offset = 0, dismissed: areDismissed }: DriveFailuresQuery) => {
      const condition = areDismissed ? isDismissed : isListed
      const failures = connection
        .query<FailureRow, { limit: number; offset: number }>(
          `SELECT * FROM drive_failure WHERE ${condition}
           ORDER BY failed_at DESC, file_id DESC LIMIT $limit OFFSET $offset`,
        )
        .all({ limit, offset })
        .map((row) => toDriveFailure(row, maxUpload))
      return {
        length: failures.length,
        total: countOf(condition),
        offset,
        dismissed: countOf(isDismissed),
        failures,
      } satisfies DriveFailures
    },
    listedIds: (): string[] =>
      connection
        .query<{ file_id: string }, []>(
          `SELECT file_id FROM drive_failure WHERE ${isListed} ORDER BY failed_at DESC, file_id DESC`,
        )
        .all()
        .map((row) => row.file_id),
    /**
     * Removes the failure of one file or of all from the list. Those that would happen again are
     * remembered.
     * @throws AppError 404 for a file that is not listed.
     */
    dismiss: (fileId: string | null) => {
      const row = connection
        .query<object, { fileId: string | null }>(
          `SELECT 1 FROM drive_failure WHERE file_id = $fileId AND ${isListed}`,
        )
        .get({ fileId })
      if (fileId !== null && !row) throw notFound()
      const parameters = { fileId }
      const isMeant = '($fileId IS NULL OR file_id = $fileId)'
      connection
        .query<unknown, typeof parameters>(
          `DELETE FROM drive_failure WHERE cause = 'moment' AND ${isMeant}`,
        )
        .run(parameters)
      connection
        .query<unknown, typeof parameters>(
          `UPDATE drive_failure SET is_dismissed = 1 WHERE ${isMeant}`,
        )
        .run(parameters)
    },
  }
}

/** The failures as imports record and consult them. */
function failureRows({ connection }: Store, maxUpload: number) {
  return {
    nameOf: (fileId: string): string | undefined =>
      connection
        .query<{ name: string }, { fileId: string }>(
          'SELECT name FROM drive_failure WHERE file_id = $fileId',
        )
        .get({ fileId })?.name,
    /** Returns whether importing a file, as it is now, would fail again. */
    areFinal: (): ((file: { id: string; version: string; size: number }) => boolean) => {
      const rows = new Map(
        connection
          .query<FailureRow, []>("SELECT * FROM drive_failure WHERE cause <> 'moment'")
          .all()
          .map((row) => [row.file_id, row]),
      )
      return ({ id, version, size }) => {
        const row = rows.get(id)
        if (!row || row.version !== version) return false
        return row.cause !== 'size' || size > maxUpload
      }
    },
    record: ({ file_id, name, version, bytes, reason, cause }: Failure, now: number) =>
      connection
        .query<unknown, Failure & { now: number }>(
          `INSERT INTO drive_failure (file_id, name, version, bytes, reason, cause, tries, failed_at)
           VALUES ($file_id, $name, $version, $bytes, $reason, $cause, 1, $now)
           ON CONFLICT (file_id) DO UPDATE SET
             tries = CASE WHEN $version IN (version, '') THEN tries + 1 ELSE 1 END,
             name = $name, version = $version, bytes = $bytes, reason = $reason, cause = $cause,
             failed_at = $now, is_dismissed = 0`,
        )
        .run({ file_id, name, version, bytes, reason, cause, now }),
    remove: (fileId: string) =>
      connection
        .query<unknown, { fileId: string }>('DELETE FROM drive_failure WHERE file_id = $fileId')
        .run({ fileId }),
  }
}

const toDriveFailure = (row: FailureRow, maxUpload: number): DriveFailure => ({
  fileId: row.file_id,
  name: row.name,
  reason: row.reason,
  tries: row.tries,
  failedAt: new Date(row.failed_at).toISOString(),
  canRetry: canRetry(row, maxUpload),
})

/** Whether another try could succeed with the same content. */
const canRetry = ({ cause, bytes }: Failure, maxUpload: number): boolean =>
  cause === 'size' ? bytes <= maxUpload : cause !== 'content'
