import { store } from '../../state/store.ts'
import { uxConfigAtom } from '../../state/ux-config.ts'
import { searchedWords } from '../search/searched.ts'
import { showsPhotostream } from './photostream-query.ts'
import type { Source } from './store.ts'

/** The list of the home screen's grid at an address with this query. */
export const homeSource = (search: URLSearchParams): Source =>
  showsPhotostream(search) ? `album:${store.get(uxConfigAtom).photoStreamAlbumId}` : 'all'

/** The list of the grid that an address with this query belongs to: a search's, or home. */
export function gridSource(search: URLSearchParams): Source {
  const q = searchedWords(search)
  if (!q) return homeSource(search)
  const cameraModel = search.get('cameraModel')
  return `search:${new URLSearchParams({ q, ...(cameraModel && { cameraModel }) })}`
}

/** The list that the viewer pages through; kept while paging, since the query is. */
export function sourceOf(search: URLSearchParams): Source {
  const model = search.get('cameraModel')
  return model && !searchedWords(search) ? `camera:${model}` : gridSource(search)
}
