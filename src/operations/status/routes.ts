import { Hono } from 'hono'
import { Health } from '../../contract/people/owner.ts'
import { Status } from '../../contract/site/status.ts'
import { version } from '../../core/version.ts'
import type { Env } from '../../http/env.ts'
import { anybody, owner } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { createHealth, type HealthParts } from './health.ts'
import type { GalleryStatus } from './status.ts'

export function statusRoutes({
  status,
  store,
  library,
  damage,
}: HealthParts & { status: GalleryStatus }) {
  const health = createHealth({ store, library, damage })

  return new Hono<Env>()
    .get('/status', owner('The state of the gallery', Status), takesTurns, async (c) =>
      c.json({ data: await status.get() }),
    )
    .get(
      '/health',
      anybody('Health check', Health, {
        503: 'The data folder is not writable; or `data.status` is `damaged`, or `migrating` while an older database is upgraded.',
      }),
      async (c) => {
        const worst = await health()
        if (!worst) return c.json({ data: { status: 'ok' as const, version } })
        const message = `damaged (${worst.kind}); the status page and the log say what to do`
        const data = { status: 'damaged', version }
        return new Response(JSON.stringify({ data, error: { code: 503, message } }), {
          status: 503,
          headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
        })
      },
    )
}
