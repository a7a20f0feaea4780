import { rm } from 'node:fs/promises'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import type { PhotoEvents } from '../../gallery/photos/events.ts'
import type { Intents } from '../../gallery/photos/intents.ts'
import { newRow, type Origin } from '../../gallery/photos/new-row.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { KnownOriginal, NewPhotoRow } from '../../gallery/photos/row.ts'
import type { Trash } from '../../gallery/trash/trash.ts'
import { type DevelopedFile, develop } from '../../images/develop.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import { creditsOf } from '../../images/rights.ts'
import { contentOf } from '../../storage/content.ts'
import { type Library, syncFile } from '../../storage/library.ts'
import type { Media, ReceivedFile, StoredFile } from '../../storage/media.ts'
import { originalKey, renditionKey } from '../../storage/media-keys.ts'
import { receive, tooLarge } from './receive.ts'
import { restoreOriginal } from './restore-original.ts'

/** `warning` says what is wrong with a file that could still be decoded. */
export type Ingested = {
  readonly id: string
  readonly warning: string | null
  /** The photo was in the gallery, but its original was missing or damaged until now. */
  readonly isRestored: boolean
  /** The photo was in the trash until now, and is back with all that belonged to it. */
  readonly wasInTrash: boolean
}

/** All that is kept of a picture until its files are stored. */
type Developed = {
  readonly row: NewPhotoRow
  readonly renditions: DevelopedFile['renditions']
}

export type Ingest = ReturnType<typeof createIngest>

/**
 * The only way a new photo gets in. Files come first, the row last, so a crash at any point leaves
 * the whole photo or nothing.
 */
export function createIngest(parts: {
  store: Store
  photos: Pick<Photos, 'add' | 'idOfMd5' | 'originalOfMd5' | 'renew'>
  intents: Intents
  library: Library
  media: Media
  queue: RenderQueue
  clock: Clock
  trash: Pick<Trash, 'originalByMd5' | 'refuseMd5' | 'restore'>
  keepsAiOut: () => boolean
  config: { readonly maxUpload: number; readonly maxPixels: number }
  events: Pick<PhotoEvents, 'fileAdded'>
}) {
  const { store, photos, trash, intents, media, queue, clock } = parts
  /** By md5: the same file twice at the same time is one photo and one duplicate. */
  const underWay = new Map<string, Promise<Ingested>>()

  const refuseDuplicate = (md5: string) => {
    const photoId = photos.idOfMd5(md5)
    if (photoId) throw new AppError(409, 'this photo is already in the gallery', { photoId })
  }

  const admit = (file: ReceivedFile, origin: Origin): Promise<Ingested> =>
    alone(file.md5, () => {
      const known = photos.originalOfMd5(file.md5)
      if (known) return media.during(() => restore(file, known))
      const trashed = trash.originalByMd5(file.md5)
      if (trashed) return media.during(() => bringBack(file, origin, trashed))
      return addNew(file, origin)
    })

  const alone = async (md5: string, work: () => Promise<Ingested>): Promise<Ingested> => {
    for (let other = underWay.get(md5); other; other = underWay.get(md5)) {
      await other.catch(() => undefined)
    }
    const mine = work()
    underWay.set(md5, mine)
    try {
      return await mine
    } finally {
      underWay.delete(md5)
    }
  }

  const addNew = (file: ReceivedFile | StoredFile, origin: Origin): Promise<Ingested> =>
    queue.forNewPhoto(
      () => developFile(file, origin),
      (developed) => media.during(() => place(file, origin, developed)),
    )
  /** A photo may go to the trash, or come back, while its original is restored. */
  const anyOriginal = (md5: string) => photos.originalOfMd5(md5) ?? trash.originalByMd5(md5)

  const restore = async (file: ReceivedFile, known: KnownOriginal): Promise<Ingested> => {
    const rows = { originalOfMd5: anyOriginal, renew: photos.renew }
    if (!(await restoreOriginal(file, known, { photos: rows, media }))) refuseDuplicate(file.md5)
    return { id: known.id, warning: null, isRestored: true, wasInTrash: false }
  }

  /** Adding the file of a photo in the trash means that it is wanted after all. */
  const bringBack = async (
    file: ReceivedFile,
    { addTo }: Origin,
    trashed: KnownOriginal,
  ): Promise<Ingested> => {
    let isDamaged = false
    const renew = async () => {
      isDamaged = true
    }
    await restoreOriginal(file, trashed, { photos: { originalOfMd5: anyOriginal, renew }, media })
    const count = await trash.restore([trashed.id], {
      ...(addTo && { also: (photo: number) => addTo(photo, 'photo') }),
    })
    if (count === 0) {
      refuseDuplicate(file.md5)
      throw new AppError(503, 'this photo was deleted for good meanwhile; try again')
    }
    if (isDamaged) await photos.renew(trashed.id)
    return { id: trashed.id, warning: null, isRestored: false, wasInTrash: true }
  }

  const developFile = async (
    file: ReceivedFile | StoredFile,
    origin: Origin,
  ): Promise<Developed> => {
    const developed = await develop(await contentOf(file, media), {
      creditsFor: (metadata) => creditsOf(metadata, parts.keepsAiOut()),
      maxPixels: parts.config.maxPixels,
      temporary: parts.library.temporary,
    })
    if ('path' in file) await syncFile(file.path)
    return { row: newRow(file, origin, developed, clock.now()), renditions: developed.renditions }
  }

  const place = async (
    file: ReceivedFile | StoredFile,
    origin: Origin,
    { row, renditions }: Developed,
  ): Promise<Ingested> => {
    const original = originalKey(row.original)
    const keys = renditions.map((rendition) =>
      renditionKey(row.file_name, { ...rendition, width: rendition.size.width }),
    )
    const intent = { files: 'path' in file ? [original, ...keys] : keys }
    const intentNumber = await store.note(() => intents.begin('ingest', intent))
    try {
      await media.addDerived(keys.map((key, index) => [key, renditions[index]!.bytes]))
      if ('path' in file) await media.addFile(original, file)
      await store.write(() => {
        refuseDuplicate(file.md5)
        trash.refuseMd5(file.md5)
        const photo = photos.add(row, renditions)
        origin.addTo?.(photo, 'photo')
        parts.events.fileAdded.emit(photo)
        intents.complete(intentNumber)
      })
      return { id: row.id, warning: row.warning, isRestored: false, wasInTrash: false }
    } catch (error) {
      await intents.undo(intentNumber, intent, error).catch((failure: unknown) => {
        warn(`Leftover files of an import will be cleaned up at the next start: ${String(failure)}`)
      })
      throw error
    }
  }

  const discard = (file: ReceivedFile) => rm(file.path, { force: true })

  return {
    /** @throws AppError 413 for a file that would be too large. */
    refuseSize: (bytes: number): void => {
      if (bytes > parts.config.maxUpload) throw tooLarge(parts.config.maxUpload)
    },
    /** @throws AppError 400 if empty, 413 if too large; then no file is left. */
    receive: (stream: AsyncIterable<Uint8Array>) => receive(stream, parts.config.maxUpload, parts),
    discard,
    /** Whether a photo's original is there and has its size; the file is not read. */
    hasOriginal: async (md5: string, bytes: number): Promise<boolean> => {
      const known = photos.originalOfMd5(md5)
      return known !== undefined && (await media.sizeOf(originalKey(known.original))) === bytes
    },
    /**
     * Always removes the file from tmp. If the photo is there but its original is missing or
     * damaged, the file becomes its original, and `addTo` is not called. A photo
     * in the trash is restored.
     * @throws AppError 400 if incomplete or not decodable, 409 with details.photoId for a
     * duplicate, 413 for too many pixels, 415 if not a JPEG.
     */
    add: async (file: ReceivedFile, origin: Origin): Promise<Ingested> => {
      try {
        return await admit(file, origin)
      } finally {
        await discard(file)
      }
    },
    /** The same for a file that waited in the media store, where it stays. */
    addStored: (file: StoredFile, origin: Origin): Promise<Ingested> =>
      alone(file.md5, async () => {
        refuseDuplicate(file.md5)
        return addNew(file, origin)
      }),
  }
}
