import type { JobState } from '../../contract/imports/job-states.ts'
import type { Store } from '../../core/database/open.ts'

export type MetricsStore = ReturnType<typeof metricsStore>

/** What is in the database; sizes are in bytes. */
export function metricsStore({ connection, version }: Store) {
  const row = <Row>(sql: string): Row => connection.query<Row, []>(sql).get()!
  return {
    version,
    /** Files include those of earlier versions and of the trash. */
    sizes: () =>
      row<{ photos: number; originals: number; renditions: number }>(
        `SELECT total AS photos, original_bytes AS originals, rendition_bytes AS renditions
         FROM photo_total, disk_use`,
      ),
    databaseBytes: () =>
      row<{ bytes: number }>(
        'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
      ).bytes,
    mailsWaiting: () => row<{ mails: number }>('SELECT count(*) AS mails FROM mail').mails,
    jobs: () =>
      connection
        .query<{ kind: string; state: JobState; jobs: number }, []>(
          'SELECT kind, state, count(*) AS jobs FROM job GROUP BY kind, state',
        )
        .all(),
  }
}
