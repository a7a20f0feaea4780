import { createEvent } from '../../core/event.ts'

export type PhotoEvents = ReturnType<typeof createPhotoEvents>

/**
 * Announces changes of photos, by row id, inside the Store.write that changes the row. Albums and rules
 * react to them: they are built from photos, so photos cannot call them.
 */
export function createPhotoEvents() {
  return {
    /** A photo is new, or something changed that filters use. */
    changed: createEvent<[rowId: number]>(),
    /** A photo is new, or has a new version. */
    fileAdded: createEvent<[rowId: number]>(),
    /** A new version was taken at another time. */
    dated: createEvent<[rowId: number]>(),
    /** A photo was restored from the trash; in these albums with a manual order it has its old place. */
    restored: createEvent<[rowId: number, manualAlbums: readonly number[]]>(),
  }
}
