import { handle } from '../http/call.ts'
import { compressedJson } from '../http/compressed-json.ts'
import { idParam } from '../http/validate.ts'
import type { Likes } from './likes.ts'

/** The calls of likes. */
export function likeCalls({ likes }: { likes: Likes }) {
  return {
    list: handle((c) => compressedJson(c, likes.list(idParam(c, 'photoId'), c.get('viewer')))),
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
