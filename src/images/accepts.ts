import type { RenditionFormat } from './variants.ts'

type Accepts = (format: RenditionFormat) => boolean

/** Parsed headers: browsers send the same few again and again. */
const parsed = new Map<string, Accepts>()
const maxParsed = 50
const maxParsedLength = 300

/** Wildcards do not count: clients that send one often support less than they claim. */
export function acceptsFormat(accept = ''): Accepts {
  const found = parsed.get(accept)
  if (found) return found
  const accepts = parse(accept)
  if (parsed.size >= maxParsed) parsed.clear()
  if (accept.length <= maxParsedLength) parsed.set(accept, accepts)
  return accepts
}

function parse(accept: string): Accepts {
  const named = new Map(
    accept.split(',').map((part) => {
      const [type = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean)
      return [type.trim(), q === undefined ? 1 : Number(q)] as const
    }),
  )
  return (format) => (named.get(`image/${format}`) ?? 0) > 0
}
