import { Hono } from 'hono'
import { withoutDirections } from '../../contract/text/directions.ts'
import { AppError } from '../../core/errors.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { createGrants } from '../../gallery/albums/grants.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { Env } from '../../http/env.ts'
import { anybody, type Bytes } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { query } from '../../http/validate.ts'
import type { Owner } from '../../people/owner/owner.ts'
import { xmlText } from '../xml-text.ts'
import { type OEmbed, oEmbedFor } from './oembed.ts'
import { OEmbedQuery } from './oembed-query.ts'

const response: Bytes = {
  media: ['application/json', 'text/xml'],
  description: 'The response as oEmbed defines it, without an envelope',
  schema: { type: 'object' },
}

/** The same for everyone with the address of a page: cookies are ignored. */
export function oEmbedRoutes({
  photos,
  albums,
  address,
  owner,
  grants,
}: {
  photos: Photos
  albums: Albums
  address: () => string
  owner: Owner
  grants: ReturnType<typeof createGrants>
}) {
  const gallery = { photos, albums, address, owner }

  return new Hono<Env>().get(
    '/oembed',
    anybody(
      'How to embed a page',
      response,
      {
        404: 'The address is not of this gallery, or not visible to anyone who has it.',
        429: 'Too many wrong album codes; `Retry-After` says when to retry.',
        501: 'There is no such format.',
      },
      { description: 'Sessions do not count, but an album code in the address of the page does' },
    ),
    takesTurns,
    query(OEmbedQuery),
    (c) => {
      const asked = c.req.valid('query')
      const { format = 'json' } = asked
      if (format !== 'json' && format !== 'xml') {
        throw new AppError(501, 'format must be json or xml', { field: 'format' })
      }
      const found = oEmbedFor(gallery, asked, (code) => {
        const { opened, refusal } = grants.openByCode(code, c.get('clientAddress'))
        return { viewer: { isOwner: false, grants: opened?.rowIds ?? [] }, refusal }
      })
      const content = format === 'json' ? JSON.stringify(found) : xmlOf(found)
      const type = format === 'json' ? 'application/json' : 'text/xml'
      return new Response(withoutDirections(content), {
        headers: { 'Content-Type': `${type}; charset=utf-8` },
      })
    },
  )
}

const xmlOf = (found: OEmbed): string => {
  const elements = Object.entries(found).map(
    ([name, value]) => `<${name}>${escaped(xmlText(String(value)))}</${name}>`,
  )
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
