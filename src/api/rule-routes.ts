import { Hono } from 'hono'
import { z } from 'zod'
import { described } from '../contract/envelope.ts'
import { RuleRun, Rules, RulesPreview } from '../contract/site/rules.ts'
import type { Env } from '../http/env.ts'
import { owner } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

const LastRun = described(() => z.object({ run: RuleRun().nullable() }))

export const ruleRoutes = (h: Handlers) =>
  new Hono<Env>()
    .get('/rules', owner('The rules for new photos', Rules), ...h.rules.get)
    .put(
      '/rules',
      owner('Replace the rules', Rules, {
        409: 'The rules are being applied to all photos at the moment.',
      }),
      ...h.rules.set,
    )
    .post('/rules/preview', owner('What the rules would change', RulesPreview), ...h.rules.preview)
    .post(
      '/rules/apply',
      owner(
        'Apply the rules to all photos',
        RuleRun,
        {},
        {
          description: 'How far it has got; `GET /api/rules` says more later',
        },
      ),
      ...h.rules.apply,
    )
    .post('/rules/apply/cancel', owner('Stop applying the rules', LastRun), ...h.rules.cancel)
