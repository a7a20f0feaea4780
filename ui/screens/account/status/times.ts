import { timeAgo } from '../../../features/comments/time-ago.ts'

const dayMs = 24 * 60 * 60_000
const longestDays = 60

/** Like timeAgo, but in days up to two months: '12 days ago' rather than '1 week ago'. */
export function agoText(time: string, nowMs: number): string {
  const days = Math.floor((nowMs - Date.parse(time)) / dayMs)
  return days > 1 && days < longestDays ? `${days} days ago` : timeAgo(time, nowMs)
}
