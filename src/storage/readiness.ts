import { warn } from '../core/log.ts'
import type { Bucket } from './bucket.ts'
import { BucketError } from './bucket-error.ts'
import { storeRefuses, storeSilent } from './bucket-failures.ts'
import { claimBucket, requireOwnBucket } from './marker.ts'

const defaultTimesMs = {
  /** Between two attempts; doubled each time. */
  first: 500,
  longest: 30_000,
  /** How long a request waits for the answer of an attempt. */
  patience: 3000,
  /** A request may start an attempt of its own if the last one was this long ago. */
  asked: 2000,
}

/**
 * Finds out in the background whether the bucket's folder belongs to this gallery, and tries again
 * until it does: the bucket may respond later, or a person may correct the settings.
 */
export function createReadiness(parts: {
  bucket: Bucket
  libraryId: string
  /** For the operator, 's3://bucket/prefix'. */
  address?: string | undefined
  /** The gallery has files there, so that a bucket without its marker is the wrong one. */
  isInUse?: boolean
  timesMs?: Partial<typeof defaultTimesMs>
}) {
  const { bucket, libraryId, address, isInUse = false } = parts
  const times = { ...defaultTimesMs, ...parts.timesMs }
  let isReady = false
  let isStopped = false
  let waitMs = times.first
  let timer: ReturnType<typeof setTimeout> | undefined
  let attempt: Promise<void> | undefined
  let failure: unknown
  let failedAt = 0
  let reported: string | undefined

  const tryNow = (): Promise<void> => {
    clearTimeout(timer)
    attempt ??= (isInUse ? requireOwnBucket : claimBucket)(bucket, libraryId)
      .then(
        () => {
          isReady = true
        },
        (error: unknown) => fail(error),
      )
      .finally(() => {
        attempt = undefined
      })
    return attempt
  }

  const fail = (error: unknown) => {
    failure = error
    failedAt = performance.now()
    if (isStopped) return
    const reason = error instanceof Error ? error.message : String(error)
    if (reason !== reported) warn(`Media store${address ? ` ${address}` : ''}: ${reason}`)
    reported = reason
    timer = setTimeout(tryNow, waitMs)
    timer.unref()
    waitMs = Math.min(2 * waitMs, times.longest)
  }

  const refusal = () => {
    if (failure === undefined) return storeSilent()
    if (failure instanceof BucketError && failure.kind === 'unavailable') {
      return storeSilent(failure.retryAfterS)
    }
    return storeRefuses()
  }

  void tryNow()

  return {
    /** @throws AppError 503 unless the bucket is known to be this gallery's. */
    ready: async (): Promise<void> => {
      if (isReady) return
      if (!attempt && performance.now() - failedAt < times.asked) throw refusal()
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, times.patience)
      await Promise.race([tryNow(), timeout.promise])
      clearTimeout(timer)
      if (!isReady) throw refusal()
    },
    /** Why the bucket cannot be used. */
    trouble: () => (isReady ? undefined : reported),
    /** No further attempts are made. */
    stop: (): void => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
