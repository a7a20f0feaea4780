import type { FacetValue } from '../../../../src/contract/search/facets.ts'
import { filterValueText } from '../../../../src/contract/search/filter-labels.ts'
import type { FilterNames } from '../../../../src/contract/search/filter-names.ts'
import {
  type FilterKey,
  filterKinds,
  type PhotoFilter,
  withValue,
} from '../../../../src/contract/search/photo-filter.ts'

/** A value in the panel; without a count if the filter has it but the list does not. */
export type ValueRow = {
  readonly value: string
  readonly label: string
  readonly count: number | undefined
  readonly state: 'included' | 'excluded' | undefined
}

/** The values of a key that a filter includes or excludes. */
export const valuesOf = ({ terms }: PhotoFilter, key: FilterKey, isExcluded = false) =>
  terms.find((term) => term.key === key && term.isExcluded === isExcluded)?.values ?? []

/** The list's values of a key, after those that only the filter has. */
export function rowsOf(
  key: FilterKey,
  values: readonly FacetValue[],
  filter: PhotoFilter,
  names?: FilterNames,
): ValueRow[] {
  const included = valuesOf(filter, key)
  const excluded = valuesOf(filter, key, true)
  const inFields = rangeInFields(key, values, filter)?.value
  const stateOf = (value: string) => {
    if (included.includes(value)) return 'included'
    return excluded.includes(value) ? 'excluded' : undefined
  }
  const own = [...new Set([...included, ...excluded])].filter(
    (value) => value !== inFields && !values.some((known) => known.value === value),
  )
  return [
    ...own.map((value) => ({ value, label: filterValueText(key, value, names), count: undefined })),
    // The newest are looked for most.
    ...(key === 'year' ? [...values].reverse() : values),
  ].map((row) => ({ ...row, state: stateOf(row.value) }))
}

/** The filter with a value included, excluded or, without a state, neither. */
export function withState(
  filter: PhotoFilter,
  key: FilterKey,
  value: string,
  state: ValueRow['state'],
): PhotoFilter {
  const included = withValue(filter, { key, value, isOn: state === 'included' })
  return withValue(included, { key, value, isExcluded: true, isOn: state === 'excluded' })
}

/** A range of the filter that the fields for a range can show: '24..35' or '3200..'. */
export function rangeInFields(key: FilterKey, values: readonly FacetValue[], filter: PhotoFilter) {
  if (filterKinds[key].kind !== 'range') return undefined
  for (const value of valuesOf(filter, key)) {
    if (values.some((known) => known.value === value)) continue
    const [, from, to] = /^([\d./]*?)\.\.([\d./]*)$/.exec(value) ?? []
    if (from !== undefined && to !== undefined) return { value, from, to }
  }
  return undefined
}

/** The filter with another range in the fields; undefined if they have no number. */
export function withRange(
  filter: PhotoFilter,
  key: FilterKey,
  before: string | undefined,
  after: string | undefined,
): PhotoFilter {
  const without = before ? withValue(filter, { key, value: before, isOn: false }) : filter
  return after ? withValue(without, { key, value: after, isOn: true }) : without
}
