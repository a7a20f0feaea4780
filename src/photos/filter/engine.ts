import type { Facets } from '../../contract/facets.ts'
import type { FilterKey, FilterTerm } from '../../contract/photo-filter.ts'
import type { Store } from '../../database/open.ts'
import { createColumns } from './columns.ts'
import { facetsOf } from './facets.ts'
import { passing, verdictsOn } from './verdicts.ts'

export type FilterEngine = ReturnType<typeof createFilterEngine>

/** Filters lists of row ids by what it has of all photos in memory. */
export function createFilterEngine(store: Store) {
  const columns = createColumns(store)
  return {
    prepare: columns.prepare,
    /** The positions in the list of the photos for which all terms hold. */
    positions: (terms: readonly FilterTerm[], rowIds: Int32Array): Int32Array =>
      passing(verdictsOn(columns.read(), terms, rowIds)),
    facets: (
      terms: readonly FilterTerm[],
      rowIds: Int32Array,
      keys: readonly FilterKey[],
    ): Facets => {
      const read = columns.read()
      return facetsOf(read, terms, verdictsOn(read, terms, rowIds), keys)
    },
    /** Every photo's row id, in ascending order. */
    everyRowId: (): Int32Array => {
      const { isPhoto } = columns.read()
      const rowIds = new Int32Array(isPhoto.length)
      let count = 0
      isPhoto.forEach((is, rowId) => {
        if (is) rowIds[count++] = rowId
      })
      return rowIds.slice(0, count)
    },
  }
}
