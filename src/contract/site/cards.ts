/** The size of a composed picture of a set of photos, in pixels, as link previews expect it. */
export const cardSize = { width: 1200, height: 630 } as const

/** What a composed picture shows: the photostream, an album, or the photos of a camera or lens. */
export type CardSet =
  | { readonly kind: 'site' }
  | { readonly kind: 'albums' | 'cameras' | 'lenses'; readonly id: string }

/** The address of a set's picture; `version` names its photos, and `code` opens an album. */
export function cardPath(set: CardSet, version: string, code = ''): string {
  const name = set.kind === 'site' ? 'site' : `${set.kind}/${encodeURIComponent(set.id)}`
  return `/api/cards/${name}?${new URLSearchParams({ v: version, ...(code && { code }) })}`
}
