import { Hono } from 'hono'
import { z } from 'zod'
import { Like, Liked } from '../../contract/people/likes.ts'
import { compressedJson } from '../../http/compressed-json.ts'
import type { Env } from '../../http/env.ts'
import { fullDisk, tooFast } from '../../http/openapi/openapi-errors.ts'
import { anybody, member } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { idParam } from '../../http/validate.ts'
import type { Web } from '../../http/web.ts'
import type { Likes } from './likes.ts'

export function likeRoutes(
  { likes }: { likes: Likes },
  { limitGuests, requireSpace }: Pick<Web, 'limitGuests' | 'requireSpace'>,
) {
  const limited = limitGuests([
    { count: 60, windowMs: 60_000, message: 'you are liking photos too fast; wait a minute' },
  ])

  return new Hono<Env>()
    .get(
      '/guest/likes',
      member('Liked photos', () => z.array(z.uuid())),
      (c) => c.json({ data: likes.ofViewer(c.get('viewer')) }),
    )
    .get('/guest/likes/:photoId', member('Whether the caller likes a photo', Liked), (c) =>
      c.json({ data: { like: likes.isLiked(idParam(c, 'photoId'), c.get('viewer')) } }),
    )
    .get(
      '/likes/:photoId',
      anybody('Likes on a photo', () => z.array(Like())),
      takesTurns,
      (c) => compressedJson(c, likes.list(idParam(c, 'photoId'), c.get('viewer'))),
    )
    .post(
      '/likes/:photoId/like',
      member('Like a photo', Liked, { ...tooFast, ...fullDisk }),
      limited,
      requireSpace,
      async (c) => {
        await likes.like(idParam(c, 'photoId'), c.get('viewer'))
        return c.json({ data: { like: true } })
      },
    )
    .post(
      '/likes/:photoId/unlike',
      member('Unlike a photo', Liked, tooFast),
      limited,
      async (c) => {
        await likes.unlike(idParam(c, 'photoId'), c.get('viewer'))
        return c.json({ data: { like: false } })
      },
    )
}
