import type { SourceKind } from '../../contract/imports/source-words.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import type { Apply } from './apply.ts'
import type { SourceDriver } from './driver.ts'
import type { MakePlan } from './plan.ts'
import type { PlanStore } from './plan-store.ts'
import { cancelled, createRunRecord, hourMs } from './record-run.ts'
import type { SourceRow } from './row.ts'
import type { SourceStore } from './store.ts'
import { createWatches } from './watches.ts'

/** Files that are still being written are looked at again after this, in ms. */
const unsettledMs = 1500
/** A change is hardly ever alone, in ms. */
const quietMs = 300
/** A folder in which something always changes is listed a tenth of the time. */
const restFactor = 10
const longestRestMs = 60_000
/** How long a plan waits to be looked at before the next one replaces it, in ms. */
const previewMs = hourMs
const longestTimerMs = 2 ** 31 - 1

export type Drivers = { readonly [Kind in SourceKind]?: SourceDriver<Kind> }
export type SourceRunner = ReturnType<typeof createSourceRunner>

type Active = {
  readonly controller: AbortController
  readonly done: Promise<void>
  current: string | null
  isCancelled: boolean
  /** Something has changed since it was listed. */
  again: boolean
}

/** Compares sources and applies what they found: when it is time, something changes or it is asked for. */
export function createSourceRunner(parts: {
  store: Store
  rows: SourceStore
  plans: PlanStore
  makePlan: MakePlan
  apply: Apply
  drivers: Drivers
  clock: Clock
}) {
  const { store, rows, clock } = parts
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const active = new Map<string, Active>()
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  /** When a source may be listed again, by performance.now(). */
  const restsUntil = new Map<string, number>()

  const driverOf = (row: SourceRow): SourceDriver => {
    const driver = parts.drivers[row.kind]
    if (!driver) throw new AppError(501, `this gallery has no sources of the kind “${row.kind}”`)
    return driver as SourceDriver
  }

  const { finish, nextRun } = createRunRecord(parts)

  const carryOut = async (id: string, run: Active, retriesFailed: boolean): Promise<void> => {
    const { signal } = run.controller
    const onUnsettled = () => {
      run.again = true
    }
    const row = rows.byId(id)
    if (!row) return
    // Also after a restart: meanwhile, files that were gone may be back.
    const options = { signal, retriesFailed, onUnsettled }
    const tookMs = await parts.makePlan(row, driverOf(row), options)
    restsUntil.set(id, performance.now() + tookMs * restFactor)
    const planned = rows.byId(id)
    if (planned && planned.stage !== 'applying') {
      await store.note(() => rows.set(id, { next_run_at: nextRun(planned, false) }))
    }
    if (planned?.stage !== 'applying') return
    await parts.apply({
      ...{ source: planned, driver: driverOf(planned), signal, onUnsettled },
      setCurrent: (path) => {
        run.current = path
      },
    })
    await finish(id, null)
  }

  /** Begins or continues the run of the row's stage. */
  const begin = (id: string, retriesFailed = false): void => {
    if (!isOpen || active.has(id)) return
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const controller = new AbortController()
    const run: Active = { controller, done, current: null, isCancelled: false, again: false }
    active.set(id, run)
    const work = async () => {
      try {
        await carryOut(id, run, retriesFailed)
      } catch (error) {
        // The next start continues it.
        if (!isOpen && !run.isCancelled) return
        await finish(id, run.isCancelled ? cancelled : reasonOf(id, error))
      }
    }
    void work()
      .catch((error: unknown) => warn(`A source's run could not be ended: ${stackOf(error)}`))
      .finally(() => {
        active.delete(id)
        if (run.again && !run.isCancelled) request(id, unsettledMs)
        schedule()
        resolve()
      })
  }

  const reasonOf = (id: string, error: unknown): string => {
    if (error instanceof AppError) return error.message
    warn(`The source ${id} failed: ${stackOf(error)}`)
    return 'internal error; see the log'
  }

  const set = (id: string, change: Parameters<SourceStore['set']>[1]) =>
    store.note(() =>
      rows.set(id, {
        ...{ stage: 'listing', run_started_at: clock.now(), plan_unreadable: 0 },
        ...{ is_preview: 0, answer: null },
        ...change,
      }),
    )
  /** @param isAutomatic whether a plan that the owner looks at is left alone. */
  const run = async (
    id: string,
    change: Parameters<SourceStore['set']>[1] = {},
    { retriesFailed = false, isAutomatic = false } = {},
  ): Promise<void> => {
    if (!isOpen || active.has(id)) return
    const row = rows.byId(id)
    if (!row) return
    const isLookedAt =
      row.stage === 'previewed' && clock.now() - (row.plan_made_at ?? 0) < previewMs
    if (isAutomatic && isLookedAt) {
      await store.note(() => rows.set(id, { next_run_at: nextRun(row, false) }))
      schedule()
      return
    }
    await set(id, change)
    begin(id, retriesFailed)
  }
  const runAlone = (id: string) => {
    run(id, {}, { isAutomatic: true }).catch((error: unknown) =>
      warn(`A source could not be compared: ${stackOf(error)}`),
    )
  }

  const watches = createWatches(driverOf, (id) => request(id))
  /** Something may have changed: compares soon, but not all the time. */
  const request = (id: string, afterMs = quietMs): void => {
    const run = active.get(id)
    if (run) run.again = true
    if (!isOpen || run || waiting.has(id)) return
    const restMs = (restsUntil.get(id) ?? 0) - performance.now()
    const ms = Math.max(afterMs, Math.min(restMs, longestRestMs))
    const fire = () => {
      waiting.delete(id)
      runAlone(id)
    }
    waiting.set(id, setTimeout(fire, ms).unref())
  }

  /** Runs what is due, and waits for what is next. */
  const schedule = (): void => {
    clearTimeout(timer)
    if (!isOpen) return
    let next = Number.POSITIVE_INFINITY
    for (const row of rows.list()) {
      if (row.next_run_at === null || active.has(row.id)) continue
      if (isLater(row, clock.now())) next = Math.min(next, row.next_run_at)
      else {
        watches.begin(row)
        runAlone(row.id)
      }
    }
    if (next === Number.POSITIVE_INFINITY) return
    timer = setTimeout(schedule, Math.min(next - clock.now(), longestTimerMs))
    timer.unref()
  }

  const cancel = async (id: string): Promise<void> => {
    clearTimeout(waiting.get(id))
    waiting.delete(id)
    const run = active.get(id)
    if (!run) return
    run.isCancelled = true
    run.controller.abort()
    await run.done
  }

  return {
    start: (): void => {
      isOpen = true
      for (const row of rows.list()) {
        // Before anything is compared, so that no change is missed.
        watches.begin(row)
        if (row.stage === 'listing' || row.stage === 'applying') begin(row.id)
        else if (row.kind === 'folder' && row.every_hours !== null) runAlone(row.id)
      }
      schedule()
    },
    /** Interrupts what is running; resolves once it has stopped. */
    stop: async (): Promise<void> => {
      isOpen = false
      clearTimeout(timer)
      for (const each of waiting.values()) clearTimeout(each)
      watches.endAll()
      for (const { controller } of active.values()) controller.abort()
      await Promise.all([...active.values()].map(({ done }) => done))
    },
    run,
    /** After the settings were changed, or the source was added. */
    changed: (row: SourceRow): void => {
      if (isOpen) watches.begin(row)
      schedule()
    },
    cancel,
    /** Before it is removed. */
    end: async (id: string): Promise<void> => {
      watches.end(id)
      await cancel(id)
    },
    isActive: (id: string): boolean => active.has(id),
    current: (id: string): string | null => active.get(id)?.current ?? null,
  }
}

/** What is planned for after its interval was planned before the clock was set back. */
const isLater = ({ next_run_at: next, every_hours: hours }: SourceRow, now: number): boolean =>
  next !== null && next > now && (hours === null || next <= now + hours * 3_600_000)
