import { atom } from 'jotai'
import type { Album } from '../../../src/contract/albums/albums.ts'
import { cameraId } from '../../../src/contract/cameras/camera-id.ts'
import { lensId } from '../../../src/contract/cameras/lens-id.ts'
import type { Photo } from '../../../src/contract/photos/photos.ts'
import type { FilterNames } from '../../../src/contract/search/filter-names.ts'
import { keywordValue } from '../../../src/contract/text/keyword-value.ts'
import { store } from '../../kit/state/store.ts'
import { collectionsAtom } from '../list/store.ts'

/** The album whose filter the owner is changing on the page of photos. */
export const changedAlbumAtom = atom<Pick<Album, 'id' | 'name'> | undefined>(undefined)

/** Names of the lists and photos loaded so far, for what a filter has only the ids of. */
export function loadedNames(): FilterNames {
  const found: FoundNames = { camera: new Map(), lens: new Map(), keyword: new Map() }
  for (const { names = {}, pages } of store.get(collectionsAtom).values()) {
    for (const photo of [...pages.values()].flat()) addNamesOf(photo, found)
    addAll(names.camera, found.camera)
    addAll(names.lens, found.lens)
    addAll(names.keyword, found.keyword)
  }
  return {
    camera: Object.fromEntries(found.camera),
    lens: Object.fromEntries(found.lens),
    keyword: Object.fromEntries(found.keyword),
  }
}

type FoundNames = Record<'camera' | 'lens' | 'keyword', Map<string, string>>

function addNamesOf(photo: Photo, { camera, lens, keyword }: FoundNames): void {
  const { cameraModel, cameraName, lensMake, lensModel, lensName, keywords } = photo
  const lensOfPhoto = lensId(lensMake, lensModel)
  if (cameraModel && cameraName) camera.set(cameraId(cameraModel), cameraName)
  if (lensOfPhoto && lensName) lens.set(lensOfPhoto, lensName)
  for (const word of keywords) keyword.set(keywordValue(word), word)
}

function addAll(names: Record<string, string> = {}, found: Map<string, string>): void {
  for (const [id, name] of Object.entries(names)) found.set(id, name)
}
