import { atom } from 'jotai'
import { api, unwrap } from '../api.ts'
import { readShellData } from '../shell-data.ts'
import { store } from '../state/store.ts'
import { uxConfigAtom } from '../state/ux-config.ts'

/** How many photos the photostream holds, for the owner; the page brings it with the home screen. */
export const photostreamTotalAtom = atom(readShellData().photostreamTotal as number | undefined)

/** Counts anew, since an upload may have added some. @throws ApiError */
export async function countPhotostream(): Promise<void> {
  const id = store.get(uxConfigAtom).photoStreamAlbumId
  const query = { limit: '1' }
  const total = id
    ? (await unwrap(api.albums[':id'].photos.$get({ param: { id }, query }))).total
    : 0
  store.set(photostreamTotalAtom, total)
}
