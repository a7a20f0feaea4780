import { Database } from 'bun:sqlite'
import { join } from 'node:path'
import { openGallery, upload } from './gallery.ts'
import { takeBackTo } from './old-folder.ts'

/** A data folder with the schema `version` whose database has many photos, but not their files. */
export async function largeFolderOf(version: number, photos: number, data: string): Promise<void> {
  const gallery = await openGallery({ data, keepFolder: true })
  await upload(gallery, await gallery.asOwner())
  await gallery.abandon()
  takeBackTo(version, data, ['camera', 'photo'], (database) => {
    const columns = database
      .query<{ name: string }, []>("SELECT name FROM pragma_table_info('photo')")
      .all()
      .map(({ name }) => name)
    const values: Record<string, string> = {
      n: 'value + 1',
      row_id: 'value + 1',
      id: 'lower(hex(randomblob(16)))',
      original: 'lower(hex(randomblob(16)))',
      file_name: "lower(hex(randomblob(16))) || '.jpg'",
      md5: 'lower(hex(randomblob(16)))',
      title: "'Number ' || value",
    }
    database.run(
      `INSERT INTO photo (${columns})
       WITH RECURSIVE number (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM number WHERE value < ?)
       SELECT ${columns.map((name) => values[name] ?? `photo.${name}`)} FROM number CROSS JOIN photo`,
      [photos - 1],
    )
  })
}

/** The schema, the number of photos and all their md5, of a database that nobody has open. */
export function stateOf(path: string) {
  const database = new Database(path)
  try {
    const get = <Row>(sql: string) => database.query<Row, []>(sql).get()!
    return {
      version: get<{ user_version: number }>('PRAGMA user_version').user_version,
      ...get<{ photos: number; md5: string }>(
        "SELECT count(*) AS photos, group_concat(md5, '' ORDER BY md5) AS md5 FROM photo",
      ),
      integrity: get<{ integrity_check: string }>('PRAGMA integrity_check').integrity_check,
    }
  } finally {
    database.close()
  }
}

export const databaseOf = (data: string): string => join(data, 'vitrine.db')
