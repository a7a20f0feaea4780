import type { RuleRun } from '../../contract/site/rules.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import type { CarryOut } from './carry-out.ts'
import { createEffects } from './effects.ts'
import { eachSlice } from './slices.ts'
import type { RuleRow, RuleStore } from './store.ts'

/** Photos changed in one transaction. */
const changedAtOnce = 50

/**
 * Applies the rules to all photos. How far it has got is written with what it changes, so that the
 * next start continues there.
 */
export function createRuleRuns(parts: {
  store: Store
  rows: RuleStore
  clock: Clock
  carryOut: CarryOut
}) {
  const { store, rows, clock, carryOut } = parts
  let isClosed = false
  /** The run that this process works on, if any; one that was cancelled ends soon. */
  let current: symbol | undefined

  const isRunning = () => rows.run()?.state === 'running'
  const state = (): RuleRun | null => {
    const row = rows.run()
    if (!row) return null
    return {
      state: row.state,
      // Photos can have come in the meantime.
      total: Math.max(row.total, row.done),
      done: row.done,
      changed: row.changed,
      startedAt: new Date(row.started_at).toISOString(),
      finishedAt: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
    }
  }

  const applyTo = async (slice: RuleRow[], goesOn: () => boolean): Promise<boolean> => {
    const effectsOf = createEffects(rows.rules(), rows)
    const affected = slice.filter((row) => effectsOf(row).length > 0)
    let noted = 0
    for (let next = 0; next < affected.length; next += changedAtOnce) {
      const some = affected.slice(next, next + changedAtOnce)
      const last = slice.indexOf(some.at(-1)!) + 1
      await store.write(() => {
        if (!goesOn()) return
        const changed = some.filter(({ row_id }) => change(row_id)).length
        rows.noteProgress({ afterRowId: some.at(-1)!.row_id, done: last - noted, changed })
        noted = last
      })
      await new Promise((resolve) => setImmediate(resolve))
      if (!goesOn()) return false
    }
    await store.note(() => {
      if (!goesOn()) return
      rows.noteProgress({
        afterRowId: slice.at(-1)!.row_id,
        done: slice.length - noted,
        changed: 0,
      })
    })
    return goesOn()
  }

  /** As it is now: the owner may have moved it meanwhile, or a rule has made an album. */
  const change = (rowId: number): boolean => {
    const row = rows.photo(rowId)
    const effects = row ? createEffects(rows.rules(), rows)(row) : []
    if (!row || effects.length === 0) return false
    carryOut(row, effects)
    return true
  }

  const work = async (): Promise<void> => {
    const mine = Symbol('run')
    current = mine
    const goesOn = () => !isClosed && current === mine
    try {
      await eachSlice(rows, rows.run()?.after_row_id ?? 0, (slice) => applyTo(slice, goesOn))
      await store.note(() => {
        if (goesOn()) rows.endRun('finished', clock.now())
      })
    } catch (error) {
      if (goesOn()) warn(`Applying the rules stopped; the next start continues: ${stackOf(error)}`)
    } finally {
      if (current === mine) current = undefined
    }
  }

  return {
    state,
    /** @throws AppError 409 */
    refuseWhileRunning: (): void => {
      if (!isRunning()) return
      throw new AppError(
        409,
        'the rules are being applied; wait until this has ended, or cancel it',
      )
    },
    /** Begins, or continues what is under way. */
    apply: async (): Promise<RuleRun> => {
      await store.note(() => {
        if (!isRunning()) rows.startRun(rows.photoCount(), clock.now())
      })
      if (current === undefined) void work()
      return state()!
    },
    /** What has been changed stays. */
    cancel: async (): Promise<RuleRun | null> => {
      current = undefined
      await store.note(() => rows.endRun('cancelled', clock.now()))
      return state()
    },
    /** Continues what the last run of the server left. */
    start: (): void => {
      if (isRunning()) void work()
    },
    stop: (): void => {
      isClosed = true
    },
  }
}
