import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Clock } from '../core/clock.ts'
import { AppError } from '../core/errors.ts'
import type { Env } from './env.ts'
import { createRateLimit, type RateLimit } from './rate-limit.ts'

type GuestLimit = {
  readonly count: number
  readonly windowMs: number
  readonly message: string
}

/** Guests behind one address (a household, an office) share this. */
const guestsPerAddress = 4

/** List the longest window first, so that Retry-After is right. The owner is not limited. */
export const guestLimits =
  (clock: Clock) =>
  (shares: readonly GuestLimit[]): MiddlewareHandler<Env> => {
    const limits = shares.map((share) => ({
      byGuest: createRateLimit(clock, share),
      byAddress: createRateLimit(clock, { ...share, count: share.count * guestsPerAddress }),
    }))
    return createMiddleware<Env>(async (c, next) => {
      const { isOwner, guest } = c.get('viewer')
      if (!isOwner) {
        countAll(
          limits.flatMap(({ byGuest, byAddress }) => [
            { limit: byGuest, key: String(guest) },
            { limit: byAddress, key: c.get('clientAddress') },
          ]),
        )
      }
      await next()
    })
  }

type Use = { readonly limit: RateLimit; readonly key: string }

/** Checks all limits before counting any: a request that one refuses must not use up another. */
function countAll(uses: readonly Use[]): void {
  for (const { limit, key } of uses) {
    const refusal = limit.refusalOf(key)
    if (refusal) throw refusal
  }
  for (const { limit, key } of uses) limit.use(key)
}

/** Reserves the last space on the disk for the owner's photos. */
export const requireSpaceForGuests = (hasSpace: () => Promise<boolean>): MiddlewareHandler<Env> =>
  createMiddleware<Env>(async (c, next) => {
    if (!c.get('viewer').isOwner && !(await hasSpace())) {
      throw new AppError(507, 'the server is short of disk space; try again later')
    }
    await next()
  })
