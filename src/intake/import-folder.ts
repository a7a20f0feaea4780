import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'
import type { Albums } from '../albums/albums.ts'
import type { AlbumStore } from '../albums/store.ts'
import { AppError } from '../contract/app-error.ts'
import { isDiskFull } from '../database/disk-full.ts'
import type { Store } from '../database/open.ts'
import type { UxConfigStore } from '../ux-config/store.ts'
import { findFiles } from './find-files.ts'
import type { Ingest } from './ingest.ts'

/** What `vitrine import` is asked to do; paths are absolute. */
export const ImportRequest = z.object({
  paths: z.array(z.string().min(1)).min(1),
  album: z.string().trim().min(1).max(120).optional(),
  isPhotostream: z.boolean(),
})
export type ImportRequest = z.infer<typeof ImportRequest>

/** An album that visitors see without a code. */
export type PublicAlbum = { readonly name: string; readonly isPhotostream: boolean }

/** What happened, one event per file between 'found' and 'end'. */
export type ImportEvent =
  | { kind: 'found'; total: number; publicAlbums: PublicAlbum[] }
  | { kind: 'imported'; path: string; warning: string | null }
  | { kind: 'duplicate'; path: string }
  | { kind: 'failed'; path: string; reason: string }
  | { kind: 'end'; reason: string | null }

type Parts = {
  store: Store
  ingest: Ingest
  albums: Albums
  albumRows: AlbumStore
  uxConfig: UxConfigStore
  concurrency: number
}

/**
 * Imports files and folders, as many files at a time as there are cores, and reports each. Albums
 * get them in the order of the files, whichever is ready first. One bad file never ends it; a full
 * disk does, with the reason in 'end'.
 */
export async function* importFolder(
  request: ImportRequest,
  parts: Parts,
  isCancelled: () => boolean = () => false,
): AsyncGenerator<ImportEvent> {
  const { files, unreadable } = await findFiles(request.paths)
  const targets = await targetAlbums(request, parts)
  const place = parts.albumRows.reservePlaces(files.length)
  const wanted = files.map((path, index) => ({ path, place: place + index }))
  yield {
    kind: 'found',
    total: files.length + unreadable.length,
    publicAlbums: targets.filter(({ isPublic }) => isPublic),
  }
  for (const { path, error } of unreadable) yield { kind: 'failed', path, reason: reasonOf(error) }

  let next = 0
  let stopReason: string | null = null
  const takeNext = async (): Promise<ImportEvent | undefined> => {
    const file = stopReason === null && !isCancelled() ? wanted[next++] : undefined
    if (file === undefined) return undefined
    const { path } = file
    try {
      const received = await parts.ingest.receive(Bun.file(path).stream())
      const { warning } = await parts.ingest.take(received, {
        source: 'cli',
        sourceName: basename(path),
        sourceDate: (await stat(path)).mtime.toISOString(),
        addTo: (photo) => {
          for (const album of targets) parts.albumRows.addPhoto(album.n, photo, file.place)
        },
      })
      return { kind: 'imported', path, warning }
    } catch (error) {
      if (error instanceof AppError && error.code === 409) return { kind: 'duplicate', path }
      if (isDiskFull(error)) stopReason ??= 'the disk of the data folder is full'
      return { kind: 'failed', path, reason: reasonOf(error) }
    }
  }
  yield* inParallel(takeNext, parts.concurrency)
  yield { kind: 'end', reason: stopReason ?? (isCancelled() ? 'cancelled' : null) }
}

/** Runs `take` in `lanes` lanes until each answers undefined; events come as they happen. */
async function* inParallel<T>(
  take: () => Promise<T | undefined>,
  lanes: number,
): AsyncGenerator<T> {
  type Outcome = { lane: number; event: T | undefined }
  const start = (lane: number): Promise<Outcome> => take().then((event) => ({ lane, event }))
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

/**
 * The albums that new photos join. --photostream alone means the photostream, which is made where
 * there is none; with --album, that album becomes the photostream where there is none.
 */
function targetAlbums(
  { album, isPhotostream }: ImportRequest,
  { store, albums, uxConfig, albumRows }: Parts,
) {
  return store.write(() => {
    const chosen = album === undefined ? [] : [albums.ensureNamed(album)]
    if (isPhotostream) {
      const present = albumRows.byId(uxConfig.get().photoStreamAlbumId)
      const photostream = present ?? albums.ensureNamed(album ?? 'Photostream')
      if (!present) uxConfig.setPhotostream(photostream.n)
      if (photostream.n !== chosen[0]?.n) chosen.push(photostream)
    }
    const { photoStreamAlbumId } = uxConfig.get()
    return chosen.map(({ n, id, name, code }) => {
      const isPhotostream = id === photoStreamAlbumId
      return { n, name, isPhotostream, isPublic: isPhotostream || code === '' }
    })
  })
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (isDiskFull(error)) return 'the disk of the data folder is full'
  if (code === 'ENOENT') return 'there is no such file or folder'
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read'
  return error instanceof Error ? error.message : String(error)
}
