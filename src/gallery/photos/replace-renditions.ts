import { ownerViewer } from '../../contract/people/viewer.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { notFound } from '../../core/errors.ts'
import { warn } from '../../core/log.ts'
import type { Credits } from '../../images/rights.ts'
import type { Media, ReceivedFile } from '../../storage/media.ts'
import { originalKey, renditionKey } from '../../storage/media-keys.ts'
import { createFieldChanges, type FilesToDelete } from './change-fields.ts'
import type { PhotoEvents } from './events.ts'
import type { Intents } from './intents.ts'
import type { KeptRendition, RenditionStore } from './renditions.ts'
import type { PhotoRow } from './row.ts'
import type { PhotoStore } from './store.ts'

export type NewRenditions = {
  /** A new one, so that no cache keeps the old pictures. */
  readonly fileName: string
  readonly renditions: KeptRendition[]
  /** The credits in the pictures' metadata. */
  readonly credits: Pick<Credits, 'creator' | 'copyright'>
  /** To be added to the media store with them. */
  readonly original?: { readonly name: string; readonly file: ReceivedFile }
}

/**
 * Replaces a photo's pictures. Files come first, then the row, then the old pictures are deleted,
 * so that a crash leaves the old ones or the new ones. A photo's changes must wait for each other.
 */
export function createRenditionReplacer(parts: {
  store: Store
  photoRows: PhotoStore
  renditions: RenditionStore
  intents: Intents
  media: Media
  clock: Clock
  events: Pick<PhotoEvents, 'changed'>
}) {
  const { store, photoRows: photos, renditions, intents, media, clock } = parts
  const fields = createFieldChanges(parts)
  const requireRow = (id: string): PhotoRow => {
    const row = photos.row(id)
    if (!row) throw notFound()
    return row
  }

  /** Inside Store.write. */
  const swap = (
    id: string,
    pictures: NewRenditions,
    change: (row: PhotoRow) => string[],
  ): FilesToDelete => {
    const row = requireRow(id)
    const old = renditions
      .ofPhoto(row.row_id)
      .map((rendition) => renditionKey(row.file_name, rendition))
    renditions.clear(row.row_id)
    const files = { files: [...change(row), ...old] }
    renditions.putKept(row.row_id, pictures.renditions, clock.now())
    const now = requireRow(id)
    const { creator, copyright } = pictures.credits
    const isCurrent = creator === now.creator && copyright === now.copyright
    return [
      intents.beginDeletion(files),
      // The credits were edited while the pictures were rendered.
      ...(isCurrent ? [] : fields.forgetPictures(now)),
    ]
  }

  /**
   * `change` is called inside Store.write, sets the file name and whatever else changes, and
   * returns the keys of other files to be deleted.
   * @throws AppError 404, and whatever `change` throws; then nothing has changed.
   */
  return async (
    id: string,
    pictures: NewRenditions,
    change: (row: PhotoRow) => string[],
  ): Promise<Photo> => {
    const { fileName, renditions: made, original } = pictures
    const keys = made.map((rendition) =>
      renditionKey(fileName, { ...rendition, width: rendition.size.width }),
    )
    const added = { files: [...(original ? [originalKey(original.name)] : []), ...keys] }
    const intent = await store.note(() => intents.begin('ingest', added))
    try {
      await media.addDerived(keys.map((key, index) => [key, made[index]!.bytes]))
      if (original) await media.addFile(originalKey(original.name), original.file)
      const { photo, filesToDelete } = await store.write(() => {
        const filesToDelete = swap(id, pictures, change)
        intents.complete(intent)
        return { photo: photos.visible(id, ownerViewer)!, filesToDelete }
      })
      await intents.execute(filesToDelete).catch(logLeftovers)
      return photo
    } catch (error) {
      await intents.undo(intent, added, error).catch(logLeftovers)
      throw error
    }
  }
}

const logLeftovers = (failure: unknown) => {
  warn(`Leftover pictures of a photo will be deleted at the next start: ${String(failure)}`)
}
