import type { MiddlewareHandler } from 'hono'
import { GuestChange, NewGuest, VerificationQuery } from '../contract/guests.ts'
import { handle } from '../http/call.ts'
import type { SiteCookie } from '../http/cookie.ts'
import type { Env } from '../http/env.ts'
import { limited, type RateLimit } from '../http/rate-limit.ts'
import { idParam, json, query } from '../http/validate.ts'
import type { Likes } from '../likes/likes.ts'
import type { Guests } from './guests.ts'
import { type GuestSessions, guestSessionMs } from './sessions.ts'

/** The calls of guests. `registrations` counts what may send a mail, by client address. */
export function guestCalls({
  guests,
  guestSessions,
  likes,
  cookie,
  registrations,
  room,
}: {
  guests: Guests
  guestSessions: GuestSessions
  likes: Likes
  cookie: SiteCookie
  registrations: RateLimit
  room: MiddlewareHandler<Env>
}) {
  return {
    is: handle((c) => c.json({ data: { authenticated: c.get('viewer').guest !== undefined } })),
    get: handle((c) => c.json({ data: guests.get(c.get('viewer').guest!) })),
    register: handle(limited(registrations), json(NewGuest), room, async (c) =>
      c.json({ data: await guests.register(c.req.valid('json')) }),
    ),
    update: handle(limited(registrations), json(GuestChange), room, async (c) =>
      c.json({ data: await guests.change(c.get('viewer').guest!, c.req.valid('json')) }),
    ),
    verify: handle(query(VerificationQuery), async (c) => {
      const guest = await guests.follow(c.req.valid('query').code)
      const previous = cookie.read(c)
      if (previous) await guestSessions.end(previous)
      cookie.set(c, await guestSessions.start(guest), guestSessionMs)
      return c.json({ data: guests.get(guest) })
    }),
    logout: handle(async (c) => {
      const token = cookie.read(c)
      if (token) await guestSessions.end(token)
      cookie.clear(c)
      // What only this person could see must not come back with the browser's 'Back'.
      c.header('Clear-Site-Data', '"cache"')
      return c.json({ data: { authenticated: false } })
    }),
    likes: handle((c) => c.json({ data: likes.ofViewer(c.get('viewer')) })),
    likesPhoto: handle((c) =>
      c.json({ data: { like: likes.isLiked(idParam(c, 'photoId'), c.get('viewer')) } }),
    ),
  }
}
