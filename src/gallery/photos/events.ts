import { createEvent } from '../../core/event.ts'

export type PhotoEvents = ReturnType<typeof createPhotoEvents>

/**
 * What happens to photos, told by row id inside the Store.write that changes the row. Albums and rules
 * act on it, which are built from photos and so cannot be called by them.
 */
export function createPhotoEvents() {
  return {
    /** A photo is new, or something changed that a filter can ask for. */
    changed: createEvent<[rowId: number]>(),
    /** A photo is new, or has a new version. */
    fileAdded: createEvent<[rowId: number]>(),
    /** A new version was taken at another time. */
    dated: createEvent<[rowId: number]>(),
    /** A photo is back from the trash; in these albums of a manual order it has its old place. */
    restored: createEvent<[rowId: number, manualAlbums: readonly number[]]>(),
  }
}
