import { type Pause, pauseForReal } from '../clock.ts'

export type RetryOptions = {
  /**
   * How long to wait before the next attempt, in ms, after so many failures; undefined if the error
   * is final.
   */
  readonly pauseAfter: (error: unknown, failures: number) => number | undefined
  /** Ends the pauses; its reason is thrown instead of any error. */
  readonly signal?: AbortSignal
  /** Asked after each pause; then the last error is thrown. */
  readonly isCancelled?: () => boolean
  readonly pause?: Pause
}

/** Does the work until it succeeds. @throws its last error, or the signal's reason. */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { pauseAfter, signal, isCancelled, pause = pauseForReal } = options
  for (let failures = 1; ; failures++) {
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      const ms = pauseAfter(error, failures)
      if (ms === undefined) throw error
      if (ms > 0) await pause(ms, signal)
      if (isCancelled?.()) throw error
    }
  }
}
