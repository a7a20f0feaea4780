import type { Job, LatestJob } from '../../contract/imports/jobs.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { notFound } from '../../core/errors.ts'
import type { JobFileRow, JobRow } from './row.ts'
import type { Runner } from './runner.ts'
import { jobStore } from './store.ts'

export type Jobs = ReturnType<typeof createJobs>

export function createJobs(parts: { store: Store; runner: Runner; clock: Clock }) {
  const { store, runner, clock } = parts
  const jobs = jobStore(store)
  const toJob = (row: JobRow): Job => {
    const failures = row.failed === 0 ? [] : jobs.newestFailures(row.row_id)
    return jobOf(row, runner.current(row.row_id), failures)
  }
  const existing = (id: string): JobRow => {
    const row = jobs.byId(id)
    if (!row) throw notFound()
    return row
  }

  return {
    /**
     * Schedules a job for these ids, or for all new files. A live job is passed to `onLive`, which
     * may throw, and then returned unchanged.
     */
    schedule: async (
      kind: string,
      wanted: readonly string[] | undefined,
      { folder, onLive }: { folder?: () => string | null; onLive?: (job: Job) => void } = {},
    ): Promise<Job> => {
      const row = await store.note(() => {
        const latest = jobs.latest(kind)
        if (latest && !isFinal(latest)) {
          onLive?.(toJob(latest))
          return latest
        }
        return jobs.schedule({
          id: Bun.randomUUIDv7('hex', clock.now()),
          kind,
          wanted: wanted ? JSON.stringify(wanted) : null,
          folder: folder?.() ?? null,
        })
      })
      runner.wake()
      return toJob(jobs.byRowId(row.row_id) ?? row)
    },
    live: (kind: string): Job | undefined => {
      const row = jobs.latest(kind)
      return row && !isFinal(row) ? toJob(row) : undefined
    },
    /** All running and waiting jobs. */
    unfinished: (): Job[] => jobs.unfinished().map(toJob),
    /** The latest job of its kind, or {id: ''}; with `isWhole`, the latest for all new files. */
    latest: (kind: string, isWhole = false): LatestJob => {
      const row = isWhole ? jobs.latestWhole(kind) : jobs.latest(kind)
      return row ? toJob(row) : { id: '' }
    },
    /** @throws AppError 404 */
    get: (id: string): Job => toJob(existing(id)),
    /** Stops a job; returns a finished one unchanged. @throws AppError 404 */
    cancel: async (id: string, reason = 'cancelled'): Promise<Job> => {
      const row = existing(id)
      if (!isFinal(row)) await runner.cancel(row.row_id, reason)
      return toJob(existing(id))
    },
    /** The job at its end, or unfinished after `limitMs` or at shutdown. @throws AppError 404 */
    awaited: async (id: string, limitMs: number): Promise<Job> => {
      const late = Promise.withResolvers<true>()
      const timer = setTimeout(() => late.resolve(true), limitMs)
      try {
        for (let isLate = false; !isLate && runner.isOpen() && !isFinal(existing(id)); ) {
          isLate = await Promise.race([runner.untilEnd().then(() => false), late.promise])
        }
        return toJob(existing(id))
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

const jobOf = (row: JobRow, current: string | null, failures: readonly JobFileRow[]): Job => ({
  id: row.id,
  kind: row.kind,
  folder: row.folder_name,
  isSelection: row.wanted !== null,
  state: row.state,
  percent: percentOf(row),
  total: row.total,
  done: row.done,
  replaced: row.replaced,
  waiting: row.waiting,
  skipped: row.skipped,
  failed: row.failed,
  current,
  startedAt: toDate(row.started_at),
  finishedAt: toDate(row.finished_at),
  error: row.error,
  isStopped: row.state === 'ABORTED' && row.stop_reason !== null,
  pausedUntil: toDate(row.paused_until),
  pauseReason: row.pause_reason,
  failures: failures.map(({ file_id: fileId, name, reason }) => ({
    fileId,
    name,
    reason: reason ?? '',
  })),
})

const isFinal = ({ state }: JobRow) => state === 'FINISHED' || state === 'ABORTED'

/** 100 only at the end: the last file may still be in progress. */
function percentOf({ state, total, ...counts }: JobRow): number {
  if (state === 'FINISHED') return 100
  const { done, replaced, waiting, skipped, failed } = counts
  const processed = done + replaced + waiting + skipped + failed
  return total === 0 ? 0 : Math.min(99, Math.floor((100 * processed) / total))
}

const toDate = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
