import { cameraId } from '../cameras/camera-id.ts'
import { maxSearchLength } from '../limits.ts'
import { dateExamples, parseTimeSpan } from './date-filter.ts'
import { allFilterKeys } from './filter-keys.ts'
import { parseRange } from './number-filter.ts'

/** How the values of a filter key are read. */
export type FilterKind =
  /**
   * The id of a camera or lens, a maker or a keyword; upper and lower case are equal. '~xf 35' stands
   * for every value whose shown name has these words.
   */
  | { readonly kind: 'name' }
  /** A number or a range of numbers, see number-filter.ts. */
  | {
      readonly kind: 'range'
      readonly unit: string
      readonly example: string
      /** The smallest and the largest possible number. */
      readonly limits?: readonly [min: number, max: number]
    }
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  /** A date or a range of dates, see date-filter.ts. */
  | { readonly kind: 'date' }

const shapes = ['landscape', 'square', 'portrait'] as const

export const filterKinds = {
  camera: { kind: 'name' },
  make: { kind: 'name' },
  lens: { kind: 'name' },
  focal: { kind: 'range', unit: 'mm', example: '50' },
  focal35: { kind: 'range', unit: 'mm', example: '35' },
  f: { kind: 'range', unit: 'f-number', example: '2.8' },
  exposure: { kind: 'range', unit: 'seconds', example: '1/250' },
  iso: { kind: 'range', unit: 'ISO', example: '400' },
  rating: { kind: 'range', unit: 'stars', example: '4', limits: [0, 5] },
  keyword: { kind: 'name' },
  year: { kind: 'range', unit: 'year', example: '2020', limits: [1, 9999] },
  month: { kind: 'range', unit: 'month of the year', example: '6', limits: [1, 12] },
  hour: { kind: 'range', unit: 'hour of the day', example: '18', limits: [0, 23] },
  orientation: { kind: 'choice', choices: shapes },
  aspect: { kind: 'choice', choices: shapes },
  location: { kind: 'choice', choices: ['yes', 'no'] },
  uploaded: { kind: 'date' },
  /** The name of an upload or import, whose photos were added together. */
  upload: { kind: 'name' },
  /** Whether everyone can see it. */
  is: { kind: 'choice', choices: ['private', 'public'] },
  albums: { kind: 'choice', choices: ['none', 'any'] },
  title: { kind: 'choice', choices: ['no', 'yes'] },
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

/** Photos that match every term, have every word, and were taken with the model. */
export type PhotoFilter = {
  readonly terms: readonly FilterTerm[]
  readonly q?: string
  /** Exactly as in the photos’ EXIF data; the specification's own filter. */
  readonly cameraModel?: string
  /** The photos added last come first, in place of the list's own order; not within albums. */
  readonly order?: typeof addedOrder
}

/** The only value of the parameter `order`. */
export const addedOrder = 'added'

export const noFilter: PhotoFilter = { terms: [] }
export const isEmptyFilter = ({ terms, q, cameraModel, order }: PhotoFilter): boolean =>
  terms.length === 0 && !q && !cameraModel && !order

const maxFilterValues = 50
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
      return isPossibleRange(plain, kind.limits) ? plain : undefined
    case 'choice':
      return kind.choices.includes(plain) ? plain : undefined
    case 'date':
      return parseTimeSpan(plain, 0) ? plain : undefined
  }
}

function isPossibleRange(text: string, limits?: readonly [min: number, max: number]): boolean {
  const range = parseRange(text)
  const [lowest, highest] = limits ?? [0, Number.POSITIVE_INFINITY]
  const isPossible = (bound: number | null) =>
    bound === null || (bound >= lowest && bound <= highest)
  return range !== undefined && isPossible(range.min) && isPossible(range.max)
}

/** The sign before a part of a name. */
export const partSign = '~'

const namePart = (plain: string): string | undefined => {
  const words = plain.slice(partSign.length).trim()
  return words === '' ? undefined : partSign + words
}

/** Says what values a key has, for an error: 'must be one of landscape, square, portrait'. */
function filterValueError(key: FilterKey): string {
  const kind: FilterKind = filterKinds[key]
  if (kind.kind === 'date') return `must be a date, such as ${dateExamples}`
  if (kind.kind === 'choice') return `must be one of ${kind.choices.join(', ')}`
  if (kind.kind === 'range') {
    const [min, max] = kind.limits ?? []
    return max === undefined
      ? `must be a number or a range, such as ${rangeExamples}`
      : `must be a number from ${min} to ${max} or a range of them, such as ${kind.example}..`
  }
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
  const values = new Map<string, Set<string>>()
  const single: SingleValues = {}
  let count = 0
  for (const [name, text] of parameters) {
    if (name === 'order' && text !== addedOrder) {
      problems.push({ field: name, message: `must be ${addedOrder}` })
    }
    noteSingle(single, name, text)
    const key = name.replace(/^-/, '')
    if (!isFilterKey(key)) continue
    const value = filterValue(key, text)
    if (value === undefined) {
      problems.push({ field: name, message: filterValueError(key) })
    } else if (++count > maxFilterValues) {
      problems.push({ field: name, message: `only ${maxFilterValues} values can be combined` })
      break
    } else {
      values.set(name, (values.get(name) ?? new Set()).add(value))
    }
  }
  return { filter: { terms: termsOf(values), ...withoutEmpty(single) }, problems }
}

type SingleValues = { -readonly [Name in 'q' | 'cameraModel' | 'order']?: PhotoFilter[Name] }

/** Notes the first value of a parameter that has only one. */
function noteSingle(single: SingleValues, name: string, text: string): void {
  if (name === 'q') single.q ||= text.slice(0, maxSearchLength)
  if (name === 'cameraModel') single.cameraModel ||= text.slice(0, maxValueLength)
  if (name === 'order' && text === addedOrder) single.order = text
}

const withoutEmpty = ({ q, cameraModel, order }: SingleValues) => ({
  ...(q && { q }),
  ...(cameraModel && { cameraModel }),
  ...(order && { order }),
})

/** The terms of the values found for each parameter, in a fixed order. */
function termsOf(valuesOf: ReadonlyMap<string, ReadonlySet<string>>): FilterTerm[] {
  // Most lists have none, and asking for each key takes 4 % of the time of a page of a list.
  if (valuesOf.size === 0) return []
  return filterKeys.flatMap((key) =>
    [false, true].flatMap((isExcluded): FilterTerm[] => {
      const values = valuesOf.get(isExcluded ? `-${key}` : key)
      return values ? [{ key, isExcluded, values: [...values].sort() }] : []
    }),
  )
}

/** The filter as query parameters in a fixed order; equal filters have equal queries. */
export function filterQuery({ terms, q, cameraModel, order }: PhotoFilter): URLSearchParams {
  const parameters = terms.flatMap(({ key, isExcluded, values }) =>
    values.map((value) => [isExcluded ? `-${key}` : key, value]),
  )
  if (q) parameters.push(['q', q])
  if (cameraModel) parameters.push(['cameraModel', cameraModel])
  if (order) parameters.push(['order', order])
  return new URLSearchParams(parameters)
}

/** The filter of an address. Values that cannot be read are left out. */
export const filterOf = (search: URLSearchParams): PhotoFilter => parseFilter(search).filter

const ownersKeys: readonly FilterKey[] = [
  ...(['location', 'uploaded', 'upload', 'is', 'albums', 'title'] as const),
]

/**
 * Only the owner may filter by location, or by what says how the gallery is run: even the length of a
 * list would reveal it to others.
 */
export const isOwnersKey = (key: FilterKey): boolean => ownersKeys.includes(key)

/** Removes the terms, and the order, that this viewer may not use. */
export function filterFor(filter: PhotoFilter, isOwner: boolean): PhotoFilter {
  if (isOwner) return filter
  const { order: _, terms, ...others } = filter
  return { ...others, terms: terms.filter(({ key }) => !isOwnersKey(key)) }
}

/**
 * Whether an album can be filled by the key: not by the albums that a photo is in, which would change
 * with each album that is filled, nor by time that passes.
 */
export const canFillAlbums = (key: FilterKey): boolean =>
  !['uploaded', 'upload', 'is', 'albums'].includes(key)

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
