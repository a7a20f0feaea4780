import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { z } from 'zod'
import type { Albums } from '../albums/albums.ts'
import { AppError, StoreError, StoreRefusal } from '../contract/app-error.ts'
import { ownerViewer } from '../contract/viewer.ts'
import { isDiskFull } from '../database/disk-full.ts'
import type { Store } from '../database/open.ts'
import type { Pause } from '../drive/back-off.ts'
import type { Media } from '../media/media.ts'
import type { NoteImport } from '../metrics/imports.ts'
import type { Photos } from '../photos/photos.ts'
import type { UxConfigRules } from '../ux-config/ux-config.ts'
import { findFiles } from './find-files.ts'
import type { Ingest } from './ingest.ts'

/** Between attempts to reach a photo store that does not answer: almost four minutes. */
const storePausesMs = [2000, 5000, 10_000, 20_000, 60_000, 120_000]
const cancelCheckMs = 100

/** How far an import had got when its connection was lost. */
const ImportProgress = z.object({
  /** In ms. */
  since: z.number(),
  done: z.array(z.string()),
  /** The number of its first file in the order in which photos are added to albums. */
  place: z.number().int().min(1),
})
export type ImportProgress = z.infer<typeof ImportProgress>

/** Paths are absolute. */
export const ImportRequest = z.object({
  paths: z.array(z.string().min(1)).min(1),
  album: z.string().trim().min(1).max(120).optional(),
  isPhotostream: z.boolean(),
  progress: ImportProgress.optional(),
})
export type ImportRequest = z.infer<typeof ImportRequest>

export type TargetAlbum = { readonly name: string; readonly isPhotostream: boolean }
/** A photo that was in the gallery already, and the albums that it was not added to. */
type LeftOut = { readonly id: string; readonly albums: readonly TargetAlbum[] }

/** Progress of an import: one event per file between 'found' and 'end'. */
export type ImportEvent =
  | { kind: 'found'; total: number; place: number; publicAlbums: TargetAlbum[] }
  | { kind: 'imported'; path: string; id: string; warning: string | null }
  | { kind: 'restored'; path: string; leftOut?: LeftOut }
  | { kind: 'duplicate'; path: string; leftOut?: LeftOut }
  | { kind: 'failed'; path: string; reason: string }
  | { kind: 'end'; reason: string | null }

type Parts = {
  store: Store
  ingest: Ingest
  noteImport: NoteImport
  photos: Photos
  albums: Albums
  uxConfig: UxConfigRules
  media: Pick<Media, 'kind'>
  pause: Pause
}

/** With a bucket, some photos are sent while others are rendered. */
const sentAtOnce = 2

/**
 * As many files at a time as there are cores; albums get them in the order of the files. A bad file
 * never ends the import; a full disk does, with the reason in 'end'. With `progress`, it continues
 * an earlier run.
 */
export async function* importFolder(
  request: ImportRequest,
  parts: Parts,
  isCancelled: () => boolean = () => false,
): AsyncGenerator<ImportEvent> {
  const { progress } = request
  const { files, unreadable } = await findFiles(request.paths)
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
    publicAlbums: targets.filter(({ isPublic }) => isPublic),
  }
  for (const { path, error } of failures) {
    parts.noteImport('cli', 'failed')
    yield { kind: 'failed', path, reason: reasonOf(error) }
  }

  const leftOut = (id: string): { leftOut?: LeftOut } => {
    const albums = targets.filter(({ rowId }) => !parts.albums.hasPhoto(rowId, id))
    if (albums.length === 0) return {}
    return {
      leftOut: { id, albums: albums.map(({ name, isPhotostream }) => ({ name, isPhotostream })) },
    }
  }
  let next = 0
  let stopReason: string | null = null
  const importNext = async (): Promise<ImportEvent | undefined> => {
    const file = stopReason === null && !isCancelled() ? wanted[next++] : undefined
    if (file === undefined) return undefined
    const { path } = file
    try {
      const { id, warning, isRestored } = await patiently(
        async () => {
          const received = await parts.ingest.receive(Bun.file(path).stream())
          return parts.ingest.add(received, {
            source: 'cli',
            sourceName: basename(path),
            sourceDate: (await stat(path)).mtime.toISOString(),
            addTo: (photo) => {
              for (const album of targets)
                parts.albums.addAtPosition(album.rowId, photo, file.place)
            },
          })
        },
        parts.pause,
        isCancelled,
      )
      parts.noteImport('cli', 'imported')
      if (isRestored) return { kind: 'restored', path, ...leftOut(id) }
      return { kind: 'imported', path, id, warning }
    } catch (error) {
      // It is as if this file had not begun: the next server, or the next run, takes it.
      if (isCancelled() && error instanceof StoreError) return undefined
      const isDuplicate = error instanceof AppError && error.code === 409
      parts.noteImport('cli', isDuplicate ? 'duplicate' : 'failed')
      if (isDuplicate) {
        const before = importedBefore(path, error, request, parts)
        return before ?? { kind: 'duplicate', path, ...leftOut(String(error.details?.photoId)) }
      }
      if (error instanceof StoreError) stopReason ??= error.message
      else if (isDiskFull(error)) stopReason ??= 'the disk holding the data folder is full'
      return { kind: 'failed', path, reason: reasonOf(error) }
    }
  }
  const sending = parts.media.kind === 'bucket' ? sentAtOnce : 0
  yield* inParallel(importNext, availableParallelism() + sending)
  yield { kind: 'end', reason: stopReason ?? (isCancelled() ? 'cancelled' : null) }
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

/** A photo store that does not answer is given some minutes before the import stops. */
async function patiently<T>(
  work: () => Promise<T>,
  pause: Pause,
  isCancelled: () => boolean,
): Promise<T> {
  for (const pauseMs of storePausesMs) {
    try {
      return await work()
    } catch (error) {
      const isOutOfReach =
        error instanceof StoreError && !(error instanceof StoreRefusal) && error.code === 503
      if (!isOutOfReach || isCancelled()) throw error
      await pauseUnless(isCancelled, pause, pauseMs)
      if (isCancelled()) throw error
    }
  }
  return work()
}

/** Stopping an import must not take minutes. */
async function pauseUnless(isCancelled: () => boolean, pause: Pause, ms: number): Promise<void> {
  const stop = new AbortController()
  const watch = setInterval(() => isCancelled() && stop.abort(), cancelCheckMs)
  await pause(ms, stop.signal).catch(() => undefined)
  clearInterval(watch)
}

/** Runs `work` in `lanes` lanes until each returns undefined; events come as they happen. */
async function* inParallel<T>(
  work: () => Promise<T | undefined>,
  lanes: number,
): AsyncGenerator<T> {
  type Outcome = { lane: number; event: T | undefined }
  const start = (lane: number): Promise<Outcome> => work().then((event) => ({ lane, event }))
  const running = new Map(Array.from({ length: lanes }, (_, lane) => [lane, start(lane)]))
  while (running.size > 0) {
    const { lane, event } = await Promise.race(running.values())
    if (event === undefined) {
      running.delete(lane)
      continue
    }
    running.set(lane, start(lane))
    yield event
  }
}

/** --photostream creates the photostream if there is none; with --album, that album becomes it. */
function targetAlbums({ album, isPhotostream }: ImportRequest, { store, albums, uxConfig }: Parts) {
  return store.write(() => {
    const chosen = album === undefined ? [] : [albums.ensureNamed(album)]
    if (isPhotostream) {
      const present = albums.find(uxConfig.get().photoStreamAlbumId)
      const photostream = present ?? albums.ensureNamed(album ?? 'Photostream')
      if (!present) uxConfig.setPhotostream(photostream.row_id)
      if (photostream.row_id !== chosen[0]?.row_id) chosen.push(photostream)
    }
    const { photoStreamAlbumId } = uxConfig.get()
    return chosen.map(({ row_id: rowId, id, name, code }) => {
      const isPhotostream = id === photoStreamAlbumId
      return { rowId, name, isPhotostream, isPublic: isPhotostream || code === '' }
    })
  })
}

/** Why an album cannot be added to. @throws any other error */
function refusalOf(error: unknown): string {
  if (error instanceof AppError && error.code === 409) return error.message
  throw error
}

function reasonOf(error: unknown): string {
  if (error instanceof StoreError) return error.message
  const code = String((error as { code?: unknown }).code ?? '')
  if (isDiskFull(error)) return 'the disk holding the data folder is full'
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'no such file or folder'
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (code === 'EIO') return "the disk reports an error; look at the system's log"
  if (code.startsWith('SQLITE_'))
    return `the database reports an error (${code}); run "vitrine check"`
  return error instanceof Error ? error.message : String(error)
}
