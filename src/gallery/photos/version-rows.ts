import type { Store } from '../../core/database/open.ts'
import type { EarlierVersion, KnownOriginal, NewVersionRow } from './row.ts'

export type VersionRows = ReturnType<typeof versionRows>

export function versionRows({ connection }: Store) {
  const query = <Row, Params extends Record<string, string | number | null>>(sql: string) =>
    connection.query<Row, Params>(sql)
  return {
    originalByMd5: (md5: string) =>
      query<KnownOriginal, { md5: string }>(
        `SELECT photo.id, original_file.original, is_current FROM original_file
         JOIN photo ON photo.row_id = original_file.photo
         WHERE original_file.md5 = $md5 AND is_waiting = 0`,
      ).get({ md5 }) ?? undefined,
    earlierVersions: (rowId: number) =>
      query<EarlierVersion, { rowId: number }>(
        `SELECT original, md5, bytes, source, source_name, source_date, source_folder, added_at, rule
         FROM earlier_version WHERE photo = $rowId ORDER BY added_at DESC, original DESC`,
      ).all({ rowId }),
    /** Of all versions and of files that wait to become one; that of the shown one first. */
    originalsOf: (rowId: number): string[] =>
      query<{ original: string }, { rowId: number }>(
        'SELECT original FROM original_file WHERE photo = $rowId ORDER BY is_current DESC',
      )
        .all({ rowId })
        .map(({ original }) => original),
    setVersion: (row: NewVersionRow) =>
      connection
        .query<unknown, NewVersionRow>(
          `UPDATE photo SET ${Object.keys(row)
            .map((name) => `${name} = $${name}`)
            .join(', ')} WHERE row_id = $row_id`,
        )
        .run(row),
    keepVersion: (version: EarlierVersion & { photo: number }) =>
      query<unknown, EarlierVersion & { photo: number }>(
        `INSERT INTO earlier_version
           (photo, original, md5, bytes, source, source_name, source_date, source_folder, added_at,
             rule)
         VALUES ($photo, $original, $md5, $bytes, $source, $source_name, $source_date,
           $source_folder, $added_at, $rule)`,
      ).run(version),
    forgetVersion: (original: string) =>
      query<unknown, { original: string }>(
        'DELETE FROM earlier_version WHERE original = $original',
      ).run({ original }),
  }
}
