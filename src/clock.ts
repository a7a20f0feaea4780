/** In ms since the epoch; tests bring their own. */
export type Clock = { readonly now: () => number }

export const systemClock: Clock = { now: () => Date.now() }
