import type { Schedule } from '../../contract/site/safety.ts'
import { dayMs, hourMs } from '../../core/time.ts'
import type { DrillRecord } from '../backup/drill-record.ts'
import type { TargetRow } from './store.ts'

/** The longest time after which something that failed is tried again, in ms. */
const longestRetryMs = hourMs
/** From one restore drill to the next, with room for backups that begin a little earlier, in ms. */
const drillMs = 30 * dayMs - hourMs

/** The latest planned time that is not after `now`; all in ms, and in this machine's time zone. */
function latestSlot({ every, weekday, hour }: Schedule, now: number): number {
  const slot = new Date(now)
  slot.setHours(hour, 0, 0, 0)
  if (every === 'week') slot.setDate(slot.getDate() - ((slot.getDay() - weekday + 7) % 7))
  if (slot.getTime() > now) slot.setDate(slot.getDate() - daysBetween(every))
  return slot.getTime()
}

/** The first planned time after `now`. */
function nextSlot(schedule: Schedule, now: number): number {
  const slot = new Date(latestSlot(schedule, now))
  slot.setDate(slot.getDate() + daysBetween(schedule.every))
  return slot.getTime()
}

const daysBetween = (every: Schedule['every']) => (every === 'day' ? 1 : 7)

/**
 * When the target's next backup begins; `now` or earlier if it is due, infinity if it is held. A
 * time that has passed while the program was not running is made up for, and so is a backup that was
 * interrupted.
 */
export function dueAt(
  { is_held: isHeld, started_at: startedAt, ended_at: endedAt, again_at: againAt }: TargetRow,
  schedule: Schedule,
  now: number,
): number {
  if (isHeld === 1) return Number.POSITIVE_INFINITY
  // The clock was set back since then.
  const isAhead = startedAt !== null && startedAt > now
  if (startedAt === null || endedAt === null || isAhead) return now
  const planned = startedAt < latestSlot(schedule, now) ? now : nextSlot(schedule, now)
  if (againAt === null) return planned
  return againAt > now + longestRetryMs ? now : Math.min(againAt, planned)
}

/**
 * Whether a good backup at `now`, in ms, is followed by a restore drill. One that failed is tried
 * again, as the backup may have replaced what was damaged.
 */
export const isDrillDue = (last: DrillRecord | undefined, now: number): boolean =>
  last === undefined || last.problems.length > 0 || last.at > now || now - last.at >= drillMs
