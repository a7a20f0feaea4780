import { Login, Setup, UserChange, UserPicture } from '../contract/owner.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { handle } from '../http/call.ts'
import type { SiteCookie } from '../http/cookie.ts'
import { limited, type RateLimit } from '../http/rate-limit.ts'
import { json } from '../http/validate.ts'
import type { Owner } from './owner.ts'
import { ownerSessionMs, type Sessions } from './sessions.ts'

/** The calls of signing in and of the profile. */
export function ownerCalls({
  owner,
  sessions,
  cookie,
  loginLimit,
  cached,
}: {
  owner: Owner
  sessions: Sessions
  cookie: SiteCookie
  loginLimit: RateLimit
  cached: AnswerCache
}) {
  return {
    setup: handle(limited(loginLimit), json(Setup), async (c) => {
      await owner.claim(c.req.valid('json'))
      cookie.set(c, await sessions.start(), ownerSessionMs)
      return c.json({ data: { authenticated: true } })
    }),
    login: handle(limited(loginLimit), json(Login), async (c) => {
      await owner.checkPassword(c.req.valid('json').password)
      const previous = cookie.read(c)
      if (previous) await sessions.end(previous)
      cookie.set(c, await sessions.start(), ownerSessionMs)
      return c.json({ data: { authenticated: true } })
    }),
    logout: handle(async (c) => {
      const token = cookie.read(c)
      if (token) await sessions.end(token)
      cookie.clear(c)
      // What only this person could see must not come back with the browser's 'Back'.
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
