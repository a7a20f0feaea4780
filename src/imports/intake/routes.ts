import { createMiddleware } from 'hono/factory'
import type { Viewer } from '../../contract/people/viewer.ts'
import { matchAnswers, type OnMatch, PendingDecision } from '../../contract/photos/versions.ts'
import { AppError } from '../../core/errors.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { Env } from '../../http/env.ts'
import { readUpload, type UploadForm } from '../../http/multipart.ts'
import { handle, requireRole } from '../../http/route.ts'
import { idParam, json } from '../../http/validate.ts'
import type { NoteImport } from '../note-import.ts'
import type { Incoming, Taken } from './incoming.ts'
import type { Ingest } from './ingest.ts'
import { tooLarge } from './receive.ts'
import type { Waiting } from './waiting.ts'

/** A phone on a train can pause for more than Bun's 10 s. */
const uploadIdleSeconds = 120

export function uploadHandlers({
  ingest,
  incoming,
  waiting,
  noteImport,
  photos,
  maxUpload,
}: {
  ingest: Ingest
  incoming: Incoming
  waiting: Waiting
  noteImport: NoteImport
  photos: Photos
  maxUpload: number
}) {
  const noting = createMiddleware<Env>(async (c, next) => {
    await next()
    const { status } = c.res
    // A file that waits is counted when the owner has decided.
    if (status === 202 || status === 204) return
    noteImport('local', status < 300 ? 'imported' : status === 409 ? 'duplicate' : 'failed')
  })
  const bodyOf = (taken: Exclude<Taken, { kind: 'waiting' }>, viewer: Viewer) => {
    if (taken.kind === 'replaced') {
      const { photo, hasLostCrop } = taken.photo
      return { ...photo, hasLostCrop }
    }
    const { id, isRestored, wasInTrash } = taken.photo
    const photo = photos.get(id, viewer)
    return { ...photo, ...(isRestored && { isRestored }), ...(wasInTrash && { wasInTrash }) }
  }

  return {
    upload: handle(noting, async (c) => {
      c.env.server?.timeout(c.req.raw, uploadIdleSeconds)
      const { received, form } = await readUpload(
        c.req.raw,
        { field: 'image', limit: maxUpload, tooLarge: () => tooLarge(maxUpload) },
        ingest.receive,
        ingest.discard,
      )
      // The photo has arrived, and can wait behind others for any time.
      c.env.server?.timeout(c.req.raw, 0)
      const { onMatch, run } = await Promise.try(wishOf, form).catch(async (error: unknown) => {
        await ingest.discard(received)
        throw error
      })
      const origin = {
        source: 'local' as const,
        sourceName: form.fields.get('sourceId') || form.fileName,
        sourceDate: form.fields.get('sourceDate') || null,
        folder: null,
        ...(run && { run }),
      }
      const taken = await incoming.take(received, origin, { onMatch })
      if (taken.kind === 'waiting') return c.json({ data: { pending: taken.pending } }, 202)
      return c.json({ data: bodyOf(taken, c.get('viewer')) })
    }),
    listPending: handle((c) => c.json({ data: waiting.list() })),
    decide: handle(noting, json(PendingDecision), async (c) => {
      // The new version is rendered before the answer.
      c.env.server?.timeout(c.req.raw, 0)
      const decided = await waiting.decide(idParam(c), c.req.valid('json').decision)
      if (decided.kind === 'discarded') return c.body(null, 204)
      const status = decided.kind === 'new' ? 201 : 200
      return c.json({ data: bodyOf(decided, c.get('viewer')) }, status)
    }),
    previewPending: handle(async (c) => {
      const bytes = await waiting.preview(idParam(c))
      // The session may have ended while the request was waiting.
      requireRole('owner', c.get('viewerNow')())
      return new Response(new Uint8Array(bytes), {
        headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, no-store' },
      })
    }),
  }
}

/** In characters. */
const runLimit = 100

/** What the form wants for a file that seems to be a new version. @throws AppError 400 */
function wishOf({ fields }: UploadForm): { onMatch: OnMatch; run?: string } {
  const onMatch = matchAnswers.find((answer) => answer === (fields.get('onMatch') || 'keep-both'))
  if (!onMatch) {
    const answers = matchAnswers.join(', ')
    throw new AppError(400, `onMatch: must be one of ${answers}`, { field: 'onMatch' })
  }
  const run = fields.get('run')
  if (run && run.length > runLimit) {
    throw new AppError(400, `run: must have at most ${runLimit} characters`, { field: 'run' })
  }
  return { onMatch, ...(run && { run }) }
}
