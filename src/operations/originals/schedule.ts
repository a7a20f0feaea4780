import { dayMs } from '../../core/time.ts'

/** Every original is read at least once within this time, in ms. */
const periodMs = 90 * dayMs
/** The server can be off for so long without breaking that promise, in ms. */
const offMs = 14 * dayMs
/** How long a pass takes, in ms: an original that was added behind the cursor waits for two. */
const passMs = 36 * dayMs
/** As many are read even if fewer would do. */
const fewest = 20

export type PassState = {
  readonly cursor: string
  readonly began_at: number | null
  readonly last_began_at: number | null
}

export type Pass = { readonly cursor: string; readonly beganAt: number; readonly endsAt: number }

/** The pass that is under way at `now`, in ms, or that begins now. */
export function passAt({ cursor, began_at, last_began_at }: PassState, now: number): Pass {
  // A clock that was set back begins a new one.
  const isUnderWay = began_at !== null && began_at <= now
  const beganAt = isUnderWay ? began_at : now
  const planned = beganAt + passMs
  const isLastKnown = last_began_at !== null && last_began_at <= beganAt
  // An original can have been read last when the last pass began; the day is for the next check.
  const latest = isLastKnown ? last_began_at + periodMs - offMs - dayMs : planned
  return { cursor: isUnderWay ? cursor : '', beganAt, endsAt: Math.min(planned, latest) }
}

/** How many of `left` originals are read today, if all should be in `leftMs`. */
export function shareOfDay(left: number, leftMs: number): number {
  const days = Math.max(1, Math.floor(leftMs / dayMs))
  return Math.max(fewest, Math.ceil(left / days))
}
