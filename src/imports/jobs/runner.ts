import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import type { JobFile, JobFileEnd, JobFileRow, JobRow } from './row.ts'
import { jobStore } from './store.ts'

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
  let ended = Promise.withResolvers<void>()

  const wake = () => {
    if (!isOpen || isBusy) return
    isBusy = true
    loop = runAll().catch((error: unknown) => {
      // The database refuses even the job's end; the next wake-up retries.
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
    const context: JobContext = {
      files: {
        list: (files) => jobs.list(job.row_id, files),
        pending: () => jobs.pending(job.row_id),
        settle: (file, state, reason) => void jobs.settle(file, state, reason),
      },
      signal: controller.signal,
      setCurrent: (name) => {
        if (running?.rowId === job.row_id) running.current = name
      },
      setPause: async (until, reason) =>
        void (await store.note(() => jobs.pause(job.row_id, until, reason))),
      endPause: async () => void (await store.note(() => jobs.pause(job.row_id, null, null))),
    }
    try {
      const reason = job.stop_reason ?? (await reasonToStop(job, context))
      const isInterrupted = reason !== undefined && !isOpen && stopReason(job.row_id) === null
      if (!isInterrupted) await end(job.row_id, reason)
    } finally {
      running = undefined
      notifyEnd()
    }
  }

  /** Runs the job. @returns why it had to stop early; undefined if it did not. */
  const reasonToStop = async (job: JobRow, context: JobContext): Promise<string | undefined> => {
    await store.note(() => jobs.start(job.row_id, clock.now()))
    try {
      const run = work.get(job.kind)
      if (!run) return `this version of Vitrine cannot run jobs of the kind “${job.kind}”`
      await run(job, context)
      return undefined
    } catch (error) {
      const reason = stopReason(job.row_id)
      if (reason !== null) return reason
      if (error instanceof AppError) return error.message
      if (isOpen) warn(`Job ${job.id} failed: ${stackOf(error)}`)
      return `internal error; see the log entry ${job.id}`
    }
  }

  const notifyEnd = () => {
    ended.resolve()
    ended = Promise.withResolvers()
  }
  const stopReason = (rowId: number) => jobs.byRowId(rowId)?.stop_reason ?? null
  const end = (rowId: number, reason: string | undefined) =>
    store.note(() =>
      reason === undefined
        ? jobs.finish(rowId, clock.now())
        : jobs.abort(rowId, clock.now(), reason),
    )

  return {
    /** Says who does a kind of job. A job of another kind fails. */
    register: (kind: string, does: Work): void => {
      work.set(kind, does)
    },
    /** Continues what the last run left. */
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
        notifyEnd()
        return
      }
      const { promise } = ended
      running.controller.abort()
      await promise
    },
    isOpen: () => isOpen,
    /** Resolves when the running job has ended or was interrupted. */
    untilEnd: () => ended.promise,
  }
}
