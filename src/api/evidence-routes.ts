import { Hono } from 'hono'
import { z } from 'zod'
import { Evidence } from '../contract/site/evidence.ts'
import { Archive, KeywordPage, Keywords, LensInList, LensPage } from '../contract/site/overviews.ts'
import type { Env } from '../http/env.ts'
import { anybody } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

export const evidenceRoutes = (h: Handlers) =>
  new Hono<Env>()
    .get(
      '/cameras/:id/evidence',
      anybody('What was taken with a camera', Evidence),
      ...h.evidence.ofCamera,
    )

    // What else photos have in common
    .get(
      '/lenses',
      anybody('Lenses of the photostream (of all photos for the owner)', () =>
        z.array(LensInList()),
      ),
      ...h.evidence.lenses,
    )
    .get('/lenses/:id', anybody('What was taken with a lens', LensPage), ...h.evidence.lens)
    .get(
      '/keywords',
      anybody('Keywords of the photostream (of all photos for the owner)', Keywords),
      ...h.evidence.keywords,
    )
    .get(
      '/keywords/:word',
      anybody('Photos with a keyword, and related keywords', KeywordPage),
      ...h.evidence.keyword,
    )
    .get('/archive', anybody('Photos by year and month', Archive), ...h.evidence.archive)
