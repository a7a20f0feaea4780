import { UxConfigChange } from '../../../contract/site/ux-config.ts'
import type { ResponseCache } from '../../../http/response-cache.ts'
import { handle } from '../../../http/route.ts'
import { json } from '../../../http/validate.ts'
import type { UxConfigRules } from './ux-config.ts'

export function uxConfigHandlers({
  uxConfig,
  cached,
}: {
  uxConfig: UxConfigRules
  cached: ResponseCache
}) {
  return {
    get: handle(cached.byPath, (c) => c.json({ data: uxConfig.get() })),
    change: handle(json(UxConfigChange), async (c) =>
      c.json({ data: await uxConfig.change(c.req.valid('json')) }),
    ),
  }
}
