import { type Context, Hono } from 'hono'
import type { Env } from '../../http/env.ts'
import type { ResponseCache } from '../../http/response-cache.ts'
import { sharedPages } from '../../http/shared-pages.ts'
import { idParam } from '../../http/validate.ts'
import type { Services } from '../../services.ts'
import { byAddressAlone, keyByAddress } from '../address-pages.ts'
import { sitePages } from '../site-pages.ts'
import type { Feed } from './feed.ts'
import { createFeeds } from './feeds.ts'
import { createModificationDates } from './last-modified.ts'

const types = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const
type Format = keyof typeof types

const formats = Object.keys(types) as Format[]

export function feedRoutes(services: Services, cached: ResponseCache) {
  const feeds = createFeeds(services, sitePages(services))
  const modifiedAt = createModificationDates(services.clock)
  const shared = sharedPages(services.config.sharedPages, () => true)

  const feed = (format: Format, find: (c: Context<Env>) => Feed) =>
    [
      ...byAddressAlone(shared, cached),
      async (c: Context<Env>) => {
        const found = find(c)
        // With the first feed, because few galleries have readers when they start.
        const write =
          format === 'atom'
            ? (await import('./atom.ts')).atomFeed
            : (await import('./json-feed.ts')).jsonFeed
        const content = new TextEncoder().encode(write(found, feeds.publisher()))
        const modified = modifiedAt(keyByAddress(c), content)
        return new Response(content, {
          headers: {
            'Content-Type': types[format],
            ...(modified && { 'Last-Modified': modified.toUTCString() }),
          },
        })
      },
    ] as const

  const routes = new Hono<Env>()
  for (const format of formats) {
    routes.get(`/feed.${format}`, ...feed(format, () => feeds.photostream(format)))
    routes.get(
      `/album/:id/feed.${format}`,
      ...feed(format, (c) =>
        feeds.album(idParam(c), format, c.get('addressViewer')(), c.req.query('code')),
      ),
    )
  }
  return routes
}
