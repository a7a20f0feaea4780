import type { Context, TypedResponse } from 'hono'
import type { PageQuery } from '../contract/envelope.ts'
import type { PhotoList } from '../contract/photos.ts'
import type { Viewer } from '../contract/viewer.ts'
import type { Env } from '../http/env.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { ListSource } from './lists.ts'
import type { Page, Photos } from './photos.ts'

/** Photos read and written out at a time; a longer list is streamed and counts as a whole one. */
const batchSize = 500

export type AnswerList = ReturnType<typeof createListAnswer>
type ListAnswer = Response & TypedResponse<{ data: PhotoList }, 200, 'json'>

/** Answers a list of photos: a page at once, a long list in batches, so that memory stays small. */
export function createListAnswer(photos: Photos, wholeLists: RateLimit) {
  return (
    c: Context<Env>,
    source: ListSource | undefined,
    query: PageQuery,
    viewer: Viewer,
  ): ListAnswer => {
    if (query.limit && query.limit <= batchSize) {
      return c.json({ data: photos.list(source, query, viewer) }) as ListAnswer
    }
    wholeLists.use(c.get('clientAddress'))
    return streamed(c, photos, photos.page(source, query), viewer)
  }
}

/** `length` comes last, counting what was really sent: a photo may go while the list is read. */
function streamed(c: Context<Env>, photos: Photos, page: Page, viewer: Viewer): ListAnswer {
  const encoder = new TextEncoder()
  let next = 0
  let length = 0
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const head = `{"data":{"total":${page.total},"offset":${page.offset},"photos":[`
      controller.enqueue(encoder.encode(head))
    },
    pull: (controller) => {
      if (next >= page.rowIds.length) {
        controller.enqueue(encoder.encode(`],"length":${length}}}`))
        controller.close()
        return
      }
      const batch = photos.read(page.rowIds.slice(next, next + batchSize), viewer)
      const separator = length > 0 && batch.length > 0 ? ',' : ''
      next += batchSize
      length += batch.length
      const text = batch.map((photo) => JSON.stringify(photo)).join(',')
      controller.enqueue(encoder.encode(separator + text))
    },
  })
  const answer: Response = c.body(body, 200, {
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-cache',
    'X-Accel-Buffering': 'no',
  })
  return answer as ListAnswer
}
