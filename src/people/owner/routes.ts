import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { Login, Setup, UserChange, UserPicture } from '../../contract/people/owner.ts'
import type { Cookies } from '../../http/cookie.ts'
import type { Env } from '../../http/env.ts'
import { logsFailures } from '../../http/failed-sign-ins.ts'
import { limited, type RateLimit } from '../../http/rate-limit.ts'
import type { ResponseCache } from '../../http/response-cache.ts'
import { handle } from '../../http/route.ts'
import { json } from '../../http/validate.ts'
import { type KnownBrowsers, knownBrowserMs } from './known-browsers.ts'
import type { Owner } from './owner.ts'
import type { Client } from './password-queue.ts'
import { ownerSessionMs, type Sessions } from './sessions.ts'

const wrongPasswords = logsFailures(401, 'wrong password')
const wrongLinks = logsFailures(403, 'wrong setup link')

/** `knownLimit` limits the attempts of a known browser. */
export function ownerHandlers({
  owner,
  sessions,
  knownBrowsers,
  cookies,
  loginLimit,
  knownLimit,
  cached,
}: {
  owner: Owner
  sessions: Sessions
  knownBrowsers: KnownBrowsers
  cookies: Cookies
  loginLimit: RateLimit
  knownLimit: RateLimit
  cached: ResponseCache
}) {
  const { owner: cookie, known } = cookies
  const askerOf = (c: Context<Env>): Client => ({
    network: c.get('clientAddress'),
    knownBrowser: knownBrowsers.idOf(known.read(c)),
  })
  const limitTries = createMiddleware<Env>(async (c, next) => {
    const { network, knownBrowser } = askerOf(c)
    if (knownBrowser === undefined) loginLimit.use(network)
    else knownLimit.use(knownBrowser)
    await next()
  })
  const signIn = async (c: Context<Env>) => {
    cookie.set(c, await sessions.start(), ownerSessionMs)
    known.set(c, knownBrowsers.cookieFor(known.read(c)), knownBrowserMs)
    return c.json({ data: { authenticated: true } })
  }

  return {
    setup: handle(limited(loginLimit), json(Setup), wrongLinks, async (c) => {
      await owner.claim(c.req.valid('json'), askerOf(c))
      return signIn(c)
    }),
    login: handle(limitTries, json(Login), wrongPasswords, async (c) => {
      await owner.checkPassword(c.req.valid('json').password, askerOf(c))
      const previous = cookie.read(c)
      if (previous) await sessions.end(previous)
      return signIn(c)
    }),
    logout: handle(async (c) => {
      const token = cookie.read(c)
      if (token) await sessions.end(token)
      cookie.clear(c)
      // 'Back' must not show what only this person could see.
      c.header('Clear-Site-Data', '"cache"')
      return c.json({ data: { authenticated: false } })
    }),
    loggedIn: handle((c) => c.json({ data: { authenticated: c.get('viewer').isOwner } })),
    user: handle(cached.byPath, (c) => c.json({ data: owner.user(c.get('viewer')) })),
    changeUser: handle(json(UserChange), async (c) =>
      c.json({ data: await owner.change(c.req.valid('json'), c.get('viewer')) }),
    ),
    changePicture: handle(json(UserPicture), async (c) =>
      c.json({ data: await owner.change(c.req.valid('json'), c.get('viewer')) }),
    ),
  }
}
