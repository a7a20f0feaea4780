import { maxSearchLength } from '../contract/limits.ts'
import { filterNames, hasFilterTerm } from '../contract/search/filter-address.ts'
import { filterQuery, type PhotoFilter, parseFilter } from '../contract/search/photo-filter.ts'
import { filterOfText } from '../contract/search/search-syntax.ts'

/**
 * Where the search form leads without JavaScript: it sends `iso:>3200 lake` as words, whose terms
 * have parameters of their own. Undefined if the address has no terms among its words.
 */
export function addressOfSearch({ pathname, searchParams }: URL): string | undefined {
  const words = searchParams.get('q')
  if (pathname !== '/photo' || !words) return undefined
  const found = filterOfText(words.slice(0, maxSearchLength))
  if (found.terms.length === 0) return undefined
  const others = [...searchParams].filter(([name]) => name !== 'q')
  return `/photo?${filterQuery(parseFilter([...others, ...filterQuery(found)]).filter)}`
}

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
  const isAllowed = allowed.terms.length === filter.terms.length && allowed.order === filter.order
  if (problems.length === 0 && isAllowed) return undefined
  const query = new URLSearchParams(searchParams)
  for (const name of filterNames) query.delete(name)
  for (const [name, value] of filterQuery(allowed)) query.append(name, value)
  return query.size > 0 ? `?${query}` : ''
}
