import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import { changingGets, createApi } from './api.ts'
import { anonymousVisitor } from './contract/people/viewer.ts'
import { oncePerVersion } from './core/database/once-per-version.ts'
import { noteRequest } from './core/memory.ts'
import { answerHead } from './http/answer-head.ts'
import { cacheControl } from './http/cache-control.ts'
import { clientAddress, createFindClient } from './http/client-address.ts'
import type { Env } from './http/env.ts'
import { errorResponse } from './http/errors.ts'
import { headerLimits } from './http/header-limits.ts'
import { interfaceRoutes } from './http/interface-routes.ts'
import { createKnownAnswers } from './http/known-answers.ts'
import { localAddress } from './http/local-address.ts'
import { logRequest, observe } from './http/observe.ts'
import { requestIds } from './http/request-id.ts'
import { contentSecurity, protectingHeaders, sameSite } from './http/security.ts'
import { sharingHeaders } from './http/sharing-headers.ts'
import { identify } from './http/viewer.ts'
import { createWeb } from './http/web.ts'
import type { Services } from './services.ts'
import { crawlerRoutes } from './site/crawler-routes.ts'
import { embedRoutes } from './site/embeds/embed-routes.ts'
import { feedRoutes } from './site/feeds/feed-routes.ts'
import { otherMethods } from './site/other-methods.ts'
import { siteRoutes } from './site/site-routes.ts'
import { hasDiskSpace } from './storage/library.ts'

/** Here the query's `code` belongs to an e-mail link or to Google, not to an album. */
const otherCodes = new Set(['/api/guest/verify', '/guest', '/api/drive/callback'])

/**
 * The whole product over HTTP; `onUnclaimed` is called for every visit while the site has no owner.
 * Two of Hono's middlewares are unsuitable: its trailing-slash redirects to an absolute address
 * built from the request's Host and removes one slash at a time; its method-not-allowed does not
 * see responses of an error handler, and passes a path like /photos/search on to /photos/:id.
 */
export function createApp(services: Services, onUnclaimed: () => void) {
  const { config, sessions, guestSessions, grants, owner, albums, address, metrics } = services
  const isHttps = address().startsWith('https:')
  const web = createWeb({
    isSecure: (c) => isHttps && !c.get('isLocal'),
    clock: services.clock,
    dataVersion: services.store.version,
    hasSpaceForGuests: () => hasDiskSpace(services.library.root, 'guests'),
  })
  const { cookies, cached } = web
  metrics?.watchCache(cached.counts)
  const api = createApi(services, web)
  const origins = oncePerVersion<string[]>(services.store.version)
  const pictureOrigins = () =>
    origins('', () => {
      const addresses = [owner.user(anonymousVisitor).pic, ...albums.remoteCovers()]
      const remote = addresses.filter((address) => address.startsWith('https://'))
      return [...new Set(remote.map((address) => new URL(address).origin))]
    })

  const crawlers = crawlerRoutes(services)
  const feeds = feedRoutes(services, cached)
  const embeds = embedRoutes(services, cached)
  const refusalAt = otherMethods(crawlers, feeds, embeds)
  const listeners = [config.log === 'json' ? logRequest : [], metrics?.noteRequest ?? []].flat()
  const findClient = createFindClient(config.trustedProxies)
  const known = createKnownAnswers({
    version: services.store.version,
    findClient,
    listeners,
  })
  // By itself, Hono first fills another router, which cannot have these routes, and then takes this
  // one. This and the saving in method-not-allowed.ts are a tenth of the start's processor time.
  const app = new Hono<Env>({ router: new TrieRouter() })
    .onError(errorResponse(services.damage.note))
    .use(known.remember)
  if (listeners.length > 0) app.use(observe(listeners))
  app
    .use((c, next) => {
      noteRequest()
      c.set('noteDamage', services.damage.note)
      return c.req.method === 'HEAD' ? answerHead(c, next) : next()
    })
    .use(requestIds)
    .use(protectingHeaders(isHttps))
    .use(contentSecurity(pictureOrigins))
    .use(sharingHeaders(services.sharing.get))
    .use(cacheControl)
    .use(headerLimits)
    .use(localAddress(config.domain.length > 0))
    .use(sameSite({ publicUrl: config.publicUrl, address, changingGets: changingGets(api) }))
    .use(clientAddress(findClient))
    .use(identify(cookies, { owner: sessions, guests: guestSessions, albums: grants }, otherCodes))
    .route('/api', api)
    .route('/', interfaceRoutes())
    .route('/', crawlers)
    .route('/', feeds)
    .route('/', embeds)
    .route('/', siteRoutes(services, cached, onUnclaimed))
    .notFound(({ req }) => {
      throw refusalAt(req.path)
    })
  const answerByChain = app.fetch
  app.fetch = (request, env: Env['Bindings'] = {}, ...others) =>
    known.answer(request, env.server) ?? answerByChain(request, env, ...others)
  return app
}
