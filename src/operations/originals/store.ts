import type { OriginalFault } from '../../contract/site/original-faults.ts'
import type { Store } from '../../core/database/open.ts'
import type { PassState } from './schedule.ts'

type CheckRow = PassState & { readonly read: number; readonly total: number }

/** An original of a photo in the gallery; times are in ms. */
export type DamagedRow = {
  readonly original: string
  readonly fault: OriginalFault
  readonly found_at: number
  readonly checked_at: number
  readonly copy: string | null
  /** The photo's row id. */
  readonly photo: number
  readonly title: string
  readonly source_name: string
  readonly version: 'current' | 'earlier' | 'waiting'
}

/** Of photos in the trash there are none: their owner does not need them any more. */
const shown = `
  SELECT damaged.*, photo.row_id AS photo, title, photo.source_name, 'current' AS version
    FROM damaged_original AS damaged CROSS JOIN photo ON photo.original = damaged.original
  UNION ALL
  SELECT damaged.*, photo.row_id, title, file.source_name, 'earlier'
    FROM damaged_original AS damaged
    CROSS JOIN earlier_version AS file ON file.original = damaged.original
    JOIN photo ON photo.row_id = file.photo
  UNION ALL
  SELECT damaged.*, photo.row_id, title, file.origin ->> '$.sourceName', 'waiting'
    FROM damaged_original AS damaged
    CROSS JOIN pending_upload AS file ON file.original = damaged.original
    JOIN photo ON photo.row_id = file.photo`

export type OriginalsStore = ReturnType<typeof originalsStore>

/** What the rolling check has read and found. Writes must be inside Store.note. */
export function originalsStore({ connection }: Store) {
  const run = (sql: string, values: Record<string, string | number | null> = {}): void => {
    connection.query<unknown, Record<string, string | number | null>>(sql).run(values)
  }
  return {
    check: (): CheckRow => connection.query<CheckRow, []>('SELECT * FROM original_check').get()!,
    begin: (now: number) =>
      run(`UPDATE original_check SET cursor = '', began_at = $now, read = 0`, { now }),
    noteRead: (values: { cursor: string; read: number; total: number }) =>
      run('UPDATE original_check SET cursor = $cursor, read = $read, total = $total', values),
    complete: () =>
      run(`UPDATE original_check SET cursor = '', last_began_at = began_at, began_at = NULL`),
    noteDamaged: (original: string, fault: OriginalFault, now: number) =>
      run(
        `INSERT INTO damaged_original (original, fault, found_at, checked_at)
         VALUES ($original, $fault, $now, $now)
         ON CONFLICT (original) DO UPDATE SET fault = $fault, checked_at = $now`,
        { original, fault, now },
      ),
    noteCopy: (original: string, folder: string | null) =>
      run('UPDATE damaged_original SET copy = $folder WHERE original = $original', {
        original,
        folder,
      }),
    remove: (original: string) =>
      run('DELETE FROM damaged_original WHERE original = $original', { original }),
    /** Also of a photo in the trash. */
    isOriginal: (original: string): boolean =>
      connection
        .query('SELECT 1 FROM original_file WHERE original = $original')
        .get({ original }) !== null,
    /** Also of photos that are in the trash or deleted. */
    isAnyDamaged: (): boolean =>
      connection.query('SELECT 1 FROM damaged_original LIMIT 1').get() !== null,
    isDamaged: (original: string): boolean =>
      connection
        .query('SELECT 1 FROM damaged_original WHERE original = $original')
        .get({ original }) !== null,
    /** Those found first, those that a backup has before the others. */
    damaged: (limit: number) =>
      connection
        .query<DamagedRow, { limit: number }>(
          `SELECT * FROM (${shown}) ORDER BY copy IS NULL, found_at, original LIMIT $limit`,
        )
        .all({ limit }),
    damagedCount: () =>
      connection
        .query<{ total: number; saved: number }, []>(
          `SELECT count(*) AS total, count(copy) AS saved FROM (${shown})`,
        )
        .get()!,
  }
}
