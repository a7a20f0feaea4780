import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import type { JobFile, JobFileEnd, JobFileRow, JobRow } from './row.ts'
import { type JobStore, jobStore } from './store.ts'

export type JobFiles = {
  /**
   * Lists all files at once; those with a reason have already failed. This and `settle` must be
   * inside Store.write or Store.note.
   */
  readonly list: (files: readonly JobFile[]) => void
  readonly pending: () => JobFileRow[]
  /** Records the final outcome of a file. */
  readonly settle: (file: JobFileRow, state: JobFileEnd, reason?: string) => void
}

/** Passed to running work, which must end early, by throwing, once the signal is aborted. */
export type JobContext = {
  readonly files: JobFiles
  readonly signal: AbortSignal
  readonly setCurrent: (name: string) => void
  /** Shows that the job waits until a time, in ms; it stays STARTED. */
  readonly setPause: (until: number, reason: string) => Promise<void>
  readonly endPause: () => Promise<void>
}

/** @throws AppError with the reason if it cannot continue. */
export type Work = (job: JobRow, context: JobContext) => Promise<void>

type Running = { rowId: number; controller: AbortController; current: string | null }

export type Runner = ReturnType<typeof createRunner>

/** Runs jobs, one at a time. An interrupted job stays STARTED, and the next start continues it. */
export function createRunner({ store, clock }: { store: Store; clock: Clock }) {
  const jobs = jobStore(store)
  const work = new Map<string, Work>()
  let isOpen = false
  let isBusy = false
  let loop: Promise<void> = Promise.resolve()
  let running: Running | undefined
  const jobEnd = createEvent()

  const wake = () => {
    if (!isOpen || isBusy) return
    isBusy = true
    loop = runAll().catch((error: unknown) => {
      // Not even the job's end could be stored; the next wake-up tries again.
      warn(`The job runner stopped: ${stackOf(error)}`)
    })
  }

  const runAll = async () => {
    try {
      for (let job = jobs.next(); job && isOpen; job = jobs.next()) await runJob(job)
    } finally {
      isBusy = false
    }
  }

  const runJob = async (job: JobRow) => {
    const controller = new AbortController()
    running = { rowId: job.row_id, controller, current: null }
    const setCurrent = (name: string) => {
      if (running?.rowId === job.row_id) running.current = name
    }
    const context = contextOf(job, controller.signal, setCurrent, { store, jobs })
    try {
      const reason = job.stop_reason ?? (await reasonToStop(job, context))
      const isInterrupted = reason !== undefined && !isOpen && stopReason(job.row_id) === null
      if (!isInterrupted) await end(job.row_id, reason)
    } finally {
      running = undefined
      jobEnd.happen()
    }
  }

  /** Runs the job. @returns why it had to stop early; undefined if it did not. */
  const reasonToStop = async (job: JobRow, context: JobContext): Promise<string | undefined> => {
    await store.note(() => jobs.start(job.row_id, clock.now()))
    try {
      return await runWork(work.get(job.kind), job, context)
    } catch (error) {
      return stopReason(job.row_id) ?? failureOf(job, error, isOpen)
    }
  }

  const stopReason = (rowId: number) => jobs.byRowId(rowId)?.stop_reason ?? null
  const end = (rowId: number, reason: string | undefined) =>
    store.note(() => endJob(rowId, reason, clock.now(), jobs))

  return {
    /** Sets what runs jobs of a kind. A job of another kind fails. */
    register: (kind: string, run: Work): void => {
      work.set(kind, run)
    },
    /** Continues the jobs that were not finished. */
    start: () => {
      isOpen = true
      wake()
    },
    wake,
    /** Interrupts the running job; resolves once it has stopped. */
    stop: async () => {
      isOpen = false
      running?.controller.abort()
      await loop
    },
    current: (rowId: number) => (running?.rowId === rowId ? running.current : null),
    /** Cancels a job for good, running or not; resolves once it has stopped. */
    cancel: async (rowId: number, reason: string) => {
      await store.note(() => jobs.askToStop(rowId, reason))
      if (running?.rowId !== rowId) {
        await end(rowId, reason)
        jobEnd.happen()
        return
      }
      const stopped = jobEnd.next()
      running.controller.abort()
      await stopped
    },
    isOpen: () => isOpen,
    /** Resolves when the running job has ended or was interrupted. */
    untilEnd: jobEnd.next,
  }
}

/** @returns why the job cannot be run; undefined once it has been. */
async function runWork(
  run: Work | undefined,
  job: JobRow,
  context: JobContext,
): Promise<string | undefined> {
  if (!run) return `this version of Vitrine cannot run jobs of the kind “${job.kind}”`
  await run(job, context)
  return undefined
}

/** Inside Store.note. A reason means that the job had to stop early. */
function endJob(rowId: number, reason: string | undefined, now: number, jobs: JobStore): void {
  if (reason === undefined) jobs.finish(rowId, now)
  else jobs.abort(rowId, now, reason)
}

/** Something that happens again and again. */
function createEvent() {
  let next = Promise.withResolvers<void>()
  return {
    next: (): Promise<void> => next.promise,
    happen: (): void => {
      next.resolve()
      next = Promise.withResolvers()
    },
  }
}

/** For the owner. What is interrupted as the gallery stops need not be logged. */
function failureOf({ id }: JobRow, error: unknown, isOpen: boolean): string {
  if (error instanceof AppError) return error.message
  if (isOpen) warn(`Job ${id} failed: ${stackOf(error)}`)
  return `internal error; see the log entry ${id}`
}

/** What running work is given of its job. */
const contextOf = (
  { row_id: rowId }: JobRow,
  signal: AbortSignal,
  setCurrent: (name: string) => void,
  { store, jobs }: { store: Store; jobs: JobStore },
): JobContext => ({
  files: {
    list: (files) => jobs.list(rowId, files),
    pending: () => jobs.pending(rowId),
    settle: (file, state, reason) => void jobs.settle(file, state, reason),
  },
  signal,
  setCurrent,
  setPause: async (until, reason) =>
    void (await store.note(() => jobs.pause(rowId, until, reason))),
  endPause: async () => void (await store.note(() => jobs.pause(rowId, null, null))),
})
