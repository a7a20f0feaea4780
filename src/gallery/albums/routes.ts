import { Hono } from 'hono'
import { z } from 'zod'
import {
  Album,
  AlbumChange,
  AlbumOrdering,
  AlbumQuery,
  ItemCount,
  NewAlbum,
  NewCovers,
  PhotoIds,
  RulePreview,
  RulePreviewQuery,
} from '../../contract/albums/albums.ts'
import { PhotoAlbums, PhotoList } from '../../contract/photos/photos.ts'
import type { Config } from '../../core/config/config.ts'
import { contentDisposition } from '../../http/content-disposition.ts'
import type { Env } from '../../http/env.ts'
import { bytes } from '../../http/openapi/bytes.ts'
import { tooManyLists } from '../../http/openapi/openapi-errors.ts'
import { filterParameters } from '../../http/openapi/openapi-parameters.ts'
import { anybody, owner } from '../../http/route.ts'
import { renderSeconds } from '../../http/send-picture.ts'
import { streamedBytes, streamedHead } from '../../http/streamed-bytes.ts'
import { clientOf, takesTurns } from '../../http/take-turns.ts'
import { idParam, json, query } from '../../http/validate.ts'
import type { Web } from '../../http/web.ts'
import { PhotoListQuery } from '../photos/list-query.ts'
import { createListResponse, listErrors } from '../photos/list-response.ts'
import type { Photos } from '../photos/photos.ts'
import { type AlbumResponse, createAlbumResponse, pieceSize } from './album-response.ts'
import type { AlbumZips } from './album-zips.ts'
import type { Albums } from './albums.ts'
import { zipFileName } from './zip-names.ts'

const takenName = { 409: 'An album with this name already exists.' }
const changedAlbum = {
  400: 'The body is malformed, or asks for a manual order of a smart album.',
  409: 'An album with this name already exists, or the photostream would become a smart album.',
}
const fillsItself = { 409: 'The album is a smart album.' }

const downloadErrors = {
  404: 'The album is not visible, or its owner does not allow downloads.',
  429: 'Too many albums were downloaded from this network.',
}
const downloadRemarks = {
  description:
    'The public originals in the album’s order, each as /api/images sends it. Photos that could not be added are listed in “Missing photos.txt”.',
}

/** The albums of one photo. */
export const photoAlbumRoutes = (
  { albums, photos }: { albums: Albums; photos: Photos },
  { cached }: Pick<Web, 'cached'>,
) =>
  new Hono<Env>()
    .get(
      '/photos/:id/albums',
      anybody('Albums containing a photo', () => z.array(Album())),
      cached.byPath,
      (c) => {
        const viewer = c.get('viewer')
        return c.json({ data: albums.ofPhoto(photos.get(idParam(c), viewer).id, viewer) })
      },
    )
    .put(
      '/photos/:id/albums/set',
      owner('Set a photo’s albums', () => z.array(Album()), {
        409: 'One of the albums is a smart album that does not contain the photo.',
      }),
      json(PhotoAlbums),
      async (c) => {
        const viewer = c.get('viewer')
        const { id } = photos.get(idParam(c), viewer)
        return c.json({ data: await albums.setOfPhoto(id, c.req.valid('json').albumIds, viewer) })
      },
    )

export function albumRoutes(
  { albums }: { albums: Albums },
  { wholeLists, cached }: Pick<Web, 'wholeLists' | 'cached'>,
) {
  const { sendAlbum, sendChanged } = createAlbumResponse(albums)

  return new Hono<Env>()
    .get(
      '/albums',
      anybody('Albums without a code', () => z.array(Album())),
      cached.byPath,
      (c) => c.json({ data: albums.list(c.get('viewer')) }),
    )
    .post('/albums', owner('Create an album', Album, takenName), json(NewAlbum), async (c) =>
      sendChanged(c, await albums.create(c.req.valid('json'), c.get('viewer'))),
    )
    .put(
      '/albums/covers/settle',
      owner('Confirm the covers that albums got at an upgrade', NewCovers),
      json(NewCovers),
      async (c) => {
        const { areKept } = c.req.valid('json')
        await albums.settleNewCovers(areKept)
        return c.json({ data: { areKept } })
      },
    )
    .get(
      '/albums/rule/preview',
      owner('Count the photos that a rule would put into an album', RulePreview),
      takesTurns,
      query(RulePreviewQuery),
      async (c) => c.json({ data: await albums.previewRule(c.req.valid('query').rule) }),
    )
    .get(
      '/albums/:id',
      anybody('An album', Album, tooManyLists),
      ...cached.byQuery(AlbumQuery),
      (c) => {
        const id = idParam(c)
        const viewer = c.get('viewer')
        const album = albums.get(id, viewer)
        if (c.req.valid('query').photos === 'false') {
          return c.json({ data: album }) as AlbumResponse
        }
        if (album.photoCount > pieceSize) wholeLists.use(c.get('clientAddress'))
        return sendAlbum(c, album, albums.rowIds(id, viewer), (now) => albums.isOpen(id, now))
      },
    )
    .put(
      '/albums/:id',
      owner('Change an album', Album, changedAlbum),
      json(AlbumChange),
      async (c) =>
        sendChanged(c, await albums.change(idParam(c), c.req.valid('json'), c.get('viewer'))),
    )
    .delete('/albums/:id', owner('Delete an album, keeping its photos', Album), async (c) => {
      const { album, rowIds } = await albums.remove(idParam(c), c.get('viewer'))
      return sendAlbum(c, album, rowIds, ({ isOwner }) => isOwner)
    })
}

/** The photos of one album. */
export function albumPhotoRoutes(
  {
    albums,
    albumZips,
    photos,
    config,
  }: { albums: Albums; albumZips: AlbumZips; photos: Photos; config: Pick<Config, 'search'> },
  { wholeLists, downloads, cached }: Pick<Web, 'wholeLists' | 'downloads' | 'cached'>,
) {
  const sendList = createListResponse({ photos, config }, { wholeLists })
  const { sendChanged } = createAlbumResponse(albums)

  return new Hono<Env>()
    .get(
      '/albums/:id/photos',
      anybody('An album’s photos', PhotoList, listErrors, { parameters: filterParameters }),
      ...cached.byQuery(PhotoListQuery),
      (c) => {
        const id = idParam(c)
        return sendList(c, (viewer) => albums.source(id, viewer), c.req.valid('query'))
      },
    )
    .get(
      '/albums/:id/download',
      anybody(
        'An album’s photos as a zip file',
        bytes('application/zip'),
        downloadErrors,
        downloadRemarks,
      ),
      (c) => {
        const id = idParam(c)
        const viewer = c.get('viewer')
        albums.requireDownload(id, viewer)
        const headers = {
          'Content-Type': 'application/zip',
          'Content-Disposition': contentDisposition(zipFileName(albums.get(id, viewer).name)),
          'Cache-Control': 'private, no-store',
        }
        if (c.req.method === 'HEAD') return streamedHead(headers)
        if (!viewer.isOwner) downloads.use(c.get('clientAddress'))
        // Nothing is sent while a picture is made.
        c.env.server?.timeout(c.req.raw, renderSeconds)
        return streamedBytes(
          c,
          () => albumZips.zip(id, { viewerNow: c.get('viewerNow'), client: clientOf(c) }),
          headers,
        )
      },
    )
    .put(
      '/albums/:id/photos/add',
      owner('Add photos to an album', ItemCount, fillsItself),
      json(PhotoIds),
      async (c) => {
        const { photoIds } = c.req.valid('json')
        return c.json({ data: { numItems: await albums.addPhotos(idParam(c), photoIds) } })
      },
    )
    .put(
      '/albums/:id/photos/delete',
      owner('Remove photos from an album', ItemCount, fillsItself),
      json(PhotoIds),
      async (c) => {
        const { photoIds } = c.req.valid('json')
        return c.json({ data: { numItems: await albums.removePhotos(idParam(c), photoIds) } })
      },
    )
    .put(
      '/albums/:id/order',
      owner('Save a manual order', Album, fillsItself),
      json(AlbumOrdering),
      async (c) =>
        sendChanged(c, await albums.order(idParam(c), c.req.valid('json').photos, c.get('viewer'))),
    )
}
