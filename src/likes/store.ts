import { defaultSiteName } from '../contract/vocabulary.ts'
import type { Store } from '../database/open.ts'
import { nextRowId } from '../database/row-id.ts'

export type LikeStore = ReturnType<typeof likeStore>

/** The SQL of likes; the guest null is the owner. Writes belong inside Store.write. */
export function likeStore({ connection }: Store) {
  type Pair = { photo: number; guest: number | null }
  return {
    /** Who likes a photo, by present names, oldest first: `limit` of them, from a row id on. */
    namesOf: (photo: number, from: number, limit: number) =>
      connection
        .query<{ n: number; name: string }, { photo: number; from: number; limit: number }>(
          `SELECT photo_like.n, coalesce(guest.name, nullif((SELECT name FROM owner), ''), '${defaultSiteName}') AS name
           FROM photo_like LEFT JOIN guest ON guest.n = photo_like.guest
           WHERE photo = $photo AND photo_like.n >= $from ORDER BY photo_like.n LIMIT $limit`,
        )
        .all({ photo, from, limit }),
    /** The row ids of the photos that somebody likes, oldest like first; likewise. */
    photosOf: (guest: number | null, from: number, limit: number) =>
      connection
        .query<{ n: number; photo: number }, { guest: number | null; from: number; limit: number }>(
          `SELECT n, photo FROM photo_like WHERE guest IS $guest AND n >= $from
           ORDER BY n LIMIT $limit`,
        )
        .all({ guest, from, limit }),
    has: (pair: Pair): boolean =>
      connection
        .query<unknown, Pair>(
          'SELECT 1 FROM photo_like WHERE photo = $photo AND ifnull(guest, 0) = ifnull($guest, 0)',
        )
        .get(pair) !== null,
    /** Once, however often. */
    add: (pair: Pair) =>
      connection
        .query<unknown, Pair>(
          `INSERT INTO photo_like (n, photo, guest) VALUES (${nextRowId('photo_like')}, $photo, $guest)
           ON CONFLICT DO NOTHING`,
        )
        .run(pair),
    remove: (pair: Pair) =>
      connection
        .query<unknown, Pair>(
          'DELETE FROM photo_like WHERE photo = $photo AND ifnull(guest, 0) = ifnull($guest, 0)',
        )
        .run(pair),
  }
}
