import { Hono } from 'hono'
import { Originals, PutBack, PutBackResult } from '../../contract/site/originals.ts'
import type { Env } from '../../http/env.ts'
import { owner } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { json } from '../../http/validate.ts'
import type { OriginalsRules } from './originals.ts'

export const originalsRoutes = ({ originals }: { originals: OriginalsRules }) =>
  new Hono<Env>()
    .get(
      '/safety/originals',
      owner('The rolling check of the originals', Originals, undefined, {
        description:
          'A part of them is read every day, so that each is read at least once in 90 days.',
      }),
      takesTurns,
      async (c) => c.json({ data: await originals.get() }),
    )
    .post(
      '/safety/originals/check',
      owner('Read the missing and damaged originals again', Originals, undefined, {
        description: 'In the background; `isChecking` says whether it has ended.',
      }),
      async (c) => c.json({ data: await originals.checkDamaged() }),
    )
    .post(
      '/safety/originals/put-back',
      owner('Put missing and damaged originals back from a backup', PutBackResult, {
        409: 'Originals are being put back already.',
        503: 'The folder of originals is missing, such as when its disk is not mounted.',
      }),
      json(PutBack),
      async (c) => {
        // A disk can take long to start, and large files long to arrive.
        c.env.server?.timeout(c.req.raw, 0)
        return c.json({ data: await originals.putBack(c.req.valid('json')) })
      },
    )
