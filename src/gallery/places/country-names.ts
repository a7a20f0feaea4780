const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** 'Germany' for 'DE'. */
const known = new Map<string, string | null>()

/** There are 250 of them, and looking one up takes longer than finding the nearest town. */
export function countryName(code: string): string | null {
  const before = known.get(code)
  if (before !== undefined) return before
  const name = names.of(code) ?? null
  known.set(code, name)
  return name
}
