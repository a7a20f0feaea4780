import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  Authenticated,
  Login,
  Setup,
  User,
  UserChange,
  UserPicture,
} from '../../contract/people/owner.ts'
import type { Env } from '../../http/env.ts'
import { logsFailures } from '../../http/failed-sign-ins.ts'
import { limited } from '../../http/rate-limit.ts'
import { anybody, owner as ownerOnly } from '../../http/route.ts'
import { json } from '../../http/validate.ts'
import type { Web } from '../../http/web.ts'
import { type KnownBrowsers, knownBrowserMs } from './known-browsers.ts'
import type { Owner } from './owner.ts'
import type { Client } from './password-queue.ts'
import { ownerSessionMs, type Sessions } from './sessions.ts'

const attempts = {
  429: 'Too many attempts.',
  503: 'Too many sign-ins at the moment; `Retry-After` says when to retry.',
}
const wrongPasswords = logsFailures(401, 'wrong password')
const wrongLinks = logsFailures(403, 'wrong setup link')

export function signInRoutes(
  {
    owner,
    sessions,
    knownBrowsers,
  }: { owner: Owner; sessions: Sessions; knownBrowsers: KnownBrowsers },
  { cookies, logins, knownBrowserLogins }: Pick<Web, 'cookies' | 'logins' | 'knownBrowserLogins'>,
) {
  const { owner: cookie, known } = cookies
  const senderOf = (c: Context<Env>): Client => ({
    network: c.get('clientAddress'),
    knownBrowser: knownBrowsers.idOf(known.read(c)),
  })
  const limitTries = createMiddleware<Env>(async (c, next) => {
    const { network, knownBrowser } = senderOf(c)
    if (knownBrowser === undefined) logins.use(network)
    else knownBrowserLogins.use(knownBrowser)
    await next()
  })
  const signIn = async (c: Context<Env>) => {
    cookie.set(c, await sessions.start(), ownerSessionMs)
    known.set(c, knownBrowsers.cookieFor(known.read(c)), knownBrowserMs)
    return c.json({ data: { authenticated: true } })
  }

  return new Hono<Env>()
    .post(
      '/login',
      anybody('Sign the owner in', Authenticated, {
        401: 'The password is wrong.',
        409: 'The gallery has not been set up yet.',
        ...attempts,
      }),
      limitTries,
      json(Login),
      wrongPasswords,
      async (c) => {
        await owner.checkPassword(c.req.valid('json').password, senderOf(c))
        const previous = cookie.read(c)
        if (previous) await sessions.end(previous)
        return signIn(c)
      },
    )
    .get(
      '/logout',
      anybody('Sign the owner out', Authenticated, {}, { changes: 'from this site' }),
      async (c) => {
        const token = cookie.read(c)
        if (token) await sessions.end(token)
        cookie.clear(c)
        // 'Back' must not show what only this person could see.
        c.header('Clear-Site-Data', '"cache"')
        return c.json({ data: { authenticated: false } })
      },
    )
    .get('/loggedin', anybody('Whether the owner is signed in', Authenticated), (c) =>
      c.json({ data: { authenticated: c.get('viewer').isOwner } }),
    )
    .post(
      '/setup',
      anybody('Set up a new gallery', Authenticated, {
        403: 'The setup link is wrong, used or expired, or the request came from another site.',
        ...attempts,
      }),
      limited(logins),
      json(Setup),
      wrongLinks,
      async (c) => {
        await owner.claim(c.req.valid('json'), senderOf(c))
        return signIn(c)
      },
    )
}

export const ownerRoutes = ({ owner }: { owner: Owner }, { cached }: Pick<Web, 'cached'>) =>
  new Hono<Env>()
    .get('/user', anybody('The owner’s profile', User), cached.byPath, (c) =>
      c.json({ data: owner.user(c.get('viewer')) }),
    )
    .put('/user', ownerOnly('Change the profile', User), json(UserChange), async (c) =>
      c.json({ data: await owner.change(c.req.valid('json'), c.get('viewer')) }),
    )
    .put('/user/pic', ownerOnly('Change the profile picture', User), json(UserPicture), async (c) =>
      c.json({ data: await owner.change(c.req.valid('json'), c.get('viewer')) }),
    )
