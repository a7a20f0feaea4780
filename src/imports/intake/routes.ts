import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { Viewer } from '../../contract/people/viewer.ts'
import { UploadedPhoto } from '../../contract/photos/photos.ts'
import {
  PendingDecision,
  PendingUpload,
  pendingDays,
  WaitingUpload,
} from '../../contract/photos/versions.ts'
import type { Config } from '../../core/config/config.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { Env } from '../../http/env.ts'
import { readUpload } from '../../http/multipart.ts'
import { bytes } from '../../http/openapi/bytes.ts'
import { rendering, storing } from '../../http/openapi/openapi-errors.ts'
import { owner, requireRole } from '../../http/route.ts'
import { idParam, json } from '../../http/validate.ts'
import type { NoteImport } from '../note-import.ts'
import type { Accepted, Incoming } from './incoming.ts'
import type { Ingest } from './ingest.ts'
import type { PendingFiles } from './pending-files.ts'
import { tooLarge } from './receive.ts'
import { readOptions, uploadFormSchema } from './upload-form.ts'

/** Uploads, whose bodies are forms and not JSON. */
export function uploadRoutes({
  ingest,
  incoming,
  noteImport,
  photos,
  config: { maxUpload },
}: {
  ingest: Ingest
  incoming: Incoming
  noteImport: NoteImport
  photos: Photos
  config: Pick<Config, 'maxUpload'>
}) {
  return new Hono<Env>().put(
    '/local/upload',
    owner(
      'Upload a photo, or its lost original again',
      UploadedPhoto,
      {
        400: 'The file is incomplete or damaged, or the form is malformed.',
        404: 'There is no photo `versionOf`.',
        409: 'This photo is already in the gallery, and `details.photoId` names it; or too many files wait for a decision.',
        413: 'The file has too many bytes or pixels.',
        415: 'The file is not a JPEG, or the body is not a form.',
        ...storing,
      },
      {
        form: uploadFormSchema,
        also: {
          202: {
            description: 'With `onMatch` `ask`: the file waits for a decision',
            response: WaitingUpload,
          },
        },
      },
    ),
    noting(noteImport),
    async (c) => {
      const { received, form } = await readUpload(
        c.req.raw,
        { field: 'image', limit: maxUpload, tooLarge: () => tooLarge(maxUpload) },
        ingest.receive,
        ingest.discard,
      )
      // The photo has arrived, and can wait behind others for any time.
      c.env.server?.timeout(c.req.raw, 0)
      const { run, ...options } = await Promise.try(readOptions, form).catch(
        async (error: unknown) => {
          await ingest.discard(received)
          throw error
        },
      )
      const origin = {
        source: 'local' as const,
        sourceName: form.fields.get('sourceId') || form.fileName,
        sourceDate: form.fields.get('sourceDate') || null,
        folder: null,
        ...(run && { run }),
      }
      const accepted = await incoming.accept(received, origin, options)
      if (accepted.kind === 'waiting') return c.json({ data: { pending: accepted.pending } }, 202)
      return c.json({ data: bodyOf(accepted, photos, c.get('viewer')) })
    },
  )
}

/** Files that wait for a decision. */
export const pendingUploadRoutes = ({
  pendingFiles,
  noteImport,
  photos,
}: {
  pendingFiles: PendingFiles
  noteImport: NoteImport
  photos: Photos
}) =>
  new Hono<Env>()
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
      (c) => c.json({ data: pendingFiles.list() }),
    )
    .post(
      '/uploads/pending/:id',
      owner(
        'Decide what to do with a waiting file',
        UploadedPhoto,
        {
          409: 'The same file is already in the gallery; `details.photoId` names it.',
          ...storing,
          ...rendering,
        },
        {
          description: 'With `replace`: the photo, which shows its new version',
          also: {
            201: { description: 'With `keep-both`: the new photo', response: UploadedPhoto },
            204: { description: 'With `discard`: the file is deleted' },
          },
        },
      ),
      noting(noteImport),
      json(PendingDecision),
      async (c) => {
        // The new version is rendered before the answer.
        c.env.server?.timeout(c.req.raw, 0)
        const decided = await pendingFiles.decide(idParam(c), c.req.valid('json').decision)
        if (decided.kind === 'discarded') return c.body(null, 204)
        const status = decided.kind === 'new' ? 201 : 200
        return c.json({ data: bodyOf(decided, photos, c.get('viewer')) }, status)
      },
    )
    .get(
      '/uploads/pending/:id/preview',
      owner('A small picture of a waiting file', bytes('image/jpeg'), rendering),
      async (c) => {
        const preview = await pendingFiles.preview(idParam(c))
        // The session may have ended while the request was waiting.
        requireRole('owner', c.get('viewerNow')())
        return new Response(new Uint8Array(preview), {
          headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' },
        })
      },
    )

const noting = (noteImport: NoteImport) =>
  createMiddleware<Env>(async (c, next) => {
    await next()
    const { status } = c.res
    // A file that waits is counted when the owner has decided.
    if (status === 202 || status === 204) return
    if (status < 300) noteImport('local', 'imported')
    else noteImport('local', status === 409 ? 'duplicate' : 'failed')
  })

function bodyOf(accepted: Exclude<Accepted, { kind: 'waiting' }>, photos: Photos, viewer: Viewer) {
  if (accepted.kind === 'replaced') {
    const { photo, hasLostCrop } = accepted.photo
    return { ...photo, hasLostCrop }
  }
  const { id, isRestored, wasInTrash } = accepted.photo
  const photo = photos.get(id, viewer)
  return { ...photo, ...(isRestored && { isRestored }), ...(wasInTrash && { wasInTrash }) }
}
