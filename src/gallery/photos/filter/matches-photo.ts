import {
  canFillAlbums,
  type FilterTerm,
  type PhotoFilter,
} from '../../../contract/search/photo-filter.ts'
import { keywordValue } from '../../../contract/text/keyword-value.ts'
import type { Store } from '../../../core/database/open.ts'
import { cameraSpellings } from '../camera-spellings.ts'
import { createSearch } from '../search.ts'
import { type Texts, textColumns, type Words, wordsOf } from '../search-index.ts'
import { withEveryId } from './camera-terms.ts'
import type { Entry } from './column.ts'
import { columnValues, type FilterRow, filterColumns } from './column-values.ts'
import { isMembershipKey } from './memberships.ts'
import { wantedCodes } from './term-matches.ts'

/**
 * Whether single photos match a filter, read from their rows. Changes of one photo do not need the
 * columns of all photos in memory.
 */
export function createPhotoMatcher({ connection }: Pick<Store, 'connection'>) {
  const { matchOf } = createSearch({ connection })
  const cameras = cameraSpellings({ connection })
  const rows = connection.query<FilterRow, { photo: number }>(
    `SELECT ${filterColumns.join(', ')} FROM photo WHERE row_id = $photo`,
  )
  const textsOf = (photo: number) =>
    connection
      .query<Texts, { photo: number }>(`SELECT ${textColumns} FROM photo WHERE row_id = $photo`)
      .get({ photo })!
  /** In a table of its own, because the index follows only at the end of a transaction. */
  const hasWords = (photo: number, match: string): boolean => {
    connection.run(
      `CREATE VIRTUAL TABLE IF NOT EXISTS temp.one_photo USING fts5(
         title, description, keywords, camera, lens, hidden, content = '', tokenize = 'ascii')`,
    )
    connection
      .query<unknown, Words>(
        `INSERT INTO temp.one_photo (rowid, title, description, keywords, camera, lens, hidden)
         VALUES (1, $title, $description, $keywords, $camera, $lens, $hidden)`,
      )
      .run(wordsOf(textsOf(photo)))
    const sql = 'SELECT 1 FROM temp.one_photo WHERE one_photo MATCH $match'
    const found = connection.query<unknown, { match: string }>(sql).get({ match })
    connection.run("INSERT INTO temp.one_photo (one_photo) VALUES ('delete-all')")
    return found !== null
  }

  /** Reads the photo once; nothing matches a photo that does not exist. */
  return (photo: number): ((filter: PhotoFilter) => boolean) => {
    const row = rows.get({ photo })
    return ({ terms, q, cameraModel }) => {
      if (row === null) return false
      const model = row.camera_model
      if (cameraModel && (!model || !cameras.modelsOf(cameraModel).includes(model))) return false
      const wanted = terms.map((term) => withEveryId(term, cameras))
      if (!wanted.every((term) => has(row, term) !== term.isExcluded)) return false
      if (!q) return true
      const match = matchOf(q)
      return match !== undefined && hasWords(photo, match)
    }
  }
}

const has = (row: FilterRow, term: FilterTerm): boolean =>
  wantedCodes(term, entriesOf(row, term)).includes(1)

function entriesOf(row: FilterRow, { key }: FilterTerm): Entry[] {
  if (isMembershipKey(key) || !canFillAlbums(key)) return []
  if (key !== 'keyword') {
    const entry = columnValues[key].read(row)
    return entry === undefined ? [] : [entry]
  }
  const keywords = JSON.parse(row.keywords) as string[]
  return keywords.map((label) => ({ value: keywordValue(label), label }))
}
