import { parseOffset } from './date-offset.ts'

/** local: the camera's clock, 'YYYY-MM-DDTHH:mm:ss' or with '.SSS'; offset: '+02:00', 'Z'. */
export type OriginalDate = { local: string; offset: string | null }

// Niépce's view from Le Gras, the oldest surviving photograph, and years that only a broken clock
// or a damaged file has.
const firstYear = 1826
const lastYear = 2100

/** What cameras fill with blanks: '2004: 1: 5  9: 3: 2', or a part that they do not know. */
const columns =
  /^(\d{4})[-:/. ]([\d ]{2})[-:/. ]([\d ]{2})[T ]([\d ]{2})[:. ]([\d ]{2})[:. ]([\d ]{1,2})(.*)$/
const day = /^(\d{4})(?:[-:/.](\d{1,2})(?:[-:/.](\d{1,2}))?)?(?!\d)(.*)$/
const clock = /^[T\s_:]+(\d{1,2})[:.](\d{1,2})(?:[:.](\d{1,2}))?(?!\d)(.*)$/i
/** ISO 8601's basic format, '20101202T131823'. */
const compact = /^(\d{4})(\d\d)(\d\d)(?:[T ]?(\d\d)(\d\d)(\d\d)?)?(?!\d)(.*)$/
const fraction = /^[.,](\d+)(.*)$/
/** What Chinese, Japanese and Korean phones have written before or after the time. */
const eastAsianHalf = /\s*(?:(上午|午前|오전)|下午|午後|오후)\s*/
const halfOfDay = /^\s*([ap])\.?m\b\.?/i

type Moment = { day: string[]; clock: string[]; rest: string }

/**
 * '2010:12:02 13:18:23' with fields for fractional seconds ('09' is 90 ms) and offset, which some
 * programs append to the date itself. Any usual separators; parts that are blank, zero or missing
 * count as the first. Null for blank and impossible dates.
 */
export function parseExifDate(date: string, subSeconds = '', offset = ''): OriginalDate | null {
  const moment = momentOf(withLatinHalf(plain(date)))
  if (!moment) return null
  const [, ownFraction = '', afterFraction] = fraction.exec(moment.rest) ?? []
  const rest = afterFraction ?? moment.rest
  const written = /^\d+$/.test(plain(subSeconds)) ? plain(subSeconds) : ownFraction
  return build(moment.day, onDayClock(moment.clock, rest), {
    fraction: written,
    offset: parseOffset(offset) ?? parseOffset(rest),
  })
}

/**
 * IPTC's DateCreated 'YYYYMMDD' and TimeCreated 'HHMMSS±HHMM'; zeros mean unknown. An impossible time
 * leaves the date.
 */
export function parseIptcDate(date: string, time: string): OriginalDate | null {
  const match = /^(\d{4})[-:/. ]?(\d\d)[-:/. ]?(\d\d)$/.exec(plain(date))
  if (!match) return null
  const parts = /^(\d\d):?(\d\d):?(\d\d)?(?!\d)(.*)$/.exec(plain(time)) ?? []
  const [, hour, minute, second, rest = ''] = parts
  const [, ownFraction = '', afterFraction] = fraction.exec(rest) ?? []
  const moment = { fraction: ownFraction, offset: parseOffset(afterFraction ?? rest) }
  return (
    build(match.slice(1), [hour, minute, second], moment) ??
    build(match.slice(1), [], { fraction: '', offset: null })
  )
}

/** NUL characters fill fields as blanks do. */
const plain = (text: string): string => text.replace(/[\0\u00a0\u202f]/g, ' ').trim()

/** With 'am' or 'pm' at the end for the same in other scripts. */
function withLatinHalf(text: string): string {
  const found = eastAsianHalf.exec(text)
  if (!found) return text
  return `${text.replace(eastAsianHalf, ' ').trimEnd()} ${found[1] === undefined ? 'pm' : 'am'}`
}

function momentOf(text: string): Moment | null {
  const whole = columns.exec(text) ?? compact.exec(text)
  if (whole) {
    const [year = '', month = '', date = '', ...others] = whole.slice(1)
    return { day: [year, month, date], clock: others.slice(0, 3), rest: others[3] ?? '' }
  }
  const [, year, month, date, after = ''] = day.exec(text) ?? []
  if (year === undefined) return null
  // What follows a year or month is no time, so the whole is something else.
  if (date === undefined && /[^\s:]/.test(after)) return null
  const [, hour = '', minute = '', second = '', rest] = clock.exec(after) ?? []
  return { day: [year, month ?? '', date ?? ''], clock: [hour, minute, second], rest: rest ?? '' }
}

/** With the hour of a clock that counts to twelve. */
function onDayClock([hour = '', ...others]: string[], rest: string): string[] {
  const half = halfOfDay.exec(rest)?.[1]?.toLowerCase()
  if (!half || !(Number(hour) >= 1 && Number(hour) <= 12)) return [hour, ...others]
  return [String((Number(hour) % 12) + (half === 'p' ? 12 : 0)), ...others]
}

function build(
  dayParts: readonly (string | undefined)[],
  clockParts: readonly (string | undefined)[],
  { fraction, offset }: { fraction: string; offset: string | null },
): OriginalDate | null {
  const [year = 0, month = 0, date = 0] = dayParts.map(numberOf)
  const [hour = 0, minute = 0, second = 0] = clockParts.map(numberOf)
  // An unknown month says that the day is unknown as well.
  const [knownMonth, knownDate] = month === 0 ? [1, 1] : [month, Math.max(date, 1)]
  if (!isPossible([year, knownMonth, knownDate], [hour, minute, second])) return null
  // The hour 24 is the next day's first, and a leap second the next minute's first.
  const moment = new Date(Date.UTC(year, knownMonth - 1, knownDate, hour, minute, second))
  const milliseconds = fraction ? `.${fraction.slice(0, 3).padEnd(3, '0')}` : ''
  return { local: `${moment.toISOString().slice(0, 19)}${milliseconds}`, offset }
}

/** '7', ' 7' and '07'; blanks are zeros. NaN for blanks within a number. */
const numberOf = (part: string | undefined): number => Number(part?.trim() || '0')

function isPossible(
  [year, month, date]: [number, number, number],
  [hour, minute, second]: [number, number, number],
): boolean {
  if (!(year >= firstYear && year <= lastYear && month <= 12)) return false
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return date <= daysInMonth && hour <= 24 && minute < 60 && second <= 60
}
