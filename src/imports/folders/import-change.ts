import { basename } from 'node:path/posix'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import type { FileOrigin } from '../../gallery/photos/photo-row.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { Versions } from '../../gallery/photos/versions.ts'
import type { ReceivedFile } from '../../storage/media.ts'
import type { Incoming } from '../intake/incoming.ts'
import type { Ingest } from '../intake/ingest.ts'
import type { NoteImport } from '../note-import.ts'
import {
  type ChangeJob,
  type ChangeRecord,
  createChangeRecord,
  type Importing,
} from './change-record.ts'
import type { PlanStore } from './plan-store.ts'
import { type ChangeRow, folderOf, listedOf, placeOf } from './row.ts'
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

type ChangeImportParts = {
  readonly store: Store
  readonly rows: SourceStore
  readonly plans: PlanStore
  readonly photos: Photos
  readonly ingest: Ingest
  readonly incoming: Incoming
  readonly versions: Versions
  readonly albums: SourceAlbums
  readonly trash: TrashPort
  readonly noteImport: NoteImport
}

/** What the steps of an import need. */
type Context = Omit<ChangeImportParts, 'store' | 'plans' | 'albums'> & {
  readonly record: ChangeRecord
}

export type ChangeImport = ReturnType<typeof createChangeImport>

/**
 * Imports one new or changed file. What becomes of it is recorded with the photo or after it, so
 * that after a crash the file is read again and found to be there.
 */
export function createChangeImport(parts: ChangeImportParts) {
  const record = createChangeRecord(parts)
  const context: Context = { ...parts, record }

  /** @throws what ends the run. */
  return async (change: ChangeRow, importing: Importing): Promise<void> => {
    const job = { ...importing, change, listed: listedOf(change) }
    job.setCurrent(job.listed.path)
    await importFile(job, context).catch((error: unknown) => record.fail(job, error))
  }
}

async function importFile(job: ChangeJob, context: Context): Promise<void> {
  const { source, listed, change } = job
  const { rows, trash, record } = context
  if (listed.blockedBy !== null) throw new AppError(403, listed.blockedBy)
  // A photo that was hidden when its file was gone is wanted again.
  if (change.kind === 'new' && change.photo !== null) await trash.restore([change.photo])
  const photo = change.photo !== null && rows.rowIdOf(change.photo) !== null ? change.photo : null
  const before = rows.itemOf(source.row_id, listed.item)
  if (photo !== null && before && isUnchanged(listed, before)) {
    await record.linkTo(job, listed.md5 ?? before.md5, photo)
    return
  }
  if (photo === null && (await isKnown(job, context))) return
  await readAndAdd(job, photo, context)
}

/** Reads the file, which is then a version of the photo or, without one, perhaps a new photo. */
async function readAndAdd(job: ChangeJob, photo: string | null, context: Context): Promise<void> {
  const { source, listed, driver, signal } = job
  const { ingest } = context
  ingest.refuseSize(listed.bytes)
  const file = await ingest.receive(await driver.read(folderOf(source), listed, signal))
  try {
    signal.throwIfAborted()
    const photoOfFile = photo ?? formerPhoto(job, context)
    if (photoOfFile === null) await addNew(job, file, context)
    else await addVersion(job, file, photoOfFile, context)
  } finally {
    await ingest.discard(file)
  }
}

/** Whether nothing has to be read, because a file of this content is here or was deleted here. */
async function isKnown(job: ChangeJob, context: Context): Promise<boolean> {
  const { source, listed } = job
  const { rows, photos, ingest, record } = context
  const { md5, bytes } = listed
  if (md5 === null) return false
  const here = (await ingest.hasOriginal(md5, bytes)) ? photos.originalOfMd5(md5) : undefined
  if (here) {
    await record.linkTo(job, md5, here.id)
    context.noteImport(source.kind, 'duplicate')
    return true
  }
  if (isWaitingInTrash(md5, context)) {
    await record.wait(job, md5)
    return true
  }
  const wasHidden = rows.itemOf(source.row_id, listed.item)?.hidden_photo
  if (wasHidden || !isUnwanted(md5, context)) return false
  await record.linkToDeleted(job, md5)
  return true
}

/** The photo that shows the content which was imported before the file belonged to a source. */
function formerPhoto({ listed: { formerMd5 } }: ChangeJob, { photos }: Context): string | null {
  const known = formerMd5 === undefined ? undefined : photos.originalOfMd5(formerMd5)
  return known?.is_current === 1 ? known.id : null
}

async function addNew(job: ChangeJob, file: ReceivedFile, context: Context): Promise<void> {
  const { source, listed } = job
  const { rows, record, noteImport } = context
  const before = rows.itemOf(source.row_id, listed.item)
  if (isWaitingInTrash(file.md5, context)) {
    await record.wait(job, file.md5)
    return
  }
  // Files that were gone and are back are wanted again, those deleted here are not.
  if (isUnwanted(file.md5, context) && !before?.hidden_photo) {
    await record.linkToDeleted(job, file.md5)
    return
  }
  try {
    await acceptNew(job, file, context)
  } catch (error) {
    const id = error instanceof AppError ? error.details?.photoId : undefined
    if (typeof id !== 'string') throw error
    noteImport(source.kind, 'duplicate')
    await record.linkTo(job, file.md5, id)
  }
}

/** @throws AppError with `photoId` in its details if the photo is here already. */
async function acceptNew(
  job: ChangeJob,
  file: ReceivedFile,
  { incoming, record, noteImport }: Context,
): Promise<void> {
  const addTo = (photo: number) => record.link(job, file.md5, photo)
  const accepted = await incoming.accept(file, { ...originOf(job), addTo }, { onMatch: 'ask' })
  if (accepted.kind === 'waiting') {
    await record.wait(job, file.md5)
    return
  }
  if (accepted.kind === 'new' && accepted.photo.isRestored) {
    await record.linkTo(job, file.md5, accepted.photo.id)
  }
  noteImport(job.source.kind, 'imported')
}

async function addVersion(
  job: ChangeJob,
  file: ReceivedFile,
  photo: string,
  { rows, photos, versions, record, noteImport }: Context,
): Promise<void> {
  const { source, listed } = job
  const before = rows.itemOf(source.row_id, listed.item)
  const known = photos.originalOfMd5(file.md5)
  if (before?.md5 === file.md5) {
    // Only its date was changed.
    await record.linkTo(job, file.md5, photo)
    return
  }
  if (known && known.id !== photo) {
    await record.linkTo(job, file.md5, known.id, 'the file is now the same as another photo')
    return
  }
  if (!known) await versions.add(photo, file, { ...originOf(job), rule: 'item' })
  else if (known.is_current === 0) await versions.show(photo, known.original)
  await record.linkTo(job, file.md5, photo)
  noteImport(source.kind, 'imported')
}

/** A file of a photo that the owner has deleted does not bring it back. */
const isUnwanted = (md5: string, { rows, trash }: Context): boolean =>
  rows.wasDeleted(md5) || trash.findTrashed(md5) !== undefined

/** The owner decides once the photo has left the trash. */
const isWaitingInTrash = (md5: string, { trash }: Context): boolean =>
  trash.findTrashed(md5)?.is_waiting === 1

const originOf = ({ source, listed }: ChangeJob): FileOrigin => ({
  source: source.kind,
  sourceName: basename(listed.path),
  sourceDate: listed.date,
  folder: placeOf(source, listed.path),
  // Local files are tracked by path, so they need no item id.
  ...(source.kind === 'drive' && { item: listed.item }),
  sourceId: source.id,
  run: `source ${source.id} ${source.run_started_at}`,
})
