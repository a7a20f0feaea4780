import { texts } from './texts.ts'

const minuteMs = 60_000
const steps = [
  ['year', 365 * 24 * 60 * minuteMs],
  ['month', 30 * 24 * 60 * minuteMs],
  ['week', 7 * 24 * 60 * minuteMs],
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
] as const

// Created on first use: they block a phone for longer than the rest of the script.
const relative = once(() => new Intl.RelativeTimeFormat('en'))
const exact = once(() => new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' }))

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** '2 days ago', in the largest whole unit; times in the future are 'just now'. */
export function timeAgo(time: string, nowMs: number): string {
  const passedMs = nowMs - Date.parse(time)
  const step = steps.find(([, ms]) => passedMs >= ms)
  if (!step) return texts.justNow
  const [unit, ms] = step
  return relative().format(-Math.floor(passedMs / ms), unit)
}

/** Date and time in the viewer's time zone. */
export const exactTime = (time: string): string => exact().format(new Date(time))

const dayMs = 24 * 60 * 60_000
const longestDays = 60

/** Like timeAgo, but in days up to two months: '12 days ago' rather than '1 week ago'. */
export function agoText(time: string, nowMs: number): string {
  const days = Math.floor((nowMs - Date.parse(time)) / dayMs)
  return days > 1 && days < longestDays ? `${days} days ago` : timeAgo(time, nowMs)
}
