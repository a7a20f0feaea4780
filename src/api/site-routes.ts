import { Hono } from 'hono'
import { Health } from '../contract/people/owner.ts'
import { Status } from '../contract/site/status.ts'
import type { Env } from '../http/env.ts'
import { anybody, type Bytes, owner } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

const openApi: Bytes = {
  media: ['application/json'],
  description: 'The document, without an envelope',
  schema: { type: 'object' },
}
const docs: Bytes = { media: ['text/html'], description: 'The page', schema: { type: 'string' } }

const oEmbed: Bytes = {
  media: ['application/json', 'text/xml'],
  description: 'The response as oEmbed defines it, without an envelope',
  schema: { type: 'object' },
}

/** Only with a metrics token; not part of the typed client. */
export const metricsDeclaration = anybody(
  'Metrics for Prometheus',
  {
    media: ['text/plain'],
    description: 'The metrics, in Prometheus’ text format',
    schema: { type: 'string' },
  },
  {
    401: 'The metrics token is missing or wrong; send it as `Authorization: Bearer …`.',
    429: 'Too many wrong tokens from this network.',
  },
)

export const siteRoutes = (h: Handlers) =>
  new Hono<Env>()
    // Other sites
    .get(
      '/oembed',
      anybody(
        'How to embed a page',
        oEmbed,
        {
          404: 'The address is not of this gallery, or not visible to anyone who has it.',
          429: 'Too many wrong album codes; `Retry-After` says when to retry.',
          501: 'There is no such format.',
        },
        { description: 'Sessions do not count, but an album code in the address of the page does' },
      ),
      ...h.embeds.oEmbed,
    )

    // The server itself
    .get('/status', owner('The state of the gallery', Status), ...h.status.get)
    .get(
      '/health',
      anybody('Health check', Health, {
        503: 'The data folder is not writable; or `data.status` is `damaged`, or `migrating` while an older database is upgraded.',
      }),
      ...h.health,
    )
    .get('/openapi.json', anybody('OpenAPI 3.1 document', openApi), ...h.openapi)
    .get('/docs', anybody('API documentation', docs), ...h.docs)
