import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename, dirname } from 'node:path'
import { ZodError } from 'zod'
import { noOmissions } from '../../contract/imports/omissions.ts'
import { ownerViewer } from '../../contract/people/viewer.ts'
import type { Pause } from '../../core/clock.ts'
import { mapLimit } from '../../core/concurrency/limit.ts'
import { isDiskFull } from '../../core/database/disk-full.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, StoreError } from '../../core/errors.ts'
import type { Albums } from '../../gallery/albums/albums.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { Versions } from '../../gallery/photos/versions.ts'
import type { UxConfigRules } from '../../gallery/settings/ux-config/ux-config.ts'
import { md5Of } from '../../images/md5.ts'
import type { Library } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'
import type { Beside, BesideFiles } from '../beside/beside.ts'
import { createSidecars } from '../beside/sidecars.ts'
import type { RestoreParts } from '../exported/restore-gallery.ts'
import type { NoteImport } from '../note-import.ts'
import { findFiles } from './find-files.ts'
import { applyDecisions, matchedFile, until } from './import-decisions.ts'
import type {
  ImportEvent,
  ImportRequest,
  LeftOut,
  MatchDecision,
  MatchedFile,
} from './import-request.ts'
import type { Accepted, Incoming } from './incoming.ts'
import type { Ingest } from './ingest.ts'
import type { PendingFiles } from './pending-files.ts'
import { reasonOf, retryStore } from './store-retry.ts'

type Parts = RestoreParts & {
  store: Store
  library: Pick<Library, 'temporary'>
  ingest: Ingest
  incoming: Incoming
  pendingFiles: PendingFiles
  versions: Pick<Versions, 'list'>
  noteImport: NoteImport
  photos: Photos
  albums: Albums
  uxConfig: UxConfigRules
  media: Pick<Media, 'kind'>
  pause: Pause
}

/** With a bucket, some photos are sent while others are rendered. */
const sentAtOnce = 2

/** One run of importFolder. */
type Run = Parts & {
  readonly request: ImportRequest
  readonly besides: BesideFiles
  readonly isCancelled: () => boolean
  readonly targets: readonly Target[]
  /** Why no further file is begun; null while the import continues. */
  stopReason: string | null
}
type Target = Awaited<ReturnType<typeof targetAlbums>>[number]
/** `place` is that among the photos added to albums. */
type FoundFile = { readonly path: string; readonly place: number }

/**
 * Imports as many files at a time as there are cores; albums get them in the order of the files. A
 * bad file never ends the import; a full disk does, with the reason in 'end'. With `progress`, it
 * continues an earlier run. Files that seem to be new versions are decided about at the end, when it
 * is known which of them match the same photo.
 */
export async function* importFolder(
  request: ImportRequest,
  parts: Parts,
  isCancelled: () => boolean = () => false,
): AsyncGenerator<ImportEvent> {
  const { progress, decisions } = request
  if (decisions) {
    yield { kind: 'found', total: decisions.length, place: 1, publicAlbums: [] }
    yield* applyDecisions(decisions, parts, { isCancelled, isContinued: progress !== undefined })
    yield { kind: 'end', reason: isCancelled() ? 'cancelled' : null }
    return
  }
  const found = await findFiles(request.paths)
  const besides = await openBesides(found, request, parts).catch(unusableExport)
  if (typeof besides === 'string') {
    yield { kind: 'end', reason: besides }
    return
  }
  try {
    yield* importFound({ ...found, besides }, request, parts, isCancelled)
  } finally {
    besides.close()
  }
}

async function openBesides(
  found: Awaited<ReturnType<typeof findFiles>>,
  { paths }: ImportRequest,
  parts: Parts,
): Promise<BesideFiles> {
  const { exportAmong, openExport } = await import('../exported/open-export.ts')
  const root = exportAmong(paths)
  return root === undefined ? createSidecars(found, parts) : openExport(root, found.files, parts)
}

/** Why an export cannot be imported, for a person. */
function unusableExport(error: unknown): string {
  if (error instanceof StoreError || isDiskFull(error)) throw error
  return reasonOf(error)
}

type Found = Awaited<ReturnType<typeof findFiles>> & { readonly besides: BesideFiles }

async function* importFound(
  { unreadable, omitted, besides }: Found,
  request: ImportRequest,
  parts: Parts,
  isCancelled: () => boolean,
): AsyncGenerator<ImportEvent> {
  const { progress } = request
  const { files } = besides
  if (!progress) yield* remarks(besides.opening())
  const targets = await targetAlbums(request, parts).catch(refusalOf)
  if (typeof targets === 'string') {
    yield { kind: 'end', reason: targets }
    return
  }
  const place = parts.albums.reservePositions(files.length, progress?.place)
  const done = new Set(progress?.done)
  const left = files.map((path, index) => ({ path, place: place + index }))
  const wanted = left.filter(({ path }) => !done.has(path))
  const failures = unreadable.filter(({ path }) => !done.has(path))
  yield {
    kind: 'found',
    total: wanted.length,
    place,
    publicAlbums: targets.filter(({ isOpenToAll }) => isOpenToAll),
    omitted: besides.isExport ? noOmissions : omitted,
  }
  for (const { path, error } of failures) {
    parts.noteImport('cli', 'failed')
    yield { kind: 'failed', path, reason: reasonOf(error, path) }
  }
  const run = { ...parts, request, besides, isCancelled, targets, stopReason: null }
  yield* importFiles(wanted, run)
}

async function* importFiles(files: readonly FoundFile[], run: Run): AsyncGenerator<ImportEvent> {
  const { isCancelled, pendingFiles, besides } = run
  const { onMatch = 'keep-both' } = run.request
  const matches: MatchedFile[] = []
  for await (const event of importInOrder(files, run)) {
    if (event.kind === 'matched') matches.push(event.match)
    if (event.kind !== 'matched' || onMatch === 'ask') yield event
  }
  if (onMatch === 'replace' && run.stopReason === null) yield* replaceMatched(matches, run)
  if (!isStopped(run)) yield* remarks(besides.finish())
  const contested = matches.map(({ id }) => id).filter(pendingFiles.isContested)
  const reason = run.stopReason ?? (isCancelled() ? 'cancelled' : null)
  yield { kind: 'end', reason, ...(contested.length > 0 && { contested }) }
}

async function* remarks(texts: AsyncIterable<string>): AsyncGenerator<ImportEvent> {
  for await (const text of texts) yield { kind: 'remark', text }
}

/** An edited copy becomes a version of its photo, so it comes after the others. */
async function* importInOrder(files: readonly FoundFile[], run: Run): AsyncGenerator<ImportEvent> {
  const isCopy = ({ path }: FoundFile) => run.besides.originalOf(path) !== undefined
  yield* importGroup(
    files.filter((file) => !isCopy(file)),
    run,
  )
  yield* importGroup(files.filter(isCopy), run)
}

const isStopped = ({ stopReason, isCancelled }: Run): boolean =>
  stopReason !== null || isCancelled()

/** Files that do not depend on each other. */
async function* importGroup(files: readonly FoundFile[], run: Run): AsyncGenerator<ImportEvent> {
  const lanes = availableParallelism() + (run.media.kind === 'bucket' ? sentAtOnce : 0)
  const importOne = (file: FoundFile) => importFile(file, run)
  const begun = until(() => isStopped(run), files)
  for await (const event of mapLimit(begun, lanes, importOne)) if (event) yield event
}

/** @returns undefined if it was cancelled. */
async function importFile(file: FoundFile, run: Run): Promise<ImportEvent | undefined> {
  try {
    const sourceDate = (await stat(file.path)).mtime.toISOString()
    const beside = await run.besides.of(file.path)
    const work = () => acceptFile(file, sourceDate, beside, run)
    return acceptedEvent(await retryStore(work, run.pause, run.isCancelled), file, sourceDate, run)
  } catch (error) {
    // The file counts as not begun: the next server, or the next run, imports it.
    if (run.isCancelled() && error instanceof StoreError) return undefined
    return failedEvent(error, file, run)
  }
}

async function acceptFile(
  { path, place }: FoundFile,
  sourceDate: string,
  about: Beside | undefined,
  run: Run,
) {
  const { request, ingest, incoming, targets, besides } = run
  const received = await ingest.receive(Bun.file(path).stream())
  const origin = {
    source: 'cli' as const,
    sourceName: basename(path),
    sourceDate,
    folder: dirname(path),
    ...(request.run !== undefined && { run: request.run }),
    ...about?.origin,
    ...(about && { beside: about.beside }),
  }
  const { onMatch = 'keep-both' } = request
  const versionOf = await photoOfCopy(path, received, run)
  return incoming.accept(received, origin, {
    onMatch: onMatch === 'keep-both' || besides.isExact(path) ? 'keep-both' : 'ask',
    albums: targets.map(({ rowId }) => [rowId, place]),
    ...(versionOf !== undefined && { versionOf }),
  })
}

/** The photo that a file is an edited copy of, unless the gallery has the file or lacks the photo. */
async function photoOfCopy(
  path: string,
  { md5 }: { readonly md5: string },
  { besides, photos }: Run,
): Promise<string | undefined> {
  const original = besides.originalOf(path)
  if (original === undefined || photos.idOfMd5(md5) !== undefined) return undefined
  const photo = photos.originalOfMd5(await md5Of(original).catch(() => ''))
  // One that shows a later version keeps that.
  return photo?.is_current === 1 ? photo.id : undefined
}

function acceptedEvent(
  outcome: Accepted,
  { path }: FoundFile,
  sourceDate: string,
  run: Run,
): ImportEvent {
  if (outcome.kind === 'waiting') {
    const match = matchedFile(path, sourceDate, outcome.pending, run.versions)
    return { kind: 'matched', path, match }
  }
  run.noteImport('cli', 'imported')
  if (outcome.kind === 'replaced') {
    const { photo, hasLostCrop } = outcome.photo
    return { kind: 'replaced', path, hasLostCrop, ...leftOutOf(photo.id, run) }
  }
  const { id, warning, isRestored, wasInTrash } = outcome.photo
  run.besides.notePhoto(path, id)
  if (isRestored) return { kind: 'restored', path, ...leftOutOf(id, run) }
  if (wasInTrash) return { kind: 'back from trash', path }
  return { kind: 'imported', path, id, warning }
}

function failedEvent(error: unknown, { path }: FoundFile, run: Run): ImportEvent {
  const isDuplicate = error instanceof AppError && error.details?.photoId !== undefined
  run.noteImport('cli', isDuplicate ? 'duplicate' : 'failed')
  if (isDuplicate) {
    run.besides.notePhoto(path, String(error.details?.photoId))
    const before = importedBefore(path, error, run.request, run)
    if (before) return before
    return { kind: 'duplicate', path, ...leftOutOf(String(error.details?.photoId), run) }
  }
  if (error instanceof StoreError) run.stopReason ??= error.message
  else if (isDiskFull(error)) run.stopReason ??= 'the disk holding the data folder is full'
  return { kind: 'failed', path, reason: reasonOf(error) }
}

/** The albums that a photo is not added to because it was in the gallery. */
function leftOutOf(id: string, { albums, targets }: Run): { leftOut?: LeftOut } {
  const without = targets.filter(({ rowId }) => !albums.hasPhoto(rowId, id))
  if (without.length === 0) return {}
  return {
    leftOut: { id, albums: without.map(({ name, isPhotostream }) => ({ name, isPhotostream })) },
  }
}

async function* replaceMatched(
  matches: readonly MatchedFile[],
  run: Run,
): AsyncGenerator<ImportEvent> {
  const { pendingFiles, isCancelled } = run
  const decisions: MatchDecision[] = []
  for (const match of matches) {
    const { id, path } = match
    // A file that could be another frame of a burst waits for a person.
    const isDoubtful = !pendingFiles.isContested(id) && (await pendingFiles.isDoubtful(id))
    if (isDoubtful) yield { kind: 'matched', path, match: { ...match, isDoubtful } }
    else decisions.push({ id, path, decision: 'replace' })
  }
  const leftOut = (photoId: string) => leftOutOf(photoId, run)
  yield* applyDecisions(decisions, run, { isCancelled, isContinued: true, leftOut })
}

function importedBefore(
  path: string,
  { details }: AppError,
  { progress }: ImportRequest,
  { photos }: Parts,
): ImportEvent | undefined {
  const id = details?.photoId
  const photo = progress && id ? photos.find(String(id), ownerViewer) : undefined
  if (!progress || photo?.source !== 'cli') return undefined
  if (Date.parse(photo.uploadDate) < progress.since) return undefined
  return { kind: 'imported', path, id: photo.id, warning: photo.warning ?? null }
}

/** --photostream creates the photostream if there is none; with --album, that album becomes it. */
function targetAlbums({ album, isPhotostream }: ImportRequest, { store, albums, uxConfig }: Parts) {
  return store.write(() => {
    const chosen = album === undefined ? [] : [albums.ensureNamed(album)]
    if (isPhotostream) {
      const present = albums.byId(uxConfig.get().photoStreamAlbumId)
      const photostream = present ?? albums.ensureNamed(album ?? 'Photostream')
      if (!present) uxConfig.setPhotostream(photostream.row_id)
      if (photostream.row_id !== chosen[0]?.row_id) chosen.push(photostream)
    }
    const { photoStreamAlbumId } = uxConfig.get()
    return chosen.map(({ row_id: rowId, id, name, code }) => {
      const isPhotostream = id === photoStreamAlbumId
      return { rowId, name, isPhotostream, isOpenToAll: isPhotostream || code === '' }
    })
  })
}

/** Why an album cannot be added to, for a person. @throws any other error */
function refusalOf(error: unknown): string {
  if (error instanceof AppError && !(error instanceof StoreError)) return error.message
  if (error instanceof ZodError) return `the album's name ${error.issues[0]?.message ?? 'is wrong'}`
  throw error
}
