import {
  ApplyRequest,
  NewSource,
  PlanQuery,
  SourceChange,
  SyncRequest,
} from '../../contract/imports/sources.ts'
import { handle } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { idParam, json, query } from '../../http/validate.ts'
import type { Sources } from './sources.ts'

export function sourceHandlers({ sources }: { sources: Sources }) {
  return {
    list: handle(takesTurns, (c) => c.json({ data: sources.list() })),
    add: handle(json(NewSource), async (c) =>
      c.json({ data: await sources.add(c.req.valid('json')) }),
    ),
    get: handle(takesTurns, (c) => c.json({ data: sources.get(idParam(c)) })),
    change: handle(json(SourceChange), async (c) =>
      c.json({ data: await sources.change(idParam(c), c.req.valid('json')) }),
    ),
    remove: handle(async (c) => {
      await sources.remove(idParam(c))
      return c.json({ data: sources.list() })
    }),
    plan: handle(takesTurns, query(PlanQuery), (c) =>
      c.json({ data: sources.plan(idParam(c), c.req.valid('query')) }),
    ),
    sync: handle(json(SyncRequest), async (c) =>
      c.json({ data: await sources.sync(idParam(c), c.req.valid('json').preview === true) }),
    ),
    apply: handle(json(ApplyRequest), async (c) =>
      c.json({ data: await sources.apply(idParam(c), c.req.valid('json')) }),
    ),
    cancel: handle(async (c) => c.json({ data: await sources.cancel(idParam(c)) })),
  }
}
