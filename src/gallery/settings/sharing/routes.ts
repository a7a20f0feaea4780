import { Hono } from 'hono'
import { Sharing, SharingChange } from '../../../contract/site/sharing.ts'
import type { Env } from '../../../http/env.ts'
import { owner } from '../../../http/route.ts'
import { json } from '../../../http/validate.ts'
import type { SharingRules } from './sharing.ts'

export const sharingRoutes = ({ sharing }: { sharing: SharingRules }) =>
  new Hono<Env>()
    .get('/sharing', owner('Search engines, AI crawlers and the licence', Sharing), (c) =>
      c.json({ data: sharing.get() }),
    )
    .put(
      '/sharing',
      owner('Change who may use the gallery', Sharing),
      json(SharingChange),
      async (c) => c.json({ data: await sharing.change(c.req.valid('json')) }),
    )
