import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { streamedText } from '../http/streamed-json.ts'
import { takesTurns } from '../http/take-turns.ts'
import { robotsText } from './robots.ts'
import type { SiteServices } from './site-services.ts'
import { createSitemap } from './sitemap.ts'

/** What search engines and other crawlers request first. */
export function crawlerRoutes(services: SiteServices) {
  const { sharing, owner, address } = services
  const sitemap = createSitemap(services)
  const hasSitemap = () => sharing.get().allowSearchEngines && owner.isClaimed()

  return new Hono<Env>()
    .get('/robots.txt', (c) =>
      // Named here because HEAD's response has no body from which Bun would know it.
      c.text(robotsText(sharing.get(), address()), 200, {
        'Content-Type': 'text/plain; charset=utf-8',
      }),
    )
    .get('/sitemap.xml', takesTurns, async (c, next) =>
      hasSitemap() ? streamedText(c, await sitemap.whole(), xml) : next(),
    )
    .get('/:part{sitemap-[1-9]\\d{0,3}\\.xml}', takesTurns, async (c, next) => {
      const number = Number(/\d+/.exec(c.req.param('part'))?.[0])
      const part = hasSitemap() ? await sitemap.part(number) : undefined
      return part ? streamedText(c, part, xml) : next()
    })
    .get('/.well-known/tdmrep.json', (c, next) =>
      sharing.get().keepAiOut ? c.json([{ location: '/*', 'tdm-reservation': 1 }]) : next(),
    )
}

const xml = 'application/xml; charset=utf-8'
