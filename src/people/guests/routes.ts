import { type Context, Hono } from 'hono'
import {
  Guest,
  GuestChange,
  NewGuest,
  Registration,
  VerificationCode,
} from '../../contract/people/guests.ts'
import { Authenticated } from '../../contract/people/owner.ts'
import type { Env } from '../../http/env.ts'
import { logsFailures } from '../../http/failed-sign-ins.ts'
import { fullDisk } from '../../http/openapi/openapi-errors.ts'
import { limited } from '../../http/rate-limit.ts'
import { anybody, guest } from '../../http/route.ts'
import { json, query } from '../../http/validate.ts'
import type { Web } from '../../http/web.ts'
import type { Guests } from './guests.ts'
import { type GuestSessions, guestSessionMs } from './sessions.ts'
import { linkMs } from './verification-links.ts'

const tooManyRegistrations = { 429: 'Too many registrations from this network.' }
const linkErrors = {
  400: 'The link is no longer valid.',
  429: 'Too many links were opened from this network.',
}
const verification = {
  changes: 'from this site',
  description:
    'The guest. In the browser used to register, `verified` is true and the guest is signed in. In any other browser nothing changes: `verified` is false, and a POST request completes the verification.',
} as const
const wrongLinks = logsFailures(400, 'wrong guest link')

/** `registrations` limits what may send mail, `verifications` the opening of links. */
export function guestRoutes(
  { guests, guestSessions }: { guests: Guests; guestSessions: GuestSessions },
  {
    cookies,
    registrations,
    verifications,
    requireSpace,
  }: Pick<Web, 'cookies' | 'registrations' | 'verifications' | 'requireSpace'>,
) {
  const browser = createGuestBrowser(cookies, { guests, guestSessions })
  return (
    new Hono<Env>()
      .get('/guest/is', anybody('Whether a guest is signed in', Authenticated), (c) =>
        c.json({ data: { authenticated: c.get('viewer').guest !== undefined } }),
      )
      .get('/guest', guest('The signed-in guest', Guest), (c) =>
        c.json({ data: guests.get(c.get('viewer').guest!) }),
      )
      .post(
        '/guest',
        anybody('Register', Registration, { ...tooManyRegistrations, ...fullDisk }),
        limited(registrations),
        json(NewGuest),
        requireSpace,
        async (c) =>
          c.json({ data: await guests.register(c.req.valid('json'), browser.setMark(c)) }),
      )
      .post(
        '/guest/update',
        guest('Change name or e-mail', Guest, {
          409: 'The name is taken, or looks like the owner’s.',
          ...tooManyRegistrations,
          ...fullDisk,
        }),
        limited(registrations),
        json(GuestChange),
        requireSpace,
        async (c) => {
          const rowId = c.get('viewer').guest!
          const change = c.req.valid('json')
          return c.json({ data: await guests.change(rowId, change, () => browser.setMark(c)) })
        },
      )
      .get(
        '/guest/verify',
        anybody('Verify an e-mail address', Guest, linkErrors, verification),
        limited(verifications),
        query(VerificationCode),
        wrongLinks,
        async (c) => c.json({ data: await browser.verify(c, c.req.valid('query').code) }),
      )
      // After the person has confirmed that they want to open the link.
      .post(
        '/guest/verify',
        anybody('Verify an e-mail address in any browser', Guest, linkErrors),
        limited(verifications),
        json(VerificationCode),
        wrongLinks,
        async (c) => c.json({ data: await browser.follow(c, c.req.valid('json').code) }),
      )
      .get(
        '/guest/logout',
        anybody('Sign the guest out', Authenticated, {}, { changes: 'from this site' }),
        async (c) => {
          await browser.signOut(c)
          return c.json({ data: { authenticated: false } })
        },
      )
  )
}

/** What a browser keeps of a guest, in cookies. */
function createGuestBrowser(
  { guest: session, registration }: Web['cookies'],
  { guests, guestSessions }: { guests: Guests; guestSessions: GuestSessions },
) {
  const follow = async (c: Context<Env>, code: string): Promise<Guest> => {
    const guest = await guests.follow(code)
    const previous = session.read(c)
    if (previous) await guestSessions.end(previous)
    session.set(c, await guestSessions.start(guest), guestSessionMs)
    if (registration.read(c)) registration.clear(c)
    return guests.get(guest)
  }

  return {
    /** Marks this browser as the one that requested a link; renewed with each link. */
    setMark: (c: Context<Env>): string => {
      const mark = registration.read(c) || guests.newBrowserToken()
      registration.set(c, mark, linkMs)
      return mark
    },
    /** Opens a link and signs the guest in. */
    follow,
    /** Like follow if this browser requested the link; otherwise nothing changes. */
    verify: async (c: Context<Env>, code: string): Promise<Guest> => {
      const link = guests.link(code)
      if (link.isFollowed && link.guest === c.get('viewer').guest) return guests.get(link.guest)
      const isHere = link.isRequestedBy(registration.read(c) ?? '')
      return isHere ? follow(c, code) : link.preview
    },
    signOut: async (c: Context<Env>): Promise<void> => {
      const token = session.read(c)
      if (token) await guestSessions.end(token)
      session.clear(c)
      // 'Back' must not show what only this person could see.
      c.header('Clear-Site-Data', '"cache"')
    },
  }
}
