import type { Clock } from '../../core/clock.ts'
import { hourMs } from '../../core/time.ts'
import type { SourceDriver } from './driver.ts'
import type { SourceRow } from './row.ts'
import type { SourceStore } from './store.ts'
import { createWatches } from './watches.ts'

/** A change is hardly ever alone, in ms. */
const quietMs = 300
/** A folder in which something always changes is listed a tenth of the time. */
const restFactor = 10
const longestRestMs = 60_000
const longestTimerMs = 2 ** 31 - 1

/** What starts runs by itself: the planned times of sources, and changes that are noticed. */
export function createTriggers(parts: {
  readonly rows: SourceStore
  readonly clock: Clock
  readonly driverOf: (row: SourceRow) => SourceDriver
  readonly isOpen: () => boolean
  readonly runs: {
    readonly has: (id: string) => boolean
    /** Lists a running source once more. @returns whether it is running. */
    readonly repeat: (id: string) => boolean
  }
  readonly run: (id: string) => void
}) {
  const { rows, clock, isOpen, runs, run } = parts
  let timer: ReturnType<typeof setTimeout> | undefined
  const requested = new Map<string, ReturnType<typeof setTimeout>>()
  /** When a source may be listed again, by performance.now(). */
  const restsUntil = new Map<string, number>()
  const watches = createWatches(parts.driverOf, (id) => {
    if (!runs.repeat(id)) request(id)
  })

  /** Runs what is due, and waits for what is next. */
  const schedule = (): void => {
    clearTimeout(timer)
    if (!isOpen()) return
    let next = Number.POSITIVE_INFINITY
    for (const row of rows.list()) {
      if (row.next_run_at === null || runs.has(row.id)) continue
      if (isLater(row, clock.now())) next = Math.min(next, row.next_run_at)
      else {
        watches.begin(row)
        run(row.id)
      }
    }
    if (next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(schedule, Math.min(next - clock.now(), longestTimerMs))
    timer.unref()
  }

  /** Something may have changed: compares soon, but not all the time. */
  const request = (id: string, afterMs = quietMs): void => {
    if (!isOpen() || requested.has(id)) return
    const restMs = (restsUntil.get(id) ?? 0) - performance.now()
    const ms = Math.max(afterMs, Math.min(restMs, longestRestMs))
    const fire = () => {
      requested.delete(id)
      run(id)
    }
    requested.set(id, setTimeout(fire, ms).unref())
  }

  return {
    schedule,
    request,
    /** Notices changes of the source from now on, if its driver can. */
    watch: watches.begin,
    unwatch: watches.end,
    withdrawRequest: (id: string): void => {
      clearTimeout(requested.get(id))
      requested.delete(id)
    },
    /** Lets a source rest in proportion to the time that its listing took. */
    rest: (id: string, tookMs: number): void => {
      restsUntil.set(id, performance.now() + tookMs * restFactor)
    },
    end: (): void => {
      clearTimeout(timer)
      for (const each of requested.values()) clearTimeout(each)
      watches.endAll()
    },
  }
}

/** A time that is further away than the interval was planned before the clock was set back. */
const isLater = ({ next_run_at: next, every_hours: hours }: SourceRow, now: number): boolean =>
  next !== null && next > now && (hours === null || next <= now + hours * hourMs)
