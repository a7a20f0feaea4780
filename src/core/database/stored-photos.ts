/**
 * SQL for the row ids of the `?2` photos after `?1`, also of those in the trash. A query that joins
 * two of the views of stored files has to restrict both, since SQLite would read the other one whole.
 */
export const nextStoredPhotos =
  'SELECT row_id FROM stored_photo WHERE row_id > ?1 ORDER BY row_id LIMIT ?2'
