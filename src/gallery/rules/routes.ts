import { RulesChange, RulesPreviewRequest } from '../../contract/site/rules.ts'
import { handle } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { json } from '../../http/validate.ts'
import type { RuleService } from './rules.ts'

export function ruleHandlers({ rules }: { rules: RuleService }) {
  return {
    get: handle(takesTurns, (c) => c.json({ data: rules.get() })),
    set: handle(json(RulesChange), async (c) => {
      await rules.set(c.req.valid('json').rules)
      return c.json({ data: rules.get() })
    }),
    preview: handle(takesTurns, json(RulesPreviewRequest), async (c) =>
      c.json({ data: await rules.preview(c.req.valid('json')) }),
    ),
    apply: handle(async (c) => c.json({ data: await rules.runs.apply() })),
    cancel: handle(async (c) => c.json({ data: { run: await rules.runs.cancel() } })),
  }
}
