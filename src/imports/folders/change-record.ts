import { isDiskFull } from '../../core/database/disk-full.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, StoreError } from '../../core/errors.ts'
import type { NoteImport } from '../note-import.ts'
import {
  ChangedMeanwhile,
  type ListedItem,
  reasonOf,
  type SourceDriver,
  SourceError,
} from './driver.ts'
import type { PlanStore } from './plan-store.ts'
import { type ChangeRow, type SourceRow, waitingReason } from './row.ts'
import type { SourceAlbums } from './source-albums.ts'
import type { SourceStore } from './store.ts'

export type Importing = {
  readonly source: SourceRow
  readonly driver: SourceDriver
  readonly signal: AbortSignal
  /** Albums get photos in the order of the plan. */
  readonly firstPosition: number
  readonly setCurrent: (path: string) => void
  /** The file must be looked at again soon. */
  readonly onUnsettled: () => void
}

/** A new or changed file that is being imported. */
export type ChangeJob = Importing & { readonly change: ChangeRow; readonly listed: ListedItem }

export type ChangeRecord = ReturnType<typeof createChangeRecord>

/** Records what became of a file: in the plan, and in what is known of its source. */
export function createChangeRecord({
  store,
  rows,
  plans,
  albums,
  noteImport,
}: {
  store: Store
  rows: SourceStore
  plans: PlanStore
  albums: SourceAlbums
  noteImport: NoteImport
}) {
  /** Inside Store.write or Store.note. */
  const settle = (
    { source, change }: ChangeJob,
    state: ChangeRow['state'],
    reason: string | null = null,
  ) => plans.settle(source.row_id, change.place, state, reason)

  /** The file is this photo from now on, or none. Inside Store.write. */
  const link = (
    job: ChangeJob,
    md5: string | null,
    photo: number | null,
    reason: string | null = null,
  ): void => {
    const { source, listed, change } = job
    rows.saveItem(source.row_id, { ...listed, md5, photo })
    if (photo !== null && change.kind === 'new') {
      albums.add(source, listed.path, photo, job.firstPosition + change.place)
    }
    settle(job, reason === null ? 'done' : 'left', reason)
  }

  return {
    link,
    /** The file is the photo of this id from now on. */
    linkTo: (job: ChangeJob, md5: string | null, id: string, reason: string | null = null) =>
      store.write(() => link(job, md5, rows.rowIdOf(id), reason)),
    /** A file of a photo that the owner has deleted is known, but not imported. */
    linkToDeleted: (job: ChangeJob, md5: string) =>
      store.note(() => link(job, md5, null, 'this photo was deleted here before')),
    /** It may be a new version of a photo, which the owner decides. */
    wait: (job: ChangeJob, md5: string) =>
      store.note(() => {
        const failure = waitingReason
        rows.saveItem(job.source.row_id, { ...job.listed, md5, photo: null, failure })
        settle(job, 'left', waitingReason)
      }),
    /** @throws the error if it is not about this file, so that the run ends. */
    fail: async (job: ChangeJob, error: unknown): Promise<void> => {
      const { source, listed, signal } = job
      signal.throwIfAborted()
      if (endsRun(error)) throw error
      if (error instanceof ChangedMeanwhile) {
        job.onUnsettled()
        await store.note(() => settle(job, 'left', error.message))
        return
      }
      const isOfContent = error instanceof AppError && error.code !== 409
      const reason = reasonOf(error)
      if (reason === undefined) throw error
      noteImport(source.kind, 'failed')
      await store.note(() => {
        // Other failures can be over without a change of the file, so the next run tries it again.
        if (isOfContent) rows.failItem(source.row_id, listed, reason)
        settle(job, 'failed', reason)
      })
    },
  }
}

const endsRun = (error: unknown): boolean =>
  error instanceof SourceError || error instanceof StoreError || isDiskFull(error)
