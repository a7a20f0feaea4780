import type { Context, TypedResponse } from 'hono'
import { notFound } from '../contract/app-error.ts'
import type { PageQuery } from '../contract/envelope.ts'
import type { PhotoList } from '../contract/photos.ts'
import type { Viewer } from '../contract/viewer.ts'
import type { Env } from '../http/env.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import type { streamedJson } from '../http/streamed-json.ts'
import { type ListSource, maxPageSize } from './lists.ts'
import type { Page, Photos } from './photos.ts'

/** Photos per piece of a streamed list. */
const pieceSize = 200

export type SendList = ReturnType<typeof createListResponse>
type ListAnswer = Response & TypedResponse<{ data: PhotoList }, 200, 'json'>

type SourceFor = (viewer: Viewer) => ListSource | undefined

/** Sends a page at once and a long list in pieces, to use little memory. */
export function createListResponse(
  photos: Photos,
  { wholeLists, stream }: { wholeLists: RateLimit; stream: typeof streamedJson },
) {
  return (c: Context<Env>, sourceFor: SourceFor, query: PageQuery): ListAnswer => {
    const viewer = c.get('viewer')
    const source = sourceFor(viewer)
    if (query.limit && query.limit <= maxPageSize) {
      return c.json({ data: photos.list(source, query, viewer) }) as ListAnswer
    }
    wholeLists.use(c.get('clientAddress'))
    const page = photos.page(source, query)
    const present = (): Viewer => {
      const now = c.get('viewerNow')()
      if (!Bun.deepEquals(sourceFor(now), source)) throw notFound()
      return now
    }
    return stream(c, listPieces(photos, page, present)) as ListAnswer
  }
}

/** `length` comes last because it counts the photos actually sent. */
function* listPieces(photos: Photos, page: Page, present: () => Viewer): Generator<string, void> {
  yield `{"data":{"total":${page.total},"offset":${page.offset},"photos":[`
  let length = 0
  for (let next = 0; next < page.rowIds.length; next += pieceSize) {
    const piece = photos.read(page.rowIds.subarray(next, next + pieceSize), present())
    const separator = length > 0 && piece.length > 0 ? ',' : ''
    length += piece.length
    yield separator + piece.map((photo) => JSON.stringify(photo)).join(',')
  }
  yield `],"length":${length}}}`
}
