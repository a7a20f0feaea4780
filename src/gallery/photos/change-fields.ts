import { randomFileName } from '../../storage/library.ts'
import { renditionKey } from '../../storage/media-keys.ts'
import type { PhotoEvents } from './events.ts'
import type { Intents, PendingDeletion } from './intents.ts'
import type { RenditionStore } from './renditions.ts'
import type { FieldValues, PhotoRow } from './row.ts'
import type { PhotoStore } from './store.ts'

/** Files to be deleted by Intents.execute after the write. */
export type FilesToDelete = readonly PendingDeletion[]

/** Everything is called inside Store.write. */
export function createFieldChanges(parts: {
  photoRows: PhotoStore
  renditions: RenditionStore
  intents: Intents
  events: Pick<PhotoEvents, 'changed'>
}) {
  const { photoRows: photos, renditions, intents, events } = parts

  /** They are rendered again on request, under a new name, so that no cache keeps the old ones. */
  const forgetPictures = (row: Pick<PhotoRow, 'row_id' | 'file_name'>): FilesToDelete => {
    const made = renditions.ofPhoto(row.row_id)
    const files = { files: made.map((rendition) => renditionKey(row.file_name, rendition)) }
    renditions.expire(row.row_id)
    photos.setFileName(row.row_id, randomFileName())
    return [intents.beginDeletion(files)]
  }

  /** After its fields were written: pictures name the creator and the copyright. */
  const noteChange = (before: PhotoRow, after: Partial<FieldValues>): FilesToDelete => {
    const { creator = before.creator, copyright = before.copyright } = after
    const isSame = creator === before.creator && copyright === before.copyright
    events.changed.emit(before.row_id)
    return isSame ? [] : forgetPictures(before)
  }

  return {
    forgetPictures,
    noteChange,
    /** What was edited here. */
    set: (row: PhotoRow, change: Partial<FieldValues>): FilesToDelete => {
      photos.setFields(row, change)
      return noteChange(row, change)
    },
  }
}
