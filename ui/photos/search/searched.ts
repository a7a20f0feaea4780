import { longestSearch } from '../../../src/contract/navigation.ts'
import { initialData } from '../../initial-data.ts'

/** Whether this site lets its photos be searched. */
export const hasSearch = (): boolean => initialData().hasSearch

/** What is searched for at an address with this query; '' where nothing is. */
export const searchedWords = (search: URLSearchParams): string =>
  hasSearch() ? (search.get('q') ?? '').slice(0, longestSearch) : ''

/** The query of a list of results: that of any address in it, without the place in its grid. */
export function resultsQuery(search: URLSearchParams): string {
  const query = new URLSearchParams(search)
  query.delete('offset')
  return `?${query}`
}
