import { rm } from 'node:fs/promises'
import type { Clock } from '../../core/clock.ts'
import { createKeyedQueue } from '../../core/concurrency/by-key.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import { effectiveEdit } from '../../gallery/photos/effective-edit.ts'
import type { PhotoEvents } from '../../gallery/photos/events.ts'
import type { Intents } from '../../gallery/photos/intents.ts'
import { type BesideFile, newRow, type Origin } from '../../gallery/photos/photo-row.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { FieldValues, KnownOriginal, NewPhotoRow } from '../../gallery/photos/row.ts'
import type { Trash } from '../../gallery/trash/trash.ts'
import type { PhotoMetadata } from '../../images/metadata.ts'
import { type RenderedFile, renderFile } from '../../images/render-file.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import { creditsOf } from '../../images/rights.ts'
import { type Library, syncFile } from '../../storage/library.ts'
import type { Media, ReceivedFile, StoredFile } from '../../storage/media.ts'
import { originalKey, renditionKey } from '../../storage/media-keys.ts'
import { readBytes } from '../../storage/read-file.ts'
import { receive, tooLarge } from './receive.ts'
import { restoreOriginal } from './restore-original.ts'

/** `warning` describes what is wrong with a file that could still be decoded. */
export type Ingested = {
  readonly id: string
  readonly warning: string | null
  /** The photo was in the gallery, but its original was missing or damaged until now. */
  readonly isRestored: boolean
  /** The photo was in the trash until now, and has been restored with all that belonged to it. */
  readonly wasInTrash: boolean
}

/** With its metadata if that has been read: reading it once is enough. */
export type FileToAdd = ReceivedFile & { readonly metadata?: PhotoMetadata }

/** All that is kept of a picture until its files are stored. */
type NewPhoto = {
  readonly row: NewPhotoRow
  readonly renditions: RenderedFile['renditions']
}

type Parts = {
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
}

export type Ingest = ReturnType<typeof createIngest>

/**
 * The only way a new photo gets in. Files come first, the row last, so a crash at any point leaves
 * the whole photo or nothing.
 */
export function createIngest(parts: Parts) {
  const { photos, media, config } = parts
  /** The same file twice at the same time is one photo and one duplicate. */
  const oncePerHash = createKeyedQueue()
  return {
    /** @throws AppError 413 for a file that would be too large. */
    refuseSize: (bytes: number): void => {
      if (bytes > config.maxUpload) throw tooLarge(config.maxUpload)
    },
    /** @throws AppError 400 if empty, 413 if too large; then no file is left. */
    receive: (stream: AsyncIterable<Uint8Array>) => receive(stream, config.maxUpload, parts),
    discard: (file: ReceivedFile) => rm(file.path, { force: true }),
    /** Whether a photo's original is there and has its size; the file is not read. */
    hasOriginal: async (md5: string, bytes: number): Promise<boolean> => {
      const known = photos.originalOfMd5(md5)
      return known !== undefined && (await media.sizeOf(originalKey(known.original))) === bytes
    },
    /**
     * The caller removes the file from tmp. If the photo is there but its original is missing or
     * damaged, the file becomes its original, and `addTo` is not called. A photo
     * in the trash is restored.
     * @throws AppError 400 if incomplete or not decodable, 409 with details.photoId for a
     * duplicate, 413 for too many pixels, 415 if not a JPEG.
     */
    add: (file: FileToAdd, origin: Origin): Promise<Ingested> =>
      oncePerHash(file.md5, () => addOrRestore(parts, file, origin)),
    /** The same for a file that waited in the media store, where it stays. */
    addStored: (file: StoredFile, origin: Origin): Promise<Ingested> =>
      oncePerHash(file.md5, async () => {
        refuseDuplicate(parts, file.md5)
        return addNew(parts, file, origin)
      }),
  }
}

async function addOrRestore(parts: Parts, file: FileToAdd, origin: Origin): Promise<Ingested> {
  const { photos, trash, media } = parts
  const known = photos.originalOfMd5(file.md5)
  if (known) return media.during(() => restore(parts, file, known))
  const trashed = trash.originalByMd5(file.md5)
  if (trashed) return media.during(() => restoreFromTrash(parts, file, origin, trashed))
  return addNew(parts, file, origin)
}

function refuseDuplicate({ photos }: Parts, md5: string): void {
  const photoId = photos.idOfMd5(md5)
  if (photoId) throw new AppError(409, 'this photo is already in the gallery', { photoId })
}

/** A photo may be put in the trash, or taken out of it, while its original is restored. */
const anyOriginal =
  ({ photos, trash }: Parts) =>
  (md5: string): KnownOriginal | undefined =>
    photos.originalOfMd5(md5) ?? trash.originalByMd5(md5)

async function restore(parts: Parts, file: ReceivedFile, known: KnownOriginal): Promise<Ingested> {
  const rows = { originalOfMd5: anyOriginal(parts), renew: parts.photos.renew }
  const isRestored = await restoreOriginal(file, known, { photos: rows, media: parts.media })
  if (!isRestored) refuseDuplicate(parts, file.md5)
  return { id: known.id, warning: null, isRestored: true, wasInTrash: false }
}

/** Adding the file of a photo in the trash means that it is wanted after all. */
async function restoreFromTrash(
  parts: Parts,
  file: ReceivedFile,
  { addTo }: Origin,
  trashed: KnownOriginal,
): Promise<Ingested> {
  const { trash, media } = parts
  let isDamaged = false
  const renew = async () => {
    isDamaged = true
  }
  const rows = { originalOfMd5: anyOriginal(parts), renew }
  await restoreOriginal(file, trashed, { photos: rows, media })
  const count = await trash.restore([trashed.id], {
    ...(addTo && { also: (photo: number) => addTo(photo, 'photo') }),
  })
  if (count === 0) {
    refuseDuplicate(parts, file.md5)
    throw new AppError(503, 'this photo was deleted for good meanwhile; try again')
  }
  if (isDamaged) await parts.photos.renew(trashed.id)
  return { id: trashed.id, warning: null, isRestored: false, wasInTrash: true }
}

function addNew(parts: Parts, file: FileToAdd | StoredFile, origin: Origin): Promise<Ingested> {
  return parts.queue.forNewPhoto(
    () => renderNewPhoto(parts, file, origin),
    (rendered) => parts.media.during(() => commit(parts, file, origin, rendered)),
  )
}

async function renderNewPhoto(
  parts: Parts,
  file: FileToAdd | StoredFile,
  origin: Origin,
): Promise<NewPhoto> {
  const { beside } = origin
  const rendered = await renderFile(await readBytes(file, parts.media), {
    creditsFor: (metadata) => creditsOf({ ...metadata, ...creditsIn(beside) }, parts.keepsAiOut()),
    maxPixels: parts.config.maxPixels,
    metadata: 'metadata' in file ? file.metadata : undefined,
    temporary: parts.library.temporary,
    editFor: (full) => (beside?.edit ? effectiveEdit(beside.edit, full) : null),
  })
  if ('path' in file) await syncFile(file.path)
  const row = newRow(file, origin, rendered, parts.clock.now())
  return { row, renditions: rendered.renditions }
}

/** Pictures name the creator and the copyright. */
function creditsIn(beside: BesideFile | undefined): Pick<Partial<FieldValues>, CreditField> {
  const { creator, copyright } = beside?.values ?? {}
  return {
    ...(creator !== undefined && { creator }),
    ...(copyright !== undefined && { copyright }),
  }
}
type CreditField = 'creator' | 'copyright'

/** Stores the files first, then the row. */
async function commit(
  parts: Parts,
  file: ReceivedFile | StoredFile,
  origin: Origin,
  { row, renditions }: NewPhoto,
): Promise<Ingested> {
  const { store, photos, trash, intents, media } = parts
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
      refuseDuplicate(parts, file.md5)
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
