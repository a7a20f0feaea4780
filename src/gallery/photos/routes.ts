import {
  AllPhotosRemoval,
  Edit,
  EditPreviewQuery,
  PhotoAlbums,
  PhotoChange,
  PhotoRemoval,
} from '../../contract/photos/photos.ts'
import { VersionChoice } from '../../contract/photos/versions.ts'
import { notFound } from '../../core/errors.ts'
import { contentDisposition } from '../../http/content-disposition.ts'
import type { ResponseCache } from '../../http/response-cache.ts'
import { handle, requireRole } from '../../http/route.ts'
import { idParam, json, query } from '../../http/validate.ts'
import type { Media } from '../../storage/media.ts'
import type { Albums } from '../albums/albums.ts'
import type { Trash } from '../trash/trash.ts'
import type { Edits } from './edits.ts'
import { PhotoListQuery, PhotoSearchQuery } from './list-query.ts'
import type { SendList } from './list-response.ts'
import { originalFile } from './original-file.ts'
import type { Photos } from './photos.ts'
import type { Versions } from './versions.ts'

const editSeconds = 180

export function photoHandlers({
  photos,
  trash,
  albums,
  edits,
  versions,
  media,
  sendList,
  cached,
}: {
  photos: Photos
  trash: Pick<Trash, 'put' | 'deleteEverything'>
  albums: Albums
  edits: Edits
  versions: Versions
  media: Media
  sendList: SendList
  cached: ResponseCache
}) {
  return {
    list: handle(...cached.byQuery(PhotoListQuery), (c) =>
      sendList(c, photos.listSource, c.req.valid('query')),
    ),
    search: handle(...cached.byQuery(PhotoSearchQuery), (c) =>
      sendList(c, photos.listSource, c.req.valid('query')),
    ),
    get: handle(cached.byPath, (c) => c.json({ data: photos.get(idParam(c), c.get('viewer')) })),
    change: handle(json(PhotoChange), async (c) =>
      c.json({ data: await photos.change(idParam(c), c.req.valid('json')) }),
    ),
    remove: handle(json(PhotoRemoval), async (c) => {
      const { removeFiles = false } = c.req.valid('json')
      const [photo] = await trash.put([idParam(c)], { removeFiles })
      if (!photo) throw notFound()
      return c.json({ data: photo })
    }),
    removeAll: handle(json(AllPhotosRemoval), async (c) => {
      // Deleting thousands of files takes longer than the 10 s after which an idle connection is
      // closed.
      c.env.server?.timeout(c.req.raw, 0)
      const { removeFiles, count } = c.req.valid('json')
      return c.json({ data: await trash.deleteEverything(removeFiles, count) })
    }),
    original: handle(async (c) => {
      const { path, sourceName } = await originalFile(idParam(c), { photos, media })
      // The session may have ended while the file was fetched.
      requireRole('owner', c.get('viewerNow')())
      return new Response(Bun.file(path), {
        headers: {
          'Content-Type': 'image/jpeg',
          'Content-Disposition': contentDisposition(sourceName),
          'Cache-Control': 'private, no-store',
        },
      })
    }),
    albums: handle(cached.byPath, (c) => {
      const viewer = c.get('viewer')
      return c.json({ data: albums.ofPhoto(photos.get(idParam(c), viewer).id, viewer) })
    }),
    setAlbums: handle(json(PhotoAlbums), async (c) => {
      const viewer = c.get('viewer')
      const { id } = photos.get(idParam(c), viewer)
      return c.json({ data: await albums.setOfPhoto(id, c.req.valid('json').albumIds, viewer) })
    }),
    previewEdit: handle(query(EditPreviewQuery), async (c) => {
      c.env.server?.timeout(c.req.raw, editSeconds)
      const bytes = await edits.preview(idParam(c), c.req.valid('query'))
      // The session may have ended while the request was waiting.
      requireRole('owner', c.get('viewerNow')())
      return new Response(new Uint8Array(bytes), {
        headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' },
      })
    }),
    edit: handle(json(Edit), async (c) => {
      c.env.server?.timeout(c.req.raw, editSeconds)
      return c.json({ data: await edits.save(idParam(c), c.req.valid('json')) })
    }),
    restore: handle(async (c) => {
      c.env.server?.timeout(c.req.raw, editSeconds)
      return c.json({ data: await edits.restore(idParam(c)) })
    }),
    versions: handle((c) => c.json({ data: versions.list(idParam(c)) })),
    setVersion: handle(json(VersionChoice), async (c) => {
      c.env.server?.timeout(c.req.raw, editSeconds)
      const { photo, hasLostCrop } = await versions.show(idParam(c), c.req.valid('json').version)
      return c.json({ data: { ...photo, hasLostCrop } })
    }),
  }
}
