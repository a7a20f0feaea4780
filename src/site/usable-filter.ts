import { filterNames, hasFilterTerm } from '../contract/search/filter-address.ts'
import { filterQuery, type PhotoFilter, parseFilter } from '../contract/search/photo-filter.ts'

/**
 * The query of an address without values of filters that do not exist or are not for the viewer, so
 * that a page never names what it was not filtered by; undefined if there are none.
 */
export function usableQuery(
  { searchParams }: URL,
  allowedOf: (filter: PhotoFilter) => PhotoFilter,
): string | undefined {
  if (!hasFilterTerm(searchParams)) return undefined
  const { filter, problems } = parseFilter(searchParams)
  const allowed = allowedOf(filter)
  if (problems.length === 0 && allowed.terms.length === filter.terms.length) return undefined
  const query = new URLSearchParams(searchParams)
  for (const name of filterNames) query.delete(name)
  for (const [name, value] of filterQuery(allowed)) query.append(name, value)
  return query.size > 0 ? `?${query}` : ''
}
