import type { Pause } from '../../core/clock.ts'
import { limit } from '../../core/concurrency/limit.ts'
import { backOffMs } from './back-off.ts'
import { asDriveError, type DriveError, isPassing } from './drive-error.ts'

/** Between two attempts while Google limits requests, unless it asks for a longer wait, in ms. */
const longestPauseMs = 5 * 60_000

/**
 * What all requests of a job pass through. As soon as Google limits one, all wait; then one request
 * is tried, and the others follow if it succeeds.
 */
export type Gate = {
  /** @throws DriveError of a request that was made; the signal's reason. */
  readonly pass: <T>(request: () => Promise<T>) => Promise<T>
}

export function createGate(parts: {
  readonly pause: Pause
  readonly signal: AbortSignal
  /** How long an earlier process still had to wait, in ms. */
  readonly restMs: number
  /** Called before each wait with its length, and when requests succeed again. */
  readonly onPause: (ms: number, reason: string) => Promise<void>
  readonly onResume: () => Promise<void>
}): Gate {
  const { pause, signal, onPause, onResume } = parts
  const inTurn = limit(1)
  /** Limited responses since the last success; 0 while the gate is open. */
  let limited = parts.restMs > 0 ? 1 : 0
  /** The rest of the current pause, and its whole length, in ms. */
  let rest = parts.restMs
  let length = rest
  /** A request that began before the last pause can only make that pause longer. */
  let pauses = 0

  const close = async (error: DriveError, begunAt: number) => {
    if (begunAt === pauses) {
      pauses++
      limited++
      length = backOffMs(limited, { retryAfterMs: error.retryAfterMs, mostMs: longestPauseMs })
      rest = length
    } else if (error.retryAfterMs > length) {
      rest += error.retryAfterMs - length
      length = error.retryAfterMs
    } else return
    await onPause(length, error.message)
  }
  const open = async () => {
    if (limited === 0) return
    limited = 0
    await onResume()
  }

  const attempt = async <T>(request: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted()
    const begunAt = pauses
    try {
      const result = await request()
      if (begunAt === pauses) await open()
      return result
    } catch (thrown) {
      signal.throwIfAborted()
      const error = asDriveError(thrown)
      if (error.kind === 'throttled' || error.retryAfterMs > 0) await close(error, begunAt)
      else if (!isPassing(error) && begunAt === pauses) await open()
      throw error
    }
  }

  const waitOut = async () => {
    while (rest > 0) {
      const ms = rest
      rest = 0
      await pause(ms, signal)
    }
  }

  return {
    pass: async (request) => {
      while (limited > 0) {
        const tried = await inTurn(async () => {
          if (limited === 0) return undefined
          await waitOut()
          return { result: await attempt(request) }
        })
        if (tried) return tried.result
      }
      return attempt(request)
    },
  }
}
