import type { Viewer } from '../../../contract/people/viewer.ts'
import type { Facets, FacetValue } from '../../../contract/search/facets.ts'
import type { NamedKey } from '../../../contract/search/filter-names.ts'
import type { NumberKey } from '../../../contract/search/number-classes.ts'
import type { FilterKey, FilterTerm } from '../../../contract/search/photo-filter.ts'
import type { Clock } from '../../../core/clock.ts'
import type { Store } from '../../../core/database/open.ts'
import { cameraSpellings } from '../camera-spellings.ts'
import { oneIdOf, withEveryId } from './camera-terms.ts'
import { createColumns } from './columns.ts'
import { facetsOf, valuesOf } from './facets.ts'
import { findByValue, firstByValue } from './find-by-value.ts'
import { matchingAll, matchTerms } from './term-matches.ts'

export type FilterEngine = ReturnType<typeof createFilterEngine>

/** Filters lists of row ids by values in memory. Hidden keywords are found for the owner only. */
export function createFilterEngine(store: Store, clock: Pick<Clock, 'now'>) {
  const columns = createColumns(store, clock)
  const cameras = cameraSpellings(store)
  const expanded = (terms: readonly FilterTerm[]) => terms.map((term) => withEveryId(term, cameras))
  return {
    prepare: columns.prepare,
    now: clock.now,
    /** The positions in the list of the photos that match all terms. */
    positions: (terms: readonly FilterTerm[], rowIds: Int32Array, isOwner: boolean): Int32Array =>
      matchingAll(matchTerms(columns.read(isOwner), expanded(terms), rowIds)),
    facets: (
      terms: readonly FilterTerm[],
      rowIds: Int32Array,
      keys: readonly FilterKey[],
      isOwner: boolean,
    ): Facets => {
      const read = columns.read(isOwner)
      const matches = matchTerms(read, expanded(terms), rowIds)
      return facetsOf(read, { terms, matches, keys, cameraOf: oneIdOf(terms, cameras) })
    },
    /** The values of a key that these photos have, the most frequent first. */
    namesOf: (
      key: NamedKey,
      rowIds: Int32Array,
      { isOwner }: Pick<Viewer, 'isOwner'>,
      limit?: number,
    ): FacetValue[] =>
      valuesOf(columns.read(isOwner), rowIds, { key, limit, cameraOf: oneIdOf([], cameras) }),
    /** By value, the first of these photos that has it. */
    firstByValue: (key: Exclude<NamedKey, 'keyword'>, rowIds: Int32Array): Map<string, number> =>
      firstByValue(columns.read(true), key, rowIds),
    /** The photos with this value, including hidden ones, and the name that they give it. */
    findByValue: (
      key: NamedKey,
      value: string,
      { isOwner }: Pick<Viewer, 'isOwner'>,
      rowIds?: Int32Array,
    ) =>
      findByValue(
        columns.read(isOwner),
        key,
        key === 'camera' ? cameras.idsOf(value) : [value],
        rowIds,
      ),
    /** Returns a reader of a photo's number, as of now. Do not keep it. */
    numberOf: (key: NumberKey): ((rowId: number) => number | undefined) => {
      const { codes, dictionary } = columns.read(true).byKey[key]
      const numbers = dictionary.entries.map((entry) =>
        typeof entry === 'number' ? entry : undefined,
      )
      return (rowId) => numbers[codes[rowId] ?? 0]
    },
    /** Every photo's row id, in ascending order. */
    everyRowId: (): Int32Array => {
      const { isPhoto } = columns.read(true)
      const rowIds = new Int32Array(isPhoto.length)
      let count = 0
      isPhoto.forEach((is, rowId) => {
        if (is) rowIds[count++] = rowId
      })
      return rowIds.slice(0, count)
    },
  }
}
