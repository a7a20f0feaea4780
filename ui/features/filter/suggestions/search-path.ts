import { filterFor, filterOf } from '../../../../src/contract/search/photo-filter.ts'
import { filterOfText, textOfFilter } from '../../../../src/contract/search/search-syntax.ts'
import { filterOfList } from '../../../catalogue/list/list-query.ts'
import { paths } from '../../../kit/paths.ts'
import { store } from '../../../kit/state/store.ts'
import { viewerAtom } from '../../../kit/state/viewer.ts'
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
