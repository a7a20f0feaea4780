import type { MiddlewareHandler } from 'hono'
import { CommentListQuery, NewComment } from '../../contract/people/comments.ts'
import { compressedJson } from '../../http/compressed-json.ts'
import type { Env } from '../../http/env.ts'
import type { LimitGuests } from '../../http/guest-limits.ts'
import { handle } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { idParam, json, query } from '../../http/validate.ts'
import type { Comments } from './comments.ts'

const minuteMs = 60_000

/** `room` rejects guests' comments while the disk is nearly full. */
export function commentHandlers({
  comments,
  limitGuests,
  room,
}: {
  comments: Comments
  limitGuests: LimitGuests
  room: MiddlewareHandler<Env>
}) {
  const limited = limitGuests([
    {
      count: 60,
      windowMs: 60 * minuteMs,
      message: 'you have posted too many comments in the last hour; try again later',
    },
    { count: 5, windowMs: minuteMs, message: 'you are posting too fast; wait a minute' },
  ])
  return {
    list: handle(takesTurns, query(CommentListQuery), (c) => {
      const [photoId, viewer] = [idParam(c, 'photoId'), c.get('viewer')]
      return compressedJson(c, comments.list(photoId, c.req.valid('query'), viewer))
    }),
    write: handle(json(NewComment), limited, room, async (c) => {
      const [photoId, viewer] = [idParam(c, 'photoId'), c.get('viewer')]
      return c.json({ data: await comments.write(photoId, c.req.valid('json'), viewer) })
    }),
    remove: handle(async (c) => {
      const [photoId, id] = [idParam(c, 'photoId'), idParam(c)]
      return c.json({ data: await comments.remove(photoId, id, c.get('viewer')) })
    }),
  }
}
