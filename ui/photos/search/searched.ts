import { isTermName } from '../../../src/contract/filter-names.ts'
import { maxSearchLength } from '../../../src/contract/navigation.ts'
import { initialData } from '../../initial-data.ts'

export const hasSearch = (): boolean => initialData().hasSearch

/** The search words of this query; '' if it is not a search. */
export const searchedWords = (search: URLSearchParams): string =>
  hasSearch() ? (search.get('q') ?? '').slice(0, maxSearchLength) : ''

/** Whether /photo with this query is a grid: of what a filter finds, or of a camera's photos. */
export const isResultsGrid = (search: URLSearchParams): boolean =>
  searchedWords(search) !== '' ||
  [...search.keys()].some(isTermName) ||
  (Boolean(search.get('cameraModel')) && search.get('show') === 'grid')

/** The part of a query that filters a list: terms, words and the camera model. */
export const filterOfList = (search: URLSearchParams): URLSearchParams =>
  new URLSearchParams(
    [...search].flatMap(([name, value]) => {
      const isFilter = isTermName(name) || name === 'cameraModel'
      const text = name === 'q' ? searchedWords(search) : isFilter ? value : ''
      return text ? [[name, text]] : []
    }),
  )
