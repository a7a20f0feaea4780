import type { MiddlewareHandler } from 'hono'
import { compressedJson } from '../../http/compressed-json.ts'
import type { Env } from '../../http/env.ts'
import type { LimitGuests } from '../../http/guest-limits.ts'
import { handle } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { idParam } from '../../http/validate.ts'
import type { Likes } from './likes.ts'

/** `room` rejects guests' likes while the disk is nearly full. */
export function likeHandlers({
  likes,
  limitGuests,
  room,
}: {
  likes: Likes
  limitGuests: LimitGuests
  room: MiddlewareHandler<Env>
}) {
  const limited = limitGuests([
    { count: 60, windowMs: 60_000, message: 'you are liking photos too fast; wait a minute' },
  ])
  return {
    list: handle(takesTurns, (c) =>
      compressedJson(c, likes.list(idParam(c, 'photoId'), c.get('viewer'))),
    ),
    like: handle(limited, room, async (c) => {
      await likes.like(idParam(c, 'photoId'), c.get('viewer'))
      return c.json({ data: { like: true } })
    }),
    unlike: handle(limited, async (c) => {
      await likes.unlike(idParam(c, 'photoId'), c.get('viewer'))
      return c.json({ data: { like: false } })
    }),
  }
}
