import { useEffect, useState } from 'react'
import {
  filterQuery,
  noFilter,
  type PhotoFilter,
} from '../../../../src/contract/search/photo-filter.ts'
import { filterOfText } from '../../../../src/contract/search/search-syntax.ts'
import type { Source } from '../../../catalogue/list/pages.ts'

/** Without a key for so long, the words are searched for, in ms. */
const typingMs = 300

/**
 * What photos are offered in a picker: all, or those that a search and a filter find. The search knows
 * the same terms as the field in the top bar.
 */
export function usePickerFilter() {
  const [words, setWords] = useState('')
  const [searched, setSearched] = useState('')
  const [filter, setFilter] = useState<PhotoFilter>(noFilter)
  useEffect(() => {
    const timer = setTimeout(() => setSearched(words.trim()), typingMs)
    return () => clearTimeout(timer)
  }, [words])
  const typed = filterOfText(searched)
  const shown: PhotoFilter = { ...filter, ...typed, terms: [...filter.terms, ...typed.terms] }
  const query = filterQuery(shown)
  const source: Source = query.size > 0 ? `filter:${query}` : 'all'
  /** The panel also clears the search. Typed terms are in it from then on. */
  const apply = (next: PhotoFilter) => {
    const { q: wanted = '', ...terms } = next
    setFilter(terms)
    if (wanted === searched) return
    setWords(wanted)
    setSearched(wanted)
  }
  return { words, setWords, shown, apply, source }
}
