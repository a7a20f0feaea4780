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
import type { PhotoStore } from './store.ts'

/** For renditions made on request, in bytes; the least recently used are deleted first. */
const diskBudget = 4 * 2 ** 30
const touchIntervalMs = 3_600_000
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

/** A picture being made, and how many requests of each client wait for it. */
type Pending = {
  readonly queued: Promise<Uint8Array>
  readonly made: Promise<Uint8Array>
  readonly askers: Map<string, number>
}

export type Pictures = ReturnType<typeof createPictures>

export function createPictures(parts: {
  store: Store
  photoRows: PhotoStore
  renditions: RenditionStore
  library: Library
  media: Media
  queue: RenderQueue
  clock: Clock
  intents: Intents
  keepsAiOut: () => boolean
}) {
  const { store, photoRows: photos, renditions, library, media, queue } = parts
  const { clock, intents, keepsAiOut } = parts
  const pending = new Map<string, Pending>()
  const memory = createByteCache<Uint8Array>(memoryBudget, (bytes) => bytes.length)
  let onDemandBytes: number | undefined

  const remember = (name: string, bytes: Uint8Array) => {
    if (bytes.length <= memoryFileLimit) memory.set(name, bytes)
  }

  /** Neither deleted nor edited since it was found. */
  const isCurrent = (photo: ImageRow) =>
    photos.imageByFileName(photo.file_name, ownerViewer) !== undefined

  const make = async (
    photo: ImageRow,
    key: RenditionKey,
    audience: 'owner' | 'anybody',
  ): Promise<Uint8Array> => {
    const bytes = await originalBytes(photo.original, media)
      .then((source) => renderPicture(photo, key, source, library.temporary))
      .catch((error: unknown) => {
        throw isCurrent(photo) ? originalFailure(error, photo, audience) : notFound()
      })
    await keep(photo, key, bytes).catch((error: unknown) => {
      // If the disk is full, the visitor is still served from memory.
      warn(`Could not save a rendition: ${String(error)}`)
    })
    return bytes
  }

  /** The row of exactly this file. */
  const recorded = (photo: ImageRow, key: RenditionKey) => {
    const row = renditions.find(photo.row_id, key)
    return row?.no_ai === key.no_ai ? row : undefined
  }

  /**
   * Row first, so that a crash leaves no file without a row. The file from before AI crawlers were
   * kept out, or let in, is deleted.
   */
  const keep = async (photo: ImageRow, key: RenditionKey, bytes: Uint8Array) => {
    if (!(await media.hasSpace('derived'))) return
    const mediaKey = renditionKey(photo.file_name, key)
    const replaced = await store.note(() => {
      if (!isCurrent(photo)) return undefined
      const { length } = bytes
      const before = renditions.find(photo.row_id, key)
      renditions.put({
        photo: photo.row_id,
        ...key,
        bytes: length,
        is_kept: 0,
        used_at: clock.now(),
      })
      if (!before || before.no_ai === key.no_ai) return []
      const files = { files: [renditionKey(photo.file_name, before)] }
      return [{ rowId: intents.begin('delete', files), files }]
    })
    if (!replaced) return
    const isKept = renditions.find(photo.row_id, key)?.is_kept === 1
    await (isKept ? media.addDerived([[mediaKey, bytes]]) : media.addLocal(mediaKey, bytes))
    await intents.execute(replaced)
    if (!isCurrent(photo) || !recorded(photo, key)) await media.remove([mediaKey])
    onDemandBytes = (onDemandBytes ?? renditions.onDemandBytes()) + bytes.length
    // A bucket's cache has a budget of its own.
    if (media.kind === 'folder' && onDemandBytes > diskBudget) await evict()
  }

  const evict = async () => {
    let bytes = renditions.onDemandBytes()
    while (bytes > diskBudget * 0.9) {
      const old = renditions.leastUsed(100)
      if (old.length === 0) break
      await media.removeLocal(old.map((row) => renditionKey(row.file_name, row)))
      await store.note(() => {
        for (const { photo, file_name, variant, width, format, no_ai } of old) {
          renditions.remove({ photo, file_name, variant, width, format, no_ai })
        }
      })
      bytes = renditions.onDemandBytes()
    }
    onDemandBytes = bytes
  }

  const makeOnce = (
    name: string,
    photo: ImageRow,
    key: RenditionKey,
    {
      client = theOwner,
      audience,
      signal,
    }: {
      client?: string | undefined
      audience: 'owner' | 'anybody'
      signal?: AbortSignal | undefined
    },
  ): Promise<Uint8Array> => {
    const known = pending.get(name)
    if (known) {
      queue.alsoFor(known.queued, client)
      waitsFor(known, client, signal)
      return known.made
    }
    const queued = queue.forVisitor(() => make(photo, key, audience), client)
    const made = queued.finally(() => {
      pending.delete(name)
    })
    const entry = { queued, made, askers: new Map<string, number>() }
    pending.set(name, entry)
    waitsFor(entry, client, signal)
    return made
  }

  /** A picture that no client waits for any longer leaves the queue. */
  const waitsFor = (picture: Pending, client: string, signal: AbortSignal | undefined) => {
    const { queued, made, askers } = picture
    askers.set(client, (askers.get(client) ?? 0) + 1)
    if (!signal) return
    const goAway = () => {
      const left = askers.get(client)! - 1
      askers.set(client, left)
      if (left === 0) queue.leave(queued, client)
    }
    signal.addEventListener('abort', goAway, { once: true })
    const stop = () => signal.removeEventListener('abort', goAway)
    made.then(stop, stop)
  }

  const visible = (fileName: string, viewer: Viewer): ImageRow => {
    const photo = photos.imageByFileName(fileName, viewer)
    if (!photo) throw notFound()
    return photo
  }

  const load = async (
    name: string,
    photo: ImageRow,
    key: RenditionKey,
    { onRender, client }: { onRender: OnRender; client: string | undefined },
  ): Promise<Pick<ImageFile, 'content' | 'bytes'>> => {
    const row = recorded(photo, key)
    const mediaKey = renditionKey(photo.file_name, key)
    const file =
      row &&
      (row.is_kept === 1
        ? await media.open(mediaKey, row.bytes)
        : await media.openLocal(mediaKey, row.bytes))
    if (!file) {
      const signal = onRender()
      const bytes = await makeOnce(name, photo, key, { client, audience: 'anybody', signal })
      remember(name, bytes)
      return { content: bytes, bytes: bytes.length }
    }
    if (row.is_kept === 0 && clock.now() - row.used_at > touchIntervalMs) {
      const { photo, variant, width, format } = row
      await store.note(() => renditions.touch({ photo, variant, width, format, now: clock.now() }))
    }
    if (row.bytes > memoryFileLimit) return { content: { path: file.path }, bytes: row.bytes }
    const bytes = await Bun.file(file.path).bytes()
    remember(name, bytes)
    return { content: bytes, bytes: bytes.length }
  }

  return {
    /** Forgets those made on request, whose files have been deleted from the media cache. */
    forget: async (keys: readonly string[]): Promise<void> => {
      const found = keys.flatMap((key) => renditionOfKey(key) ?? [])
      await store.note(() => found.forEach(renditions.removeNamed))
    },
    /** Makes a missing or damaged rendition from the original, unless the photo is gone. */
    remake: async (fileName: string, key: RenditionKey): Promise<void> => {
      const photo = photos.imageByFileName(fileName, ownerViewer)
      if (photo) {
        await makeOnce(renditionKey(fileName, key), photo, key, { audience: 'owner' })
      }
    },
    /**
     * The file of an image address. `accepts` says whether the client accepts a modern format; it
     * is not asked if the address names one.
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
      let photo = visible(request.fileName, viewerNow())
      const key = requestedKey(photo, request, { accepts, keepsAiOut: keepsAiOut() })
      const name = renditionKey(photo.file_name, key)
      const cached = memory.get(name)
      const found = cached
        ? { content: cached, bytes: cached.length }
        : await load(name, photo, key, { onRender, client }).catch((error: unknown) => {
            visible(request.fileName, viewerNow())
            throw error
          })
      if (!cached) photo = visible(request.fileName, viewerNow())
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
