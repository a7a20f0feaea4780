import type { Job } from '../../src/contract/jobs.ts'
import { texts } from './texts.ts'

/** The server may send states in lower case. */
const isOneOf = (state: string, ...states: Job['state'][]) =>
  states.some((each) => each === state.toUpperCase())

export const isOver = ({ state }: { state: string }) => isOneOf(state, 'FINISHED', 'ABORTED')
export const isAborted = ({ state }: { state: string }) => isOneOf(state, 'ABORTED')

/** The alert for a job that cannot be followed; undefined for one that can. */
export const alertOfScheduling = (state: string): string | undefined =>
  isOneOf(state, 'SCHEDULED', 'STARTED') ? undefined : state

/** The job to poll, or the alert if there is none. */
export const pollTarget = (job: { id: string } | undefined): { id: string } | { alert: string } =>
  job && job.id !== '' ? { id: job.id } : { alert: texts.noJob }

/** Processed files, whatever the result. */
export const throughOf = ({ done, skipped, failed }: Pick<Job, 'done' | 'skipped' | 'failed'>) =>
  done + skipped + failed

/** How many files were processed at a moment; `atMs` of a monotonic clock. */
export type Sample = { readonly atMs: number; readonly through: number }

/** Before that, the pace is not reliable. */
const leastSeconds = 5
const leastFiles = 3

/**
 * Seconds until all files are processed, by the pace since `first`; a slow file makes it longer.
 * Undefined until there is enough to estimate from.
 */
export function secondsLeft(first: Sample, now: Sample, total: number): number | undefined {
  const seconds = (now.atMs - first.atMs) / 1000
  const files = now.through - first.through
  const isTold = seconds >= leastSeconds && files >= leastFiles && total > now.through
  return isTold ? ((total - now.through) * seconds) / files : undefined
}
