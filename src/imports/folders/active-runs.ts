import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import type { Apply } from './apply.ts'
import type { SourceDriver } from './driver.ts'
import type { MakePlan } from './plan.ts'
import { cancelled, type RunRecord } from './record-run.ts'
import type { SourceRow } from './row.ts'
import type { SourceStore } from './store.ts'

type ActiveRun = {
  readonly controller: AbortController
  readonly done: Promise<void>
  current: string | null
  isCancelled: boolean
  /** Something has changed since it was listed. */
  mustRepeat: boolean
}

/** The runs of sources that are under way: each lists a source, and applies what that means. */
export function createActiveRuns(parts: {
  readonly store: Store
  readonly rows: SourceStore
  readonly makePlan: MakePlan
  readonly apply: Apply
  readonly record: RunRecord
  readonly clock: Clock
  readonly driverOf: (row: SourceRow) => SourceDriver
  /** Whether the gallery runs: what is interrupted at its end is continued by the next start. */
  readonly isOpen: () => boolean
  readonly onListed: (id: string, tookMs: number) => void
  readonly onEnd: (id: string, mustRepeat: boolean) => void
}) {
  const { store, rows, record, driverOf, isOpen } = parts
  const active = new Map<string, ActiveRun>()

  const runSource = async (id: string, run: ActiveRun, retriesFailed: boolean): Promise<void> => {
    const { signal } = run.controller
    const onUnsettled = () => {
      run.mustRepeat = true
    }
    const row = rows.byId(id)
    if (!row) return
    // Also after a restart: meanwhile, files that were gone may be back.
    const options = { signal, retriesFailed, onUnsettled }
    parts.onListed(id, await parts.makePlan(row, driverOf(row), options))
    const planned = rows.byId(id)
    if (!planned) return
    if (planned.stage !== 'applying') {
      await store.note(() => rows.set(id, { next_run_at: record.nextRun(planned, false) }))
      return
    }
    await parts.apply({
      source: planned,
      driver: driverOf(planned),
      signal,
      onUnsettled,
      setCurrent: (path) => {
        run.current = path
      },
    })
    await record.finish(id, null)
  }

  const work = async (id: string, run: ActiveRun, retriesFailed: boolean): Promise<void> => {
    try {
      await runSource(id, run, retriesFailed)
    } catch (error) {
      if (!isOpen() && !run.isCancelled) return
      await record.finish(id, run.isCancelled ? cancelled : reasonOf(id, error))
    }
  }

  return {
    /** Begins or continues the run of the row's stage. */
    begin: (id: string, retriesFailed = false): void => {
      if (!isOpen() || active.has(id)) return
      const { promise: done, resolve } = Promise.withResolvers<void>()
      const run: ActiveRun = {
        controller: new AbortController(),
        done,
        current: null,
        isCancelled: false,
        mustRepeat: false,
      }
      active.set(id, run)
      void work(id, run, retriesFailed)
        .catch((error: unknown) => warn(`Could not end the run of a source: ${stackOf(error)}`))
        .finally(() => {
          active.delete(id)
          parts.onEnd(id, run.mustRepeat && !run.isCancelled)
          resolve()
        })
    },
    has: (id: string): boolean => active.has(id),
    current: (id: string): string | null => active.get(id)?.current ?? null,
    /** Lists the source once more after its run. @returns whether it has one. */
    repeat: (id: string): boolean => {
      const run = active.get(id)
      if (run) run.mustRepeat = true
      return run !== undefined
    },
    /** Resolves once the run has stopped. */
    cancel: async (id: string): Promise<void> => {
      const run = active.get(id)
      if (!run) return
      run.isCancelled = true
      run.controller.abort()
      await run.done
    },
    /** Resolves once all runs have stopped. */
    interruptAll: async (): Promise<void> => {
      for (const { controller } of active.values()) controller.abort()
      await Promise.all([...active.values()].map(({ done }) => done))
    },
  }
}

function reasonOf(id: string, error: unknown): string {
  if (error instanceof AppError) return error.message
  warn(`The run of source ${id} failed: ${stackOf(error)}`)
  return 'internal error; see the log'
}
