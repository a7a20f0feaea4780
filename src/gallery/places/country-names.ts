/** Loaded at first use: the names take 2 MB of memory and 3 ms. */
let names: Intl.DisplayNames | undefined

const known = new Map<string, string | null>()

/**
 * 'Germany' for 'DE'. There are 250 of them, and looking one up takes longer than finding the nearest
 * town.
 */
export function countryName(code: string): string | null {
  const before = known.get(code)
  if (before !== undefined) return before
  names ??= new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const name = names.of(code) ?? null
  known.set(code, name)
  return name
}
