import { parse } from 'node:path'
import { ownerViewer, type Viewer } from '../../contract/people/viewer.ts'
import { createByteCache } from '../../core/byte-cache.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { notFound } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import { type RenderQueue, theOwner } from '../../images/render-queue.ts'
import type { RenditionFormat } from '../../images/variants.ts'
import type { Library } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'
import { type RenditionKey, renditionKey, renditionOfKey } from '../../storage/media-keys.ts'
import type { Intents } from './intents.ts'
import { originalFailure } from './missing-original.ts'
import { originalBytes } from './original-file.ts'
import { renderPicture } from './render-picture.ts'
import type { RenditionStore } from './renditions.ts'
import { type ImageRequest, requestedKey } from './requested-key.ts'
import type { ImageRow } from './row.ts'
import { createSavedRenditions, isCurrent, type SavedRenditions } from './saved-renditions.ts'
import type { PhotoStore } from './store.ts'

/** For small files, in bytes. */
const memoryBudget = 8 * 2 ** 20
const memoryFileLimit = 48 * 2 ** 10

export type ImageFile = {
  readonly content: Uint8Array | { readonly path: string }
  readonly bytes: number
  readonly format: RenditionFormat
  readonly etag: string
  /** Anonymous visitors may see it, so shared caches may store it. */
  readonly isOpen: boolean
  /** The address names no format, so the client's `Accept` decided. */
  readonly isNegotiated: boolean
}

type OnRender = () => AbortSignal | undefined

/** A picture being rendered, and how many requests of each client wait for it. */
type Pending = {
  readonly queued: Promise<Uint8Array>
  readonly made: Promise<Uint8Array>
  readonly waiting: Map<string, number>
}

export type Pictures = ReturnType<typeof createPictures>

type Parts = {
  store: Store
  photoRows: PhotoStore
  renditions: RenditionStore
  library: Library
  media: Media
  queue: RenderQueue
  clock: Clock
  intents: Intents
  keepsAiOut: () => boolean
}

/** The files of photos' pictures, rendered when they are first requested. */
export function createPictures(parts: Parts) {
  const { store, photoRows: photos, renditions, keepsAiOut } = parts
  const saved = createSavedRenditions(parts)
  const renderOnce = createRenderer(parts, saved)
  const memory = createByteCache<Uint8Array>(memoryBudget, (bytes) => bytes.length)

  const requireVisible = (fileName: string, viewer: Viewer): ImageRow => {
    const photo = photos.imageByFileName(fileName, viewer)
    if (!photo) throw notFound()
    return photo
  }
  const remember = (name: string, bytes: Uint8Array) => {
    if (bytes.length <= memoryFileLimit) memory.set(name, bytes)
    return { content: bytes, bytes: bytes.length }
  }
  const load = async (
    photo: ImageRow,
    key: RenditionKey,
    { onRender, client }: { onRender: OnRender; client: string | undefined },
  ): Promise<Pick<ImageFile, 'content' | 'bytes'>> => {
    const name = renditionKey(photo.file_name, key)
    const file = await saved.open(photo, key)
    if (!file) {
      const signal = onRender()
      return remember(name, await renderOnce(photo, key, { client, audience: 'anybody', signal }))
    }
    if (file.bytes > memoryFileLimit) return { content: { path: file.path }, bytes: file.bytes }
    return remember(name, await Bun.file(file.path).bytes())
  }

  return {
    /** Forgets those made on request, whose files have been deleted from the media cache. */
    forget: async (keys: readonly string[]): Promise<void> => {
      const found = keys.flatMap((key) => renditionOfKey(key) ?? [])
      await store.note(() => found.forEach(renditions.removeNamed))
    },
    /** Renders a missing or damaged rendition from the original, unless the photo was deleted. */
    remake: async (fileName: string, key: RenditionKey): Promise<void> => {
      const photo = photos.imageByFileName(fileName, ownerViewer)
      if (photo) await renderOnce(photo, key, { audience: 'owner' })
    },
    /**
     * The file of an image address. `accepts` says whether the client accepts a modern format; it
     * is not called if the address names one.
     * `onRender` is called if it has to be rendered first, which may take seconds, and may return the
     * request's signal, so that a client that disconnects leaves the queue; `viewerNow` is
     * then checked again before the bytes are returned, because the photo may have been hidden, an
     * album's code changed or a session ended. The pictures of a `client` are rendered in turn with
     * those of others.
     * @throws AppError 404 if the viewer may not see the photo, 400 for an unsupported width or
     * format, 503 if too many are being rendered.
     */
    find: async (
      request: ImageRequest,
      accepts: (format: RenditionFormat) => boolean,
      viewerNow: () => Viewer,
      onRender: OnRender,
      client?: string,
    ): Promise<ImageFile> => {
      let photo = requireVisible(request.fileName, viewerNow())
      const key = requestedKey(photo, request, { accepts, keepsAiOut: keepsAiOut() })
      const name = renditionKey(photo.file_name, key)
      const cached = memory.get(name)
      const found = cached
        ? { content: cached, bytes: cached.length }
        : await load(photo, key, { onRender, client }).catch((error: unknown) => {
            requireVisible(request.fileName, viewerNow())
            throw error
          })
      if (!cached) photo = requireVisible(request.fileName, viewerNow())
      return {
        ...found,
        format: key.format,
        etag: `"${parse(name).base}"`,
        isOpen: photo.is_open === 1,
        isNegotiated: request.variant !== 'original' && request.f === undefined,
      }
    },
  }
}

type Rendering = {
  readonly client?: string | undefined
  readonly audience: 'owner' | 'anybody'
  readonly signal?: AbortSignal | undefined
}

/** Renders and saves each picture once, however many requests wait for it. */
function createRenderer(
  { photoRows: photos, library, media, queue }: Parts,
  saved: SavedRenditions,
) {
  const pending = new Map<string, Pending>()

  const render = async (
    photo: ImageRow,
    key: RenditionKey,
    audience: 'owner' | 'anybody',
  ): Promise<Uint8Array> => {
    const bytes = await originalBytes(photo.original, media)
      .then((source) => renderPicture(photo, key, source, library.temporary))
      .catch((error: unknown) => {
        throw isCurrent(photos, photo) ? originalFailure(error, photo, audience) : notFound()
      })
    await saved.save(photo, key, bytes).catch((error: unknown) => {
      // If the disk is full, the visitor is still served from memory.
      warn(`Could not save a rendition: ${String(error)}`)
    })
    return bytes
  }

  /** A picture that no client waits for any longer leaves the queue. */
  const waitFor = (picture: Pending, client: string, signal: AbortSignal | undefined) => {
    const { queued, made, waiting } = picture
    waiting.set(client, (waiting.get(client) ?? 0) + 1)
    if (!signal) return
    const leave = () => {
      const left = waiting.get(client)! - 1
      waiting.set(client, left)
      if (left === 0) queue.leave(queued, client)
    }
    signal.addEventListener('abort', leave, { once: true })
    const stop = () => signal.removeEventListener('abort', leave)
    made.then(stop, stop)
  }

  return (
    photo: ImageRow,
    key: RenditionKey,
    { client = theOwner, audience, signal }: Rendering,
  ): Promise<Uint8Array> => {
    const name = renditionKey(photo.file_name, key)
    const known = pending.get(name)
    if (known) {
      queue.alsoFor(known.queued, client)
      waitFor(known, client, signal)
      return known.made
    }
    const queued = queue.forVisitor(() => render(photo, key, audience), client)
    const made = queued.finally(() => {
      pending.delete(name)
    })
    const picture = { queued, made, waiting: new Map<string, number>() }
    pending.set(name, picture)
    waitFor(picture, client, signal)
    return made
  }
}
