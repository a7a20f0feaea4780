import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { notFound } from './contract/app-error.ts'
import { createApi } from './http/api.ts'
import { clientAddress } from './http/client-address.ts'
import type { Env } from './http/env.ts'
import { answerError } from './http/errors.ts'
import { interfaceRoutes } from './http/interface-routes.ts'
import { sameSite, securityHeaders } from './http/security.ts'
import { identify, ownerCookie } from './http/viewer.ts'
import type { Services } from './services.ts'
import { shellPages } from './shell-pages.ts'

/**
 * The whole product over HTTP. `address` is where visitors find it (the public URL, or the local
 * one while none is set); `onUnclaimed` hears of every visit to a site without an owner.
 */
export function createApp(
  services: Services,
  { address, onUnclaimed }: { address: () => string; onUnclaimed: () => void },
) {
  const { config, owner, sessions } = services
  const cookie = ownerCookie(address().startsWith('https:'))
  const pictureOrigins = () => {
    const { pic } = owner.user({ isOwner: false })
    return pic.startsWith('https://') ? [new URL(pic).origin] : []
  }

  return new Hono<Env>()
    .onError(answerError)
    .use(async (c, next) => {
      c.set('requestId', randomUUID())
      await next()
    })
    .use(securityHeaders(pictureOrigins))
    .use(sameSite(config.publicUrl, address))
    .use(clientAddress(config.trustedProxies))
    .use(identify(cookie, sessions.isOwner))
    .route('/api', createApi(services, cookie))
    .all('/api/*', () => {
      throw notFound()
    })
    .route('/', interfaceRoutes())
    .route('/', shellPages(services, address, onUnclaimed))
    .notFound(() => {
      throw notFound()
    })
}
