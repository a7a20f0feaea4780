import { monthNames } from './month-names.ts'
import type { FilterKey } from './photo-filter.ts'

/** What each key may be called in the search box; the first is used for its text. */
const words: Record<FilterKey, readonly [string, ...string[]]> = {
  camera: ['camera'],
  make: ['make', 'maker', 'brand'],
  lens: ['lens'],
  focal: ['focal', 'mm'],
  focal35: ['focal35', 'mm35'],
  f: ['f', 'aperture'],
  exposure: ['exposure', 'shutter'],
  iso: ['iso'],
  rating: ['rating', 'stars'],
  keyword: ['keyword', 'tag'],
  year: ['year'],
  month: ['month'],
  hour: ['hour'],
  orientation: ['orientation'],
  aspect: ['shape', 'aspect'],
  location: ['location'],
}

export const wordForKey = (key: FilterKey): string => words[key][0]

export const filterSynonyms: ReadonlyMap<string, FilterKey> = new Map(
  (Object.keys(words) as FilterKey[]).flatMap((key) => words[key].map((word) => [word, key])),
)

/**
 * A range as people write it, in the form of an address: '35mm' as 35, '24-70' as 24..70, '1/250s'
 * as 1/250, 'f/2' as 2 and, for months, 'jun-august' as 6..8. Anything else is returned unchanged.
 */
export function rangeOf(key: FilterKey, typed: string): string {
  const text = typed.trim().toLowerCase()
  const named = key === 'month' ? text.replace(/[a-z]+/g, monthNumber) : text
  const plain = named.replace(/^f\//, '').replace(/(?<=\d)\s*(mm|s)\b/g, '')
  return plain.replace(/^([\d./]+)\s*[-–]\s*([\d./]+)$/, '$1..$2')
}

/** At least three letters of a month's name. */
function monthNumber(word: string): string {
  const index = monthNames.findIndex((name) => name.toLowerCase().startsWith(word))
  return index >= 0 && word.length >= 3 ? String(index + 1) : word
}

/**
 * Text as it is compared: in lower case and, on Latin letters, without diacritics. The index of a search
 * does the same (FTS5’s unicode61 with remove_diacritics 2).
 */
export function folded(text: string): string {
  const lower = text.toLowerCase()
  if (/^[\x00-\x7f]*$/.test(lower)) return lower
  return lower
    .normalize('NFD')
    .replace(/([a-z])[\u0300-\u036f]+/g, '$1')
    .normalize('NFC')
}
