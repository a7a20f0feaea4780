import { offeredAges } from '../../../contract/search/date-filter.ts'
import { type Facets, type FacetValue, maxFacetValues } from '../../../contract/search/facets.ts'
import { filterValueText } from '../../../contract/search/filter-labels.ts'
import {
  classFinder,
  isNumberKey,
  type NumberKey,
} from '../../../contract/search/number-classes.ts'
import type { FilterKey, FilterTerm } from '../../../contract/search/photo-filter.ts'
import { createNameOrder } from '../../../core/natural-order.ts'
import type { Entry } from './column.ts'
import { stepsOf } from './column-values.ts'
import { type Columns, columnOf } from './columns.ts'
import { matchingAllBut, type TermMatches } from './term-matches.ts'

/** One id for all spellings of a camera. */
type CameraOf = (id: string) => string

/** Counts the values of a list's photos. The counts of a key ignore the filter's own terms for it. */
export function facetsOf(
  columns: Columns,
  {
    terms,
    matches,
    keys,
    cameraOf,
  }: {
    terms: readonly FilterTerm[]
    matches: TermMatches
    keys: readonly FilterKey[]
    cameraOf: CameraOf
  },
): Facets {
  const found = matchingAllBut(matches, -1)
  return Object.fromEntries(
    keys.map((key) => {
      const own = terms.findIndex((term) => term.key === key && !term.isExcluded)
      const rowIds = own < 0 ? found : matchingAllBut(matches, own)
      return [key, valuesOf(columns, rowIds, { key, cameraOf })]
    }),
  )
}

/** The values of a key that these photos have, at most `limit` of them. */
export function valuesOf(
  columns: Columns,
  rowIds: Int32Array,
  {
    key,
    limit = maxFacetValues,
    cameraOf,
  }: { key: FilterKey; limit?: number | undefined; cameraOf: CameraOf },
): FacetValue[] {
  const same: CameraOf = key === 'camera' ? cameraOf : (value) => value
  if (key === 'keyword') {
    return byName(columns.keywords.dictionary.entries, keywordCounts(columns, rowIds), limit, same)
  }
  const { codes, dictionary } = columnOf(columns, key)
  const counts = new Uint32Array(dictionary.entries.length)
  for (let index = 0; index < rowIds.length; index++) counts[codes[rowIds[index]!]!]!++
  if (key === 'uploaded') return byAge(dictionary.entries, counts, columns.now)
  return isNumberKey(key)
    ? byNumber(key, dictionary.entries, counts)
    : byName(dictionary.entries, counts, limit, same)
}

function keywordCounts({ keywords }: Columns, rowIds: Int32Array): Uint32Array {
  const { starts, lengths, pool, dictionary } = keywords
  const counts = new Uint32Array(dictionary.entries.length)
  for (let index = 0; index < rowIds.length; index++) {
    const start = starts[rowIds[index]!]!
    const end = start + lengths[rowIds[index]!]!
    for (let at = start; at < end; at++) counts[pool[at]!]!++
  }
  return counts
}

const compareLabels = createNameOrder({ numeric: true })

/** The label is the spelling that is most frequent among these photos. */
function byName(
  entries: readonly (Entry | undefined)[],
  counts: Uint32Array,
  limit: number,
  same: CameraOf,
): FacetValue[] {
  const found = new Map<string, FacetValue & { best: number }>()
  counts.forEach((count, code) => {
    const entry = entries[code]
    if (count === 0 || typeof entry !== 'object') return
    const { label } = entry
    const value = same(entry.value)
    const { count: before, best, ...known } = found.get(value) ?? { count: 0, best: 0, label }
    const chosen = count > best ? label : known.label
    found.set(value, { value, label: chosen, count: before + count, best: Math.max(best, count) })
  })
  return [...found.values()]
    .sort((a, b) => b.count - a.count || compareLabels(a.label, b.label))
    .slice(0, limit)
    .map(({ value, label, count }) => ({ value, label, count }))
}

function byNumber(
  key: NumberKey,
  entries: readonly (Entry | undefined)[],
  counts: Uint32Array,
): FacetValue[] {
  const found = new Map<string, FacetValue & { number: number }>()
  const classOf = classFinder(key)
  counts.forEach((count, code) => {
    const number = entries[code]
    if (count === 0 || typeof number !== 'number') return
    const { value, label } = classOf(number) ?? {}
    if (value === undefined || label === undefined) return
    const known = found.get(value)
    const lowest = Math.min(number, known?.number ?? number)
    found.set(value, { value, label, count: count + (known?.count ?? 0), number: lowest })
  })
  const largest = [...found.values()].sort((a, b) => b.count - a.count).slice(0, maxFacetValues)
  return largest
    .sort((a, b) => a.number - b.number)
    .map(({ value, label, count }) => ({ value, label, count }))
}

/** Of each age that is offered, the photos that were uploaded since. */
function byAge(
  entries: readonly (Entry | undefined)[],
  counts: Uint32Array,
  now: number,
): FacetValue[] {
  return offeredAges.flatMap((value) => {
    const { first } = stepsOf(value, now)
    const isSince = (entry: Entry | undefined) => typeof entry === 'number' && entry >= first
    const count = counts.reduce((sum, each, code) => sum + (isSince(entries[code]) ? each : 0), 0)
    return count > 0 ? [{ value, label: filterValueText('uploaded', value), count }] : []
  })
}
