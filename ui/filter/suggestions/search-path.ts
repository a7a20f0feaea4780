import { noFilter } from '../../../src/contract/photo-filter.ts'
import { filterOfText } from '../../../src/contract/search-syntax.ts'
import { filteredPath } from '../filtered-list.ts'

/** The address of the photos that a search's text describes. */
export const searchPath = (text: string): string =>
  filteredPath({ albumId: undefined, code: '', filter: noFilter }, filterOfText(text))
