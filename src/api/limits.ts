import type { Clock } from '../core/clock.ts'
import { createRateLimit, type Limit } from '../http/rate-limit.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** How often one address may use an endpoint. A guest's own limits are in http/guest-limits.ts. */
export function createLimits(clock: Clock) {
  const limit = (count: number, windowMs: number, message: Limit['message']) =>
    createRateLimit(clock, { count, windowMs, message })
  return {
    /** Wrong passwords, by browsers that have never signed in, and by those that have. */
    login: limit(10, minuteMs, 'too many attempts; wait a minute'),
    knownBrowserLogin: limit(10, minuteMs, 'too many attempts; wait a minute'),
    wholeLists: limit(
      30,
      minuteMs,
      'too many requests for long lists; use offset and a limit of at most 500',
    ),
    downloads: limit(10, 10 * minuteMs, (wait) => `too many downloads; try again ${wait}`),
    registrations: limit(
      20,
      hourMs,
      (wait) => `too many registrations from your network; try again ${wait}`,
    ),
    wrongTokens: limit(10, minuteMs, 'too many wrong tokens; wait a minute'),
    verifications: limit(60, minuteMs, 'too many links were opened; wait a minute'),
  }
}
