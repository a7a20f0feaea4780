/** The tables whose `row_id` is never reused; see migrations/0005_row_ids_and_search.sql. */
type NumberedTable =
  | 'photo'
  | 'album'
  | 'guest'
  | 'photo_like'
  | 'comment'
  | 'mail'
  | 'intent'
  | 'job'
  | 'page_version'
  | 'source'
  | 'backup_target'

/**
 * By itself SQLite reuses the highest id once its row is deleted, and whatever still has that id (a
 * list being sent, queued mail) would refer to another row.
 */
export const nextRowId = (table: NumberedTable): string =>
  `(SELECT row_id + 1 FROM highest_row_id WHERE name = '${table}')`
