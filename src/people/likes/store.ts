import { defaultSiteName } from '../../contract/people/names.ts'
import type { Store } from '../../core/database/open.ts'
import { nextRowId } from '../../core/database/row-id.ts'

/** `guest` is null for the owner; `name` is the current one. */
export type LikeRow = { guest: number | null; name: string }

/** The guest null is the owner. Writes belong inside Store.write. */
export function likeStore({ connection }: Store) {
  type Pair = { photo: number; guest: number | null }
  return {
    /** The likes with current names, oldest first. */
    ofPhoto: (photo: number, limit: number) =>
      connection
        .query<LikeRow, { photo: number; limit: number }>(
          `SELECT photo_like.guest, coalesce(guest.name, nullif((SELECT name FROM owner), ''), '${defaultSiteName}') AS name
           FROM photo_like LEFT JOIN guest ON guest.row_id = photo_like.guest
           WHERE photo = $photo ORDER BY photo_like.row_id LIMIT $limit`,
        )
        .all({ photo, limit }),
    /** The row ids of the photos that a guest liked last, oldest like first. */
    photosOf: (guest: number | null, limit: number): number[] =>
      connection
        .query<{ photo: number }, { guest: number | null; limit: number }>(
          'SELECT photo FROM photo_like WHERE guest IS $guest ORDER BY row_id DESC LIMIT $limit',
        )
        .all({ guest, limit })
        .map((row) => row.photo)
        .reverse(),
    /** By row id, the number of likes of each photo with at least one. */
    counts: (): Map<number, number> =>
      new Map(
        connection
          .query<[number, number], []>('SELECT photo, count(*) FROM photo_like GROUP BY photo')
          .values() as [number, number][],
      ),
    has: (pair: Pair): boolean =>
      connection
        .query<unknown, Pair>(
          'SELECT 1 FROM photo_like WHERE photo = $photo AND ifnull(guest, 0) = ifnull($guest, 0)',
        )
        .get(pair) !== null,
    /** Does nothing if the like exists already. */
    add: (pair: Pair) =>
      connection
        .query<unknown, Pair>(
          `INSERT INTO photo_like (row_id, photo, guest) VALUES (${nextRowId('photo_like')}, $photo, $guest)
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
