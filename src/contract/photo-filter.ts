import { cameraId } from './camera-id.ts'
import { allFilterKeys } from './filter-keys.ts'
import { maxSearchLength } from './navigation.ts'
import { parseRange } from './number-filter.ts'

/** How the values of a filter key are read. */
export type FilterKind =
  /**
   * The id of a camera or lens, a maker or a keyword; upper and lower case are equal. '~xf 35' stands
   * for every value whose shown name has these words.
   */
  | { readonly kind: 'name' }
  /** A number or a range of numbers, see number-filter.ts. */
  | { readonly kind: 'range'; readonly unit: string }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }

const shapes = ['landscape', 'square', 'portrait'] as const

export const filterKinds = {
  camera: { kind: 'name' },
  make: { kind: 'name' },
  lens: { kind: 'name' },
  focal: { kind: 'range', unit: 'mm' },
  focal35: { kind: 'range', unit: 'mm' },
  f: { kind: 'range', unit: 'f-number' },
  exposure: { kind: 'range', unit: 'seconds' },
  iso: { kind: 'range', unit: 'ISO' },
  rating: { kind: 'range', unit: 'stars' },
  keyword: { kind: 'name' },
  year: { kind: 'range', unit: 'year' },
  month: { kind: 'range', unit: 'month of the year' },
  hour: { kind: 'range', unit: 'hour of the day' },
  orientation: { kind: 'choice', choices: shapes },
  aspect: { kind: 'choice', choices: shapes },
  location: { kind: 'choice', choices: ['yes', 'no'] },
} as const satisfies Record<FilterKey, FilterKind>

export type FilterKey = (typeof allFilterKeys)[number]
export const filterKeys: readonly FilterKey[] = allFilterKeys
export const isFilterKey = (text: string): text is FilterKey => Object.hasOwn(filterKinds, text)

/** One key of a filter: photos with any of the values, or with none of them if excluded. */
export type FilterTerm = {
  readonly key: FilterKey
  readonly isExcluded: boolean
  /** In canonical form, sorted, without duplicates. */
  readonly values: readonly string[]
}

/** Photos that fulfil every term, have every word, and were taken with the model. */
export type PhotoFilter = {
  readonly terms: readonly FilterTerm[]
  readonly q?: string
  /** Exactly as in the photos’ EXIF data; the specification's own filter. */
  readonly cameraModel?: string
}

export const noFilter: PhotoFilter = { terms: [] }
export const isEmptyFilter = ({ terms, q, cameraModel }: PhotoFilter): boolean =>
  terms.length === 0 && !q && !cameraModel

export const maxFilterValues = 50
const maxValueLength = 200
export const rangeExamples = '50, 24..35, >3200 or ..2'

/** The canonical form of a value; undefined if the key has no such value. */
export function filterValue(key: FilterKey, text: string): string | undefined {
  const kind: FilterKind = filterKinds[key]
  const plain = text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
  if (plain === '' || plain.length > maxValueLength) return undefined
  switch (kind.kind) {
    case 'name':
      if (plain.startsWith(partSign)) return namePart(plain)
      return key === 'camera' || key === 'lens' ? cameraId(plain) : plain
    case 'range':
      return parseRange(plain) && plain
    case 'choice':
      return kind.choices.includes(plain) ? plain : undefined
  }
}

/** In front of a part of a name. */
export const partSign = '~'

const namePart = (plain: string): string | undefined => {
  const words = plain.slice(partSign.length).trim()
  return words === '' ? undefined : partSign + words
}

/** Says what values a key has, for an error: 'must be one of landscape, square, portrait'. */
export function filterValueError(key: FilterKey): string {
  const kind: FilterKind = filterKinds[key]
  if (kind.kind === 'choice') return `must be one of ${kind.choices.join(', ')}`
  if (kind.kind === 'range') return `must be a number or a range, such as ${rangeExamples}`
  return `must have 1 to ${maxValueLength} characters`
}

export type FilterProblem = { readonly field: string; readonly message: string }

/**
 * Reads a filter from query parameters: `iso=3200..`, `camera=a&camera=b`, `-keyword=draft`. Values
 * that a key does not have are left out and listed as problems.
 */
export function parseFilter(parameters: Iterable<readonly [name: string, value: string]>): {
  filter: PhotoFilter
  problems: FilterProblem[]
} {
  const problems: FilterProblem[] = []
  const found = new Map<string, Set<string>>()
  let q: string | undefined
  let cameraModel: string | undefined
  let count = 0
  for (const [name, text] of parameters) {
    if (name === 'q') q ||= text.slice(0, maxSearchLength)
    if (name === 'cameraModel') cameraModel ||= text.slice(0, maxValueLength)
    const key = name.startsWith('-') ? name.slice(1) : name
    if (!isFilterKey(key)) continue
    const value = filterValue(key, text)
    if (value === undefined) {
      problems.push({ field: name, message: filterValueError(key) })
    } else if (++count > maxFilterValues) {
      problems.push({ field: name, message: `only ${maxFilterValues} values can be combined` })
      break
    } else {
      found.set(name, (found.get(name) ?? new Set()).add(value))
    }
  }
  const terms = filterKeys.flatMap((key) =>
    [false, true].flatMap((isExcluded): FilterTerm[] => {
      const values = found.get(isExcluded ? `-${key}` : key)
      return values ? [{ key, isExcluded, values: [...values].sort() }] : []
    }),
  )
  const filter = { terms, ...(q && { q }), ...(cameraModel && { cameraModel }) }
  return { filter, problems }
}

/** The filter as query parameters in a fixed order; equal filters have equal queries. */
export function filterQuery({ terms, q, cameraModel }: PhotoFilter): URLSearchParams {
  const parameters = terms.flatMap(({ key, isExcluded, values }) =>
    values.map((value) => [isExcluded ? `-${key}` : key, value]),
  )
  if (q) parameters.push(['q', q])
  if (cameraModel) parameters.push(['cameraModel', cameraModel])
  return new URLSearchParams(parameters)
}

/** The filter of an address; what cannot be read is left out. */
export const filterOf = (search: URLSearchParams): PhotoFilter => parseFilter(search).filter

/** The filter with or without one value; the others stay. */
export function withValue(
  filter: PhotoFilter,
  change: { key: FilterKey; value: string; isExcluded?: boolean; isOn: boolean },
): PhotoFilter {
  const { key, value, isExcluded = false, isOn } = change
  const name = isExcluded ? `-${key}` : key
  const others = [...filterQuery(filter)].filter(([n, v]) => n !== name || v !== value)
  return parseFilter(isOn ? [...others, [name, value]] : others).filter
}
