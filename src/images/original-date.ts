/** local: the camera's clock, 'YYYY-MM-DDTHH:mm:ss' or with '.SSS'; offset: '+02:00', 'Z'. */
export type OriginalDate = { local: string; offset: string | null }

// Niépce's view from Le Gras, the oldest photograph that is left.
const firstYear = 1826

/**
 * An EXIF date ('2010:12:02 13:18:23', other separators and no seconds accepted) with its
 * fractional seconds ('09' is 90 ms) and offset fields. Null for blank and impossible dates.
 */
export function parseExifDate(date: string, subSeconds = '', offset = ''): OriginalDate | null {
  const match = /^(\d{4})[-:/.](\d\d)[-:/.](\d\d)[ T](\d\d):(\d\d)(?::(\d\d))?/.exec(date.trim())
  if (!match) return null
  const [, year = '', month = '', day = '', hour = '', minute = '', second = '00'] = match
  return build([year, month, day], [hour, minute, second], subSeconds, offset)
}

/** An XMP date (ISO 8601); one without a time is midnight of that day. */
export function parseXmpDate(text: string): OriginalDate | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?(.*))?$/.exec(
    text.trim(),
  )
  if (!match) return null
  const [, year = '', month = '', day = '', hour = '00', minute = '00', second = '00'] = match
  return build([year, month, day], [hour, minute, second], match[7], match[8])
}

/** IPTC's DateCreated 'YYYYMMDD' and TimeCreated 'HHMMSS±HHMM', which may be missing. */
export function parseIptcDate(date: string, time: string): OriginalDate | null {
  const day = /^(\d{4})-?(\d\d)-?(\d\d)$/.exec(date.trim())
  if (!day) return null
  const clock = /^(\d\d):?(\d\d):?(\d\d)(.*)$/.exec(time.trim())
  const [, hour = '00', minute = '00', second = '00', offset = ''] = clock ?? []
  return build([day[1] ?? '', day[2] ?? '', day[3] ?? ''], [hour, minute, second], '', offset)
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

// Zones run from -12:00 to +14:00.
function parseOffset(text: string): string | null {
  if (text.trim() === 'Z') return 'Z'
  const match = /^([+-])(\d\d):?(\d\d)$/.exec(text.trim())
  if (!match || Number(match[2]) > 14 || Number(match[3]) > 59) return null
  return `${match[1]}${match[2]}:${match[3]}`
}
