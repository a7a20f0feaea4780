import type { RenditionFormat } from './variants.ts'

/** Wildcards do not count: clients that send one often support less than they claim. */
export function acceptsFormat(accept: string | undefined): (format: RenditionFormat) => boolean {
  const named = new Map(
    (accept ?? '').split(',').map((part) => {
      const [type = '', ...parameters] = part.trim().toLowerCase().split(';')
      const q = parameters.map((text) => /^\s*q=([\d.]+)$/.exec(text)?.[1]).find(Boolean)
      return [type.trim(), q === undefined ? 1 : Number(q)] as const
    }),
  )
  return (format) => (named.get(`image/${format}`) ?? 0) > 0
}
