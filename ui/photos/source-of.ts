import { showsPhotostream } from '../state/photostream-query.ts'
import { store } from '../state/store.ts'
import { uxConfigAtom } from '../state/ux-config.ts'
import type { Source } from './collections.ts'

/** The list of the grid at an address with this query. */
export const homeSource = (search: URLSearchParams): Source =>
  showsPhotostream(search) ? `album:${store.get(uxConfigAtom).photoStreamAlbumId}` : 'all'

/** The list that the viewer pages through; kept while paging, since the query is. */
export function sourceOf(search: URLSearchParams): Source {
  const model = search.get('cameraModel')
  return model ? `camera:${model}` : homeSource(search)
}
