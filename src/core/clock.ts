/** In ms since the epoch; tests bring their own. */
export type Clock = {
  readonly now: () => number
  /** In ms since any moment; for spans of time, which must not change when the clock is set. */
  readonly elapsed: () => number
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }
