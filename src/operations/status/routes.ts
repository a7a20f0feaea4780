import { Hono } from 'hono'
import { Health } from '../../contract/people/owner.ts'
import { Status } from '../../contract/site/status.ts'
import { version } from '../../core/version.ts'
import type { Env } from '../../http/env.ts'
import { anybody, owner } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import type { SafetyRules } from '../safety/safety.ts'
import { createHealth, type HealthParts } from './health.ts'
import type { DamagedOriginals } from './original-problem.ts'
import type { GalleryStatus } from './status.ts'

export function statusRoutes({
  status,
  store,
  library,
  damage,
  safety,
  originals,
}: HealthParts & {
  status: GalleryStatus
  safety: Pick<SafetyRules, 'scheduled'>
  originals: { readonly damaged: () => DamagedOriginals }
}) {
  const health = createHealth({ store, library, damage })
  const safetyFacts = () => {
    const { folders, troubles, drills } = safety.scheduled()
    const backups = troubles.length === 0 ? ('good' as const) : ('troubled' as const)
    const isGood = drills.every(({ problems }) => problems.length === 0)
    const ofDrills = isGood ? ('good' as const) : ('failed' as const)
    return {
      backups: folders.length === 0 ? ('none' as const) : backups,
      drills: drills.length === 0 ? ('none' as const) : ofDrills,
      originals: originals.damaged().total === 0 ? ('good' as const) : ('damaged' as const),
    }
  }

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
        if (!worst) return c.json({ data: { status: 'ok' as const, version, ...safetyFacts() } })
        const message = `damaged (${worst.kind}); the status page and the log say what to do`
        const data = { status: 'damaged', version }
        return new Response(JSON.stringify({ data, error: { code: 503, message } }), {
          status: 503,
          headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' },
        })
      },
    )
}
