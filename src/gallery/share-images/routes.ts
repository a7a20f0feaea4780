import { type Context, Hono } from 'hono'
import type { CardSet } from '../../contract/site/cards.ts'
import type { Env } from '../../http/env.ts'
import { bytes } from '../../http/openapi/bytes.ts'
import { rendering } from '../../http/openapi/openapi-errors.ts'
import { anybody } from '../../http/route.ts'
import { caching, renderSeconds, sendPicture } from '../../http/send-picture.ts'
import { clientOf, takesTurns } from '../../http/take-turns.ts'
import { idParam } from '../../http/validate.ts'
import type { ShareImages } from './share-images.ts'

const jpeg = bytes('image/jpeg')
const errors = {
  404: 'The set has no photos that visitors may see, or `v` is not its present version.',
  416: 'The requested range is outside the picture.',
  ...rendering,
}
const remarks = {
  description:
    'A composed JPEG of 1200 × 630 pixels with the first 1, 2, 3, 4 or 6 photos, for link previews. It shows what an anonymous visitor may see.',
  parameters: [
    {
      name: 'v',
      in: 'query',
      description:
        'version, as in the `og:image` of the page; with it, the picture at an address never changes',
      schema: { type: 'string' },
    } as const,
  ],
}

/** Composed pictures of sets of photos. */
export function shareImageRoutes({ shareImages }: { shareImages: ShareImages }) {
  const send = async (c: Context<Env>, set: CardSet) => {
    const version = c.req.query('v')
    const image = await shareImages.find(
      set,
      version,
      c.get('viewerNow'),
      () => c.env.server?.timeout(c.req.raw, renderSeconds),
      clientOf(c),
    )
    return sendPicture(c, image, {
      'Content-Type': 'image/jpeg',
      'Cache-Control': image.isOpen && version !== undefined ? caching.public : caching.private,
      ...(image.isOpen && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    })
  }

  return new Hono<Env>()
    .get(
      '/cards/site',
      anybody('A picture of the photostream', jpeg, errors, remarks),
      takesTurns,
      (c) => send(c, { kind: 'site' }),
    )
    .get(
      '/cards/albums/:id',
      anybody('A picture of an album', jpeg, errors, remarks),
      takesTurns,
      (c) => send(c, { kind: 'albums', id: idParam(c) }),
    )
    .get(
      '/cards/cameras/:id',
      anybody('A picture of a camera’s photos', jpeg, errors, remarks),
      takesTurns,
      (c) => send(c, { kind: 'cameras', id: c.req.param('id') }),
    )
    .get(
      '/cards/lenses/:id',
      anybody('A picture of a lens’ photos', jpeg, errors, remarks),
      takesTurns,
      (c) => send(c, { kind: 'lenses', id: c.req.param('id') }),
    )
}
