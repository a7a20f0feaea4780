/** local: the camera's clock, 'YYYY-MM-DDTHH:mm:ss' or with '.SSS'; offset: '+02:00', 'Z'. */
export type OriginalDate = { local: string; offset: string | null }

// Niépce's view from Le Gras, the oldest surviving photograph.
const firstYear = 1826

/** Date and time with any usual separators; seconds, their fraction and an offset are optional. */
const moment = /^(\d{4})[-:/.](\d\d)[-:/.](\d\d)[T ]+(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(.*)$/

/**
 * '2010:12:02 13:18:23' with fields for fractional seconds ('09' is 90 ms) and offset, which some
 * programs append to the date itself. Null for blank and impossible dates.
 */
export function parseExifDate(date: string, subSeconds = '', offset = ''): OriginalDate | null {
  const match = moment.exec(date.trim())
  if (!match) return null
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00'] = match
  return build(
    [year, month, day],
    [hour, minute, second],
    subSeconds.trim() || match[7],
    offset.trim() || match[8],
  )
}

/** ISO 8601 or, from darktable, EXIF's format. Missing parts count as the first. */
export function parseXmpDate(text: string): OriginalDate | null {
  const day = /^(\d{4})(?:[-:](\d\d)(?:[-:](\d\d))?)?$/.exec(text.trim())
  if (!day) return parseExifDate(text)
  const [, year = '', month = '01', date = '01'] = day
  return build([year, month, date], ['00', '00', '00'])
}

/** IPTC's DateCreated 'YYYYMMDD' and TimeCreated 'HHMMSS±HHMM'; zeros mean unknown. */
export function parseIptcDate(date: string, time: string): OriginalDate | null {
  const match = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(date.trim())
  if (!match) return null
  const [year = '', month = '', day = ''] = match.slice(1).map((part) => part.replace(/^00$/, '01'))
  const clock = /^(\d\d):?(\d\d):?(\d\d)(.*)$/.exec(time.trim())
  const [, hour = '00', minute = '00', second = '00', offset = ''] = clock ?? []
  return build([year, month, day], [hour, minute, second], '', offset)
}

function build(
  day: [string, string, string],
  clock: [string, string, string],
  subSeconds = '',
  offset = '',
): OriginalDate | null {
  if (!isPossible(day.map(Number), clock.map(Number))) return null
  const fraction = /^\d+$/.test(subSeconds.trim())
    ? `.${subSeconds.trim().slice(0, 3).padEnd(3, '0')}`
    : ''
  return { local: `${day.join('-')}T${clock.join(':')}${fraction}`, offset: parseOffset(offset) }
}

function isPossible(day: number[], clock: number[]): boolean {
  const [year = 0, month = 0, date = 0] = day
  const [hour = 0, minute = 0, second = 0] = clock
  if (year < firstYear || month < 1 || month > 12) return false
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return date >= 1 && date <= daysInMonth && hour < 24 && minute < 60 && second < 60
}

// Zones are from -12:00 to +14:00.
function parseOffset(text: string): string | null {
  if (text.trim() === 'Z') return 'Z'
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(text.trim())
  if (!match || Number(match[2]) > 14 || Number(match[3]) > 59) return null
  return `${match[1]}${match[2]}:${match[3]}`
}
