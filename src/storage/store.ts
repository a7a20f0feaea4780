import type { Store } from '../core/database/open.ts'

/** Where the files of a gallery are. */
export type MediaPlace = 'folder' | 'bucket'

export function mediaStore({ connection }: Pick<Store, 'connection'>) {
  return {
    libraryId: () =>
      connection.query<{ id: string }, []>('SELECT library_id AS id FROM library').get()!.id,
    place: () =>
      connection.query<{ media: MediaPlace }, []>('SELECT media FROM library').get()!.media,
    /** Call it inside Store.note. */
    setPlace: (place: MediaPlace) =>
      connection
        .query<unknown, { place: MediaPlace }>('UPDATE library SET media = $place')
        .run({ place }),
    /** Whether the gallery has no file yet, so that nothing would be missing at the other place. */
    isEmpty: () =>
      connection
        .query<unknown, []>(
          `SELECT 1 FROM stored_photo UNION ALL SELECT 1 FROM camera WHERE image IS NOT NULL
           UNION ALL SELECT 1 FROM intent LIMIT 1`,
        )
        .get() === null,
  }
}
