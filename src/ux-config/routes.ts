import { Hono } from 'hono'
import { UxConfigChange } from '../contract/ux-config.ts'
import { answerCache } from '../http/answer-cache.ts'
import type { Env } from '../http/env.ts'
import { jsonBody, validate } from '../http/validate.ts'
import { requires } from '../http/viewer.ts'
import type { UxConfigStore } from './store.ts'

export function uxConfigRoutes({
  uxConfig,
  dataVersion,
}: {
  uxConfig: UxConfigStore
  dataVersion: () => number
}) {
  return new Hono<Env>()
    .get('/', requires('anybody'), answerCache(dataVersion), (c) =>
      c.json({ data: uxConfig.get() }),
    )
    .post('/', requires('owner'), jsonBody, validate('json', UxConfigChange), async (c) =>
      c.json({ data: await uxConfig.change(c.req.valid('json')) }),
    )
}
