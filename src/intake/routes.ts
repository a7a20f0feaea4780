import { readUpload } from '../http/multipart.ts'
import { handle } from '../http/route.ts'
import type { Photos } from '../photos/photos.ts'
import type { Ingest } from './ingest.ts'
import { tooLarge } from './receive.ts'

/** Seconds of silence after which an upload is cut; a phone on a train pauses longer than 10. */
const uploadIdleSeconds = 120

/** PUT /api/local/upload: one photo a request, streamed to disk. */
export function uploadHandlers({
  ingest,
  photos,
  maxUpload,
}: {
  ingest: Ingest
  photos: Photos
  maxUpload: number
}) {
  return {
    upload: handle(async (c) => {
      c.env.server?.timeout(c.req.raw, uploadIdleSeconds)
      const { received, form } = await readUpload(
        c.req.raw,
        { field: 'image', limit: maxUpload, tooLarge: () => tooLarge(maxUpload) },
        ingest.receive,
        ingest.discard,
      )
      // The photo is here; it may wait its turn behind others for as long as that takes.
      c.env.server?.timeout(c.req.raw, 0)
      const { id } = await ingest.take(received, {
        source: 'local',
        sourceName: form.fields.sourceId || form.fileName,
        sourceDate: form.fields.sourceDate || null,
      })
      return c.json({ data: photos.get(id, c.get('viewer')) })
    }),
  }
}
