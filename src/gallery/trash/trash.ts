import { trashDays } from '../../contract/limits.ts'
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
import { originalKey, removedKey, renditionKey } from '../../storage/media-keys.ts'
import type { PhotoEvents } from '../photos/events.ts'
import type { IntentFiles, Intents } from '../photos/intents.ts'
import type { Photos } from '../photos/photos.ts'
import { createTrashPreview } from './preview.ts'
import { type TrashRow, trashStore } from './store.ts'

const keptMs = trashDays * dayMs
const intervalMs = hourMs
/** Photos in one transaction, while which nothing is answered. */
const batchSize = 50

export type Trash = ReturnType<typeof createTrash>

type Restoring = {
  /** Also done in the transaction that restores the photo. */
  readonly also?: (rowId: number) => void
}

/**
 * Photos that were deleted. Putting a photo in the trash and restoring it change rows alone: its
 * files stay where they are. After 30 days, or at once if the owner says so, they are deleted.
 */
export function createTrash(parts: {
  store: Store
  photos: Pick<Photos, 'find' | 'rowIdOf' | 'removeAll'>
  intents: Intents
  clock: Clock
  library: Library
  media: Media
  queue: RenderQueue
  events: Pick<PhotoEvents, 'changed' | 'restored'>
}) {
  const { store, photos, intents, clock } = parts
  const trash = trashStore(store)
  let timer: ReturnType<typeof setTimeout> | undefined
  let expiring: Promise<void> = Promise.resolve()
  let isStopped = false

  /** Each batch is one transaction. @returns what `work` returned for those that it found. */
  const inBatches = async <T>(
    ids: readonly string[],
    work: (id: string) => T | undefined,
    after: (done: T[]) => Promise<void> = async () => {},
  ): Promise<T[]> => {
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

  const filesOf = (row: TrashRow, removeFiles: boolean): IntentFiles[] => {
    const originals = trash.originals(row.photo)
    const derived = trash
      .renditions(row.photo)
      .map((rendition) => renditionKey(row.file_name, rendition))
    if (removeFiles) return [{ files: [...originals.map(originalKey), ...derived] }]
    return originals.map((original, index) => ({
      files: index === 0 ? derived : [],
      keep: { from: originalKey(original), to: removedKey(original) },
    }))
  }
  /** Inside Store.write. */
  const remove = (row: TrashRow, removeFiles = row.remove_files === 1) => {
    const files = filesOf(row, removeFiles)
    trash.delete(row.photo)
    return files.map((each) => ({ rowId: intents.begin('delete', each), files: each }))
  }

  const deleteNow = async (ids: readonly string[]): Promise<number> => {
    const deleted = await inBatches(
      ids,
      (id) => {
        const row = trash.find(id)
        return row && { pending: remove(row) }
      },
      (done) => intents.execute(done.flatMap(({ pending }) => pending)),
    )
    return deleted.length
  }
  /** Deletes what `next` names until there is no more. */
  const deleteAll = async (next: () => string[]): Promise<number> => {
    let count = 0
    for (let ids = next(); ids.length > 0 && !isStopped; ids = next()) count += await deleteNow(ids)
    return count
  }
  const expire = () => deleteAll(() => trash.idsBefore(clock.now() - keptMs, batchSize))

  const restore = async (ids: readonly string[], { also }: Restoring = {}): Promise<number> => {
    const restored = await inBatches(ids, (id) => {
      const row = trash.find(id)
      if (!row) return undefined
      const manualAlbums = trash.restore(row.photo)
      // Smart albums may have another rule by now.
      parts.events.changed.emit(row.photo)
      parts.events.restored.emit(row.photo, manualAlbums)
      also?.(row.photo)
      return row
    })
    return restored.length
  }

  const put = (ids: readonly string[], { removeFiles = true } = {}): Promise<Photo[]> =>
    inBatches(ids, (id) => {
      const photo = photos.find(id, ownerViewer)
      if (photo) {
        trash.put(photos.rowIdOf(id, ownerViewer), { now: clock.now(), removeFiles })
      }
      return photo
    })

  const run = (): void => {
    expiring = expire().then(
      () => undefined,
      (error: unknown) => {
        if (!isStopped) warn(`Could not delete old photos of the trash: ${stackOf(error)}`)
      },
    )
    timer = setTimeout(run, intervalMs)
    timer.unref()
  }

  return {
    /** A small picture of a photo in the trash. */
    preview: createTrashPreview({ ...parts, trash }),
    /**
     * Moves photos to the trash; unknown ids are left out. `removeFiles` says what happens to
     * their originals in the end. @returns the photos as they were.
     */
    put,
    /** Brings everything back; ids that are not in the trash are left out. @returns how many. */
    restore,
    /** For good; ids that are not in the trash are left out. @returns how many. */
    deleteNow,
    empty: () => deleteAll(() => trash.ids(batchSize)),
    /** Deletes for good what has been in the trash for 30 days. */
    expire,
    /**
     * All photos and the trash, for good: all or none. `count` is how many photos the owner saw.
     * @throws AppError 409 if there are more or fewer now.
     */
    deleteEverything: async (removeFiles: boolean, count?: number): Promise<PhotoList> => {
      const { deleted, pending } = await store.write(() => {
        const all = photos.removeAll(removeFiles, count)
        const trashed = trash.ids(-1).flatMap((id) => remove(trash.find(id)!, removeFiles))
        return { deleted: all.deleted, pending: [...all.pending, ...trashed] }
      })
      await intents.execute(pending)
      return { length: deleted.length, total: 0, offset: 0, photos: deleted }
    },
    list: ({ limit, offset }: TrashQuery): TrashList => {
      const rows = trash.page(limit, offset)
      const shown = rows.map(
        ({ trashedAt, albums, ...row }): TrashedPhoto => ({
          ...row,
          albums: JSON.parse(albums) as string[],
          trashedAt: new Date(trashedAt).toISOString(),
          deletedAt: new Date(trashedAt + keptMs).toISOString(),
        }),
      )
      return {
        length: shown.length,
        total: trash.count(),
        offset,
        bytes: trash.originalBytes(),
        photos: shown,
      }
    },
    originalByMd5: trash.originalByMd5,
    /** @throws AppError 409 if a file with this md5 belongs to a photo in the trash. */
    refuseMd5: (md5: string): void => {
      const found = trash.originalByMd5(md5)
      if (!found) return
      throw new AppError(
        409,
        'this file belongs to a photo in the trash; restore it, or delete it for good, and try again',
      )
    },
    /** Deletes old photos now and every hour. */
    start: run,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await expiring
    },
  }
}
