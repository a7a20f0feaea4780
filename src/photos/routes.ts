import type { Context, TypedResponse } from 'hono'
import { Hono } from 'hono'
import { notFound } from '../contract/app-error.ts'
import {
  AllPhotosRemoval,
  PhotoChange,
  type PhotoList,
  PhotoListQuery,
  PhotoRemoval,
} from '../contract/photos.ts'
import type { Viewer } from '../contract/viewer.ts'
import { answerCache } from '../http/answer-cache.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import type { Env } from '../http/env.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { idParam, jsonBody, optionalJsonBody, validate } from '../http/validate.ts'
import { requires } from '../http/viewer.ts'
import type { Library } from '../images/library.ts'
import type { Page, Photos } from './photos.ts'

/** Photos read and written out at a time when a whole list is asked for. */
const batchSize = 500

/** What the routes of photos need. */
export type PhotoRouteParts = {
  readonly photos: Photos
  readonly library: Library
  readonly sourceNameOf: (id: string) => string | undefined
  readonly wholeListLimit: RateLimit
  readonly dataVersion: () => number
}

export function photoRoutes({ photos, library, sourceNameOf, ...parts }: PhotoRouteParts) {
  const cached = answerCache(parts.dataVersion)
  return new Hono<Env>()
    .get('/', requires('anybody'), cached, validate('query', PhotoListQuery), (c) => {
      const viewer = c.get('viewer')
      const query = c.req.valid('query')
      const source = photos.listSource(viewer)
      if (query.limit) return c.json({ data: photos.list(source, query, viewer) })
      parts.wholeListLimit.use(c.get('clientAddress'))
      return streamList(c, photos, photos.page(source, query), viewer)
    })
    .get('/:id', requires('anybody'), cached, (c) =>
      c.json({ data: photos.get(idParam(c), c.get('viewer')) }),
    )
    .get('/:id/original', requires('owner'), (c) => {
      const id = idParam(c)
      const sourceName = sourceNameOf(id)
      if (sourceName === undefined) throw notFound()
      return new Response(Bun.file(library.original(id)), {
        headers: {
          'Content-Type': 'image/jpeg',
          'Content-Disposition': contentDisposition(sourceName),
          'Cache-Control': 'private, no-store',
        },
      })
    })
    .put('/:id', requires('owner'), jsonBody, validate('json', PhotoChange), async (c) =>
      c.json({ data: await photos.change(idParam(c), c.req.valid('json')) }),
    )
    .delete(
      '/:id',
      requires('owner'),
      optionalJsonBody,
      validate('json', PhotoRemoval),
      async (c) =>
        c.json({ data: await photos.delete(idParam(c), c.req.valid('json').removeFiles ?? false) }),
    )
}

/** DELETE /api/photo: everything at once. */
export function allPhotosRoutes({ photos }: Pick<PhotoRouteParts, 'photos'>) {
  return new Hono<Env>().delete(
    '/',
    requires('owner'),
    jsonBody,
    validate('json', AllPhotosRemoval),
    async (c) => {
      // Thousands of files take longer than the 10 s after which a silent answer is cut.
      c.env.server?.timeout(c.req.raw, 0)
      return c.json({ data: await photos.deleteAll(c.req.valid('json').removeFiles) })
    },
  )
}

/** A whole list, written out in batches: `length` comes last, counting what was really sent. */
function streamList(c: Context<Env>, photos: Photos, page: Page, viewer: Viewer) {
  const encoder = new TextEncoder()
  let next = 0
  let length = 0
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const head = `{"data":{"total":${page.total},"offset":${page.offset},"photos":[`
      controller.enqueue(encoder.encode(head))
    },
    pull: (controller) => {
      if (next >= page.numbers.length) {
        controller.enqueue(encoder.encode(`],"length":${length}}}`))
        controller.close()
        return
      }
      const batch = photos.read(page.numbers.slice(next, next + batchSize), viewer)
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
  return answer as Response & TypedResponse<{ data: PhotoList }, 200, 'json'>
}
