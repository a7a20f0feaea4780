/** The tables whose integer keys (`row_id`) are never used twice; see migrations/0005_row_ids_and_search.sql. */
type NumberedTable =
  | 'photo'
  | 'album'
  | 'guest'
  | 'photo_like'
  | 'comment'
  | 'mail'
  | 'intent'
  | 'job'

/**
 * SQL for the `row_id` of a new row. SQLite by itself gives the highest id again once its row is deleted,
 * and whoever still holds that id (a list being sent, mail on its way) would meet another row.
 */
export const nextRowId = (table: NumberedTable): string =>
  `(SELECT row_id + 1 FROM highest_row_id WHERE name = '${table}')`
