import { Hono } from 'hono'
import { z } from 'zod'
import { schema } from '../../contract/schema.ts'
import {
  RuleRun,
  Rules,
  RulesChange,
  RulesPreview,
  RulesPreviewRequest,
} from '../../contract/site/rules.ts'
import type { Env } from '../../http/env.ts'
import { owner } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { json } from '../../http/validate.ts'
import type { RuleService } from './rules.ts'

const LastRun = schema(() => z.object({ run: RuleRun().nullable() }))

export const ruleRoutes = ({ rules }: { rules: RuleService }) =>
  new Hono<Env>()
    .get('/rules', owner('The rules for new photos', Rules), takesTurns, (c) =>
      c.json({ data: rules.get() }),
    )
    .put(
      '/rules',
      owner('Replace the rules', Rules, {
        409: 'The rules are being applied to all photos at the moment.',
      }),
      json(RulesChange),
      async (c) => {
        await rules.set(c.req.valid('json').rules)
        return c.json({ data: rules.get() })
      },
    )
    .post(
      '/rules/preview',
      owner('What the rules would change', RulesPreview),
      takesTurns,
      json(RulesPreviewRequest),
      async (c) => c.json({ data: await rules.preview(c.req.valid('json')) }),
    )
    .post(
      '/rules/apply',
      owner(
        'Apply the rules to all photos',
        RuleRun,
        {},
        { description: 'The progress; `GET /api/rules` has the result later' },
      ),
      async (c) => c.json({ data: await rules.runs.apply() }),
    )
    .post('/rules/apply/cancel', owner('Stop applying the rules', LastRun), async (c) =>
      c.json({ data: { run: await rules.runs.cancel() } }),
    )
