import type { Job } from '../../src/contract/jobs.ts'
import { texts } from './texts.ts'

/** The server may say its states in lower case. */
const isOneOf = (state: string, ...states: Job['state'][]) =>
  states.some((each) => each === state.toUpperCase())

export const isOver = ({ state }: { state: string }) => isOneOf(state, 'FINISHED', 'ABORTED')
export const isAborted = ({ state }: { state: string }) => isOneOf(state, 'ABORTED')

/** What is alerted after scheduling in place of following the job; undefined when it is followed. */
export const alertOfScheduling = (state: string): string | undefined =>
  isOneOf(state, 'SCHEDULED', 'STARTED') ? undefined : state

/** The job to ask for, or what is alerted where there is none. */
export const pollTarget = (job: { id: string } | undefined): { id: string } | { alert: string } =>
  job && job.id !== '' ? { id: job.id } : { alert: texts.noJob }

/** Files that are through, whatever became of them. */
export const throughOf = ({ done, skipped, failed }: Pick<Job, 'done' | 'skipped' | 'failed'>) =>
  done + skipped + failed

/** How many files were through at a moment; `atMs` of a clock that is never set. */
export type Sample = { readonly atMs: number; readonly through: number }

/** Before that a pace is chance. */
const leastSeconds = 5
const leastFiles = 3

/**
 * Seconds until all is through, by the pace since `first`. A file that takes long makes it longer,
 * not silent; undefined until enough has been seen.
 */
export function secondsLeft(first: Sample, now: Sample, total: number): number | undefined {
  const seconds = (now.atMs - first.atMs) / 1000
  const files = now.through - first.through
  const isTold = seconds >= leastSeconds && files >= leastFiles && total > now.through
  return isTold ? ((total - now.through) * seconds) / files : undefined
}
