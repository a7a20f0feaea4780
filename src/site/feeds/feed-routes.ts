import { type Context, Hono } from 'hono'
import { filterValue } from '../../contract/search/photo-filter.ts'
import { withoutDirections } from '../../contract/text/directions.ts'
import { pause } from '../../core/concurrency/turns.ts'
import type { Env } from '../../http/env.ts'
import { createModificationDates } from '../../http/modification-dates.ts'
import type { ResponseCache } from '../../http/response-cache.ts'
import { sharedPages } from '../../http/shared-pages.ts'
import { idParam } from '../../http/validate.ts'
import { byAddressAlone, keyByAddress } from '../address-pages.ts'
import type { SiteServices } from '../site-services.ts'
import type { Feed } from './feed.ts'
import { createFeeds } from './feeds.ts'

const types = {
  atom: 'application/atom+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
} as const
type Format = keyof typeof types

const formats = Object.keys(types) as Format[]

export function feedRoutes(services: SiteServices, cached: ResponseCache) {
  const feeds = createFeeds(services)
  const modifiedAt = createModificationDates(services.clock)
  const shared = sharedPages(services.config.sharedPages, () => true)

  const feed = (
    format: Format,
    find: (c: Context<Env>) => Promise<Feed>,
    pathOf?: (c: Context<Env>) => string,
  ) =>
    [
      ...byAddressAlone(shared, cached, pathOf),
      async (c: Context<Env>) => {
        const found = await find(c)
        await pause()
        // Loaded with the first feed, because few galleries have feed readers when they start.
        const write =
          format === 'atom'
            ? (await import('./atom.ts')).atomFeed
            : (await import('./json-feed.ts')).jsonFeed
        await pause()
        const content = new TextEncoder().encode(withoutDirections(write(found, feeds.publisher())))
        const modified = modifiedAt(keyByAddress(c, pathOf?.(c)), content)
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
    routes.get(
      `/keyword/:word/feed.${format}`,
      ...feed(
        format,
        async (c) => {
          await services.photos.prepareFilters(services.photos.photostream())
          return feeds.keyword(c.req.param('word') ?? '', format)
        },
        // Normalised, so that one feed cannot fill the cache under many addresses.
        (c) => `/keyword/${filterValue('keyword', c.req.param('word') ?? '')} ${format}`,
      ),
    )
    routes.get(
      `/camera/:id/feed.${format}`,
      ...feed(format, async (c) => {
        await services.photos.prepareFilters(services.photos.photostream())
        return feeds.camera(c.req.param('id') ?? '', format)
      }),
    )
  }
  return routes
}
