/** In ms since the epoch. Tests pass their own. */
export type Clock = {
  readonly now: () => number
  /** In ms since any moment; for spans of time, which must not change when the clock is set. */
  readonly elapsed: () => number
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }

/** Rejects as soon as the signal is aborted. */
export type Pause = (ms: number, signal?: AbortSignal) => Promise<void>

/** A timer for longer, some 24 days, would fire at once. */
const longestTimerMs = 2 ** 31 - 1

export const pauseForReal: Pause = async (ms, signal) => {
  for (let left = ms; left > longestTimerMs; left -= longestTimerMs) {
    await sleep(longestTimerMs, signal)
  }
  await sleep(ms % longestTimerMs, signal)
}

const sleep: Pause = (ms, signal) =>
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
