import { AlbumChange, AlbumOrdering, NewAlbum, PhotoIds } from '../contract/albums.ts'
import { PhotoListQuery } from '../contract/photos.ts'
import type { AnswerCache } from '../http/answer-cache.ts'
import { handle } from '../http/call.ts'
import { idParam, json, query } from '../http/validate.ts'
import type { AnswerList } from '../photos/list-answer.ts'
import type { Albums } from './albums.ts'

/** The calls of albums. */
export function albumCalls({
  albums,
  answerList,
  cached,
}: {
  albums: Albums
  answerList: AnswerList
  cached: AnswerCache
}) {
  return {
    list: handle(cached, (c) => c.json({ data: albums.list(c.get('viewer')) })),
    get: handle(cached, (c) => c.json({ data: albums.get(idParam(c), c.get('viewer')) })),
    create: handle(json(NewAlbum), async (c) =>
      c.json({ data: await albums.create(c.req.valid('json'), c.get('viewer')) }),
    ),
    change: handle(json(AlbumChange), async (c) =>
      c.json({ data: await albums.change(idParam(c), c.req.valid('json'), c.get('viewer')) }),
    ),
    remove: handle(async (c) => c.json({ data: await albums.remove(idParam(c), c.get('viewer')) })),
    photos: handle(cached, query(PhotoListQuery), (c) => {
      const id = idParam(c)
      return answerList(c, (viewer) => albums.source(id, viewer), c.req.valid('query'))
    }),
    addPhotos: handle(json(PhotoIds), async (c) => {
      const { photoIds } = c.req.valid('json')
      return c.json({ data: { numItems: await albums.addPhotos(idParam(c), photoIds) } })
    }),
    removePhotos: handle(json(PhotoIds), async (c) => {
      const { photoIds } = c.req.valid('json')
      return c.json({ data: { numItems: await albums.removePhotos(idParam(c), photoIds) } })
    }),
    order: handle(json(AlbumOrdering), async (c) =>
      c.json({
        data: await albums.order(idParam(c), c.req.valid('json').photos, c.get('viewer')),
      }),
    ),
  }
}
