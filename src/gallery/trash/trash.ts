import { trashDays, trashNoticeDays } from '../../contract/limits.ts'
import { ownerViewer } from '../../contract/people/viewer.ts'
import type { Photo, PhotoList } from '../../contract/photos/photos.ts'
import type { TrashedPhoto, TrashList, TrashQuery } from '../../contract/photos/trash.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError } from '../../core/errors.ts'
import { stackOf, warn } from '../../core/log.ts'
import { dayMs, hourMs } from '../../core/time.ts'
import type { RenderQueue } from '../../images/render-queue.ts'
import type { Library } from '../../storage/library.ts'
import type { Media } from '../../storage/media.ts'
import { renditionKey } from '../../storage/media-keys.ts'
import type { PhotoEvents } from '../photos/events.ts'
import type { Intents, PendingDeletion } from '../photos/intents.ts'
import { deletionsOf } from '../photos/photo-files.ts'
import type { Photos } from '../photos/photos.ts'
import { createTrashPreview } from './preview.ts'
import { type ListedRow, type TrashRow, type TrashStore, trashStore } from './store.ts'

const keptMs = trashDays * dayMs
const intervalMs = hourMs
/** Photos in one transaction, during which no request is answered. */
const batchSize = 50

export type Trash = ReturnType<typeof createTrash>

type Restoring = {
  /** Also done in the transaction that restores the photo. */
  readonly also?: (rowId: number) => void
}

type Parts = {
  store: Store
  photos: Pick<Photos, 'find' | 'rowIdOf' | 'removeAll'>
  intents: Intents
  clock: Clock
  library: Library
  media: Media
  queue: RenderQueue
  events: Pick<PhotoEvents, 'changed' | 'restored'>
}

/**
 * Deleted photos. Moving a photo to the trash and restoring it changes only rows; its files stay where
 * they are. They are deleted after 30 days, or when the owner deletes them permanently.
 */
export function createTrash(parts: Parts) {
  const { store, photos, intents, clock } = parts
  const trash = trashStore(store)
  const stopping = new AbortController()
  const { removeRow, deleteNow, deleteAll } = createDeletions(parts, trash, stopping.signal)
  const expire = () => deleteAll(() => trash.idsBefore(clock.now() - keptMs, batchSize))
  const hourly = createHourlyExpiry(expire, stopping.signal)

  return {
    /** A small picture of a photo in the trash. */
    preview: createTrashPreview({ ...parts, trash }),
    ...createMoves(parts, trash),
    deleteNow,
    empty: () => deleteAll(() => trash.ids(batchSize)),
    /** Permanently deletes what has been in the trash for 30 days. */
    expire,
    /**
     * Permanently deletes all photos and the trash: all or none. `count` is how many photos the
     * owner saw. @throws AppError 409 if there are more or fewer now.
     */
    deleteEverything: async (removeFiles: boolean, count?: number): Promise<PhotoList> => {
      const { deleted, pending } = await store.write(() => {
        const all = photos.removeAll(removeFiles, count)
        const trashed = trash.ids(-1).flatMap((id) => removeRow(trash.find(id)!, removeFiles))
        return { deleted: all.deleted, pending: [...all.pending, ...trashed] }
      })
      await intents.execute(pending)
      return { length: deleted.length, total: 0, offset: 0, photos: deleted }
    },
    list: ({ limit, offset }: TrashQuery): TrashList => {
      const shown = trash.page(limit, offset).map(toTrashedPhoto)
      return {
        length: shown.length,
        total: trash.count(),
        offset,
        bytes: trash.originalBytes(),
        photos: shown,
      }
    },
    /** How many photos are permanently deleted within the next three days. */
    dueSoon: (): number => trash.countBefore(clock.now() - keptMs + trashNoticeDays * dayMs),
    originalByMd5: trash.originalByMd5,
    /** @throws AppError 409 if a file with this md5 belongs to a photo in the trash. */
    refuseMd5: (md5: string): void => {
      if (!trash.originalByMd5(md5)) return
      throw new AppError(
        409,
        'this file belongs to a photo in the trash; restore it, or delete it for good, and try again',
      )
    },
    /** Deletes old photos now and every hour. */
    start: hourly.start,
    stop: async () => {
      stopping.abort()
      await hourly.settled()
    },
  }
}

const toTrashedPhoto = ({ trashedAt, albums, ...row }: ListedRow): TrashedPhoto => ({
  ...row,
  albums: JSON.parse(albums) as string[],
  trashedAt: new Date(trashedAt).toISOString(),
  deletedAt: new Date(trashedAt + keptMs).toISOString(),
})

/** Each batch is one transaction. @returns what `work` returned for those that it found. */
async function inBatches<T>(
  store: Store,
  ids: readonly string[],
  work: (id: string) => T | undefined,
  after: (done: T[]) => Promise<void> = async () => {},
): Promise<T[]> {
  const all: T[] = []
  const wanted = [...new Set(ids)]
  for (let start = 0; start < wanted.length; start += batchSize) {
    const batch = wanted.slice(start, start + batchSize)
    const done = await store.write(() => batch.flatMap((id) => work(id) ?? []) as T[], 'reserve')
    await after(done)
    all.push(...done)
  }
  return all
}

/** Moves photos to the trash and back. */
function createMoves({ store, photos, clock, events }: Parts, trash: TrashStore) {
  return {
    /**
     * Moves photos to the trash; unknown ids are left out. `removeFiles` says what happens to
     * their originals when they are deleted permanently. @returns the photos as they were.
     */
    put: (ids: readonly string[], { removeFiles = true } = {}): Promise<Photo[]> =>
      inBatches(store, ids, (id) => {
        const photo = photos.find(id, ownerViewer)
        if (photo) {
          trash.put(photos.rowIdOf(id, ownerViewer), { now: clock.now(), removeFiles })
        }
        return photo
      }),
    /** Restores photos with all they had; ids that are not in the trash are left out. @returns how many. */
    restore: async (ids: readonly string[], { also }: Restoring = {}): Promise<number> => {
      const restored = await inBatches(store, ids, (id) => {
        const row = trash.find(id)
        if (!row) return undefined
        const manualAlbums = trash.restore(row.photo)
        // Smart albums may have another rule by now.
        events.changed.emit(row.photo)
        events.restored.emit(row.photo, manualAlbums)
        also?.(row.photo)
        return row
      })
      return restored.length
    },
  }
}

/** Deletes photos in the trash permanently. */
function createDeletions({ store, intents }: Parts, trash: TrashStore, signal: AbortSignal) {
  /** Inside Store.write. */
  const removeRow = (row: TrashRow, removeFiles = row.remove_files === 1): PendingDeletion[] => {
    const originals = trash.originals(row.photo)
    const derived = trash
      .renditions(row.photo)
      .map((rendition) => renditionKey(row.file_name, rendition))
    trash.delete(row.photo)
    return deletionsOf({ originals, derived }, removeFiles).map(intents.beginDeletion)
  }
  /** Ids that are not in the trash are left out. @returns how many were deleted. */
  const deleteNow = async (ids: readonly string[]): Promise<number> => {
    const deleted = await inBatches(
      store,
      ids,
      (id) => {
        const row = trash.find(id)
        return row && { pending: removeRow(row) }
      },
      (done) => intents.execute(done.flatMap(({ pending }) => pending)),
    )
    return deleted.length
  }
  return {
    removeRow,
    deleteNow,
    /** Deletes what `next` names until there is no more, or until it is stopped. */
    deleteAll: async (next: () => string[]): Promise<number> => {
      let count = 0
      for (let ids = next(); ids.length > 0 && !signal.aborted; ids = next()) {
        count += await deleteNow(ids)
      }
      return count
    },
  }
}

/** Deletes old photos at the start and every hour, until the signal. */
function createHourlyExpiry(expire: () => Promise<unknown>, signal: AbortSignal) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let expiring: Promise<void> = Promise.resolve()

  const run = (): void => {
    expiring = expire().then(
      () => undefined,
      (error: unknown) => {
        if (!signal.aborted) warn(`Could not delete old photos from the trash: ${stackOf(error)}`)
      },
    )
    timer = setTimeout(run, intervalMs)
    timer.unref()
  }
  signal.addEventListener('abort', () => clearTimeout(timer))

  return {
    start: run,
    /** Resolves once nothing is being deleted. */
    settled: (): Promise<void> => expiring,
  }
}
