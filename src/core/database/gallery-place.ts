import type { Database } from 'bun:sqlite'

/** Which gallery a database is of, and where it keeps its files. */
export type GalleryPlace = { readonly libraryId: string; readonly place: 'folder' | 'bucket' }

export const galleryPlace = (connection: Database): GalleryPlace =>
  connection
    .query<GalleryPlace, []>('SELECT library_id AS libraryId, media AS place FROM library')
    .get()!
