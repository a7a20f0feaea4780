import type { Pause } from '../../core/clock.ts'
import { retry } from '../../core/concurrency/retry.ts'
import { asDriveError, isPassing, throwingDriveError } from './drive-error.ts'

/** The number of attempts: with 7 pauses of about 60 s in total. */
export const maxTries = 8
const firstMs = 500
const longestMs = 32_000

/**
 * In ms: doubled each time up to `mostMs` and randomly shortened by up to half, so that clients
 * rejected together do not retry together; never shorter than Google asks for.
 */
export function backOffMs(
  failures: number,
  { retryAfterMs = 0, mostMs = longestMs, random = Math.random() } = {},
): number {
  const ms = Math.min(mostMs, firstMs * 2 ** (failures - 1))
  return Math.max(Math.round(ms * (0.5 + random / 2)), retryAfterMs)
}

/** Runs a request, perhaps several times. */
export type Carry = <T>(work: () => Promise<T>) => Promise<T>

/** While a person waits: four pauses of about 7 s in total; none if Google wants a longer one. */
const fewTries = 5
const patienceMs = 10_000

/** Retries for a person who waits. @throws DriveError */
export const briefly =
  (pause: Pause): Carry =>
  (work) =>
    retry(() => throwingDriveError(work), { pauseAfter: briefPauseAfter, pause })

function briefPauseAfter(thrown: unknown, failures: number): number | undefined {
  const error = asDriveError(thrown)
  const isTooLong = error.retryAfterMs > patienceMs
  if (!isPassing(error) || isTooLong || failures >= fewTries) return undefined
  return backOffMs(failures, error)
}
