import type { Context, TypedResponse } from 'hono'
import {
  type Album,
  AlbumChange,
  AlbumOrdering,
  AlbumQuery,
  NewAlbum,
  PhotoIds,
  RulePreviewQuery,
} from '../../contract/albums/albums.ts'
import type { Viewer } from '../../contract/people/viewer.ts'
import { notFound } from '../../core/errors.ts'
import { contentDisposition } from '../../http/content-disposition.ts'
import type { Env } from '../../http/env.ts'
import type { RateLimit } from '../../http/rate-limit.ts'
import type { ResponseCache } from '../../http/response-cache.ts'
import { handle } from '../../http/route.ts'
import { renderSeconds } from '../../http/send-picture.ts'
import { streamedBytes, streamedHead } from '../../http/streamed-bytes.ts'
import { streamedJson } from '../../http/streamed-json.ts'
import { clientOf, takesTurns } from '../../http/take-turns.ts'
import { idParam, json, query } from '../../http/validate.ts'
import { PhotoListQuery } from '../photos/list-query.ts'
import type { SendList } from '../photos/list-response.ts'
import type { Albums } from './albums.ts'
import type { Archives } from './archive.ts'
import { archiveFileName } from './archive-names.ts'

/** Albums with more photos are streamed, this many ids at a time. */
const pieceSize = 1000

type AlbumResponse = Response & TypedResponse<{ data: Album }, 200, 'json'>

export function albumHandlers({
  albums,
  archives,
  sendList,
  wholeLists,
  downloads,
  cached,
}: {
  albums: Albums
  archives: Archives
  sendList: SendList
  wholeLists: RateLimit
  downloads: RateLimit
  cached: ResponseCache
}) {
  const sendAlbum = (
    c: Context<Env>,
    album: Album,
    rowIds: Int32Array,
    mayGoOn: (viewer: Viewer) => boolean,
  ): AlbumResponse => {
    if (rowIds.length <= pieceSize) {
      const photos = albums.photoIds(rowIds, c.get('viewer'))
      return c.json({ data: { ...album, photos } }) as AlbumResponse
    }
    function* pieces() {
      yield `{"data":${JSON.stringify(album).slice(0, -1)},"photos":[`
      let separator = ''
      for (let next = 0; next < rowIds.length; next += pieceSize) {
        const viewer = c.get('viewerNow')()
        if (!mayGoOn(viewer)) throw notFound()
        const ids = albums.photoIds(rowIds.subarray(next, next + pieceSize), viewer)
        yield separator + JSON.stringify(ids).slice(1, -1)
        if (ids.length > 0) separator = ','
      }
      yield ']}}'
    }
    return streamedJson(c, pieces()) as AlbumResponse
  }
  const sendChanged = (c: Context<Env>, album: Album): AlbumResponse =>
    sendAlbum(c, album, albums.rowIds(album.id, c.get('viewer')), ({ isOwner }) => isOwner)

  return {
    list: handle(cached.byPath, (c) => c.json({ data: albums.list(c.get('viewer')) })),
    get: handle(...cached.byQuery(AlbumQuery), (c) => {
      const [id, viewer] = [idParam(c), c.get('viewer')]
      const album = albums.get(id, viewer)
      if (c.req.valid('query').photos === 'false') return c.json({ data: album }) as AlbumResponse
      if (album.photoCount > pieceSize) wholeLists.use(c.get('clientAddress'))
      return sendAlbum(c, album, albums.rowIds(id, viewer), (now) => albums.isOpen(id, now))
    }),
    create: handle(json(NewAlbum), async (c) =>
      sendChanged(c, await albums.create(c.req.valid('json'), c.get('viewer'))),
    ),
    change: handle(json(AlbumChange), async (c) =>
      sendChanged(c, await albums.change(idParam(c), c.req.valid('json'), c.get('viewer'))),
    ),
    remove: handle(async (c) => {
      const { album, rowIds } = await albums.remove(idParam(c), c.get('viewer'))
      return sendAlbum(c, album, rowIds, ({ isOwner }) => isOwner)
    }),
    previewRule: handle(takesTurns, query(RulePreviewQuery), async (c) =>
      c.json({ data: await albums.previewRule(c.req.valid('query').rule) }),
    ),
    photos: handle(...cached.byQuery(PhotoListQuery), (c) => {
      const id = idParam(c)
      return sendList(c, (viewer) => albums.source(id, viewer), c.req.valid('query'))
    }),
    download: handle((c) => {
      const [id, viewer] = [idParam(c), c.get('viewer')]
      albums.requireDownload(id, viewer)
      const headers = {
        'Content-Type': 'application/zip',
        'Content-Disposition': contentDisposition(archiveFileName(albums.get(id, viewer).name)),
        'Cache-Control': 'private, no-store',
      }
      if (c.req.method === 'HEAD') return streamedHead(headers)
      if (!viewer.isOwner) downloads.use(c.get('clientAddress'))
      // Nothing is sent while a picture is made.
      c.env.server?.timeout(c.req.raw, renderSeconds)
      return streamedBytes(
        c,
        () => archives.zip(id, { viewerNow: c.get('viewerNow'), client: clientOf(c) }),
        headers,
      )
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
      sendChanged(c, await albums.order(idParam(c), c.req.valid('json').photos, c.get('viewer'))),
    ),
  }
}
