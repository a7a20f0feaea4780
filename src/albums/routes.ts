import { Hono } from 'hono'
import { NewAlbum, PhotoIds } from '../contract/albums.ts'
import { PhotoListQuery } from '../contract/photos.ts'
import { answerCache } from '../http/answer-cache.ts'
import type { Env } from '../http/env.ts'
import { idParam, jsonBody, validate } from '../http/validate.ts'
import { requires } from '../http/viewer.ts'
import type { createListAnswer } from '../photos/list-answer.ts'
import type { Albums } from './albums.ts'

export function albumRoutes({
  albums,
  answerList,
  dataVersion,
}: {
  albums: Albums
  answerList: ReturnType<typeof createListAnswer>
  dataVersion: () => number
}) {
  const cached = answerCache(dataVersion)
  return new Hono<Env>()
    .get('/', requires('anybody'), cached, (c) => c.json({ data: albums.list(c.get('viewer')) }))
    .post('/', requires('owner'), jsonBody, validate('json', NewAlbum), async (c) =>
      c.json({ data: await albums.create(c.req.valid('json'), c.get('viewer')) }),
    )
    .get('/:id', requires('anybody'), cached, (c) =>
      c.json({ data: albums.get(idParam(c), c.get('viewer')) }),
    )
    .get('/:id/photos', requires('anybody'), cached, validate('query', PhotoListQuery), (c) => {
      const viewer = c.get('viewer')
      const album = albums.numberOf(idParam(c), viewer)
      return answerList(c, { kind: 'album', album }, c.req.valid('query'), viewer)
    })
    .put('/:id/photos/add', requires('owner'), jsonBody, validate('json', PhotoIds), async (c) => {
      const { photoIds } = c.req.valid('json')
      return c.json({ data: { numItems: await albums.addPhotos(idParam(c), photoIds) } })
    })
    .put(
      '/:id/photos/delete',
      requires('owner'),
      jsonBody,
      validate('json', PhotoIds),
      async (c) => {
        const { photoIds } = c.req.valid('json')
        return c.json({ data: { numItems: await albums.removePhotos(idParam(c), photoIds) } })
      },
    )
}
