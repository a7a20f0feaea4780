import { maxSearchLength } from '../../../src/contract/navigation.ts'
import { initialData } from '../../initial-data.ts'

export const hasSearch = (): boolean => initialData().hasSearch

/** The search words of this query; '' if it is not a search. */
export const searchedWords = (search: URLSearchParams): string =>
  hasSearch() ? (search.get('q') ?? '').slice(0, maxSearchLength) : ''

/** The query that identifies a list of results: the given one without the grid's offset. */
export function resultsQuery(search: URLSearchParams): string {
  const query = new URLSearchParams(search)
  query.delete('offset')
  return `?${query}`
}
