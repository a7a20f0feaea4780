import type { SourceKind } from '../../contract/imports/source-words.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import { hourMs } from '../../core/time.ts'
import { createActiveRuns } from './active-runs.ts'
import type { Apply } from './apply.ts'
import type { SourceDriver } from './driver.ts'
import type { MakePlan } from './plan.ts'
import type { PlanStore } from './plan-store.ts'
import { createRunRecord } from './record-run.ts'
import type { SourceRow, SourceRowChange } from './row.ts'
import type { SourceStore } from './store.ts'
import { createTriggers } from './triggers.ts'

/** Files that are still being written are looked at again after this, in ms. */
const unsettledMs = 1500
/** How long a plan waits to be looked at before the next one replaces it, in ms. */
const previewMs = hourMs

export type Drivers = { readonly [Kind in SourceKind]?: SourceDriver<Kind> }
export type SourceRunner = ReturnType<typeof createSourceRunner>

type RunnerParts = {
  readonly store: Store
  readonly rows: SourceStore
  readonly plans: PlanStore
  readonly makePlan: MakePlan
  readonly apply: Apply
  readonly drivers: Drivers
  readonly clock: Clock
}

/** Compares sources at their times, after a change and on request, and applies what was found. */
export function createSourceRunner(parts: RunnerParts) {
  const { store, rows, clock } = parts
  let isOpen = false
  const driverOf = (row: SourceRow) => requireDriver(row.kind, parts.drivers)
  const record = createRunRecord(parts)
  const shared = { ...parts, driverOf, isOpen: () => isOpen }
  const runs = createActiveRuns({
    ...shared,
    record,
    onListed: (id, tookMs) => triggers.rest(id, tookMs),
    onEnd: (id, mustRepeat) => {
      if (mustRepeat) triggers.request(id, unsettledMs)
      triggers.schedule()
    },
  })
  const triggers = createTriggers({ ...shared, runs, run: (id) => runAlone(id) })

  /** @param isAutomatic whether a plan that the owner looks at is left alone. */
  const run = async (
    id: string,
    change: SourceRowChange = {},
    { retriesFailed = false, isAutomatic = false } = {},
  ): Promise<void> => {
    if (!isOpen || runs.has(id)) return
    const row = rows.byId(id)
    if (!row) return
    if (isAutomatic && isLookedAt(row, clock.now())) {
      await store.note(() => rows.set(id, { next_run_at: record.nextRun(row, false) }))
      triggers.schedule()
      return
    }
    await store.note(() => rows.set(id, { ...newRun(clock.now()), ...change }))
    runs.begin(id, retriesFailed)
  }
  const runAlone = (id: string): void => {
    run(id, {}, { isAutomatic: true }).catch((error: unknown) =>
      warn(`Could not compare a source: ${stackOf(error)}`),
    )
  }

  const cancel = async (id: string): Promise<void> => {
    triggers.withdrawRequest(id)
    await runs.cancel(id)
  }

  return {
    start: (): void => {
      isOpen = true
      for (const row of rows.list()) {
        // Before anything is compared, so that no change is missed.
        triggers.watch(row)
        if (row.stage === 'listing' || row.stage === 'applying') runs.begin(row.id)
        else if (row.kind === 'folder' && row.every_hours !== null) runAlone(row.id)
      }
      triggers.schedule()
    },
    /** Interrupts what is running; resolves once it has stopped. */
    stop: async (): Promise<void> => {
      isOpen = false
      triggers.end()
      await runs.interruptAll()
    },
    run,
    /** After the settings were changed, or the source was added. */
    changed: (row: SourceRow): void => {
      if (isOpen) triggers.watch(row)
      triggers.schedule()
    },
    cancel,
    /** Before it is removed. */
    end: async (id: string): Promise<void> => {
      triggers.unwatch(id)
      await cancel(id)
    },
    isActive: runs.has,
    current: runs.current,
  }
}

function requireDriver(kind: SourceKind, drivers: Drivers): SourceDriver {
  const driver = drivers[kind]
  if (!driver) throw new AppError(501, `this gallery has no sources of the kind “${kind}”`)
  return driver as SourceDriver
}

const newRun = (now: number): SourceRowChange => ({
  stage: 'listing',
  run_started_at: now,
  plan_unreadable: 0,
  is_preview: 0,
  answer: null,
})

/** Whether the owner may be looking at a plan that was made only to be seen. */
const isLookedAt = ({ stage, plan_made_at: madeAt }: SourceRow, now: number): boolean =>
  stage === 'previewed' && now - (madeAt ?? 0) < previewMs
