import { SharingChange } from '../../../contract/site/sharing.ts'
import { handle } from '../../../http/route.ts'
import { json } from '../../../http/validate.ts'
import type { SharingRules } from './sharing.ts'

export function sharingHandlers({ sharing }: { sharing: SharingRules }) {
  return {
    get: handle((c) => c.json({ data: sharing.get() })),
    change: handle(json(SharingChange), async (c) =>
      c.json({ data: await sharing.change(c.req.valid('json')) }),
    ),
  }
}
