import type { FieldChange } from '../../../contract/photos/read-again.ts'
import { openScratch } from '../../../core/database/scratch.ts'
import type { FileSays } from './plan.ts'

const schema = `CREATE TABLE entry (
  place INTEGER PRIMARY KEY,
  photo INTEGER NOT NULL,
  original TEXT NOT NULL,
  says TEXT NOT NULL,
  changes TEXT NOT NULL
) STRICT`

/** A photo that would change, in the order of the list. */
export type Entry = {
  readonly place: number
  /** Its row id. */
  readonly photo: number
  /** The file that was read. */
  readonly original: string
  readonly says: FileSays
  readonly changes: FieldChange[]
}

type Row = Omit<Entry, 'says' | 'changes'> & { says: string; changes: string }

export type Table = ReturnType<typeof openTable>

/** The photos that would change, which can be too many for memory. */
export function openTable(path: string) {
  const { connection, close } = openScratch(path, schema)
  const parsed = ({ says, changes, ...others }: Row): Entry => ({
    ...others,
    says: JSON.parse(says),
    changes: JSON.parse(changes),
  })
  return {
    add: ({ says, changes, ...others }: Entry) =>
      connection
        .query<unknown, Row>(
          'INSERT INTO entry VALUES ($place, $photo, $original, $says, $changes)',
        )
        .run({ ...others, says: JSON.stringify(says), changes: JSON.stringify(changes) }),
    page: (limit: number, offset: number): Entry[] =>
      connection
        .query<Row, { limit: number; offset: number }>(
          'SELECT * FROM entry ORDER BY place LIMIT $limit OFFSET $offset',
        )
        .all({ limit, offset })
        .map(parsed),
    after: (place: number, limit: number): Entry[] =>
      connection
        .query<Row, { place: number; limit: number }>(
          'SELECT * FROM entry WHERE place > $place ORDER BY place LIMIT $limit',
        )
        .all({ place, limit })
        .map(parsed),
    close,
  }
}
