import type { Context, MiddlewareHandler } from 'hono'
import { GuestChange, NewGuest, VerificationCode } from '../../contract/people/guests.ts'
import type { Cookies } from '../../http/cookie.ts'
import type { Env } from '../../http/env.ts'
import { logsFailures } from '../../http/failed-sign-ins.ts'
import { limited, type RateLimit } from '../../http/rate-limit.ts'
import { handle } from '../../http/route.ts'
import { idParam, json, query } from '../../http/validate.ts'
import type { Likes } from '../likes/likes.ts'
import { type Guests, linkMs } from './guests.ts'
import { type GuestSessions, guestSessionMs } from './sessions.ts'

const wrongLinks = logsFailures(400, 'wrong guest link')

/** `registrations` limits what may send mail, `verifications` the opening of links. */
export function guestHandlers({
  guests,
  guestSessions,
  likes,
  cookies,
  registrations,
  verifications,
  room,
}: {
  guests: Guests
  guestSessions: GuestSessions
  likes: Likes
  cookies: Cookies
  registrations: RateLimit
  verifications: RateLimit
  room: MiddlewareHandler<Env>
}) {
  const { guest: cookie, registration } = cookies
  /** Marks this browser as the one that requested a link; renewed with each link. */
  const markBrowser = (c: Context<Env>): string => {
    const mark = registration.read(c) || guests.newBrowserToken()
    registration.set(c, mark, linkMs)
    return mark
  }
  const followLink = async (c: Context<Env>, code: string) => {
    const guest = await guests.follow(code)
    const previous = cookie.read(c)
    if (previous) await guestSessions.end(previous)
    cookie.set(c, await guestSessions.start(guest), guestSessionMs)
    if (registration.read(c)) registration.clear(c)
    return guests.get(guest)
  }

  return {
    is: handle((c) => c.json({ data: { authenticated: c.get('viewer').guest !== undefined } })),
    get: handle((c) => c.json({ data: guests.get(c.get('viewer').guest!) })),
    register: handle(limited(registrations), json(NewGuest), room, async (c) =>
      c.json({ data: await guests.register(c.req.valid('json'), markBrowser(c)) }),
    ),
    update: handle(limited(registrations), json(GuestChange), room, async (c) => {
      const [guest, change] = [c.get('viewer').guest!, c.req.valid('json')]
      return c.json({ data: await guests.change(guest, change, () => markBrowser(c)) })
    }),
    /** Any page can link here, so only the browser that registered opens a link without asking. */
    verify: handle(limited(verifications), query(VerificationCode), wrongLinks, async (c) => {
      const { code } = c.req.valid('query')
      const link = guests.link(code)
      if (link.isFollowed && link.guest === c.get('viewer').guest) {
        return c.json({ data: guests.get(link.guest) })
      }
      const isHere = link.isAskedForBy(registration.read(c) ?? '')
      return c.json({ data: isHere ? await followLink(c, code) : link.shown })
    }),
    /** Opens the link after the person has confirmed. */
    confirm: handle(limited(verifications), json(VerificationCode), wrongLinks, async (c) =>
      c.json({ data: await followLink(c, c.req.valid('json').code) }),
    ),
    logout: handle(async (c) => {
      const token = cookie.read(c)
      if (token) await guestSessions.end(token)
      cookie.clear(c)
      // 'Back' must not show what only this person could see.
      c.header('Clear-Site-Data', '"cache"')
      return c.json({ data: { authenticated: false } })
    }),
    likes: handle((c) => c.json({ data: likes.ofViewer(c.get('viewer')) })),
    likesPhoto: handle((c) =>
      c.json({ data: { like: likes.isLiked(idParam(c, 'photoId'), c.get('viewer')) } }),
    ),
  }
}
