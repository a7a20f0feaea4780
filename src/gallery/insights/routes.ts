import { type Context, Hono, type Next } from 'hono'
import { z } from 'zod'
import { Evidence } from '../../contract/site/evidence.ts'
import {
  Archive,
  KeywordPage,
  Keywords,
  LensInList,
  LensPage,
} from '../../contract/site/overviews.ts'
import type { Env } from '../../http/env.ts'
import { anybody } from '../../http/route.ts'
import type { Web } from '../../http/web.ts'
import type { Cameras } from '../cameras/cameras.ts'
import type { Photos } from '../photos/photos.ts'
import type { Insights } from './insights.ts'

export function evidenceRoutes(
  {
    cameras,
    photos,
    insights: { evidenceOf, overviews, archive },
  }: { cameras: Cameras; photos: Photos; insights: Insights },
  { cached }: Pick<Web, 'cached'>,
) {
  /** The first request of all may have to wait until the photos' metadata has been read. */
  const prepared = async (c: Context<Env>, next: Next) => {
    await photos.prepareFilters(photos.listSource(c.get('viewer')))
    await next()
  }

  return new Hono<Env>()
    .get(
      '/cameras/:id/evidence',
      anybody('What was taken with a camera', Evidence),
      cached.byPath,
      prepared,
      async (c) => {
        const viewer = c.get('viewer')
        await cameras.prepare(viewer)
        const { id } = cameras.get(c.req.param('id'), viewer)
        return c.json({ data: evidenceOf('camera', id, viewer) })
      },
    )
    .get(
      '/lenses',
      anybody('Lenses of the photostream (of all photos for the owner)', () =>
        z.array(LensInList()),
      ),
      cached.byPath,
      prepared,
      async (c) => c.json({ data: await overviews.lenses(c.get('viewer')) }),
    )
    .get(
      '/lenses/:id',
      anybody('What was taken with a lens', LensPage),
      cached.byPath,
      prepared,
      (c) => c.json({ data: overviews.lens(c.req.param('id'), c.get('viewer')) }),
    )
    .get(
      '/keywords',
      anybody('Keywords of the photostream (of all photos for the owner)', Keywords),
      cached.byPath,
      prepared,
      (c) => c.json({ data: overviews.keywords(c.get('viewer')) }),
    )
    .get(
      '/keywords/:word',
      anybody('Photos with a keyword, and related keywords', KeywordPage),
      cached.byPath,
      prepared,
      (c) => c.json({ data: overviews.keyword(c.req.param('word'), c.get('viewer')) }),
    )
    .get(
      '/archive',
      anybody('Photos by year and month', Archive),
      cached.byPath,
      prepared,
      async (c) => c.json({ data: await archive(c.get('viewer')) }),
    )
}
