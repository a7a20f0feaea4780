import { handle } from '../http/call.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { answerInParts } from '../http/streamed-json.ts'
import { idParam } from '../http/validate.ts'
import type { Likes } from './likes.ts'

/** The calls of likes. */
export function likeCalls({ likes, wholeLists }: { likes: Likes; wholeLists: RateLimit }) {
  return {
    list: handle((c) => {
      const photoId = idParam(c, 'photoId')
      return answerInParts(c, (viewer, from) => likes.list(photoId, viewer, from), wholeLists)
    }),
    like: handle(async (c) => {
      await likes.like(idParam(c, 'photoId'), c.get('viewer'))
      return c.json({ data: { like: true } })
    }),
    unlike: handle(async (c) => {
      await likes.unlike(idParam(c, 'photoId'), c.get('viewer'))
      return c.json({ data: { like: false } })
    }),
  }
}
