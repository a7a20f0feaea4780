import { anonymousVisitor } from '../contract/people/viewer.ts'
import { defaultSiteName } from '../contract/vocabulary.ts'
import { documentHandlers } from '../http/openapi/openapi.ts'
import type { Web } from '../http/web.ts'
import { metricsHandler } from '../operations/metrics/routes.ts'
import { healthHandler } from '../operations/status/health.ts'
import { statusHandlers } from '../operations/status/routes.ts'
import type { Services } from '../services.ts'
import { embedHandlers } from '../site/embeds/routes.ts'

export type Handlers = ReturnType<typeof createHandlers>

export function createHandlers(services: Services, web: Web) {
  const { config, metrics } = services
  const { wrongTokens } = web
  return {
    embeds: embedHandlers({
      ...services,
      ownerName: () => services.owner.user(anonymousVisitor).name || defaultSiteName,
    }),
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
