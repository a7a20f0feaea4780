import { Hono } from 'hono'
import { notFound } from '../contract/app-error.ts'
import {
  AllPhotosRemoval,
  PhotoChange,
  PhotoListQuery,
  PhotoRemoval,
  PhotoSearchQuery,
} from '../contract/photos.ts'
import { answerCache } from '../http/answer-cache.ts'
import { contentDisposition } from '../http/content-disposition.ts'
import type { Env } from '../http/env.ts'
import { idParam, jsonBody, optionalJsonBody, validate } from '../http/validate.ts'
import { requires } from '../http/viewer.ts'
import type { Library } from '../images/library.ts'
import type { createListAnswer } from './list-answer.ts'
import type { Photos } from './photos.ts'

/** What the routes of photos need. */
export type PhotoRouteParts = {
  readonly photos: Photos
  readonly library: Library
  readonly sourceNameOf: (id: string) => string | undefined
  readonly answerList: ReturnType<typeof createListAnswer>
  readonly dataVersion: () => number
}

export function photoRoutes({
  photos,
  library,
  sourceNameOf,
  answerList,
  ...parts
}: PhotoRouteParts) {
  const cached = answerCache(parts.dataVersion)
  return new Hono<Env>()
    .get('/', requires('anybody'), cached, validate('query', PhotoListQuery), (c) => {
      const viewer = c.get('viewer')
      return answerList(c, photos.listSource(viewer), c.req.valid('query'), viewer)
    })
    .get('/search', requires('anybody'), cached, validate('query', PhotoSearchQuery), (c) => {
      const viewer = c.get('viewer')
      const query = c.req.valid('query')
      return answerList(c, photos.cameraSource(query.cameraModel, viewer), query, viewer)
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
