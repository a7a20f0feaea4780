import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { createJobs } from './jobs.ts'
import { createRunner } from './runner.ts'
import { jobStore } from './store.ts'

type Work = Parameters<typeof createRunner>[0]['work']

/** Builds the jobs and what runs them; `work` does each kind of job. */
export function buildJobs({ store, clock, work }: { store: Store; clock: Clock; work: Work }) {
  const rows = jobStore(store)
  const runner = createRunner({ store, jobs: rows, clock, work })
  return { runner, jobs: createJobs({ store, jobs: rows, runner, clock }) }
}
