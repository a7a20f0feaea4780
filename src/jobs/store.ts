import type { Store } from '../database/open.ts'
import { nextRowId } from '../database/row-id.ts'
import type { JobFile, JobFileEnd, JobFileRow, JobRow } from './row.ts'

/** How many jobs are kept to look at. */
const keptJobs = 20

export type JobStore = ReturnType<typeof jobStore>

/** The SQL of jobs and their files. Writes belong inside Store.write or Store.note. */
export function jobStore({ connection }: Store) {
  const query = <Row, Params extends Record<string, string | number | null> | []>(sql: string) =>
    connection.query<Row, Params>(sql)
  const insertFile = query<unknown, JobFileRow & { state: string }>(
    `INSERT INTO job_file (job, place, file_id, name, md5, bytes, created_time, state, reason)
     VALUES ($job, $place, $file_id, $name, $md5, $bytes, $created_time, $state, $reason)`,
  )

  return {
    byId: (id: string) =>
      query<JobRow, { id: string }>('SELECT * FROM job WHERE id = $id').get({ id }) ?? undefined,
    byNumber: (n: number) =>
      query<JobRow, { n: number }>('SELECT * FROM job WHERE n = $n').get({ n }) ?? undefined,
    latest: (kind: string) =>
      query<JobRow, { kind: string }>(
        'SELECT * FROM job WHERE kind = $kind ORDER BY n DESC LIMIT 1',
      ).get({ kind }) ?? undefined,
    /** The job whose turn it is: what was begun first, then in the order of scheduling. */
    nextToDo: () =>
      query<JobRow, []>(
        `SELECT * FROM job WHERE state IN ('SCHEDULED', 'STARTED')
         ORDER BY state = 'SCHEDULED', n LIMIT 1`,
      ).get() ?? undefined,
    /** Adds a job and forgets the oldest ones. */
    schedule: (job: { id: string; kind: string; wanted: string | null }): JobRow => {
      connection.run(
        `DELETE FROM job WHERE state IN ('FINISHED', 'ABORTED')
           AND n <= (SELECT max(n) FROM job) - ${keptJobs}`,
      )
      return query<JobRow, typeof job>(
        `INSERT INTO job (n, id, kind, state, wanted)
         VALUES (${nextRowId('job')}, $id, $kind, 'SCHEDULED', $wanted)
         RETURNING *`,
      ).get(job)!
    },
    start: (n: number, now: number) =>
      query<unknown, { n: number; now: number }>(
        "UPDATE job SET state = 'STARTED', started_at = $now WHERE n = $n AND state = 'SCHEDULED'",
      ).run({ n, now }),
    /** Only a started job finishes. */
    finish: (n: number, now: number) =>
      query<unknown, { n: number; now: number }>(
        `UPDATE job SET state = 'FINISHED', finished_at = $now, stop_reason = NULL
         WHERE n = $n AND state = 'STARTED'`,
      ).run({ n, now }),
    abort: (n: number, now: number, error: string) =>
      query<unknown, { n: number; now: number; error: string }>(
        `UPDATE job SET state = 'ABORTED', finished_at = $now, error = $error
         WHERE n = $n AND state IN ('SCHEDULED', 'STARTED')`,
      ).run({ n, now, error }),
    askToStop: (n: number, reason: string) =>
      query<unknown, { n: number; reason: string }>(
        `UPDATE job SET stop_reason = ifnull(stop_reason, $reason)
         WHERE n = $n AND state IN ('SCHEDULED', 'STARTED')`,
      ).run({ n, reason }),
    /** Names all files of a job at once; those with a reason have failed already. */
    list: (n: number, files: readonly JobFile[]) => {
      for (const [place, file] of files.entries()) {
        insertFile.run({
          job: n,
          place,
          ...file,
          state: file.reason === null ? 'pending' : 'failed',
        })
      }
      query<unknown, { n: number }>('UPDATE job SET is_listed = 1 WHERE n = $n').run({ n })
    },
    pending: (n: number) =>
      query<JobFileRow, { n: number }>(
        "SELECT * FROM job_file WHERE job = $n AND state = 'pending' ORDER BY place",
      ).all({ n }),
    failures: (n: number) =>
      query<JobFileRow, { n: number }>(
        "SELECT * FROM job_file WHERE job = $n AND state = 'failed' ORDER BY place",
      ).all({ n }),
    /** Says once and for all what became of a file. */
    settle: ({ job, place }: JobFileRow, state: JobFileEnd, reason: string | null = null) =>
      query<unknown, { job: number; place: number; state: string; reason: string | null }>(
        `UPDATE job_file SET state = $state, reason = $reason
         WHERE job = $job AND place = $place AND state = 'pending'`,
      ).run({ job, place, state, reason }),
  }
}
