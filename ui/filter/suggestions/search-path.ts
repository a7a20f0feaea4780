import { filterFor, filterOf } from '../../../src/contract/photo-filter.ts'
import { filterOfText, textOfFilter } from '../../../src/contract/search-syntax.ts'
import { paths } from '../../paths.ts'
import { filterOfList } from '../../photos/search/searched.ts'
import { store } from '../../state/store.ts'
import { viewerAtom } from '../../state/viewer.ts'
import { filteredPath } from '../filtered-list.ts'

/** The text of the filter in an address. */
export const searchText = (search: URLSearchParams): string =>
  textOfFilter(filterOf(filterOfList(search)))

/** The address of the photos that a search's text describes. */
export const searchPath = (text: string): string =>
  filteredPath(
    { pathname: paths.photos(), search: '' },
    filterFor(filterOfText(text), store.get(viewerAtom).isOwner),
  )
