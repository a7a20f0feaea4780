import { Hono } from 'hono'
import { z } from 'zod'
import { Comment, CommentListQuery, NewComment } from '../../contract/people/comments.ts'
import { minuteMs } from '../../core/time.ts'
import { compressedJson } from '../../http/compressed-json.ts'
import type { Env } from '../../http/env.ts'
import { fullDisk, tooFast } from '../../http/openapi/openapi-errors.ts'
import { anybody, member } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { idParam, json, query } from '../../http/validate.ts'
import type { Web } from '../../http/web.ts'
import type { Comments } from './comments.ts'

export function commentRoutes(
  { comments }: { comments: Comments },
  { limitGuests, requireSpace }: Pick<Web, 'limitGuests' | 'requireSpace'>,
) {
  const limited = limitGuests([
    {
      count: 60,
      windowMs: 60 * minuteMs,
      message: 'you have posted too many comments in the last hour; try again later',
    },
    { count: 5, windowMs: minuteMs, message: 'you are posting too fast; wait a minute' },
  ])

  return new Hono<Env>()
    .get(
      '/comments/:photoId',
      anybody('Comments on a photo', () => z.array(Comment())),
      takesTurns,
      query(CommentListQuery),
      (c) => {
        const photoId = idParam(c, 'photoId')
        return compressedJson(c, comments.list(photoId, c.req.valid('query'), c.get('viewer')))
      },
    )
    .post(
      '/comments/:photoId',
      member('Comment on a photo', Comment, { ...tooFast, ...fullDisk }),
      json(NewComment),
      limited,
      requireSpace,
      async (c) => {
        const photoId = idParam(c, 'photoId')
        return c.json({ data: await comments.write(photoId, c.req.valid('json'), c.get('viewer')) })
      },
    )
    .delete(
      '/comments/:photoId/:id',
      member('Delete a comment', Comment, {
        403: 'The comment belongs to someone else, or the request came from another site.',
      }),
      async (c) => {
        const photoId = idParam(c, 'photoId')
        const id = idParam(c)
        return c.json({ data: await comments.remove(photoId, id, c.get('viewer')) })
      },
    )
}
