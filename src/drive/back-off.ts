import { asDriveError, type DriveError } from './drive-error.ts'

/** Rejects as soon as the signal is aborted. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>

export const pauseForReal: Pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })

/** The number of attempts: with 7 pauses of about 60 s in total. */
export const maxTries = 8
const firstMs = 500
const longestMs = 32_000

/**
 * In ms: doubled each time and randomly shortened by up to half, so that clients rejected together
 * do not retry together.
 */
export function backOffMs(failures: number, retryAfterMs = 0, random = Math.random()): number {
  const ms = Math.min(longestMs, firstMs * 2 ** (failures - 1))
  return Math.max(Math.round(ms * (0.5 + random / 2)), Math.min(retryAfterMs, longestMs))
}

/** Retries transient errors. @throws DriveError, or the signal's reason. */
export async function withBackOff<T>(
  work: () => Promise<T>,
  { pause, signal, tries }: { pause: Pause; signal?: AbortSignal | undefined; tries: number },
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work()
    } catch (thrown) {
      signal?.throwIfAborted()
      const error: DriveError = asDriveError(thrown)
      if (error.kind !== 'transient' || failures >= tries) throw error
      await pause(backOffMs(failures, error.retryAfterMs), signal)
    }
  }
}
