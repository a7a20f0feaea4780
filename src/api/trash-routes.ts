import { Hono } from 'hono'
import { ItemCount } from '../contract/albums/albums.ts'
import { TrashList } from '../contract/photos/trash.ts'
import { trashDays } from '../contract/photos/trash-days.ts'
import type { Env } from '../http/env.ts'
import { bytes } from '../http/openapi/bytes.ts'
import { owner } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

export const trashRoutes = (h: Handlers) =>
  new Hono<Env>()
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
      ...h.trash.list,
    )
    .delete('/trash', owner('Delete all photos in the trash for good', ItemCount), ...h.trash.empty)
    .post(
      '/trash/restore',
      owner('Restore photos from the trash, with all that belonged to them', ItemCount),
      ...h.trash.restore,
    )
    .post(
      '/trash/delete',
      owner('Delete photos in the trash for good', ItemCount),
      ...h.trash.deleteNow,
    )
    .get(
      '/trash/:id/preview',
      owner('The tile of a photo in the trash', bytes('image/avif', 'image/jpeg'), {
        503: 'Too many pictures are being rendered, or the store of the photos does not answer; `Retry-After` says when to retry.',
      }),
      ...h.trash.preview,
    )
