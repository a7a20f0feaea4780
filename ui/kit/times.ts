/** 12 or 24 hours, as the browser's user reads them. */
const { hourCycle } = new Intl.DateTimeFormat(undefined, { hour: 'numeric' }).resolvedOptions()
const clock = hourCycle && { hourCycle }

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const times = new Intl.DateTimeFormat('en', { timeStyle: 'short', ...clock })
const moments = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'short',
  ...clock,
})

/** The date, in the viewer's time zone like the others. */
export const day = (date: string): string => days.format(new Date(date))

/** Date and time. */
export const moment = (date: string): string => moments.format(new Date(date))

/** The time alone if it is today, otherwise with its date. */
export function timeOf(date: string, now: Date): string {
  const then = new Date(date)
  return then.toDateString() === now.toDateString() ? times.format(then) : moments.format(then)
}
