import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { notFound } from './contract/app-error.ts'
import { plainVisitor } from './contract/viewer.ts'
import { createAnswerCache } from './http/answer-cache.ts'
import { createApi } from './http/api.ts'
import { cacheControl } from './http/cache-control.ts'
import { clientAddress } from './http/client-address.ts'
import { siteCookies } from './http/cookie.ts'
import type { Env } from './http/env.ts'
import { answerError } from './http/errors.ts'
import { interfaceRoutes } from './http/interface-routes.ts'
import { sameSite, securityHeaders } from './http/security.ts'
import { identify } from './http/viewer.ts'
import { noteRequest } from './memory.ts'
import type { Services } from './services.ts'
import { siteRoutes } from './site/site-routes.ts'

/** The whole product over HTTP; `onUnclaimed` hears of every visit to a site without an owner. */
export function createApp(services: Services, onUnclaimed: () => void) {
  const { config, sessions, guestSessions, grants, owner, albumRows, address } = services
  const isHttps = address().startsWith('https:')
  const cookies = siteCookies(isHttps)
  const cached = createAnswerCache(services.store.version)
  const pictureOrigins = () => {
    const addresses = [owner.user(plainVisitor).pic, ...albumRows.remoteCovers()]
    const remote = addresses.filter((address) => address.startsWith('https://'))
    return [...new Set(remote.map((address) => new URL(address).origin))]
  }

  return new Hono<Env>()
    .onError(answerError)
    .use(async (c, next) => {
      noteRequest()
      c.set('requestId', randomUUID())
      await next()
    })
    .use(securityHeaders(pictureOrigins, isHttps))
    .use(cacheControl)
    .use(sameSite(config.publicUrl, address))
    .use(clientAddress(config.trustedProxies))
    .use(identify(cookies, { ...sessions, ...guestSessions, ...grants }))
    .route('/api', createApi(services, cookies, cached))
    .route('/', interfaceRoutes())
    .route('/', siteRoutes(services, cached, onUnclaimed))
    .notFound(() => {
      throw notFound()
    })
}
