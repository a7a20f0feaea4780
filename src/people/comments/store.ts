import { defaultSiteName } from '../../contract/people/names.ts'
import type { Store } from '../../core/database/open.ts'
import { nextRowId } from '../../core/database/row-id.ts'

/** `guest` is null for the owner; `name` is the author's current name. */
export type CommentRow = {
  row_id: number
  id: string
  photo_id: string
  guest: number | null
  name: string
  body: string
  written_at: number
}

const selected = `SELECT comment.row_id, comment.id, photo.id AS photo_id, comment.guest,
    coalesce(guest.name, nullif((SELECT name FROM owner), ''), '${defaultSiteName}') AS name, body, written_at
  FROM comment JOIN photo ON photo.row_id = comment.photo LEFT JOIN guest ON guest.row_id = comment.guest`

/** Writes belong inside Store.write. */
export function commentStore({ connection }: Store) {
  return {
    /** The newest comments older than the row `before`, newest first. */
    page: (photo: number, { before, limit }: { before: number; limit: number }) =>
      connection
        .query<CommentRow, { photo: number; before: number; limit: number }>(
          `${selected} WHERE comment.photo = $photo AND comment.row_id < $before
           ORDER BY comment.row_id DESC LIMIT $limit`,
        )
        .all({ photo, before, limit }),
    byId: (id: string, photo: number) =>
      connection
        .query<CommentRow, { id: string; photo: number }>(
          `${selected} WHERE comment.id = $id AND comment.photo = $photo`,
        )
        .get({ id, photo }) ?? undefined,
    insert: (comment: {
      id: string
      photo: number
      guest: number | null
      body: string
      writtenAt: number
    }) =>
      connection
        .query<unknown, typeof comment>(
          `INSERT INTO comment (row_id, id, photo, guest, body, written_at)
           VALUES (${nextRowId('comment')}, $id, $photo, $guest, $body, $writtenAt)`,
        )
        .run(comment),
    /** @returns false if it is there, or another one has its id. */
    restore: (comment: {
      id: string
      photo: number
      guest: number | null
      body: string
      writtenAt: number
    }): boolean =>
      connection
        .query<unknown, typeof comment>(
          `INSERT INTO comment (row_id, id, photo, guest, body, written_at)
           VALUES (${nextRowId('comment')}, $id, $photo, $guest, $body, $writtenAt)
           ON CONFLICT (id) DO NOTHING`,
        )
        .run(comment).changes > 0,
    delete: (rowId: number) =>
      connection
        .query<unknown, { rowId: number }>('DELETE FROM comment WHERE row_id = $rowId')
        .run({ rowId }),
  }
}
