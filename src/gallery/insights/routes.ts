import type { Context, Next } from 'hono'
import type { Env } from '../../http/env.ts'
import type { ResponseCache } from '../../http/response-cache.ts'
import { handle } from '../../http/route.ts'
import type { Cameras } from '../cameras/cameras.ts'
import type { Photos } from '../photos/photos.ts'
import type { Insights } from './insights.ts'

type Parts = { cameras: Cameras; photos: Photos; evidence: Insights; cached: ResponseCache }

export function evidenceHandlers({ cameras, photos, evidence, cached }: Parts) {
  const { evidenceOf, overviews, archive } = evidence
  /** The first request of all may have to wait until the photos' metadata has been read. */
  const prepared = async (c: Context<Env>, next: Next) => {
    await photos.prepareFilters(photos.listSource(c.get('viewer')))
    await next()
  }
  return {
    ofCamera: handle(cached.byPath, prepared, async (c) => {
      const viewer = c.get('viewer')
      await cameras.prepare(viewer)
      const { id } = cameras.get(c.req.param('id') ?? '', viewer)
      return c.json({ data: evidenceOf('camera', id, viewer) })
    }),
    lenses: handle(cached.byPath, prepared, async (c) =>
      c.json({ data: await overviews.lenses(c.get('viewer')) }),
    ),
    lens: handle(cached.byPath, prepared, (c) =>
      c.json({ data: overviews.lens(c.req.param('id') ?? '', c.get('viewer')) }),
    ),
    keywords: handle(cached.byPath, prepared, (c) =>
      c.json({ data: overviews.keywords(c.get('viewer')) }),
    ),
    keyword: handle(cached.byPath, prepared, (c) =>
      c.json({ data: overviews.keyword(c.req.param('word') ?? '', c.get('viewer')) }),
    ),
    archive: handle(cached.byPath, prepared, async (c) =>
      c.json({ data: await archive(c.get('viewer')) }),
    ),
  }
}
