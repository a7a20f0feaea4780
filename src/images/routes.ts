import type { Context } from 'hono'
import { notFound } from '../contract/app-error.ts'
import type { Variant } from '../contract/vocabulary.ts'
import { bytesResponse } from '../http/byte-range.ts'
import type { Env } from '../http/env.ts'
import { handle } from '../http/route.ts'
import type { ImageFile, Pictures } from '../photos/pictures.ts'
import { acceptsFormat } from './accepts.ts'

const fileNamePattern = /^[0-9a-f]{32}\.jpg$/
/** Varnish by default serves a stale copy for up to 10 s more, and asking again takes its time. */
const publicCaching = 'public, max-age=31536000, immutable, s-maxage=45'
/**
 * For a format chosen by `Accept`: a shared cache that ignores `Vary` would send it to browsers that
 * cannot show it. Any browser shows JPEG, and addresses that name their format need no `Vary`.
 */
const browserCaching = 'private, max-age=31536000, immutable'
const privateCaching = 'private, no-cache'

/** A picture can wait behind others of 100 megapixels. */
const renderSeconds = 180

export function imageHandlers({ pictures }: { pictures: Pictures }) {
  const imageOf = (variant: Variant) =>
    handle(async (c) => {
      const fileName = c.req.param('fileName') ?? ''
      if (!fileNamePattern.test(fileName)) throw notFound()
      const image = await pictures.find(
        { variant, fileName, w: c.req.query('w'), f: c.req.query('f') },
        acceptsFormat(c.req.header('accept')),
        c.get('viewerNow'),
        () => c.env.server?.timeout(c.req.raw, renderSeconds),
      )
      return sendImage(c, image)
    })
  return {
    thumb: imageOf('thumb'),
    square: imageOf('square'),
    portrait: imageOf('portrait'),
    landscape: imageOf('landscape'),
    resize: imageOf('resize'),
    original: imageOf('original'),
  }
}

function cachingOf({ isOpen, isNegotiated, format }: ImageFile): string {
  if (!isOpen) return privateCaching
  return isNegotiated && format !== 'jpeg' ? browserCaching : publicCaching
}

/**
 * Feed readers and pages with an embedded photo are on other sites. They may show what its address
 * alone gives, but not what a session or a grant gives.
 */
const isForOtherSites = (c: Context<Env>, { isOpen }: ImageFile): boolean =>
  isOpen || c.req.header('cookie') === undefined

function sendImage(c: Context<Env>, image: ImageFile): Response {
  const headers: Record<string, string> = {
    'Content-Type': `image/${image.format}`,
    'Cache-Control': cachingOf(image),
    ETag: image.etag,
    ...(isForOtherSites(c, image) && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    ...(image.isNegotiated && { Vary: 'Accept' }),
  }
  const known = c.req.header('if-none-match')
  if (known !== undefined && (known.trim() === '*' || known.includes(image.etag))) {
    return new Response(null, { status: 304, headers })
  }
  const { content, bytes } = image
  if (c.req.method === 'HEAD') {
    return new Response(null, {
      headers: { ...headers, 'Content-Length': String(bytes), 'Accept-Ranges': 'bytes' },
    })
  }
  // A file response handles Range and 416 itself.
  return 'path' in content
    ? new Response(Bun.file(content.path), { headers })
    : bytesResponse(content, c.req.header('range'), headers)
}
