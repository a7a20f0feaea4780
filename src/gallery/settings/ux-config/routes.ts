import { Hono } from 'hono'
import { UxConfig, UxConfigChange } from '../../../contract/site/ux-config.ts'
import type { Env } from '../../../http/env.ts'
import { anybody, owner } from '../../../http/route.ts'
import { json } from '../../../http/validate.ts'
import type { Web } from '../../../http/web.ts'
import type { UxConfigRules } from './ux-config.ts'

export const uxConfigRoutes = (
  { uxConfig }: { uxConfig: UxConfigRules },
  { cached }: Pick<Web, 'cached'>,
) =>
  new Hono<Env>()
    .get('/user/config', anybody('The display settings', UxConfig), cached.byPath, (c) =>
      c.json({ data: uxConfig.get() }),
    )
    .post(
      '/user/config',
      owner('Change the display settings', UxConfig, {
        409: 'The photostream cannot be a smart album.',
      }),
      json(UxConfigChange),
      async (c) => c.json({ data: await uxConfig.change(c.req.valid('json')) }),
    )
