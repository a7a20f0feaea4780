import type { PlannedChange, Source } from '../../contract/imports/sources.ts'
import type { StatusJob } from '../../contract/site/status.ts'
import type { PendingFiles } from '../intake/pending-files.ts'
import { countsOf } from './counts.ts'
import type { PlanStore } from './plan-store.ts'
import { cancelled } from './record-run.ts'
import { type ChangeRow, listedOf, type SourceRow } from './row.ts'
import type { SourceRunner } from './runner.ts'
import type { SourceStore } from './store.ts'

/** A source as the API shows it. */
export function sourceOf(
  row: SourceRow,
  {
    rows,
    plans,
    runner,
    pendingFiles,
    now,
  }: {
    rows: SourceStore
    plans: PlanStore
    runner: Pick<SourceRunner, 'current'>
    pendingFiles: Pick<PendingFiles, 'countOf'>
    /** In ms. */
    now: number
  },
): Source {
  const lastRun = lastRunOf(row)
  const state = stateOf(row)
  const isRunning = state === 'running'
  const { total, done } = plans.progress(row.row_id)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    path: row.kind === 'folder' ? row.location : null,
    folderId: row.kind === 'drive' ? row.location : null,
    isConfigured: row.is_configured === 1,
    settings: {
      everyHours: row.every_hours,
      subfolders: row.subfolders === 1,
      albumPerSubfolder: row.album_per_subfolder === 1,
      whenGone: row.when_gone,
    },
    photos: rows.countPhotos(row.row_id),
    state,
    progress: isRunning
      ? {
          ...(row.stage === 'listing'
            ? { stage: 'listing' as const, total: 0, done: 0 }
            : { stage: 'applying' as const, total, done }),
          current: runner.current(row.id),
        }
      : null,
    question:
      row.stage === 'asking'
        ? {
            hidden: plans.countHidden(row.row_id),
            photos: rows.countPhotos(row.row_id),
            recent: rows.countRecentlyHidden(row, now),
          }
        : null,
    plan:
      row.plan_made_at === null
        ? null
        : {
            madeAt: new Date(row.plan_made_at).toISOString(),
            counts: countsOf(plans.counts(row.row_id)),
            left: total - done,
          },
    waiting: pendingFiles.countOf(row.id),
    omitted: row.omitted === null ? null : JSON.parse(row.omitted),
    lastRun,
    nextRun: row.next_run_at === null ? null : new Date(row.next_run_at).toISOString(),
  }
}

/** The runs that are under way, as the Status page shows them. */
export const jobsOf = ({ rows, plans }: { rows: SourceStore; plans: PlanStore }): StatusJob[] =>
  rows.list().flatMap(({ row_id, name, stage }) => {
    if (stage !== 'listing' && stage !== 'applying') return []
    // While it lists, the plan is still that of the previous run.
    const none = { total: 0, done: 0 }
    const { total, done } = stage === 'listing' ? none : plans.progress(row_id)
    return {
      kind: 'source sync',
      source: name,
      processed: done,
      total,
      percent: total === 0 ? 0 : Math.min(99, Math.floor((100 * done) / total)),
      failed: stage === 'listing' ? 0 : plans.countFailed(row_id),
      pausedUntil: null,
      pauseReason: null,
    }
  })

const lastRunOf = (row: SourceRow): Source['lastRun'] =>
  row.last_run === null ? null : JSON.parse(row.last_run)

export function stateOf(row: SourceRow): Source['state'] {
  if (row.stage === 'listing' || row.stage === 'applying') return 'running'
  if (row.stage === 'asking') return 'asking'
  const error = lastRunOf(row)?.error
  return error && error !== cancelled ? 'failed' : 'idle'
}

export const changeOf = (row: ChangeRow): PlannedChange => ({
  kind: row.kind,
  path: listedOf(row).path,
  from: row.from_path,
  photoId: row.photo,
  hides: row.hides === 1,
  reason: row.reason,
  state: row.state,
})
