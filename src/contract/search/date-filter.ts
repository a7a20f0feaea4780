/** A span of time in ms since the epoch; `to` is not part of it. A missing bound is null. */
export type TimeSpan = { readonly from: number | null; readonly to: number | null }

const dayMs = 86_400_000
const date = String.raw`\d{4}(?:-\d{2}(?:-\d{2})?)?`
const age = /^([1-9]\d{0,3})d$/
const range = new RegExp(String.raw`^(${date})?\.\.(${date})?$`)
const single = new RegExp(`^${date}$`)

/** The values that a filter offers, the shortest first. */
export const offeredAges = ['1d', '7d', '30d'] as const

export const dateExamples = 'today, 7d, 2026, 2026-11, 2026-11-28 or 2026-11..'

/**
 * Reads 'today', '7d' (the last seven times 24 hours), '2026', '2026-11', '2026-11-28' and ranges of
 * dates, '2026-11..2027' or '2026-11..', which include both ends. Days are those of this machine's
 * time zone. Undefined for anything else.
 */
export function parseTimeSpan(text: string, now: number): TimeSpan | undefined {
  const days = age.exec(text)?.[1]
  if (days !== undefined) return { from: now - Number(days) * dayMs, to: null }
  if (text === 'today') return today(now)
  if (single.test(text)) return spanOfDate(text)
  const [, first, last] = range.exec(text) ?? []
  if (first === undefined && last === undefined) return undefined
  const [begin, end] = [first, last].map((bound) => (bound ? spanOfDate(bound) : unbounded))
  return begin && end && { from: begin.from, to: end.to }
}

const unbounded: TimeSpan = { from: null, to: null }

function today(now: number): TimeSpan {
  const at = new Date(now)
  return days(at.getFullYear(), at.getMonth(), at.getDate(), 1)
}

const days = (year: number, month: number, day: number, count: number): TimeSpan => ({
  from: new Date(year, month, day).getTime(),
  to: new Date(year, month, day + count).getTime(),
})

/** From the beginning to the end of a year, a month or a day; undefined if the date does not exist. */
function spanOfDate(text: string): TimeSpan | undefined {
  const [year = 0, month, day] = text.split('-').map(Number)
  if (year < 1970) return undefined
  if (month === undefined) {
    return { from: new Date(year, 0).getTime(), to: new Date(year + 1, 0).getTime() }
  }
  if (month < 1 || month > 12) return undefined
  const length = new Date(year, month, 0).getDate()
  if (day === undefined) return days(year, month - 1, 1, length)
  return day >= 1 && day <= length ? days(year, month - 1, day, 1) : undefined
}

/** 'last 7 days', 'today', '2026-11-28', 'since 2026-11'. */
export function timeSpanText(value: string): string {
  const count = age.exec(value)?.[1]
  if (count !== undefined) return count === '1' ? 'last 24 hours' : `last ${count} days`
  const [, first, last] = range.exec(value) ?? []
  if (first && last) return `${first} to ${last}`
  if (first) return `since ${first}`
  return last ? `until ${last}` : value
}
