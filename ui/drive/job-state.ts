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
