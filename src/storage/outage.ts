import { BucketError } from './bucket-error.ts'

/** How long a request waits for the result of another one. */
const patienceMs = 1000

/**
 * Keeps visitors from waiting for a bucket that does not respond: after a failure, one request at a
 * time is sent as a test, and the others fail like the last one unless the test succeeds soon.
 */
export function createOutage() {
  let failure: BucketError | undefined
  let attempt: Promise<unknown> | undefined

  return {
    /** Waits a little if another request is testing the bucket. */
    settled: async (): Promise<void> => {
      if (!failure || !attempt) return
      const timeout = Promise.withResolvers<void>()
      const timer = setTimeout(timeout.resolve, patienceMs)
      await Promise.race([attempt.catch(() => undefined), timeout.promise])
      clearTimeout(timer)
    },
    run: async <T>(work: () => Promise<T>): Promise<T> => {
      if (failure && attempt) throw failure
      const own = work()
      if (failure) attempt = own
      try {
        const result = await own
        failure = undefined
        return result
      } catch (error) {
        if (error instanceof BucketError && error.kind === 'unavailable') failure = error
        throw error
      } finally {
        if (attempt === own) attempt = undefined
      }
    },
  }
}
