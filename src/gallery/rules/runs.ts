import type { RuleRun } from '../../contract/site/rules.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import { createEffects, type Effect } from './effects.ts'
import { inBatches } from './in-batches.ts'
import type { RuleRow, RuleStore, RunRow } from './store.ts'

/** Photos changed in one transaction. */
const changedAtOnce = 50

type Parts = {
  readonly store: Store
  readonly rows: RuleStore
  readonly clock: Clock
  /** Inside Store.write. */
  readonly apply: (row: RuleRow, effects: readonly Effect[]) => void
}

/**
 * Applies the rules to all photos. Progress is saved in the same transactions as the changes, so the
 * next start continues where this one stopped.
 */
export function createRuleRuns(parts: Parts) {
  const { store, rows, clock } = parts
  let isClosed = false
  /** The run that this process is working on; a cancelled run stops after its batch. */
  let current: symbol | undefined

  const isRunning = () => rows.run()?.state === 'running'
  const state = () => stateOf(rows.run())

  const work = async (): Promise<void> => {
    const mine = Symbol('run')
    current = mine
    const goesOn = () => !isClosed && current === mine
    try {
      await inBatches(rows, rows.run()?.after_row_id ?? 0, (batch) => applyTo(parts, batch, goesOn))
      await store.note(() => {
        if (goesOn()) rows.endRun('finished', clock.now())
      })
    } catch (error) {
      if (goesOn()) {
        warn(`Rules were interrupted; they continue at the next start: ${stackOf(error)}`)
      }
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
        'the rules are being applied; wait until they have finished, or cancel',
      )
    },
    /** Starts a run, or continues the one in progress. */
    apply: async (): Promise<RuleRun> => {
      await store.note(() => {
        if (!isRunning()) rows.startRun(rows.photoCount(), clock.now())
      })
      if (current === undefined) void work()
      return state()!
    },
    /** Keeps what has been changed. */
    cancel: async (): Promise<RuleRun | null> => {
      current = undefined
      await store.note(() => rows.endRun('cancelled', clock.now()))
      return state()
    },
    /** Continues a run that the last stop of the server interrupted. */
    start: (): void => {
      if (isRunning()) void work()
    },
    stop: (): void => {
      isClosed = true
    },
  }
}

function stateOf(row: RunRow | undefined): RuleRun | null {
  if (!row) return null
  return {
    state: row.state,
    // Photos may have been added meanwhile.
    total: Math.max(row.total, row.done),
    done: row.done,
    changed: row.changed,
    startedAt: new Date(row.started_at).toISOString(),
    finishedAt: row.finished_at === null ? null : new Date(row.finished_at).toISOString(),
  }
}

/** @returns whether the run goes on. */
async function applyTo(
  parts: Parts,
  batch: readonly RuleRow[],
  goesOn: () => boolean,
): Promise<boolean> {
  const { store, rows } = parts
  const effectsOf = createEffects(rows.rules(), rows)
  const affected = batch.filter((row) => effectsOf(row).length > 0)
  let noted = 0
  for (let next = 0; next < affected.length; next += changedAtOnce) {
    const some = affected.slice(next, next + changedAtOnce)
    const last = batch.indexOf(some.at(-1)!) + 1
    await store.write(() => {
      if (!goesOn()) return
      const changed = some.filter(({ row_id }) => change(parts, row_id)).length
      rows.noteProgress({ afterRowId: some.at(-1)!.row_id, done: last - noted, changed })
      noted = last
    })
    await new Promise((resolve) => setImmediate(resolve))
    if (!goesOn()) return false
  }
  await store.note(() => {
    if (!goesOn()) return
    rows.noteProgress({
      afterRowId: batch.at(-1)!.row_id,
      done: batch.length - noted,
      changed: 0,
    })
  })
  return goesOn()
}

/** Reads the photo again: the owner may have moved it, or a rule may have created an album. */
function change({ rows, apply }: Parts, rowId: number): boolean {
  const row = rows.photo(rowId)
  const effects = row ? createEffects(rows.rules(), rows)(row) : []
  if (!row || effects.length === 0) return false
  apply(row, effects)
  return true
}
