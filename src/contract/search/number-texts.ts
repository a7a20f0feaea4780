import {
  hourText,
  isWholeNumber,
  monthText,
  type NumberKey,
  numberClasses,
  starsText,
} from './number-classes.ts'
import { parseRange } from './number-filter.ts'

const decimal = (value: number) => String(Math.round(value * 100) / 100)
const time = (seconds: number) =>
  seconds > 0 && seconds < 0.3 ? `1/${Math.round(1 / seconds)} s` : `${decimal(seconds)} s`

const numberTexts: Readonly<Record<NumberKey, (value: number) => string>> = {
  focal: (value) => `${decimal(value)} mm`,
  focal35: (value) => `${decimal(value)} mm`,
  f: (value) => `f/${decimal(value)}`,
  exposure: time,
  iso: String,
  rating: starsText,
  year: String,
  month: monthText,
  hour: hourText,
}

/** A key's number or range as people write it, and as facets call it if they count it. */
export function numberText(key: NumberKey, value: string): string {
  const known = key === 'year' ? undefined : numberClasses[key].find((each) => each.value === value)
  if (known) return known.label
  const text = rangeText(key, value)
  return key === 'iso' ? `ISO ${text}` : text
}

/** '24 mm to 35 mm', 'under f/2', '3200 and above', '2020 or later'. */
function rangeText(key: NumberKey, value: string): string {
  const { min, max: limit, isAbove, isBelow: isOpen } = parseRange(value)!
  const text = numberTexts[key]
  const words = key === 'year' || key === 'month' || key === 'hour' ? ofTime : ofSize
  // Below 2020 is to 2019.
  const isInclusive = isOpen && min !== null && isWholeNumber(key) && Number.isInteger(limit)
  const max = limit !== null && isInclusive ? limit - 1 : limit
  const isBelow = isOpen && !isInclusive
  if (min !== null && min === max && !isBelow) return text(min)
  if (min === null) return isBelow ? words.below(text(max!)) : words.to(text(max!))
  if (max === null) return isAbove ? words.above(text(min)) : words.from(text(min))
  return `${text(min)} to ${isBelow ? 'under ' : ''}${text(max)}`
}

const ofSize = {
  from: (bound: string) => `${bound} and above`,
  above: (bound: string) => `above ${bound}`,
  to: (bound: string) => `up to ${bound}`,
  below: (bound: string) => `under ${bound}`,
}
const ofTime = {
  from: (bound: string) => `${bound} or later`,
  above: (bound: string) => `after ${bound}`,
  to: (bound: string) => `${bound} or earlier`,
  below: (bound: string) => `before ${bound}`,
}
