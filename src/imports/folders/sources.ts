import type {
  ApplyRequest,
  NewSource,
  Plan,
  PlanQuery,
  Source,
  SourceChange,
  SourceSettings,
} from '../../contract/imports/sources.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { PendingFiles } from '../intake/pending-files.ts'
import { countsOf } from './counts.ts'
import type { SourceDriver } from './driver.ts'
import type { PlanStore } from './plan-store.ts'
import type { SourceRow } from './row.ts'
import type { Drivers, SourceRunner } from './runner.ts'
import type { SourceAlbums } from './source-albums.ts'
import type { SourceStore } from './store.ts'
import { changeOf, jobsOf, sourceOf } from './to-api.ts'
import { isInside } from './walk.ts'

/** Changes on a page of a plan, unless the request says otherwise. */
const pageLength = 100

export type Sources = ReturnType<typeof createSources>

export function createSources(parts: {
  store: Store
  rows: SourceStore
  plans: PlanStore
  runner: SourceRunner
  drivers: Drivers
  albums: SourceAlbums
  pendingFiles: Pick<PendingFiles, 'countOf'>
  clock: Clock
}) {
  const { store, rows, plans, runner, clock } = parts

  const existing = (id: string): SourceRow => {
    const row = rows.byId(id)
    if (!row) throw notFound()
    return row
  }

  const toSource = (row: SourceRow): Source => sourceOf(row, { ...parts, now: clock.now() })
  const shown = (id: string): Source => toSource(existing(id))

  /** A folder within another would give each photo two files. */
  const requireOwnFolder = (kind: SourceRow['kind'], location: string): void => {
    for (const other of rows.list().filter((row) => row.kind === kind)) {
      if (other.location === location) {
        throw new AppError(409, `“${other.name}” is already a source`, { sourceId: other.id })
      }
      const overlap = kind === 'folder' && overlapOf(location, other.location)
      if (overlap) throw new AppError(409, overlap, { sourceId: other.id })
    }
  }

  const locationOf = async (wanted: Extract<NewSource, { kind: 'folder' }>): Promise<string> =>
    (await parts.drivers.folder!.check(wanted)).location

  const insert = async (wanted: NewSource, isConfigured: boolean): Promise<SourceRow> => {
    const driver = parts.drivers[wanted.kind] as SourceDriver | undefined
    if (!driver) throw new AppError(501, `this gallery has no sources of the kind “${wanted.kind}”`)
    const { location, name } = await driver.check(wanted)
    const id = Bun.randomUUIDv7(undefined, clock.now())
    await store.note(() => {
      requireOwnFolder(wanted.kind, location)
      rows.insert({
        ...{ id, kind: wanted.kind, location, name, is_configured: Number(isConfigured) },
        ...columnsOf(wanted),
      } as Parameters<SourceStore['insert']>[0])
    })
    return existing(id)
  }

  return {
    list: (): Source[] => rows.list().map(toSource),
    get: shown,
    /** Compared at once, unless it is compared on request only. @throws AppError 400, 404, 409, 501. */
    add: async (wanted: NewSource): Promise<Source> => {
      const row = await insert(wanted, false)
      runner.changed(row)
      if (row.every_hours !== null) await runner.run(row.id)
      return shown(row.id)
    },
    /** @throws AppError 404. */
    change: async (id: string, change: SourceChange): Promise<Source> => {
      const before = existing(id)
      const columns = columnsOf(change)
      const isListedOtherwise =
        columns.subfolders !== undefined && columns.subfolders !== before.subfolders
      await store.write(() => {
        const hours = columns.every_hours
        rows.set(id, {
          ...columns,
          ...(change.name !== undefined && { name: change.name }),
          ...(isListedOtherwise && { cursor: null }),
          ...(hours !== undefined &&
            hours !== before.every_hours && {
              next_run_at: hours === null ? null : clock.now() + hours * 3_600_000,
            }),
        })
        const row = existing(id)
        const hasNewAlbums = row.album_per_subfolder > before.album_per_subfolder
        if (hasNewAlbums) parts.albums.addAll(row)
      })
      runner.changed(existing(id))
      return shown(id)
    },
    /** The photos stay. @throws AppError 404, 409 if it was given on the command line. */
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
      return shown(id)
    },
    plan: (id: string, { kind, limit = pageLength, offset = 0 }: PlanQuery): Plan => {
      const row = existing(id)
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
    /**
     * Applies a plan that waits. It is compared again, so that nothing is hidden that is back, and
     * asks again if more would be hidden than was agreed to.
     * @throws AppError 404, 409 if no plan waits, or if what would be hidden must be agreed to.
     */
    apply: async (id: string, answer: ApplyRequest): Promise<Source> => {
      const row = existing(id)
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
      await runner.run(id, { answer: JSON.stringify(answer) })
      return shown(id)
    },
    /** Ends the run, or discards the plan that waits. @throws AppError 404. */
    cancel: async (id: string): Promise<Source> => {
      const row = existing(id)
      await runner.cancel(id)
      await store.note(() => {
        plans.leave(row.row_id, ['new', 'changed', 'moved', 'gone', 'conflicting'])
        if (!runner.isActive(id)) rows.set(id, { stage: null, is_preview: 0, answer: null })
      })
      return shown(id)
    },
    /**
     * The folders of the command line, before `start`. Those of an earlier start are kept, and are
     * compared on request only. @returns where these are.
     * @throws AppError if one cannot be used.
     */
    configure: async (paths: readonly string[]): Promise<string[]> => {
      const configured = new Set<string>()
      for (const path of paths) {
        const wanted = { kind: 'folder', path, ...configuredSettings } as const
        // A disk that is not connected now must not keep the gallery from starting.
        const location = await locationOf(wanted).catch((error: unknown) => {
          if (!rows.list().some((row) => row.kind === 'folder' && row.location === path))
            throw error
          return path
        })
        const known = rows.list().find((row) => row.kind === 'folder' && row.location === location)
        const row = known ?? (await insert(wanted, true))
        configured.add(row.id)
        await store.note(() =>
          rows.set(row.id, { is_configured: 1, every_hours: row.every_hours ?? 1 }),
        )
      }
      const left = rows.list().filter((row) => row.is_configured === 1 && !configured.has(row.id))
      for (const { id } of left) {
        await store.note(() =>
          rows.set(id, { is_configured: 0, every_hours: null, next_run_at: null }),
        )
      }
      return left.map(({ location }) => location)
    },
    running: () => jobsOf(parts),
    start: runner.start,
    stop: runner.stop,
  }
}

/** @returns undefined if neither folder is in the other. */
function overlapOf(location: string, other: string): string | undefined {
  if (isInside(location, other))
    return `“${location}” is inside “${other}”, which is already a source`
  if (isInside(other, location))
    return `“${location}” contains “${other}”, which is already a source`
  return undefined
}

const configuredSettings = {
  everyHours: 1,
  subfolders: true,
  albumPerSubfolder: false,
  whenGone: 'nothing',
} as const

type ChosenSettings = { readonly [Name in keyof SourceSettings]?: SourceSettings[Name] | undefined }

function columnsOf({ everyHours, subfolders, albumPerSubfolder, whenGone }: ChosenSettings) {
  return {
    ...(everyHours !== undefined && { every_hours: everyHours }),
    ...(subfolders !== undefined && { subfolders: Number(subfolders) }),
    ...(albumPerSubfolder !== undefined && { album_per_subfolder: Number(albumPerSubfolder) }),
    ...(whenGone !== undefined && { when_gone: whenGone }),
  }
}
