import type { Store } from '../../core/database/open.ts'
import { nextRowId } from '../../core/database/row-id.ts'
import type { JobFile, JobFileEnd, JobFileRow, JobRow } from './row.ts'

/** How many jobs are kept. */
const keptJobs = 20
/** How many of a job's failures are sent with it. */
const newestFailures = 5

export type JobStore = ReturnType<typeof jobStore>

/** The SQL of jobs and their files. Writes must be inside Store.write or Store.note. */
export const jobStore = (store: Store) => ({
  ...jobRows(store),
  ...jobStates(store),
  ...jobFiles(store),
})

const queryOf =
  ({ connection }: Store) =>
  <Row, Params extends Record<string, string | number | null> | []>(sql: string) =>
    connection.query<Row, Params>(sql)

/** The jobs themselves. */
function jobRows(store: Store) {
  const query = queryOf(store)
  return {
    byId: (id: string) =>
      query<JobRow, { id: string }>('SELECT * FROM job WHERE id = $id').get({ id }) ?? undefined,
    byRowId: (rowId: number) =>
      query<JobRow, { rowId: number }>('SELECT * FROM job WHERE row_id = $rowId').get({ rowId }) ??
      undefined,
    latest: (kind: string) =>
      query<JobRow, { kind: string }>(
        'SELECT * FROM job WHERE kind = $kind ORDER BY row_id DESC LIMIT 1',
      ).get({ kind }) ?? undefined,
    /** The latest job that is not about selected files. */
    latestWhole: (kind: string) =>
      query<JobRow, { kind: string }>(
        'SELECT * FROM job WHERE kind = $kind AND wanted IS NULL ORDER BY row_id DESC LIMIT 1',
      ).get({ kind }) ?? undefined,
    /** The next job: first one that was started, then in the order of scheduling. */
    next: () =>
      query<JobRow, []>(
        `SELECT * FROM job WHERE state IN ('SCHEDULED', 'STARTED')
         ORDER BY state = 'SCHEDULED', row_id LIMIT 1`,
      ).get() ?? undefined,
    /** Running and waiting jobs, in the order of `next`. */
    unfinished: () =>
      query<JobRow, []>(
        `SELECT * FROM job WHERE state IN ('SCHEDULED', 'STARTED')
         ORDER BY state = 'SCHEDULED', row_id`,
      ).all(),
    schedule: (job: {
      id: string
      kind: string
      wanted: string | null
      folder: string | null
    }): JobRow => {
      store.connection.run(
        `DELETE FROM job WHERE state IN ('FINISHED', 'ABORTED')
           AND row_id <= (SELECT max(row_id) FROM job) - ${keptJobs}
           AND row_id NOT IN (SELECT max(row_id) FROM job WHERE wanted IS NULL GROUP BY kind)`,
      )
      return query<JobRow, typeof job>(
        `INSERT INTO job (row_id, id, kind, state, wanted, folder_name)
         VALUES (${nextRowId('job')}, $id, $kind, 'SCHEDULED', $wanted, $folder)
         RETURNING *`,
      ).get(job)!
    },
  }
}

/** What becomes of a job. */
function jobStates(store: Store) {
  const query = queryOf(store)
  return {
    start: (rowId: number, now: number) =>
      query<unknown, { rowId: number; now: number }>(
        "UPDATE job SET state = 'STARTED', started_at = $now WHERE row_id = $rowId AND state = 'SCHEDULED'",
      ).run({ rowId, now }),
    /** Only a started job finishes. */
    finish: (rowId: number, now: number) =>
      query<unknown, { rowId: number; now: number }>(
        `UPDATE job SET state = 'FINISHED', finished_at = $now, stop_reason = NULL,
           paused_until = NULL, pause_reason = NULL
         WHERE row_id = $rowId AND state = 'STARTED'`,
      ).run({ rowId, now }),
    abort: (rowId: number, now: number, error: string) =>
      query<unknown, { rowId: number; now: number; error: string }>(
        `UPDATE job SET state = 'ABORTED', finished_at = $now, error = $error,
           paused_until = NULL, pause_reason = NULL
         WHERE row_id = $rowId AND state IN ('SCHEDULED', 'STARTED')`,
      ).run({ rowId, now, error }),
    askToStop: (rowId: number, reason: string) =>
      query<unknown, { rowId: number; reason: string }>(
        `UPDATE job SET stop_reason = ifnull(stop_reason, $reason)
         WHERE row_id = $rowId AND state IN ('SCHEDULED', 'STARTED')`,
      ).run({ rowId, reason }),
    /** Until a time in ms; null ends the pause. */
    pause: (rowId: number, until: number | null, reason: string | null) =>
      query<unknown, { rowId: number; until: number | null; reason: string | null }>(
        'UPDATE job SET paused_until = $until, pause_reason = $reason WHERE row_id = $rowId',
      ).run({ rowId, until, reason }),
  }
}

/** The files of jobs. */
function jobFiles(store: Store) {
  const query = queryOf(store)
  const insertFile = query<unknown, JobFileRow & { state: string }>(
    `INSERT INTO job_file
       (job, place, file_id, name, md5, bytes, created_time, state, reason, version, others)
     VALUES
       ($job, $place, $file_id, $name, $md5, $bytes, $created_time, $state, $reason, $version, $others)`,
  )

  return {
    /** Lists all files of a job at once; those with a reason have already failed. */
    list: (rowId: number, files: readonly JobFile[]) => {
      for (const [place, file] of files.entries()) {
        insertFile.run({
          job: rowId,
          place,
          ...file,
          state: file.reason === null ? 'pending' : 'failed',
        })
      }
      query<unknown, { rowId: number }>('UPDATE job SET is_listed = 1 WHERE row_id = $rowId').run({
        rowId,
      })
    },
    pending: (rowId: number) =>
      query<JobFileRow, { rowId: number }>(
        "SELECT * FROM job_file WHERE job = $rowId AND state = 'pending' ORDER BY place",
      ).all({ rowId }),
    newestFailures: (rowId: number) =>
      query<JobFileRow, { rowId: number }>(
        `SELECT * FROM job_file WHERE job = $rowId AND state = 'failed'
         ORDER BY turn DESC, place DESC LIMIT ${newestFailures}`,
      ).all({ rowId }),
    /** Records the final outcome of a file. */
    settle: ({ job, place }: JobFileRow, state: JobFileEnd, reason: string | null = null) =>
      query<unknown, { job: number; place: number; state: string; reason: string | null }>(
        `UPDATE job_file SET state = $state, reason = $reason,
           turn = (SELECT done + replaced + waiting + skipped + failed FROM job WHERE row_id = $job)
         WHERE job = $job AND place = $place AND state = 'pending'`,
      ).run({ job, place, state, reason }),
  }
}
