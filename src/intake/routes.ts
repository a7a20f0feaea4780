import { readUpload } from '../http/multipart.ts'
import { handle } from '../http/route.ts'
import type { Photos } from '../photos/photos.ts'
import type { Ingest } from './ingest.ts'
import { tooLarge } from './receive.ts'

/** A phone on a train can pause for more than Bun's 10 s. */
const uploadIdleSeconds = 120

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
      // The photo has arrived, and can wait behind others for any time.
      c.env.server?.timeout(c.req.raw, 0)
      const { id, isRestored } = await ingest.add(received, {
        source: 'local',
        sourceName: form.fields.sourceId || form.fileName,
        sourceDate: form.fields.sourceDate || null,
      })
      const photo = photos.get(id, c.get('viewer'))
      return c.json({ data: isRestored ? { ...photo, isRestored } : photo })
    }),
  }
}
