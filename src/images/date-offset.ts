const names = /^(?:z|utc|gmt|ut)$/i
const written = /^(?:utc|gmt|ut)?\s*([+-])\s*(\d{1,2})(?::?(\d\d))?(?::?00)?$/i

/** Zones are from -12:00 to +14:00. */
const mostMinutes = 14 * 60

/**
 * '+02:00' or 'Z' for every spelling of an offset from UTC: '-5:00', '+0530', 'UTC+2', '−03:30'.
 * Null for anything else.
 */
export function parseOffset(text: string): string | null {
  const plain = text
    .replace(/[\0\s]+/g, ' ')
    .replace(/[\u2010-\u2015\u2212\uff0d]/g, '-')
    .trim()
  if (names.test(plain)) return 'Z'
  const [, sign, hours, minutes = '00'] = written.exec(plain) ?? []
  if (hours === undefined || Number(minutes) > 59) return null
  const total = 60 * Number(hours) + Number(minutes)
  if (total > mostMinutes) return null
  return `${total === 0 ? '+' : sign}${hours.padStart(2, '0')}:${minutes}`
}

/** The minutes by which an offset is ahead of UTC: 0 for 'Z' as for '+00:00'. Null for none. */
export function minutesOf(offset: string | null): number | null {
  const parsed = parseOffset(offset ?? '')
  if (parsed === null || parsed === 'Z') return parsed === 'Z' ? 0 : null
  const [hours, minutes] = parsed.slice(1).split(':').map(Number)
  return (parsed.startsWith('-') ? -1 : 1) * (60 * hours! + minutes!)
}
