import { keywordValue } from '../../contract/keyword-value.ts'
import type { FilterTerm, PhotoFilter } from '../../contract/photo-filter.ts'
import type { Store } from '../../database/open.ts'
import { createSearch } from '../search.ts'
import type { Entry } from './column.ts'
import { type FilterRow, filterColumns, readings } from './readings.ts'
import { wantedCodes } from './verdicts.ts'

/**
 * Whether single photos match a filter, read from their rows: for what happens to one photo at a time,
 * where having the columns of all photos in memory would be a waste.
 */
export function createPhotoMatcher({ connection }: Pick<Store, 'connection'>) {
  const { matchOf } = createSearch({ connection })
  const rows = connection.query<FilterRow, { photo: number }>(
    `SELECT ${filterColumns.join(', ')} FROM photo WHERE row_id = $photo`,
  )
  const hasWords = (photo: number, match: string | undefined): boolean =>
    match !== undefined &&
    connection
      .query<unknown, { photo: number; match: string }>(
        'SELECT 1 FROM photo_text WHERE photo_text MATCH $match AND rowid = $photo',
      )
      .get({ photo, match }) !== null

  /** Reads the photo once; nothing matches a photo that does not exist. */
  return (photo: number): ((filter: PhotoFilter) => boolean) => {
    const row = rows.get({ photo })
    return ({ terms, q, cameraModel }) =>
      row !== null &&
      (!cameraModel || row.camera_model === cameraModel) &&
      terms.every((term) => has(row, term) !== term.isExcluded) &&
      (!q || hasWords(photo, matchOf(q)))
  }
}

const has = (row: FilterRow, term: FilterTerm): boolean =>
  wantedCodes(term, entriesOf(row, term)).includes(1)

function entriesOf(row: FilterRow, { key }: FilterTerm): Entry[] {
  if (key !== 'keyword') {
    const entry = readings[key].read(row)
    return entry === undefined ? [] : [entry]
  }
  const keywords = JSON.parse(row.keywords) as string[]
  return keywords.map((label) => ({ value: keywordValue(label), label }))
}
