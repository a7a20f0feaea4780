import { createByteCache } from '../byte-cache.ts'
import type { Clock } from '../clock.ts'
import { AppError, notFound } from '../contract/app-error.ts'
import { ownerViewer, type Viewer } from '../contract/viewer.ts'
import type { Variant } from '../contract/vocabulary.ts'
import type { Store } from '../database/open.ts'
import type { Library } from '../images/library.ts'
import { type RenditionKey, renditionKey, renditionOfKey } from '../images/media-keys.ts'
import type { RenderQueue } from '../images/render-queue.ts'
import {
  renditions as declared,
  formatFor,
  namedFormat,
  type RenditionFormat,
  renditionSize,
  requestedWidth,
} from '../images/variants.ts'
import { warn } from '../log.ts'
import type { Media } from '../media/media.ts'
import { originalFailure } from './missing-original.ts'
import { originalBytes } from './original-file.ts'
import { renderPicture } from './render-picture.ts'
import type { RenditionStore } from './renditions.ts'
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

/** `w` and `f` are from the query: a width of the ladder, and a format. */
type ImageRequest = {
  readonly variant: Variant
  readonly fileName: string
  readonly w: string | undefined
  readonly f: string | undefined
}

export type Pictures = ReturnType<typeof createPictures>

export function createPictures(parts: {
  store: Store
  photos: PhotoStore
  renditions: RenditionStore
  library: Library
  media: Media
  queue: RenderQueue
  clock: Clock
}) {
  const { store, photos, renditions, library, media, queue, clock } = parts
  const pending = new Map<string, Promise<Uint8Array>>()
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
    const bytes = await originalBytes(photo.id, media)
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

  /** Row first, so that a crash leaves no file without a row. */
  const keep = async (photo: ImageRow, key: RenditionKey, bytes: Uint8Array) => {
    if (!(await media.hasRoom('derived'))) return
    const mediaKey = renditionKey(photo.file_name, key)
    const isRecorded = await store.note(() => {
      if (!isCurrent(photo)) return false
      const { length } = bytes
      renditions.put({
        photo: photo.row_id,
        ...key,
        bytes: length,
        is_kept: 0,
        used_at: clock.now(),
      })
      return true
    })
    if (!isRecorded) return
    const isKept = renditions.find(photo.row_id, key)?.is_kept === 1
    await (isKept ? media.addDerived([[mediaKey, bytes]]) : media.addLocal(mediaKey, bytes))
    if (!isCurrent(photo) || !renditions.find(photo.row_id, key)) await media.remove([mediaKey])
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
        for (const { photo, file_name, variant, width, format } of old) {
          renditions.remove({ photo, file_name, variant, width, format })
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
    audience: 'owner' | 'anybody' = 'anybody',
  ) => {
    const making =
      pending.get(name) ??
      queue
        .forVisitor(() => make(photo, key, audience))
        .finally(() => {
          pending.delete(name)
        })
    pending.set(name, making)
    return making
  }

  const keyFor = (
    photo: ImageRow,
    { variant, w, f }: ImageRequest,
    accepts: (format: RenditionFormat) => boolean,
  ): RenditionKey => {
    if (variant === 'original') return { variant, width: photo.width, format: 'jpeg' }
    const asked = requestedWidth(variant, w)
    if (asked === undefined) throw new AppError(400, 'w must be one of the supported widths')
    const { modern } = declared[variant]
    const named = f === undefined ? undefined : namedFormat(f)
    if (f !== undefined && !named) throw new AppError(400, 'f must be avif, webp or jpg')
    const wanted = named ?? (accepts(modern) ? modern : 'jpeg')
    const size = renditionSize(variant, asked, photo)
    return { variant, width: size.width, format: formatFor(wanted, size) }
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
    onRender: () => void,
  ): Promise<Pick<ImageFile, 'content' | 'bytes'>> => {
    const row = renditions.find(photo.row_id, key)
    const mediaKey = renditionKey(photo.file_name, key)
    const file =
      row &&
      (row.is_kept === 1
        ? await media.open(mediaKey, row.bytes)
        : await media.openLocal(mediaKey, row.bytes))
    if (!file) {
      onRender()
      const bytes = await makeOnce(name, photo, key)
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
      const name = `${fileName}/${key.variant}-${key.width}.${key.format}`
      if (photo) await makeOnce(name, photo, key, 'owner')
    },
    /**
     * The file of an image address. `accepts` says whether the client accepts a modern format; it
     * is not asked if the address names one.
     * `onRender` is called if it has to be rendered first, which may take seconds; `viewerNow` is
     * then checked again before the bytes are returned, because the photo may have been hidden, an
     * album's code changed or a session ended.
     * @throws AppError 404 if the viewer may not see the photo, 400 for an unsupported width or
     * format, 503 if too many are being rendered.
     */
    find: async (
      request: ImageRequest,
      accepts: (format: RenditionFormat) => boolean,
      viewerNow: () => Viewer,
      onRender: () => void,
    ): Promise<ImageFile> => {
      let photo = visible(request.fileName, viewerNow())
      const key = keyFor(photo, request, accepts)
      const name = `${photo.file_name}/${key.variant}-${key.width}.${key.format}`
      const cached = memory.get(name)
      const found = cached
        ? { content: cached, bytes: cached.length }
        : await load(name, photo, key, onRender).catch((error: unknown) => {
            visible(request.fileName, viewerNow())
            throw error
          })
      if (!cached) photo = visible(request.fileName, viewerNow())
      return {
        ...found,
        format: key.format,
        etag: `"${photo.file_name.slice(0, 32)}-${key.variant}-${key.width}-${key.format}"`,
        isOpen: photo.is_open === 1,
        isNegotiated: request.variant !== 'original' && request.f === undefined,
      }
    },
  }
}
