import { createMiddleware } from 'hono/factory'
import type { Clock } from '../core/clock.ts'
import { AppError } from '../core/errors.ts'
import type { Env } from './env.ts'

const maxKeys = 50_000

/** Counts by key (a client's network) in a sliding window. */
export type RateLimit = {
  /** @throws AppError 429 with Retry-After in seconds when the key has reached its limit. */
  readonly use: (key: string) => void
  /** The error that `use` would throw; counts nothing. */
  readonly refusalOf: (key: string) => AppError | undefined
}

export type Limit = {
  readonly count: number
  readonly windowMs: number
  /** `wait` is 'in 32 seconds' or the like. */
  readonly message: string | ((wait: string) => string)
}

export function createRateLimit(clock: Clock, { count, windowMs, message }: Limit): RateLimit {
  const uses = new Map<string, number[]>()
  const recentUses = (key: string) =>
    (uses.get(key) ?? []).filter((time) => time > clock.elapsed() - windowMs)
  const refusalFor = (recent: number[]): AppError | undefined => {
    if (recent.length < count) return undefined
    const seconds = Math.ceil((recent[0]! + windowMs - clock.elapsed()) / 1000)
    const text = typeof message === 'string' ? message : message(waitOf(seconds))
    return new AppError(429, text, undefined, { 'Retry-After': String(seconds) })
  }
  return {
    use: (key) => {
      const recent = recentUses(key)
      const refusal = refusalFor(recent)
      if (refusal) throw refusal
      uses.delete(key)
      uses.set(key, [...recent, clock.elapsed()])
      if (uses.size > maxKeys) uses.delete(uses.keys().next().value!)
    },
    refusalOf: (key) => refusalFor(recentUses(key)),
  }
}

function waitOf(seconds: number): string {
  if (seconds < 100) return seconds === 1 ? 'in a second' : `in ${seconds} seconds`
  return `in ${Math.ceil(seconds / 60)} minutes`
}

export const limited = (limit: RateLimit) =>
  createMiddleware<Env>(async (c, next) => {
    limit.use(c.get('clientAddress'))
    await next()
  })
