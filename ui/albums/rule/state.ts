import { atom } from 'jotai'
import type { Album } from '../../../src/contract/albums.ts'
import { cameraId } from '../../../src/contract/camera-id.ts'
import type { FilterNames } from '../../../src/contract/filter-names.ts'
import { keywordValue } from '../../../src/contract/keyword-value.ts'
import { lensId } from '../../../src/contract/lens-id.ts'
import { collectionsAtom } from '../../photos/list/store.ts'
import { store } from '../../state/store.ts'

/** The album whose filter the owner is changing on the page of photos. */
export const changedAlbumAtom = atom<Pick<Album, 'id' | 'name'> | undefined>(undefined)

/** Names of the lists and photos loaded so far, for what a filter has only the ids of. */
export function loadedNames(): FilterNames {
  const camera: Record<string, string> = {}
  const lens: Record<string, string> = {}
  const keyword: Record<string, string> = {}
  for (const { names = {}, pages } of store.get(collectionsAtom).values()) {
    for (const photo of [...pages.values()].flat()) {
      const { cameraModel, cameraName, lensMake, lensModel, lensName, keywords } = photo
      const lensOfPhoto = lensId(lensMake, lensModel)
      if (cameraModel && cameraName) camera[cameraId(cameraModel)] = cameraName
      if (lensOfPhoto && lensName) lens[lensOfPhoto] = lensName
      for (const word of keywords) keyword[keywordValue(word)] = word
    }
    Object.assign(camera, names.camera)
    Object.assign(lens, names.lens)
    Object.assign(keyword, names.keyword)
  }
  return { camera, lens, keyword }
}
