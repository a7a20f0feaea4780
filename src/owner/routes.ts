import { Hono } from 'hono'
import { Login, Setup, UserChange, UserPicture } from '../contract/owner.ts'
import { answerCache } from '../http/answer-cache.ts'
import type { Env } from '../http/env.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { jsonBody, validate } from '../http/validate.ts'
import { type OwnerCookie, requires } from '../http/viewer.ts'
import type { Owner } from './owner.ts'
import { ownerSessionMs, type Sessions } from './sessions.ts'

export type OwnerRouteParts = {
  readonly owner: Owner
  readonly sessions: Sessions
  readonly cookie: OwnerCookie
  readonly loginLimit: RateLimit
}

/** POST /api/setup, POST /api/login, GET /api/logout, GET /api/loggedin. */
export function signInRoutes({ owner, sessions, cookie, loginLimit }: OwnerRouteParts) {
  return new Hono<Env>()
    .post('/setup', requires('anybody'), jsonBody, validate('json', Setup), async (c) => {
      loginLimit.use(c.get('clientAddress'))
      await owner.claim(c.req.valid('json'))
      cookie.set(c, await sessions.start(), ownerSessionMs)
      return c.json({ data: { authenticated: true } })
    })
    .post('/login', requires('anybody'), jsonBody, validate('json', Login), async (c) => {
      loginLimit.use(c.get('clientAddress'))
      await owner.checkPassword(c.req.valid('json').password)
      const previous = cookie.read(c)
      if (previous) await sessions.end(previous)
      cookie.set(c, await sessions.start(), ownerSessionMs)
      return c.json({ data: { authenticated: true } })
    })
    .get('/logout', requires('anybody'), async (c) => {
      const token = cookie.read(c)
      if (token) await sessions.end(token)
      cookie.clear(c)
      return c.json({ data: { authenticated: false } })
    })
    .get('/loggedin', requires('anybody'), (c) =>
      c.json({ data: { authenticated: c.get('viewer').isOwner } }),
    )
}

/** /api/user: the profile. */
export function userRoutes({ owner, dataVersion }: { owner: Owner; dataVersion: () => number }) {
  const cached = answerCache(dataVersion)
  return new Hono<Env>()
    .get('/', requires('anybody'), cached, (c) => c.json({ data: owner.user(c.get('viewer')) }))
    .put('/', requires('owner'), jsonBody, validate('json', UserChange), async (c) =>
      c.json({ data: await owner.change(c.req.valid('json'), c.get('viewer')) }),
    )
    .put('/pic', requires('owner'), jsonBody, validate('json', UserPicture), async (c) =>
      c.json({ data: await owner.change(c.req.valid('json'), c.get('viewer')) }),
    )
}
