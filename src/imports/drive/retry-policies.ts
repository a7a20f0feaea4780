import type { Pause } from '../../core/clock.ts'
import { retry } from '../../core/concurrency/retry.ts'
import { backOffMs, maxTries } from './back-off.ts'
import { asDriveError, isPassing, throwingDriveError } from './drive-error.ts'
import type { Gate } from './gate.ts'

/** Runs a request, perhaps several times. */
export type RetryPolicy = <T>(work: () => Promise<T>) => Promise<T>

/**
 * While a person waits: four pauses of at most 7.5 s in total. A pause is longer if Google asks for it,
 * and if that is more than `patienceMs`, nothing is retried.
 */
const fewTries = 5
const patienceMs = 10_000

/** Retries for a person who waits. @throws DriveError */
export const briefly =
  (pause: Pause): RetryPolicy =>
  (work) =>
    retry(() => throwingDriveError(work), { pauseAfter: briefPauseAfter, pause })

function briefPauseAfter(thrown: unknown, failures: number): number | undefined {
  const error = asDriveError(thrown)
  const isTooLong = error.retryAfterMs > patienceMs
  if (!isPassing(error) || isTooLong || failures >= fewTries) return undefined
  return backOffMs(failures, { retryAfterMs: error.retryAfterMs })
}

/**
 * Retries for a job: as long as Google limits requests, and several times after another problem.
 * @throws DriveError, or the signal's reason.
 */
export const retryForJob =
  (gate: Gate, pause: Pause, signal: AbortSignal): RetryPolicy =>
  (work) => {
    let others = 0
    const pauseAfter = (thrown: unknown): number | undefined => {
      const error = asDriveError(thrown)
      // The gate waits.
      if (error.kind === 'throttled') return 0
      if (error.kind !== 'transient' || ++others >= maxTries) return undefined
      return error.retryAfterMs === 0 ? backOffMs(others) : 0
    }
    const pass = () => throwingDriveError(() => gate.pass(work))
    return retry(pass, { pauseAfter, pause, signal })
  }
