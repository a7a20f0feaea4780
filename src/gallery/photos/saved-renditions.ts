import { ownerViewer } from '../../contract/people/viewer.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import type { LocalFile, Media } from '../../storage/media.ts'
import { type RenditionKey, renditionKey } from '../../storage/media-keys.ts'
import type { Intents, PendingDeletion } from './intents.ts'
import type { RenditionStore } from './renditions.ts'
import type { ImageRow } from './row.ts'
import type { PhotoStore } from './store.ts'

/** For renditions made on request, in bytes; the least recently used are deleted first. */
const diskBudget = 4 * 2 ** 30
const touchIntervalMs = 3_600_000

export type SavedRenditions = ReturnType<typeof createSavedRenditions>

/** Neither deleted nor edited since it was found. */
export const isCurrent = (photos: PhotoStore, photo: ImageRow): boolean =>
  photos.imageByFileName(photo.file_name, ownerViewer) !== undefined

/** The files of renditions: those kept with the photo, and those made on request, within a budget. */
export function createSavedRenditions({
  store,
  photoRows: photos,
  renditions,
  media,
  clock,
  intents,
}: {
  store: Store
  photoRows: PhotoStore
  renditions: RenditionStore
  media: Media
  clock: Clock
  intents: Intents
}) {
  let onDemandBytes: number | undefined

  /** The row of exactly this file. */
  const rowOf = (photo: ImageRow, key: RenditionKey) => {
    const row = renditions.find(photo.row_id, key)
    return row?.no_ai === key.no_ai ? row : undefined
  }

  /**
   * Inside Store.note. @returns the deletion of the file from before AI crawlers were kept out, or
   * let in; undefined if the photo has been edited or deleted meanwhile.
   */
  const putRow = (
    photo: ImageRow,
    key: RenditionKey,
    bytes: number,
  ): PendingDeletion[] | undefined => {
    if (!isCurrent(photos, photo)) return undefined
    const before = renditions.find(photo.row_id, key)
    renditions.put({ photo: photo.row_id, ...key, bytes, is_kept: 0, used_at: clock.now() })
    if (!before || before.no_ai === key.no_ai) return []
    return [intents.beginDeletion({ files: [renditionKey(photo.file_name, before)] })]
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

  return {
    /** The file, if there is one; counts as a use of it. */
    open: async (photo: ImageRow, key: RenditionKey): Promise<LocalFile | undefined> => {
      const row = rowOf(photo, key)
      if (!row) return undefined
      const mediaKey = renditionKey(photo.file_name, key)
      const isKept = row.is_kept === 1
      const file = await (isKept
        ? media.open(mediaKey, row.bytes)
        : media.openLocal(mediaKey, row.bytes))
      if (!file) return undefined
      const now = clock.now()
      if (!isKept && now - row.used_at > touchIntervalMs) {
        const { variant, width, format } = row
        await store.note(() => renditions.touch({ photo: row.photo, variant, width, format, now }))
      }
      return { path: file.path, bytes: row.bytes }
    },
    /** Row first, so that a crash leaves no file without a row. */
    save: async (photo: ImageRow, key: RenditionKey, bytes: Uint8Array): Promise<void> => {
      if (!(await media.hasSpace('derived'))) return
      const mediaKey = renditionKey(photo.file_name, key)
      const replaced = await store.note(() => putRow(photo, key, bytes.length))
      if (!replaced) return
      const isKept = renditions.find(photo.row_id, key)?.is_kept === 1
      await (isKept ? media.addDerived([[mediaKey, bytes]]) : media.addLocal(mediaKey, bytes))
      await intents.execute(replaced)
      if (!isCurrent(photos, photo) || !rowOf(photo, key)) await media.remove([mediaKey])
      onDemandBytes = (onDemandBytes ?? renditions.onDemandBytes()) + bytes.length
      // A bucket's cache has a budget of its own.
      if (media.kind === 'folder' && onDemandBytes > diskBudget) await evict()
    },
  }
}
