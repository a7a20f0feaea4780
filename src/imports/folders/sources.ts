import type {
  ApplyRequest,
  NewSource,
  Plan,
  PlanQuery,
  Source,
  SourceChange,
} from '../../contract/imports/sources.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { hourMs } from '../../core/time.ts'
import type { PendingFiles } from '../intake/pending-files.ts'
import { addSource } from './add-source.ts'
import { configureFolders } from './configured-folders.ts'
import { createPlanReview } from './plan-review.ts'
import type { PlanStore } from './plan-store.ts'
import type { SourceRow } from './row.ts'
import type { Drivers, SourceRunner } from './runner.ts'
import type { SourceAlbums } from './source-albums.ts'
import { columnsOf } from './source-settings.ts'
import type { SourceStore } from './store.ts'
import { jobsOf, sourceOf, stateOf } from './to-api.ts'

type SourcesParts = {
  readonly store: Store
  readonly rows: SourceStore
  readonly plans: PlanStore
  readonly runner: SourceRunner
  readonly drivers: Drivers
  readonly albums: SourceAlbums
  readonly pendingFiles: Pick<PendingFiles, 'countOf'>
  readonly clock: Clock
}

export type Sources = ReturnType<typeof createSources>

export function createSources(parts: SourcesParts) {
  const { store, rows, runner, clock } = parts
  const review = createPlanReview(parts)

  const existing = (id: string): SourceRow => {
    const row = rows.byId(id)
    if (!row) throw notFound()
    return row
  }
  const toSource = (row: SourceRow): Source => sourceOf(row, { ...parts, now: clock.now() })
  const get = (id: string): Source => toSource(existing(id))

  return {
    list: (): Source[] => rows.list().map(toSource),
    get,
    /** Those that failed or wait for an answer; the others are not counted. */
    troubled: (): Source[] =>
      rows
        .list()
        .filter((row) => ['failed', 'asking'].includes(stateOf(row)))
        .map(toSource),
    /** Compared at once, unless it is compared on request only. @throws AppError 400, 404, 409, 501. */
    add: async (wanted: NewSource): Promise<Source> => {
      const row = await addSource(wanted, false, parts)
      runner.changed(row)
      if (row.every_hours !== null) await runner.run(row.id)
      return get(row.id)
    },
    /** @throws AppError 404. */
    change: async (id: string, change: SourceChange): Promise<Source> => {
      const before = existing(id)
      await store.write(() => {
        rows.set(id, changedColumns(before, change, clock.now()))
        const row = existing(id)
        const hasNewAlbums = row.album_per_subfolder > before.album_per_subfolder
        if (hasNewAlbums) parts.albums.addAll(row)
      })
      runner.changed(existing(id))
      return get(id)
    },
    /** Keeps the photos. @throws AppError 404, 409 if it was given on the command line. */
    remove: async (id: string): Promise<void> => {
      if (existing(id).is_configured === 1) {
        throw new AppError(
          409,
          'the folder was given with --watch or VITRINE_WATCH; start Vitrine without it first',
        )
      }
      await runner.end(id)
      await store.note(() => rows.remove(id))
    },
    /** A source that is being compared already is returned as it is. @throws AppError 404. */
    sync: async (id: string, isPreview: boolean): Promise<Source> => {
      existing(id)
      await runner.run(id, { is_preview: Number(isPreview) }, { retriesFailed: true })
      return get(id)
    },
    /** A page of its latest plan. @throws AppError 404. */
    plan: (id: string, query: PlanQuery): Plan => review.page(existing(id), query),
    /**
     * Applies a plan that waits. It is compared again, so that nothing is hidden that is back, and
     * asks again if more would be hidden than was agreed to.
     * @throws AppError 404, 409 if no plan waits, or if what would be hidden must be agreed to.
     */
    apply: async (id: string, answer: ApplyRequest): Promise<Source> => {
      await review.apply(existing(id), answer)
      return get(id)
    },
    /** Ends the run, or discards the plan that waits. @throws AppError 404. */
    cancel: async (id: string): Promise<Source> => {
      await review.cancel(existing(id))
      return get(id)
    },
    /** See {@link configureFolders}; before `start`. */
    configure: (paths: readonly string[]): Promise<string[]> => configureFolders(paths, parts),
    running: () => jobsOf(parts),
    start: runner.start,
    stop: runner.stop,
  }
}

/** A new interval begins now; other subfolders need a whole listing. */
function changedColumns(before: SourceRow, change: SourceChange, now: number) {
  const columns = columnsOf(change)
  const { every_hours: hours, subfolders } = columns
  const isListedOtherwise = subfolders !== undefined && subfolders !== before.subfolders
  const hasNewInterval = hours !== undefined && hours !== before.every_hours
  return {
    ...columns,
    ...(change.name !== undefined && { name: change.name }),
    ...(isListedOtherwise && { cursor: null }),
    ...(hasNewInterval && { next_run_at: hours === null ? null : now + hours * hourMs }),
  }
}
