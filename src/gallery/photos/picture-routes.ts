import { type Context, Hono } from 'hono'
import type { OpenAPIV3_1 as OpenApi } from 'openapi-types'
import { pictureFormats } from '../../contract/photos/picture-formats.ts'
import { widthLadder } from '../../contract/photos/picture-sources.ts'
import type { Variant } from '../../contract/photos/variants.ts'
import type { Store } from '../../core/database/open.ts'
import { notFound } from '../../core/errors.ts'
import { bodyOf } from '../../http/encoding.ts'
import type { Env } from '../../http/env.ts'
import { bytes } from '../../http/openapi/bytes.ts'
import { rendering } from '../../http/openapi/openapi-errors.ts'
import { anybody, type Bytes } from '../../http/route.ts'
import { caching, renderSeconds, sendPicture } from '../../http/send-picture.ts'
import { clientOf } from '../../http/take-turns.ts'
import { acceptsFormat } from '../../images/accepts.ts'
import type { ImageFile, Pictures } from './pictures.ts'

const fileNamePattern = /^[0-9a-f]{32}\.jpg$/

const errors = { 416: 'The requested range is outside the picture.', ...rendering }
const resized = {
  400: '`w` is not one of the supported widths, or `f` not one of the formats.',
  ...errors,
}

const rendition: Bytes = {
  media: ['image/jpeg', 'image/webp', 'image/avif'],
  description: 'The picture, in the format named by `f`; without it, `Accept` selects the format',
}

const renditionParameters = (variant: keyof typeof widthLadder) => ({
  parameters: [
    {
      name: 'w',
      in: 'query',
      description: 'width in pixels; the aspect ratio stays the same, and nothing is enlarged',
      schema: { type: 'integer', enum: [...widthLadder[variant]] },
    },
    {
      name: 'f',
      in: 'query',
      description:
        'format; JPEG is sent instead of an AVIF of more than 4 megapixels and of a WebP with a side longer than 16,383 pixels',
      schema: { type: 'string', enum: [...pictureFormats] },
    },
  ] satisfies OpenApi.ParameterObject[],
})

/** The pictures of photos. */
export function pictureRoutes({
  pictures,
  store,
}: {
  pictures: Pictures
  store: Pick<Store, 'version'>
}) {
  const send = (variant: Variant) => async (c: Context<Env>) => {
    const fileName = c.req.param('fileName') ?? ''
    if (!fileNamePattern.test(fileName)) throw notFound()
    const version = store.version()
    const image = await pictures.find(
      { variant, fileName, w: c.req.query('w'), f: c.req.query('f') },
      acceptsFormat(c.req.header('accept')),
      c.get('viewerNow'),
      () => {
        c.env.server?.timeout(c.req.raw, renderSeconds)
        return c.req.raw.signal
      },
      clientOf(c),
    )
    if (image.isOpen && c.get('mayBeCached') && image.content instanceof Uint8Array) {
      // Response does not accept shared memory, and nothing here is shared.
      const content = image.content as Uint8Array<ArrayBuffer>
      c.set('shared', { body: bodyOf(content), etag: image.etag, version })
    }
    return sendPicture(c, image, {
      'Content-Type': `image/${image.format}`,
      'Cache-Control': cachingOf(image),
      ...(isForOtherSites(c, image) && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
      ...(image.isNegotiated && { Vary: 'Accept' }),
    })
  }

  return new Hono<Env>()
    .get(
      '/thumbs/:fileName',
      anybody('A photo at 400 × 400', rendition, resized, renditionParameters('thumb')),
      send('thumb'),
    )
    .get(
      '/squares/:fileName',
      anybody('A photo at 1200 × 1200', rendition, resized, renditionParameters('square')),
      send('square'),
    )
    .get(
      '/portraits/:fileName',
      anybody('A photo at 1080 × 1350', rendition, resized, renditionParameters('portrait')),
      send('portrait'),
    )
    .get(
      '/landscapes/:fileName',
      anybody('A photo at 1200 × 628', rendition, resized, renditionParameters('landscape')),
      send('landscape'),
    )
    .get(
      '/resizes/:fileName',
      anybody('A photo in its own aspect ratio', rendition, resized, renditionParameters('resize')),
      send('resize'),
    )
    .get(
      '/images/:fileName',
      anybody('A photo in full size', bytes('image/jpeg'), errors),
      send('original'),
    )
}

function cachingOf({ isOpen, isNegotiated, format }: ImageFile): string {
  if (!isOpen) return caching.private
  return isNegotiated && format !== 'jpeg' ? caching.browser : caching.public
}

/**
 * Feed readers and pages with an embedded photo are on other sites. They may show pictures that need
 * only the address, but none that need a session or a code.
 */
const isForOtherSites = (c: Context<Env>, { isOpen }: ImageFile): boolean =>
  isOpen || c.req.header('cookie') === undefined
