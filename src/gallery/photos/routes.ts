import { Hono } from 'hono'
import { z } from 'zod'
import {
  AllPhotosRemoval,
  Edit,
  EditPreviewQuery,
  Photo,
  PhotoChange,
  PhotoList,
} from '../../contract/photos/photos.ts'
import { PhotoVersion, ReplacedPhoto, VersionChoice } from '../../contract/photos/versions.ts'
import type { Config } from '../../core/config/config.ts'
import { contentDisposition } from '../../http/content-disposition.ts'
import type { Env } from '../../http/env.ts'
import { bytes } from '../../http/openapi/bytes.ts'
import { outOfReach, rendering, storing, tooManyLists } from '../../http/openapi/openapi-errors.ts'
import { filterParameters } from '../../http/openapi/openapi-parameters.ts'
import { anybody, owner, requireRole } from '../../http/route.ts'
import { idParam, json, query } from '../../http/validate.ts'
import type { Web } from '../../http/web.ts'
import type { Media } from '../../storage/media.ts'
import type { Trash } from '../trash/trash.ts'
import type { Edits } from './edits.ts'
import { PhotoListQuery, PhotoSearchQuery } from './list-query.ts'
import { createListResponse, listErrors } from './list-response.ts'
import { originalFile } from './original-file.ts'
import type { Photos } from './photos.ts'
import type { Versions } from './versions.ts'

const jpeg = bytes('image/jpeg')
const filtered = { parameters: filterParameters }

const editSeconds = 180

export function photoRoutes(
  {
    photos,
    trash,
    media,
    config,
  }: {
    photos: Photos
    trash: Pick<Trash, 'deleteEverything'>
    media: Media
    config: Pick<Config, 'search'>
  },
  { wholeLists, cached }: Pick<Web, 'wholeLists' | 'cached'>,
) {
  const sendList = createListResponse({ photos, config }, { wholeLists })

  return new Hono<Env>()
    .get(
      '/photos',
      anybody('The photostream (all photos for the owner)', PhotoList, listErrors, filtered),
      ...cached.byQuery(PhotoListQuery),
      (c) => sendList(c, photos.listSource, c.req.valid('query')),
    )
    .get(
      '/photos/search',
      anybody(
        'Search photos by camera or words',
        PhotoList,
        { 404: '`around` is not in the results, or search is disabled.', ...tooManyLists },
        filtered,
      ),
      ...cached.byQuery(PhotoSearchQuery),
      (c) => sendList(c, photos.listSource, c.req.valid('query')),
    )
    .get('/photos/:id', anybody('A photo', Photo), cached.byPath, (c) =>
      c.json({ data: photos.get(idParam(c), c.get('viewer')) }),
    )
    .put('/photos/:id', owner('Change a photo’s details', Photo), json(PhotoChange), async (c) =>
      c.json({ data: await photos.change(idParam(c), c.req.valid('json')) }),
    )
    .delete(
      '/photo',
      owner(
        'Delete every photo, also in the trash',
        PhotoList,
        { 409: 'The gallery does not have `count` photos; `details.total` is the actual number.' },
        // The generated name would be that of deleting one photo.
        { operationId: 'deleteEveryPhoto' },
      ),
      json(AllPhotosRemoval),
      async (c) => {
        // Deleting thousands of files can take longer than a silent connection is kept.
        c.env.server?.timeout(c.req.raw, 0)
        const { removeFiles, count } = c.req.valid('json')
        return c.json({ data: await trash.deleteEverything(removeFiles, count) })
      },
    )
    .get('/photos/:id/original', owner('The original file', jpeg, outOfReach), async (c) => {
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
    })
}

/** Cropping and rotating. */
export const editRoutes = ({ edits }: { edits: Edits }) =>
  new Hono<Env>()
    .get(
      '/photos/:id/edit/preview',
      owner('Preview a crop', jpeg, rendering),
      query(EditPreviewQuery),
      async (c) => {
        c.env.server?.timeout(c.req.raw, editSeconds)
        const preview = await edits.preview(idParam(c), c.req.valid('query'))
        // The session may have ended while the request was waiting.
        requireRole('owner', c.get('viewerNow')())
        return new Response(new Uint8Array(preview), {
          headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' },
        })
      },
    )
    .put(
      '/photos/:id/edit',
      owner('Crop and rotate a photo', Photo, { ...storing, ...rendering }),
      json(Edit),
      async (c) => {
        c.env.server?.timeout(c.req.raw, editSeconds)
        return c.json({ data: await edits.save(idParam(c), c.req.valid('json')) })
      },
    )
    .delete(
      '/photos/:id/edit',
      owner('Undo crop and rotation', Photo, { ...storing, ...rendering }),
      async (c) => {
        c.env.server?.timeout(c.req.raw, editSeconds)
        return c.json({ data: await edits.restore(idParam(c)) })
      },
    )

export const versionRoutes = ({ versions }: { versions: Versions }) =>
  new Hono<Env>()
    .get(
      '/photos/:id/versions',
      owner('The versions of a photo, newest first', () => z.array(PhotoVersion())),
      (c) => c.json({ data: versions.list(idParam(c)) }),
    )
    .put(
      '/photos/:id/version',
      owner('Show another version of a photo', ReplacedPhoto, {
        409: 'A new version of the photo was added meanwhile.',
        ...storing,
        ...rendering,
      }),
      json(VersionChoice),
      async (c) => {
        c.env.server?.timeout(c.req.raw, editSeconds)
        const { version } = c.req.valid('json')
        const { photo, hasLostCrop } = await versions.show(idParam(c), version)
        return c.json({ data: { ...photo, hasLostCrop } })
      },
    )
