import { CommentListQuery, NewComment } from '../contract/comments.ts'
import { handle } from '../http/call.ts'
import { compressedJson } from '../http/compressed-json.ts'
import { idParam, json, query } from '../http/validate.ts'
import type { Comments } from './comments.ts'

/** The calls of comments. */
export function commentCalls({ comments }: { comments: Comments }) {
  return {
    list: handle(query(CommentListQuery), (c) => {
      const [photoId, viewer] = [idParam(c, 'photoId'), c.get('viewer')]
      return compressedJson(c, comments.list(photoId, c.req.valid('query'), viewer))
    }),
    write: handle(json(NewComment), async (c) => {
      const [photoId, viewer] = [idParam(c, 'photoId'), c.get('viewer')]
      return c.json({ data: await comments.write(photoId, c.req.valid('json'), viewer) })
    }),
    remove: handle(async (c) => {
      const [photoId, id] = [idParam(c, 'photoId'), idParam(c)]
      return c.json({ data: await comments.remove(photoId, id, c.get('viewer')) })
    }),
  }
}
