import { maxSearchLength } from '../contract/limits.ts'
import { filterQuery, parseFilter } from '../contract/search/photo-filter.ts'
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
