import type { Clock } from '../clock.ts'
import { AppError } from '../contract/app-error.ts'

/** How many addresses are remembered; past it the oldest are forgotten. */
const rememberedKeys = 50_000

/** Counts what one key (a client address) does within a sliding window. */
export type RateLimit = {
  /** @throws AppError 429 with Retry-After in seconds when the key has used its share. */
  readonly use: (key: string) => void
  /** Like use, but counts nothing. */
  readonly check: (key: string) => void
}

export function createRateLimit(
  clock: Clock,
  { count, windowMs, message }: { count: number; windowMs: number; message: string },
): RateLimit {
  const uses = new Map<string, number[]>()
  const recentUses = (key: string): number[] => {
    const now = clock.now()
    const recent = (uses.get(key) ?? []).filter((time) => time > now - windowMs)
    if (recent.length >= count) {
      const seconds = Math.ceil((recent[0]! + windowMs - now) / 1000)
      throw new AppError(429, message, undefined, { 'Retry-After': String(seconds) })
    }
    return recent
  }
  return {
    use: (key) => {
      const recent = recentUses(key)
      uses.delete(key)
      uses.set(key, [...recent, clock.now()])
      if (uses.size > rememberedKeys) uses.delete(uses.keys().next().value!)
    },
    check: (key) => {
      recentUses(key)
    },
  }
}
