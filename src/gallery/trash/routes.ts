import { TrashIds, TrashQuery } from '../../contract/photos/trash.ts'
import { handle, requireRole } from '../../http/route.ts'
import { renderSeconds } from '../../http/send-picture.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { idParam, json, query } from '../../http/validate.ts'
import type { acceptsFormat } from '../../images/accepts.ts'
import type { Trash } from './trash.ts'

export function trashHandlers({ trash, accepts }: { trash: Trash; accepts: typeof acceptsFormat }) {
  return {
    list: handle(takesTurns, query(TrashQuery), (c) =>
      c.json({ data: trash.list(c.req.valid('query')) }),
    ),
    restore: handle(json(TrashIds), async (c) =>
      c.json({ data: { numItems: await trash.restore(c.req.valid('json').ids) } }),
    ),
    deleteNow: handle(json(TrashIds), async (c) => {
      // Deleting thousands of files takes longer than the 10 s after which an idle connection is
      // closed.
      c.env.server?.timeout(c.req.raw, 0)
      return c.json({ data: { numItems: await trash.deleteNow(c.req.valid('json').ids) } })
    }),
    empty: handle(async (c) => {
      c.env.server?.timeout(c.req.raw, 0)
      return c.json({ data: { numItems: await trash.empty() } })
    }),
    preview: handle(async (c) => {
      c.env.server?.timeout(c.req.raw, renderSeconds)
      const { bytes, format } = await trash.preview(idParam(c), accepts(c.req.header('accept')))
      // The session may have ended while the request was waiting.
      requireRole('owner', c.get('viewerNow')())
      return new Response(new Uint8Array(bytes), {
        headers: {
          'Content-Type': `image/${format}`,
          'Cache-Control': 'private, no-store',
          Vary: 'Accept',
        },
      })
    }),
  }
}
