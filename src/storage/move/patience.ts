import { BucketError } from '../bucket-error.ts'

export type Patience = {
  /** Since the last success, in ms; then the error is thrown. */
  readonly giveUpMs: number
  /** Told once when the bucket does not respond. */
  readonly onWaiting: () => void
  readonly signal: AbortSignal
}

const pauseMs = { first: 500, longest: 20_000 }

/** Tries again while a bucket is not available, until nothing has worked for `giveUpMs`. */
export function createPatience({ giveUpMs, onWaiting, signal }: Patience) {
  let workedAt = performance.now()
  let isWaiting = false
  return {
    /** @throws the reason if everything is to end. */
    check: () => signal.throwIfAborted(),
    patiently: async <T>(work: () => Promise<T>): Promise<T> => {
      for (let pause = pauseMs.first; ; pause = Math.min(2 * pause, pauseMs.longest)) {
        try {
          const result = await work()
          workedAt = performance.now()
          isWaiting = false
          return result
        } catch (error) {
          signal.throwIfAborted()
          const isForLater = error instanceof BucketError && error.kind === 'unavailable'
          const wait = Math.max(pause, isForLater ? (error.retryAfterS ?? 0) * 1000 : 0)
          if (!isForLater || performance.now() - workedAt + wait > giveUpMs) throw error
          if (!isWaiting) onWaiting()
          isWaiting = true
          await sleep(wait, signal)
        }
      }
    },
  }
}

export type PatientWork = ReturnType<typeof createPatience>

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  const ended = Promise.withResolvers<void>()
  const timer = setTimeout(ended.resolve, ms)
  signal.addEventListener('abort', () => ended.resolve(), { once: true })
  await ended.promise
  clearTimeout(timer)
  signal.throwIfAborted()
}
