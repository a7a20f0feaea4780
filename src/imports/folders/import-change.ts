import { basename } from 'node:path/posix'
import type { Clock } from '../../core/clock.ts'
import { isDiskFull } from '../../core/database/disk-full.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, StoreError } from '../../core/errors.ts'
import type { FileOrigin } from '../../gallery/photos/photo-row.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { Versions } from '../../gallery/photos/versions.ts'
import type { ReceivedFile } from '../../storage/media.ts'
import type { Incoming } from '../intake/incoming.ts'
import type { Ingest } from '../intake/ingest.ts'
import type { NoteImport } from '../note-import.ts'
import {
  ChangedMeanwhile,
  type ListedItem,
  reasonOf,
  type SourceDriver,
  SourceError,
} from './driver.ts'
import type { PlanStore } from './plan-store.ts'
import {
  type ChangeRow,
  folderOf,
  listedOf,
  placeOf,
  type SourceRow,
  waitingReason,
} from './row.ts'
import { isUnchanged } from './same-file.ts'
import type { SourceAlbums } from './source-albums.ts'
import type { SourceStore } from './store.ts'

/** The trash: photos are put there when their files are gone. */
export type TrashPort = {
  readonly put: (ids: readonly string[]) => Promise<unknown>
  readonly restore: (ids: readonly string[]) => Promise<unknown>
  /** A file of a photo in the trash; the owner may have yet to decide about it. */
  readonly findTrashed: (md5: string) => { readonly is_waiting: number } | undefined
}

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

export type ChangeImport = ReturnType<typeof createChangeImport>

type Job = Importing & { readonly change: ChangeRow; readonly listed: ListedItem }

/**
 * Carries out one new or changed file. What becomes of it is recorded with the photo or after it,
 * so that after a crash the file is read again and found to be there.
 */
export function createChangeImport(parts: {
  store: Store
  rows: SourceStore
  plans: PlanStore
  photos: Photos
  ingest: Ingest
  incoming: Incoming
  versions: Versions
  albums: SourceAlbums
  trash: TrashPort
  noteImport: NoteImport
  clock: Clock
}) {
  const { store, rows, plans, photos, ingest, incoming, versions, albums } = parts

  /** A file of a photo that the owner has deleted does not bring it back. */
  const isUnwanted = (md5: string): boolean =>
    rows.wasDeleted(md5) || parts.trash.findTrashed(md5) !== undefined
  /** The owner decides once the photo has left the trash. */
  const isWaitingInTrash = (md5: string): boolean => parts.trash.findTrashed(md5)?.is_waiting === 1

  /** Inside Store.write or Store.note. */
  const settle = (
    { source, change }: Job,
    state: ChangeRow['state'],
    reason: string | null = null,
  ) => plans.settle(source.row_id, change.place, state, reason)

  /** The file is this photo from now on. Inside Store.write. */
  const link = (
    job: Job,
    md5: string | null,
    photo: number | null,
    reason: string | null = null,
  ) => {
    const { source, listed, change } = job
    rows.saveItem(source.row_id, { ...listed, md5, photo })
    if (photo !== null && change.kind === 'new') {
      albums.add(source, listed.path, photo, job.firstPosition + change.place)
    }
    settle(job, reason === null ? 'done' : 'left', reason)
  }
  const linkTo = (job: Job, md5: string | null, id: string, reason: string | null = null) =>
    store.write(() => link(job, md5, rows.rowIdOf(id), reason))

  /** It may be a new version of a photo, which the owner decides. */
  const wait = (job: Job, md5: string) =>
    store.note(() => {
      const failure = waitingReason
      rows.saveItem(job.source.row_id, { ...job.listed, md5, photo: null, failure })
      settle(job, 'left', waitingReason)
    })

  const originOf = ({ source, listed }: Job): FileOrigin => ({
    source: source.kind,
    sourceName: basename(listed.path),
    sourceDate: listed.date,
    folder: placeOf(source, listed.path),
    // Local files are tracked by path, so they need no item id.
    ...(source.kind === 'drive' && { item: listed.item }),
    sourceId: source.id,
    run: `source ${source.id} ${source.run_started_at}`,
  })

  const addNew = async (job: Job, file: ReceivedFile): Promise<void> => {
    const { source, listed } = job
    const before = rows.itemOf(source.row_id, listed.item)
    if (isWaitingInTrash(file.md5)) {
      await wait(job, file.md5)
      return
    }
    // Files that were gone and are back are wanted again, those deleted here are not.
    if (isUnwanted(file.md5) && !before?.hidden_photo) {
      await store.note(() => link(job, file.md5, null, 'this photo was deleted here before'))
      return
    }
    try {
      const addTo = (photo: number) => link(job, file.md5, photo)
      const accepted = await incoming.accept(file, { ...originOf(job), addTo }, { onMatch: 'ask' })
      if (accepted.kind === 'waiting') {
        await wait(job, file.md5)
        return
      }
      if (accepted.kind === 'new' && accepted.photo.isRestored) {
        await linkTo(job, file.md5, accepted.photo.id)
      }
      parts.noteImport(source.kind, 'imported')
    } catch (error) {
      const id = error instanceof AppError ? error.details?.photoId : undefined
      if (typeof id !== 'string') throw error
      parts.noteImport(source.kind, 'duplicate')
      await linkTo(job, file.md5, id)
    }
  }

  const addVersion = async (job: Job, file: ReceivedFile, photo: string): Promise<void> => {
    const { source, listed } = job
    const before = rows.itemOf(source.row_id, listed.item)
    const known = photos.originalOfMd5(file.md5)
    if (before?.md5 === file.md5) {
      // Only its date was changed.
      await linkTo(job, file.md5, photo)
    } else if (known && known.id !== photo) {
      await linkTo(job, file.md5, known.id, 'the file is now the same as another photo')
    } else {
      if (!known) await versions.add(photo, file, { ...originOf(job), rule: 'item' })
      else if (known.is_current === 0) await versions.show(photo, known.original)
      await linkTo(job, file.md5, photo)
      parts.noteImport(source.kind, 'imported')
    }
  }

  /** Whether nothing has to be read, because a file of this content is here or was deleted here. */
  const isKnown = async (job: Job): Promise<boolean> => {
    const { source, listed } = job
    const { md5, bytes } = listed
    if (md5 === null) return false
    const here = (await ingest.hasOriginal(md5, bytes)) ? photos.originalOfMd5(md5) : undefined
    if (here) {
      await linkTo(job, md5, here.id)
      parts.noteImport(source.kind, 'duplicate')
      return true
    }
    if (isWaitingInTrash(md5)) {
      await wait(job, md5)
      return true
    }
    const wasHidden = rows.itemOf(source.row_id, listed.item)?.hidden_photo
    if (wasHidden || !isUnwanted(md5)) return false
    await store.note(() => link(job, md5, null, 'this photo was deleted here before'))
    return true
  }

  /** The photo that shows what was imported of the file before. */
  const formerPhoto = ({ listed: { formerMd5 } }: Job): string | null => {
    const known = formerMd5 === undefined ? undefined : photos.originalOfMd5(formerMd5)
    return known?.is_current === 1 ? known.id : null
  }

  const carryOut = async (job: Job): Promise<void> => {
    const { source, listed, change, signal } = job
    if (listed.blockedBy !== null) throw new AppError(403, listed.blockedBy)
    // A photo that was hidden when its file was gone is wanted again.
    if (change.kind === 'new' && change.photo !== null) await parts.trash.restore([change.photo])
    const photo = change.photo !== null && rows.rowIdOf(change.photo) !== null ? change.photo : null
    const before = rows.itemOf(source.row_id, listed.item)
    if (photo !== null && before && isUnchanged(listed, before)) {
      await linkTo(job, listed.md5 ?? before.md5, photo)
      return
    }
    if (photo === null && (await isKnown(job))) return
    ingest.refuseSize(listed.bytes)
    const file = await ingest.receive(await job.driver.read(folderOf(source), listed, signal))
    try {
      signal.throwIfAborted()
      const shown = photo ?? formerPhoto(job)
      if (shown === null) await addNew(job, file)
      else await addVersion(job, file, shown)
    } finally {
      await ingest.discard(file)
    }
  }

  const fail = async (job: Job, error: unknown): Promise<void> => {
    const { source, listed, signal } = job
    signal.throwIfAborted()
    if (error instanceof SourceError || error instanceof StoreError || isDiskFull(error))
      throw error
    if (error instanceof ChangedMeanwhile) {
      job.onUnsettled()
      await store.note(() => settle(job, 'left', error.message))
      return
    }
    const isOfContent = error instanceof AppError && error.code !== 409
    const reason = reasonOf(error)
    if (reason === undefined) throw error
    parts.noteImport(source.kind, 'failed')
    await store.note(() => {
      // What can become right without a change of the file is tried again by the next run.
      if (isOfContent) rows.failItem(source.row_id, listed, reason)
      settle(job, 'failed', reason)
    })
  }

  /** @throws what ends the run. */
  return async (change: ChangeRow, importing: Importing): Promise<void> => {
    const job = { ...importing, change, listed: listedOf(change) }
    job.setCurrent(job.listed.path)
    await carryOut(job).catch((error: unknown) => fail(job, error))
  }
}
