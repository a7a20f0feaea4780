import { atom } from 'jotai'
import type { Album } from '../../../src/contract/albums/albums.ts'
import { cameraId } from '../../../src/contract/cameras/camera-id.ts'
import { lensId } from '../../../src/contract/cameras/lens-id.ts'
import type { FilterNames } from '../../../src/contract/search/filter-names.ts'
import { keywordValue } from '../../../src/contract/text/keyword-value.ts'
import { store } from '../../kit/state/store.ts'
import { collectionsAtom } from '../list/store.ts'

/** The album whose filter the owner is changing on the page of photos. */
export const changedAlbumAtom = atom<Pick<Album, 'id' | 'name'> | undefined>(undefined)

/** Names of the lists and photos loaded so far, for what a filter has only the ids of. */
export function loadedNames(): FilterNames {
  const camera = new Map<string, string>()
  const lens = new Map<string, string>()
  const keyword = new Map<string, string>()
  for (const { names = {}, pages } of store.get(collectionsAtom).values()) {
    for (const photo of [...pages.values()].flat()) {
      const { cameraModel, cameraName, lensMake, lensModel, lensName, keywords } = photo
      const lensOfPhoto = lensId(lensMake, lensModel)
      if (cameraModel && cameraName) camera.set(cameraId(cameraModel), cameraName)
      if (lensOfPhoto && lensName) lens.set(lensOfPhoto, lensName)
      for (const word of keywords) keyword.set(keywordValue(word), word)
    }
    for (const [id, name] of Object.entries(names.camera ?? {})) camera.set(id, name)
    for (const [id, name] of Object.entries(names.lens ?? {})) lens.set(id, name)
    for (const [word, name] of Object.entries(names.keyword ?? {})) keyword.set(word, name)
  }
  return {
    camera: Object.fromEntries(camera),
    lens: Object.fromEntries(lens),
    keyword: Object.fromEntries(keyword),
  }
}
