import type { ApplyRequest, Source } from '../../contract/imports/sources.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { hourMs } from '../../core/time.ts'
import { countsOf } from './counts.ts'
import type { PlanStore } from './plan-store.ts'
import type { SourceRow } from './row.ts'
import type { SourceStore } from './store.ts'

/** A source that failed is tried again after this, in ms. */
const retryMs = 300_000

export const cancelled = 'cancelled'

export type RunRecord = ReturnType<typeof createRunRecord>

/** What is recorded at the end of a run. */
export function createRunRecord({
  store,
  rows,
  plans,
  clock,
}: {
  store: Store
  rows: SourceStore
  plans: PlanStore
  clock: Clock
}) {
  const nextRun = ({ every_hours: hours }: SourceRow, hasFailed: boolean): number | null => {
    if (hours === null) return null
    return clock.now() + (hasFailed ? Math.min(retryMs, hours * hourMs) : hours * hourMs)
  }

  return {
    nextRun,
    /** `error` is why it ended early. */
    finish: async (id: string, error: string | null): Promise<void> => {
      const row = rows.byId(id)
      if (!row) return
      await store.note(() => {
        const now = clock.now()
        const lastRun: Source['lastRun'] = {
          startedAt: new Date(row.run_started_at ?? now).toISOString(),
          finishedAt: new Date(now).toISOString(),
          // While it lists, the plan is still that of the previous run.
          ...(row.stage === 'listing'
            ? { counts: countsOf([]), failed: 0 }
            : {
                counts: countsOf(plans.counts(row.row_id, 'done')),
                failed: plans.countFailed(row.row_id),
              }),
          error,
          unreadable: row.plan_unreadable,
        }
        const answer: ApplyRequest = row.answer === null ? {} : JSON.parse(row.answer)
        const isAgreed = answer.gone !== 'keep' && (answer.hidden ?? 0) > 0
        rows.set(id, {
          ...(isAgreed && { agreed_at: now }),
          stage: null,
          is_preview: 0,
          answer: null,
          next_cursor: null,
          last_run: JSON.stringify(lastRun),
          next_run_at: nextRun(row, error !== null && error !== cancelled),
          // The next run must find what was not carried out among the changes again.
          ...(error === null && !plans.hasOpen(row.row_id) && { cursor: row.next_cursor }),
        })
      })
    },
  }
}
