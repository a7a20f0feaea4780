import type { Context } from 'hono'
import type { Variant } from '../../contract/vocabulary.ts'
import { notFound } from '../../core/errors.ts'
import type { Env } from '../../http/env.ts'
import { handle } from '../../http/route.ts'
import { caching, renderSeconds, sendPicture } from '../../http/send-picture.ts'
import { clientOf } from '../../http/take-turns.ts'
import { acceptsFormat } from '../../images/accepts.ts'
import type { ImageFile, Pictures } from './pictures.ts'

const fileNamePattern = /^[0-9a-f]{32}\.jpg$/

export function imageHandlers({ pictures }: { pictures: Pictures }) {
  const imageOf = (variant: Variant) =>
    handle(async (c) => {
      const fileName = c.req.param('fileName') ?? ''
      if (!fileNamePattern.test(fileName)) throw notFound()
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
      return sendPicture(c, image, {
        'Content-Type': `image/${image.format}`,
        'Cache-Control': cachingOf(image),
        ...(isForOtherSites(c, image) && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
        ...(image.isNegotiated && { Vary: 'Accept' }),
      })
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
  if (!isOpen) return caching.private
  return isNegotiated && format !== 'jpeg' ? caching.browser : caching.public
}

/**
 * Feed readers and pages with an embedded photo are on other sites. They may show what its address
 * alone gives, but not what a session or a grant gives.
 */
const isForOtherSites = (c: Context<Env>, { isOpen }: ImageFile): boolean =>
  isOpen || c.req.header('cookie') === undefined
