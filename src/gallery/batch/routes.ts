import { BatchPhotos, Batch as BatchRequest, Undo } from '../../contract/photos/batch.ts'
import { handle } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { json } from '../../http/validate.ts'
import type { Batch } from './batch.ts'

export function batchHandlers({ batch }: { batch: Batch }) {
  return {
    change: handle(json(BatchRequest), async (c) => {
      const { ids, change } = c.req.valid('json')
      return c.json({ data: await batch.change(ids, change) })
    }),
    undo: handle(json(Undo), async (c) =>
      c.json({ data: { changed: await batch.undo(c.req.valid('json').steps) } }),
    ),
    summary: handle(takesTurns, json(BatchPhotos), (c) =>
      c.json({ data: batch.summary(c.req.valid('json').ids) }),
    ),
  }
}
