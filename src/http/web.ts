import type { Context } from 'hono'
import type { Clock } from '../core/clock.ts'
import { hourMs, minuteMs } from '../core/time.ts'
import { siteCookies } from './cookie.ts'
import type { Env } from './env.ts'
import { guestLimits, requireSpaceForGuests } from './guest-limits.ts'
import { createRateLimit, type Limit } from './rate-limit.ts'
import { createResponseCache } from './response-cache.ts'

/** The cookies, the response cache and the rate limits, which the routes of several features use. */
export type Web = ReturnType<typeof createWeb>

/** `dataVersion` changes with every write, which invalidates the cache. */
export function createWeb({
  isSecure,
  clock,
  dataVersion,
  hasSpaceForGuests,
}: {
  /** Whether a request's cookies are for https only. */
  isSecure: (c: Context<Env>) => boolean
  clock: Clock
  dataVersion: () => number
  hasSpaceForGuests: () => Promise<boolean>
}) {
  const limit = (count: number, windowMs: number, message: Limit['message']) =>
    createRateLimit(clock, { count, windowMs, message })
  return {
    cookies: siteCookies(isSecure),
    cached: createResponseCache(dataVersion),

    // How often one address may use an endpoint
    /** Wrong passwords: from browsers that have never signed in, and from those that have. */
    logins: limit(10, minuteMs, 'too many attempts; wait a minute'),
    knownBrowserLogins: limit(10, minuteMs, 'too many attempts; wait a minute'),
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

    // What guests may write
    limitGuests: guestLimits(clock),
    requireSpace: requireSpaceForGuests(hasSpaceForGuests),
  }
}
