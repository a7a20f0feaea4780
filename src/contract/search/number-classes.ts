import { monthNames } from './month-names.ts'
import { type Comparison, isInRange, type NumberRange, parseRange } from './number-filter.ts'
import { type FilterKey, filterKinds } from './photo-filter.ts'

/** The keys of a filter whose values are numbers. */
export type NumberKey = {
  [Key in FilterKey]: (typeof filterKinds)[Key]['kind'] extends 'range' ? Key : never
}[FilterKey]
export const isNumberKey = (key: FilterKey): key is NumberKey => filterKinds[key].kind === 'range'

/** Numbers that facets and charts count together. The classes of a key do not overlap. */
export type NumberClass = {
  /** A value of the key in a filter, which finds exactly these numbers. */
  readonly value: string
  readonly label: string
}

const single = (numbers: readonly number[], label: (number: number) => string): NumberClass[] =>
  numbers.map((number) => ({ value: String(number), label: label(number) }))

const sequence = (length: number, first: number) =>
  Array.from({ length }, (_, index) => first + index)

/** From each bound to below the next, below the first and from the last on. */
function between(bounds: readonly string[], label: (from: string, to: string) => string) {
  const [first = '', last = ''] = [bounds[0], bounds.at(-1)]
  return [
    { value: `<${first}`, label: label('', first) },
    ...bounds.slice(0, -1).map((from, index) => {
      const to = bounds[index + 1]!
      return { value: `${from}..<${to}`, label: label(from, to) }
    }),
    { value: `${last}..`, label: label(last, '') },
  ]
}

const lengths = between(
  ['4', '6', '9', '12', '18', '24', '35', '50', '70', '105', '200', '400'],
  (from, to) => {
    if (!from) return `under ${to} mm`
    return to ? `${from}–${Number(to) - 1} mm` : `${from} mm and longer`
  },
)

const tenthBelow = (bound: string) => String(Math.round(Number(bound) * 10 - 1) / 10)
const stops = ['1', '1.4', '2', '2.8', '4', '5.6', '8', '11', '16', '22']
const apertures = between(stops, (from, to) => {
  if (!from) return `wider than f/${to}`
  return to ? `f/${from}–${tenthBelow(to)}` : `f/${from} and narrower`
})

const times = between(
  [
    ...[8000, 4000, 2000, 1000, 500, 250, 125, 60, 30, 15, 8, 4, 2].map((under) => `1/${under}`),
    ...['1', '2', '4', '8', '15', '30'],
  ],
  (from, to) => {
    if (!from) return `under ${to} s`
    return to ? `${from} to ${to} s` : `${from} s and longer`
  },
)

const speeds = between(
  ['50', '100', '200', '400', '800', '1600', '3200', '6400', '12800', '25600'],
  (from, to) => {
    if (!from) return `under ISO ${to}`
    return to ? `ISO ${from}–${Number(to) - 1}` : `ISO ${from} and above`
  },
)

export const starsText = (stars: number) => `${stars} ${stars === 1 ? 'star' : 'stars'}`
export const monthText = (month: number) => monthNames[month - 1] ?? String(month)
export const hourText = (hour: number) => `${String(hour).padStart(2, '0')}:00`

/** In the order of their numbers. Years have none of their own: each year is its class. */
export const numberClasses: Readonly<Record<Exclude<NumberKey, 'year'>, readonly NumberClass[]>> = {
  focal: lengths,
  focal35: lengths,
  f: apertures,
  exposure: times,
  iso: speeds,
  rating: single(sequence(5, 1), starsText),
  month: single(sequence(12, 1), monthText),
  hour: single(sequence(24, 0), hourText),
}

/**
 * How a key's numbers are compared. Files write 1/60 s as 0.01666, so bounds of exposure times include
 * what rounds to them.
 */
const comparisons: Readonly<Partial<Record<NumberKey, Comparison>>> = {
  exposure: { tolerance: 0.004 },
  month: { isCircular: true },
  hour: { isCircular: true },
}

/** Keys whose numbers have no decimals. */
export const isWholeNumber = (key: NumberKey): boolean =>
  ['iso', 'rating', 'year', 'month', 'hour'].includes(key)

/** Numbers are compared as they are shown: f-numbers with two decimals, focal lengths with one. */
const shownSteps: Readonly<Partial<Record<NumberKey, number>>> = { focal: 10, focal35: 10, f: 100 }
export function comparedNumber(key: NumberKey, value: number): number {
  const steps = shownSteps[key]
  return steps ? Math.round(value * steps) / steps : value
}

/** Whether a range may go round: 22..4 of hours. */
export const isCircular = (key: NumberKey): boolean => comparisons[key]?.isCircular ?? false

/** Whether a photo's number is among those of a filter's value, which has been validated. */
export function amongNumbers(key: NumberKey, value: string): (number: number) => boolean {
  const { min, max, ...open } = parseRange(value)!
  const range: NumberRange = {
    min: min === null ? null : comparedNumber(key, min),
    max: max === null ? null : comparedNumber(key, max),
    ...open,
  }
  return (number) => isInRange(comparedNumber(key, number), range, comparisons[key])
}

/** Finds the class that a photo's number belongs to; undefined if the key cannot have the number. */
export function classFinder(key: NumberKey): (number: number) => NumberClass | undefined {
  if (key === 'year') return (year) => ({ value: String(year), label: String(year) })
  const classes = numberClasses[key].map((found) => ({
    found,
    isAmong: amongNumbers(key, found.value),
  }))
  return (number) => classes.find(({ isAmong }) => isAmong(number))?.found
}
