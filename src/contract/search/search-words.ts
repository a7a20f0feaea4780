import { folded } from './folded.ts'
import { monthNames } from './month-names.ts'
import type { FilterKey } from './photo-filter.ts'
import { inAscii, withDecimals } from './typed-signs.ts'

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
  uploaded: ['uploaded', 'added'],
  upload: ['upload'],
  is: ['is'],
  albums: ['album', 'albums'],
  title: ['title'],
}

export const wordForKey = (key: FilterKey): string => words[key][0]

export const filterSynonyms: ReadonlyMap<string, FilterKey> = new Map(
  (Object.keys(words) as FilterKey[]).flatMap((key) => words[key].map((word) => [word, key])),
)

/** Thousands in groups, which only ISO numbers have: 12,800, 12'800 or 12 800. */
const grouping = /(?<=(?<!\d)\d{1,3})(?:[.,٬'’‘ʼ′`´]|\s+)(?=\d{3}(?!\d))/g

/**
 * A range as people write it, in the form of an address: '35mm' as 35, '24–70' as 24..70, '1/250s' as
 * 1/250, 'f/1,8' as 1.8, '≥3200' as >=3200, '4+' as 4.. and, for months, 'jun-august' as 6..8. Anything
 * else is returned in ASCII where possible, which no key has as a value.
 */
export function rangeOf(key: FilterKey, typed: string): string {
  const text = folded(withDecimals(typed)).trim()
  const named = key === 'month' ? text.replace(/[a-z]+/g, monthNumber) : text
  const whole = key === 'iso' ? named.replace(grouping, '') : named
  const plain = inAscii(whole)
    .replace(/(^|[-.<>=])f\/?(?=\d)/g, '$1')
    .replace(/(?<=\d)\s*(?:mm|s|sec|seconds?)(?![a-z])/g, '')
  return plain.replace(/^([\d./]+)-([\d./]+)$/, '$1..$2').replace(/^([\d./]+)[+-]$/, '$1..')
}

/** At least three letters of a month's name. */
function monthNumber(word: string): string {
  const index = monthNames.findIndex((name) => name.toLowerCase().startsWith(word))
  return index >= 0 && word.length >= 3 ? String(index + 1) : word
}
