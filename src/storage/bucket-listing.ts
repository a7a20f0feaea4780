import { openScratch } from '../core/database/scratch.ts'
import type { ListedObject } from './bucket-list.ts'
import type { FoundFile } from './media-files.ts'

type Row = { key: string; size: number; md5: string | null }

const schema = `
  CREATE TABLE object (key TEXT NOT NULL PRIMARY KEY, size INTEGER NOT NULL, md5 TEXT)
  STRICT, WITHOUT ROWID`

const pageSize = 500

/**
 * The objects of a bucket when it was listed. They are kept on disk: a large gallery has a million.
 */
export function openListing(path: string) {
  const { connection, close } = openScratch(path, schema)
  const insert = connection.query<unknown, Row>(
    'INSERT OR REPLACE INTO object (key, size, md5) VALUES ($key, $size, $md5)',
  )
  const find = connection.query<Row, { key: string }>('SELECT * FROM object WHERE key = $key')
  const after = connection.query<{ key: string }, { last: string; end: string; count: number }>(
    'SELECT key FROM object WHERE key > $last AND key < $end ORDER BY key LIMIT $count',
  )

  return {
    add: connection.transaction((objects: readonly ListedObject[]): void => {
      for (const { key, size, md5 = null } of objects) insert.run({ key, size, md5 })
    }),
    find: (key: string): FoundFile | undefined => {
      const row = find.get({ key })
      return row ? { size: row.size, md5: row.md5 ?? undefined } : undefined
    },
    *keysIn(folder: string): Generator<string[]> {
      // '0' is the character after '/'.
      for (let last = `${folder}/`; ; ) {
        const rows = after.all({ last, end: `${folder}0`, count: pageSize })
        if (rows.length === 0) return
        last = rows.at(-1)!.key
        yield rows.map(({ key }) => key)
      }
    },
    close,
  }
}
