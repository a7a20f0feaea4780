import type { Clock } from '../clock.ts'
import { AppError } from '../contract/app-error.ts'
import type { Store } from '../database/open.ts'
import type { JobFile, JobFileEnd, JobFileRow, JobRow } from './row.ts'
import type { JobStore } from './store.ts'

/** The files of the job that is running. */
export type JobFiles = {
  /** Names all of them at once; those with a reason have failed already. */
  readonly list: (files: readonly JobFile[]) => Promise<void>
  readonly pending: () => JobFileRow[]
  /** Notes what became of a file, once and for all. */
  readonly settle: (file: JobFileRow, state: JobFileEnd, reason?: string) => Promise<void>
  /** The same inside Store.write or Store.note. */
  readonly settleNow: (file: JobFileRow, state: JobFileEnd) => void
}

/** Passed to running work, which ends early, by throwing, once the signal is aborted. */
export type JobContext = {
  readonly files: JobFiles
  readonly signal: AbortSignal
  /** The file that is being worked on, for the one who watches. */
  readonly setCurrent: (name: string) => void
}

/**
 * Carries a job out, from wherever it stands.
 * @throws AppError with the reason when everything must stop.
 */
export type Work = (job: JobRow, context: JobContext) => Promise<void>

type Running = { rowId: number; controller: AbortController; current: string | null }

export type Runner = ReturnType<typeof createRunner>

/**
 * Carries out jobs, one at a time. A job that a stop or a crash interrupts stays STARTED, and the
 * next start goes on with it.
 */
export function createRunner(parts: {
  store: Store
  jobs: JobStore
  clock: Clock
  work: Readonly<Record<string, Work>>
}) {
  const { store, jobs, clock, work } = parts
  let isOpen = false
  let isBusy = false
  let loop: Promise<void> = Promise.resolve()
  let running: Running | undefined
  let ended = Promise.withResolvers<void>()

  const wake = () => {
    if (!isOpen || isBusy) return
    isBusy = true
    loop = carryOutAll().catch((error: unknown) => {
      // The database refuses even the job's end; the next wake-up tries again.
      console.error(`The job runner stopped: ${stackOf(error)}`)
    })
  }

  const carryOutAll = async () => {
    try {
      for (let job = jobs.nextToDo(); job && isOpen; job = jobs.nextToDo()) await carryOut(job)
    } finally {
      isBusy = false
    }
  }

  const carryOut = async (job: JobRow) => {
    const controller = new AbortController()
    running = { rowId: job.row_id, controller, current: null }
    const context: JobContext = {
      files: {
        list: async (files) => void (await store.note(() => jobs.list(job.row_id, files))),
        pending: () => jobs.pending(job.row_id),
        settle: async (file, state, reason) =>
          void (await store.note(() => jobs.settle(file, state, reason))),
        settleNow: (file, state) => void jobs.settle(file, state),
      },
      signal: controller.signal,
      setCurrent: (name) => {
        if (running?.rowId === job.row_id) running.current = name
      },
    }
    try {
      const reason = job.stop_reason ?? (await reasonToStop(job, context))
      const isInterrupted = reason !== undefined && !isOpen && stopReason(job.row_id) === null
      if (!isInterrupted) await end(job.row_id, reason)
    } finally {
      running = undefined
      tellOfEnd()
    }
  }

  /** Works, and answers why it had to stop before its end; undefined when it did not. */
  const reasonToStop = async (job: JobRow, context: JobContext): Promise<string | undefined> => {
    await store.note(() => jobs.start(job.row_id, clock.now()))
    try {
      const carry = work[job.kind]
      if (!carry) return `this version has no job of the kind '${job.kind}'`
      await carry(job, context)
      return undefined
    } catch (error) {
      const reason = stopReason(job.row_id)
      if (reason !== null) return reason
      if (error instanceof AppError) return error.message
      if (isOpen) console.error(`Job ${job.id} failed: ${stackOf(error)}`)
      return `internal error; see the log entry ${job.id}`
    }
  }

  const tellOfEnd = () => {
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
    /** Goes on with what the last run left. */
    start: () => {
      isOpen = true
      wake()
    },
    /** Looks for work; called when there is some. */
    wake,
    /** Interrupts the job under way; resolves when nothing of it runs any more. */
    stop: async () => {
      isOpen = false
      running?.controller.abort()
      await loop
    },
    /** The name of the file that a job is working on. */
    current: (rowId: number) => (running?.rowId === rowId ? running.current : null),
    /** Stops a job for good, under way or not; resolves when it has stopped. */
    cancel: async (rowId: number, reason: string) => {
      await store.note(() => jobs.askToStop(rowId, reason))
      if (running?.rowId !== rowId) {
        await end(rowId, reason)
        tellOfEnd()
        return
      }
      const { promise } = ended
      running.controller.abort()
      await promise
    },
    isOpen: () => isOpen,
    /** Resolves when the job under way ends, or was interrupted. */
    untilEnd: () => ended.promise,
  }
}

const stackOf = (error: unknown) => (error instanceof Error ? error.stack : String(error))
