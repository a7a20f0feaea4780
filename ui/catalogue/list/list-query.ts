import { maxSearchLength } from '../../../src/contract/limits.ts'
import { filterPart, hasFilterTerm } from '../../../src/contract/search/filter-address.ts'
import { initialData } from '../../kit/initial-data.ts'

export const hasSearch = (): boolean => initialData().hasSearch

/** The search words of this query; '' if it is not a search. */
export const searchWords = (search: URLSearchParams): string =>
  hasSearch() ? (search.get('q') ?? '').slice(0, maxSearchLength) : ''

/** Whether /photo with this query is a grid: of a filter's results, or of a camera's photos. */
export const isResultsGrid = (search: URLSearchParams): boolean =>
  searchWords(search) !== '' ||
  hasFilterTerm(search) ||
  (Boolean(search.get('cameraModel')) && search.get('show') === 'grid')

/** What this query filters its list by, in a fixed order; empty for a whole list. */
export function filterOfList(search: URLSearchParams): URLSearchParams {
  const filter = filterPart(search)
  const words = searchWords(search)
  if (words) filter.set('q', words)
  else filter.delete('q')
  return filter
}

/** The query that identifies a filtered list, without its grid's parameters; '' for other lists. */
export function filterQuery(search: URLSearchParams): string {
  const query = filterOfList(search)
  if (query.size === 0) return ''
  const code = search.get('code')
  if (code) query.set('code', code)
  return `?${query}`
}
