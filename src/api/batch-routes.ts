import { Hono } from 'hono'
import { BatchResult, BatchSummary, UndoneBatch } from '../contract/photos/batch.ts'
import { batchLimits } from '../contract/photos/batch-limits.ts'
import type { Env } from '../http/env.ts'
import { owner } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

const unknown = {
  400: 'The body is malformed, or a photo no longer exists; nothing was changed.',
  404: 'The album does not exist; nothing was changed.',
  409: 'The album fills itself, or there is no photostream; nothing was changed.',
}

/** Several photos at once. */
export const batchRoutes = (h: Handlers) =>
  new Hono<Env>()
    .post(
      '/photos/batch',
      owner('Change several photos', BatchResult, unknown, {
        description: `Changes all of up to ${batchLimits.photos} photos, or none. \`trash\` moves them to the trash in batches of 50.`,
      }),
      ...h.batch.change,
    )
    .post(
      '/photos/batch/undo',
      owner('Undo a change of several photos', UndoneBatch, unknown, {
        description:
          'Takes the `undo` of the change as its `steps`. Photos return to their places in albums, and from the trash unless they were deleted for good.',
      }),
      ...h.batch.undo,
    )
    .post(
      '/photos/batch/summary',
      owner('What several photos have in common', BatchSummary, {
        400: 'The body is malformed, or a photo no longer exists.',
      }),
      ...h.batch.summary,
    )
