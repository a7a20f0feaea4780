import { retry } from '../../core/concurrency/retry.ts'
import { BucketError } from '../bucket-error.ts'

export type BucketRetryOptions = {
  /** How long after the last success the error is thrown, in ms. */
  readonly giveUpMs: number
  /** Called once when the bucket does not respond. */
  readonly onWaiting: () => void
  readonly signal: AbortSignal
}

const pauseMs = { first: 500, longest: 20_000 }

export type BucketRetry = ReturnType<typeof createBucketRetry>

/** Tries again while a bucket is not available, until nothing has worked for `giveUpMs`. */
export function createBucketRetry({ giveUpMs, onWaiting, signal }: BucketRetryOptions) {
  let workedAt = performance.now()
  let isWaiting = false

  const pauseAfter = (error: unknown, failures: number): number | undefined => {
    if (!(error instanceof BucketError) || error.kind !== 'unavailable') return undefined
    const ownMs = Math.min(pauseMs.first * 2 ** (failures - 1), pauseMs.longest)
    const ms = Math.max(ownMs, (error.retryAfterS ?? 0) * 1000)
    if (performance.now() - workedAt + ms > giveUpMs) return undefined
    if (!isWaiting) onWaiting()
    isWaiting = true
    return ms
  }

  return {
    /** @throws the signal's reason if the move was stopped. */
    check: () => signal.throwIfAborted(),
    withRetries: async <T>(work: () => Promise<T>): Promise<T> => {
      const result = await retry(work, { pauseAfter, signal })
      workedAt = performance.now()
      isWaiting = false
      return result
    },
  }
}
