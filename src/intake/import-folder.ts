import { readdir, realpath, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { z } from 'zod'
import type { Albums } from '../albums/albums.ts'
import type { AlbumStore } from '../albums/store.ts'
import { AppError } from '../contract/app-error.ts'
import { isDiskFull } from '../database/disk-full.ts'
import type { Store } from '../database/open.ts'
import type { UxConfigStore } from '../ux-config/store.ts'
import type { Ingest } from './ingest.ts'

/** What `vitrine import` is asked to do; paths are absolute. */
export const ImportRequest = z.object({
  paths: z.array(z.string().min(1)).min(1),
  album: z.string().trim().min(1).max(120).optional(),
  isPhotostream: z.boolean(),
})
export type ImportRequest = z.infer<typeof ImportRequest>

/** What happened, one event a file between 'found' and 'end'. */
export type ImportEvent =
  | { kind: 'found'; total: number }
  | { kind: 'imported'; path: string; warning: string | null }
  | { kind: 'duplicate'; path: string }
  | { kind: 'failed'; path: string; reason: string }
  | { kind: 'end'; reason: string | null }

const jpegName = /\.(jpe?g|jpe|jfif)$/i

/**
 * Imports files and folders, as many at a time as there are cores, and tells of each. Within a
 * folder only JPEG names count; a file that is named itself is tried whatever its name. One bad
 * file never ends it; a full disk does, with the reason in 'end'.
 */
export async function* importFolder(
  request: ImportRequest,
  parts: {
    store: Store
    ingest: Ingest
    albums: Albums
    albumRows: AlbumStore
    uxConfig: UxConfigStore
    concurrency: number
  },
  isCancelled: () => boolean = () => false,
): AsyncGenerator<ImportEvent> {
  const { files, failures } = await findFiles(request.paths)
  yield { kind: 'found', total: files.length + failures.length }
  yield* failures
  const targets = await targetAlbums(request, parts)
  const addTo = (photo: number) => {
    for (const album of targets) parts.albumRows.addPhoto(album, photo)
  }

  let next = 0
  let stopReason: string | null = null
  const takeNext = async (): Promise<ImportEvent | undefined> => {
    const path = stopReason === null && !isCancelled() ? files[next++] : undefined
    if (path === undefined) return undefined
    try {
      const received = await parts.ingest.receive(Bun.file(path).stream())
      const { warning } = await parts.ingest.take(received, {
        source: 'cli',
        sourceName: basename(path),
        sourceDate: (await stat(path)).mtime.toISOString(),
        addTo,
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
 * The albums, by number, that new photos join. --photostream alone means the photostream, which is
 * made where there is none; with --album, that album becomes the photostream where there is none.
 */
function targetAlbums(
  { album, isPhotostream }: ImportRequest,
  {
    store,
    albums,
    uxConfig,
    albumRows,
  }: { store: Store; albums: Albums; uxConfig: UxConfigStore; albumRows: AlbumStore },
): Promise<number[]> {
  return store.write(() => {
    const targets = new Set<number>()
    if (album !== undefined) targets.add(albums.ensureNamed(album).n)
    if (isPhotostream) {
      const present = albumRows.byId(uxConfig.get().photoStreamAlbumId)
      const photostream = present ?? albums.ensureNamed(album ?? 'Photostream')
      if (!present) uxConfig.setPhotostream(photostream.n)
      targets.add(photostream.n)
    }
    return [...targets]
  })
}

async function findFiles(paths: string[]) {
  const files = new Set<string>()
  const folders = new Set<string>()
  const failures: Extract<ImportEvent, { kind: 'failed' }>[] = []
  const walk = async (path: string, isNamed: boolean): Promise<void> => {
    try {
      const found = await stat(path)
      if (found.isDirectory()) {
        // A link back to a folder above would go round for ever.
        const folder = await realpath(path)
        if (folders.has(folder)) return
        folders.add(folder)
        for (const name of (await readdir(path)).sort()) {
          // Hidden folders hold thumbnails and trash, not photos.
          if (!name.startsWith('.')) await walk(join(path, name), false)
        }
      } else if (isNamed || (found.isFile() && jpegName.test(path))) {
        if (!found.isFile()) throw new Error('this is not a file')
        files.add(path)
      }
    } catch (error) {
      failures.push({ kind: 'failed', path, reason: reasonOf(error) })
    }
  }
  for (const path of paths) await walk(resolve(path), true)
  return { files: [...files], failures }
}

function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (isDiskFull(error)) return 'the disk of the data folder is full'
  if (code === 'ENOENT') return 'there is no such file or folder'
  if (code === 'EACCES' || code === 'EPERM') return 'it may not be read'
  return error instanceof Error ? error.message : String(error)
}
