import type { MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { Clock } from '../clock.ts'
import { AppError } from '../contract/app-error.ts'
import type { Env } from './env.ts'
import { createRateLimit } from './rate-limit.ts'

/** How often a guest may write within a time, and the message beyond that. */
type GuestShare = {
  readonly count: number
  readonly windowMs: number
  readonly message: string
}

/** Guests behind one address (a household, an office, one person with many mailboxes) share this. */
const guestsPerAddress = 4

export type LimitGuests = ReturnType<typeof guestLimits>

/**
 * Makes limits on how often a guest writes; the longest window comes first, so that Retry-After is
 * the time that counts. The owner is not limited. The counts are in memory: a restart forgets one
 * window.
 */
export const guestLimits =
  (clock: Clock) =>
  (shares: readonly GuestShare[]): MiddlewareHandler<Env> => {
    const limits = shares.map((share) => ({
      byGuest: createRateLimit(clock, share),
      byAddress: createRateLimit(clock, { ...share, count: share.count * guestsPerAddress }),
    }))
    return createMiddleware<Env>(async (c, next) => {
      const { isOwner, guest } = c.get('viewer')
      if (!isOwner) {
        const uses = limits.flatMap(({ byGuest, byAddress }) => [
          { limit: byGuest, key: String(guest) },
          { limit: byAddress, key: c.get('clientAddress') },
        ])
        // Checked before any is counted: what one refuses must not use up another.
        for (const { limit, key } of uses) {
          const refusal = limit.refusalOf(key)
          if (refusal) throw refusal
        }
        for (const { limit, key } of uses) limit.use(key)
      }
      await next()
    })
  }

/** Refuses what guests would store while the disk has only the room that the owner's photos need. */
export const guestRoom = (hasRoom: () => Promise<boolean>): MiddlewareHandler<Env> =>
  createMiddleware<Env>(async (c, next) => {
    if (!c.get('viewer').isOwner && !(await hasRoom())) {
      throw new AppError(507, 'the server is short of disk space; try again later')
    }
    await next()
  })
