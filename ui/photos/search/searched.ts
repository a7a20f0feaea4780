import { maxSearchLength } from '../../../src/contract/navigation.ts'
import { initialData } from '../../initial-data.ts'

/** Whether this site lets its photos be searched. */
export const hasSearch = (): boolean => initialData().hasSearch

/** The words that an address with this query searches for; '' if it does not search. */
export const searchedWords = (search: URLSearchParams): string =>
  hasSearch() ? (search.get('q') ?? '').slice(0, maxSearchLength) : ''

/** The query of a list of results: that of any of its addresses, without the offset in its grid. */
export function resultsQuery(search: URLSearchParams): string {
  const query = new URLSearchParams(search)
  query.delete('offset')
  return `?${query}`
}
