import { anonymousVisitor } from '../contract/people/viewer.ts'
import { defaultSiteName } from '../contract/vocabulary.ts'
import { batchHandlers } from '../gallery/batch/routes.ts'
import { cardHandlers } from '../gallery/cards/routes.ts'
import { evidenceHandlers } from '../gallery/insights/routes.ts'
import { pageHandlers } from '../gallery/pages/routes.ts'
import { readAgainHandlers } from '../gallery/photos/read-again/routes.ts'
import { placeHandlers } from '../gallery/places/routes.ts'
import { ruleHandlers } from '../gallery/rules/routes.ts'
import { sharingHandlers } from '../gallery/settings/sharing/routes.ts'
import { uxConfigHandlers } from '../gallery/settings/ux-config/routes.ts'
import { documentHandlers } from '../http/openapi/openapi.ts'
import type { Web } from '../http/web.ts'
import { driveHandlers } from '../imports/drive/routes.ts'
import { sourceHandlers } from '../imports/folders/routes.ts'
import { metricsHandler } from '../operations/metrics/routes.ts'
import { healthHandler } from '../operations/status/health.ts'
import { statusHandlers } from '../operations/status/routes.ts'
import { commentHandlers } from '../people/comments/routes.ts'
import { guestHandlers } from '../people/guests/routes.ts'
import { likeHandlers } from '../people/likes/routes.ts'
import { ownerHandlers } from '../people/owner/routes.ts'
import type { Services } from '../services.ts'
import { embedHandlers } from '../site/embeds/routes.ts'

export type Handlers = ReturnType<typeof createHandlers>

export function createHandlers(services: Services, web: Web) {
  const { config, metrics } = services
  const { cookies, cached, wholeLists, registrations, verifications, wrongTokens } = web
  const { limitGuests, requireRoom: room } = web
  return {
    signIn: ownerHandlers({
      ...services,
      cookies,
      loginLimit: web.logins,
      knownLimit: web.knownBrowserLogins,
      cached,
    }),
    readAgain: readAgainHandlers(services),
    batch: batchHandlers(services),
    evidence: evidenceHandlers({ ...services, cached }),
    cards: cardHandlers(services),
    embeds: embedHandlers({
      ...services,
      ownerName: () => services.owner.user(anonymousVisitor).name || defaultSiteName,
    }),
    guests: guestHandlers({ ...services, cookies, registrations, verifications, room }),
    likes: likeHandlers({ ...services, limitGuests, room }),
    comments: commentHandlers({ ...services, limitGuests, room }),
    drive: driveHandlers({ ...services, cookie: cookies.owner }),
    uxConfig: uxConfigHandlers({ ...services, cached }),
    places: placeHandlers({ ...services, wholeLists, cached }),
    rules: ruleHandlers(services),
    sharing: sharingHandlers(services),
    pages: pageHandlers(services),
    sources: sourceHandlers(services),
    status: statusHandlers(services),
    health: healthHandler(services),
    /** Without a token there is no such address. */
    metrics:
      metrics && config.metricsToken !== undefined
        ? metricsHandler({ metrics, token: config.metricsToken, wrongTokens })
        : undefined,
    ...documentHandlers(),
  }
}
