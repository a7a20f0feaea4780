import type { Album } from './albums.ts'

/**
 * The albums on the page of albums. Visitors see the photostream's own album on the home page, and
 * an empty album has nothing for them.
 */
export const listedAlbums = (
  albums: readonly Album[],
  { isOwner, photostream }: { isOwner: boolean; photostream: string },
): readonly Album[] =>
  isOwner ? albums : albums.filter(({ id, photoCount }) => photoCount > 0 && id !== photostream)
