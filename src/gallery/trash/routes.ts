import { Hono } from 'hono'
import { ItemCount } from '../../contract/albums/albums.ts'
import { trashDays } from '../../contract/limits.ts'
import { Photo, PhotoRemoval } from '../../contract/photos/photos.ts'
import { TrashIds, TrashList, TrashQuery } from '../../contract/photos/trash.ts'
import { notFound } from '../../core/errors.ts'
import type { Env } from '../../http/env.ts'
import { bytes } from '../../http/openapi/bytes.ts'
import { rendering } from '../../http/openapi/openapi-errors.ts'
import { owner, requireRole } from '../../http/route.ts'
import { renderSeconds } from '../../http/send-picture.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { idParam, json, query } from '../../http/validate.ts'
import { acceptsFormat } from '../../images/accepts.ts'
import type { Trash } from './trash.ts'

export const trashRoutes = ({ trash }: { trash: Trash }) =>
  new Hono<Env>()
    .delete(
      '/photos/:id',
      owner('Move a photo to the trash', Photo, undefined, {
        description:
          'It is deleted for good after 30 days. `removeFiles` says whether its original is deleted then, or moved to `removed/`.',
      }),
      json(PhotoRemoval),
      async (c) => {
        const { removeFiles = false } = c.req.valid('json')
        const [photo] = await trash.put([idParam(c)], { removeFiles })
        if (!photo) throw notFound()
        return c.json({ data: photo })
      },
    )
    .get(
      '/trash',
      owner(
        'Photos in the trash',
        TrashList,
        {},
        {
          description: `Deleted photos stay there for ${trashDays} days, and nothing else shows them.`,
        },
      ),
      takesTurns,
      query(TrashQuery),
      (c) => c.json({ data: trash.list(c.req.valid('query')) }),
    )
    .delete('/trash', owner('Delete all photos in the trash for good', ItemCount), async (c) => {
      // Deleting thousands of files can take longer than a silent connection is kept.
      c.env.server?.timeout(c.req.raw, 0)
      return c.json({ data: { numItems: await trash.empty() } })
    })
    .post(
      '/trash/restore',
      owner('Restore photos from the trash, with everything that belonged to them', ItemCount),
      json(TrashIds),
      async (c) => c.json({ data: { numItems: await trash.restore(c.req.valid('json').ids) } }),
    )
    .post(
      '/trash/delete',
      owner('Delete photos in the trash for good', ItemCount),
      json(TrashIds),
      async (c) => {
        c.env.server?.timeout(c.req.raw, 0)
        return c.json({ data: { numItems: await trash.deleteNow(c.req.valid('json').ids) } })
      },
    )
    .get(
      '/trash/:id/preview',
      owner('The tile of a photo in the trash', bytes('image/avif', 'image/jpeg'), rendering),
      async (c) => {
        c.env.server?.timeout(c.req.raw, renderSeconds)
        const accepted = acceptsFormat(c.req.header('accept'))
        const preview = await trash.preview(idParam(c), accepted)
        // The session may have ended while the request was waiting.
        requireRole('owner', c.get('viewerNow')())
        return new Response(new Uint8Array(preview.bytes), {
          headers: {
            'Content-Type': `image/${preview.format}`,
            'Cache-Control': 'private, no-store',
            Vary: 'Accept',
          },
        })
      },
    )
