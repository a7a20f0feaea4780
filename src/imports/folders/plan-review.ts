import type { ApplyRequest, Plan, PlanQuery } from '../../contract/imports/sources.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { countsOf } from './counts.ts'
import type { PlanStore } from './plan-store.ts'
import type { SourceRow } from './row.ts'
import type { SourceRunner } from './runner.ts'
import type { SourceStore } from './store.ts'
import { changeOf } from './to-api.ts'

/** Changes on a page of a plan, unless the request says otherwise. */
const pageLength = 100

/** What the owner sees of a plan, and can do with it. */
export function createPlanReview({
  store,
  rows,
  plans,
  runner,
}: {
  store: Store
  rows: SourceStore
  plans: PlanStore
  runner: SourceRunner
}) {
  return {
    page: (row: SourceRow, { kind, limit = pageLength, offset = 0 }: PlanQuery): Plan => {
      const counts = countsOf(plans.counts(row.row_id))
      const changes = plans.page(row.row_id, kind ?? null, limit, offset).map(changeOf)
      const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
      return {
        madeAt: row.plan_made_at === null ? null : new Date(row.plan_made_at).toISOString(),
        counts,
        length: changes.length,
        total: kind ? counts[kind] : all,
        offset,
        changes,
      }
    },
    /** @throws AppError 409 if no plan waits, or if what would be hidden must be agreed to. */
    apply: async (row: SourceRow, answer: ApplyRequest): Promise<void> => {
      if (row.stage !== 'asking' && row.stage !== 'previewed') {
        throw new AppError(409, 'no plan is waiting; compare the source first')
      }
      const hidden = plans.countHidden(row.row_id)
      if (row.stage === 'asking' && answer.gone !== 'keep' && (answer.hidden ?? 0) < hidden) {
        throw new AppError(
          409,
          `${hidden} photos would be hidden; confirm that by sending their number`,
          { field: 'hidden', hidden, photos: rows.countPhotos(row.row_id) },
        )
      }
      await runner.run(row.id, { answer: JSON.stringify(answer) })
    },
    /** Ends the run, or discards the plan that waits. */
    cancel: async ({ id, row_id: source }: SourceRow): Promise<void> => {
      await runner.cancel(id)
      await store.note(() => {
        plans.leave(source, ['new', 'changed', 'moved', 'gone', 'conflicting'])
        if (!runner.isActive(id)) rows.set(id, { stage: null, is_preview: 0, answer: null })
      })
    },
  }
}
