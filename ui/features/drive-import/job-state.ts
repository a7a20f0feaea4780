import type { Job } from '../../../src/contract/imports/jobs.ts'
import { texts } from './texts.ts'

/** The server may send states in lower case. */
const isOneOf = (state: string, ...states: Job['state'][]) =>
  states.some((each) => each === state.toUpperCase())

export const isOver = ({ state }: { state: string }) => isOneOf(state, 'FINISHED', 'ABORTED')
export const isAborted = ({ state }: { state: string }) => isOneOf(state, 'ABORTED')

/** Shorter pauses are not worth reading about. */
const leastPauseMs = 3000

/** Until when it waits for Google, after which it continues by itself. */
export function pauseOf(
  job: Pick<Job, 'state' | 'pausedUntil'>,
  nowMs: number,
): string | undefined {
  const { pausedUntil } = job
  const isPaused = pausedUntil !== null && !isOver(job)
  return isPaused && Date.parse(pausedUntil) - nowMs > leastPauseMs ? pausedUntil : undefined
}

/** The alert for a job that cannot be followed; undefined for one that can. */
export const alertOfScheduling = (state: string): string | undefined =>
  isOneOf(state, 'SCHEDULED', 'STARTED') ? undefined : state

/** The job to poll, or the alert if there is none. */
export const pollTarget = (job: { id: string } | undefined): { id: string } | { alert: string } =>
  job && job.id !== '' ? { id: job.id } : { alert: texts.noJob }

type Outcome = Pick<Job, 'done' | 'replaced' | 'waiting' | 'skipped' | 'failed'>

/** Files about which all is done. */
export const processedOf = ({ done, replaced, waiting, skipped, failed }: Outcome) =>
  done + replaced + waiting + skipped + failed

export const leftOf = (job: Pick<Job, 'total'> & Outcome) =>
  Math.max(0, job.total - processedOf(job))

/** How many files were processed at a moment; `atMs` is of a monotonic clock. */
export type Sample = { readonly atMs: number; readonly processed: number }

/** Until then, the pace is not reliable. */
const leastSeconds = 5
const leastFiles = 3

/**
 * Seconds until all files are processed, from the pace since `first`; a slow file increases it.
 * Undefined until there is enough to estimate from.
 */
export function secondsLeft(first: Sample, now: Sample, total: number): number | undefined {
  const seconds = (now.atMs - first.atMs) / 1000
  const files = now.processed - first.processed
  const isReliable = seconds >= leastSeconds && files >= leastFiles && total > now.processed
  return isReliable ? ((total - now.processed) * seconds) / files : undefined
}
