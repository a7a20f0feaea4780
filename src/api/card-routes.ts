import { Hono } from 'hono'
import type { Env } from '../http/env.ts'
import { bytes } from '../http/openapi/bytes.ts'
import { anybody } from '../http/route.ts'
import type { Handlers } from './handlers.ts'

const jpeg = bytes('image/jpeg')
const errors = {
  404: 'The set has no photos that visitors may see, or `v` is not its present version.',
  416: 'The requested range is outside the picture.',
  503: 'Too many pictures are being rendered, or the store of the photos does not answer; `Retry-After` says when to retry.',
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
export const cardRoutes = (h: Handlers) =>
  new Hono<Env>()
    .get(
      '/cards/site',
      anybody('A picture of the photostream', jpeg, errors, remarks),
      ...h.cards.site,
    )
    .get(
      '/cards/albums/:id',
      anybody('A picture of an album', jpeg, errors, remarks),
      ...h.cards.album,
    )
    .get(
      '/cards/cameras/:id',
      anybody('A picture of a camera’s photos', jpeg, errors, remarks),
      ...h.cards.camera,
    )
    .get(
      '/cards/lenses/:id',
      anybody('A picture of a lens’ photos', jpeg, errors, remarks),
      ...h.cards.lens,
    )
