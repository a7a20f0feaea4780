import { maxSearchLength } from '../../../src/contract/navigation.ts'
import { initialData } from '../../initial-data.ts'

export const hasSearch = (): boolean => initialData().hasSearch

/** The search words of this query; '' if it is not a search. */
export const searchedWords = (search: URLSearchParams): string =>
  hasSearch() ? (search.get('q') ?? '').slice(0, maxSearchLength) : ''

/** Whether /photo with this query is a grid: of a search's results, or of a camera's photos. */
export const isResultsGrid = (search: URLSearchParams): boolean =>
  searchedWords(search) !== '' ||
  (Boolean(search.get('cameraModel')) && search.get('show') === 'grid')

/** The query that identifies a filtered list, without its grid's parameters; '' for other lists. */
export function filterQuery(search: URLSearchParams): string {
  if (!searchedWords(search) && !search.get('cameraModel')) return ''
  const query = new URLSearchParams(search)
  query.delete('offset')
  query.delete('show')
  return `?${query}`
}
