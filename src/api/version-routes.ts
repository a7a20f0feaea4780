import { Hono } from 'hono'
import { z } from 'zod'
import { UploadedPhoto } from '../contract/photos/photos.ts'
import {
  PendingUpload,
  PhotoVersion,
  pendingDays,
  ReplacedPhoto,
} from '../contract/photos/versions.ts'
import type { Env } from '../http/env.ts'
import { bytes } from '../http/openapi/bytes.ts'
import { owner } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

const busy = {
  503: 'Too many pictures are being rendered, or the store of the photos does not answer; `Retry-After` says when to retry.',
}
const stored = { ...busy, 507: 'The disk or the store of the photos is full.' }

export const versionRoutes = (h: Handlers) =>
  new Hono<Env>()
    .get(
      '/photos/:id/versions',
      owner('The versions of a photo, newest first', () => z.array(PhotoVersion())),
      ...h.photos.versions,
    )
    .put(
      '/photos/:id/version',
      owner('Show another version of a photo', ReplacedPhoto, {
        409: 'The photo got another version meanwhile.',
        ...stored,
      }),
      ...h.photos.setVersion,
    )
    .get(
      '/uploads/pending',
      owner(
        'Files that wait for a decision, oldest first',
        () => z.array(PendingUpload()),
        {},
        {
          description: `Files that seem to be new versions of photos: the oldest 500 from each source, and from uploads and imports. Each is discarded ${pendingDays} days after it was received.`,
        },
      ),
      ...h.upload.listPending,
    )
    .post(
      '/uploads/pending/:id',
      owner(
        'Decide what becomes of a file',
        UploadedPhoto,
        { 409: 'The same file is already in the gallery; `details.photoId` names it.', ...stored },
        {
          description: 'With `replace`: the photo, which shows its new version',
          also: {
            201: { description: 'With `keep-both`: the new photo', response: UploadedPhoto },
            204: { description: 'With `discard`: the file is deleted' },
          },
        },
      ),
      ...h.upload.decide,
    )
    .get(
      '/uploads/pending/:id/preview',
      owner('A small picture of a file that waits', bytes('image/jpeg'), busy),
      ...h.upload.previewPending,
    )
