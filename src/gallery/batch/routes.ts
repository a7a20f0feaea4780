import { Hono } from 'hono'
import { batchLimits } from '../../contract/limits.ts'
import {
  BatchPhotos,
  Batch as BatchRequest,
  BatchResult,
  BatchSummary,
  Undo,
  UndoneBatch,
} from '../../contract/photos/batch.ts'
import type { Env } from '../../http/env.ts'
import { owner } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { json } from '../../http/validate.ts'
import type { Batch } from './batch.ts'

const unchanged = {
  400: 'The body is malformed, or a photo no longer exists; nothing was changed.',
  404: 'The album does not exist; nothing was changed.',
  409: 'The album is a smart album, or there is no photostream; nothing was changed.',
}

/** Several photos at once. */
export const batchRoutes = ({ batch }: { batch: Batch }) =>
  new Hono<Env>()
    .post(
      '/photos/batch',
      owner('Change several photos', BatchResult, unchanged, {
        description: `Changes all of up to ${batchLimits.photos} photos, or none. \`trash\` moves them to the trash in batches of 50.`,
      }),
      json(BatchRequest),
      async (c) => {
        const { ids, change } = c.req.valid('json')
        return c.json({ data: await batch.change(ids, change) })
      },
    )
    .post(
      '/photos/batch/undo',
      owner('Undo a change of several photos', UndoneBatch, unchanged, {
        description:
          'Takes the `undo` of the change as its `steps`. Photos return to their places in albums, and from the trash unless they were deleted for good.',
      }),
      json(Undo),
      async (c) => c.json({ data: { changed: await batch.undo(c.req.valid('json').steps) } }),
    )
    .post(
      '/photos/batch/summary',
      owner('What several photos have in common', BatchSummary, {
        400: 'The body is malformed, or a photo no longer exists.',
      }),
      takesTurns,
      json(BatchPhotos),
      (c) => c.json({ data: batch.summary(c.req.valid('json').ids) }),
    )
