import { withoutDirections } from '../../contract/text/directions.ts'
import { AppError } from '../../core/errors.ts'
import type { createGrants } from '../../gallery/albums/grants.ts'
import { handle } from '../../http/route.ts'
import { takesTurns } from '../../http/take-turns.ts'
import { query } from '../../http/validate.ts'
import { xmlText } from '../xml-text.ts'
import { createOEmbed, type OEmbed } from './oembed.ts'
import { OEmbedQuery } from './oembed-query.ts'

type Parts = Parameters<typeof createOEmbed>[0] & { grants: ReturnType<typeof createGrants> }

/** The same for everyone with the address of a page: cookies are ignored. */
export function embedHandlers({ grants, ...parts }: Parts) {
  const oEmbed = createOEmbed(parts)
  return {
    oEmbed: handle(takesTurns, query(OEmbedQuery), (c) => {
      const asked = c.req.valid('query')
      const { format = 'json' } = asked
      if (format !== 'json' && format !== 'xml') {
        throw new AppError(501, 'format must be json or xml', { field: 'format' })
      }
      const found = oEmbed(asked, (code) => {
        const { opened, refusal } = grants.openByCode(code, c.get('clientAddress'))
        return { viewer: { isOwner: false, grants: opened?.rowIds ?? [] }, refusal }
      })
      const content = format === 'json' ? JSON.stringify(found) : xmlOf(found)
      const type = format === 'json' ? 'application/json' : 'text/xml'
      return new Response(withoutDirections(content), {
        headers: { 'Content-Type': `${type}; charset=utf-8` },
      })
    }),
  }
}

const xmlOf = (found: OEmbed): string => {
  const elements = Object.entries(found).map(
    ([name, value]) => `<${name}>${escaped(xmlText(String(value)))}</${name}>`,
  )
  return `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${elements.join('')}</oembed>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
