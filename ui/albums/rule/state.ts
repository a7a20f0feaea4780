import { atom } from 'jotai'
import type { Album } from '../../../src/contract/albums.ts'
import type { NamedPhotos } from '../../../src/contract/filter-labels.ts'
import { collectionsAtom } from '../../photos/list/store.ts'
import { store } from '../../state/store.ts'

/** The album whose filter the owner is changing on the page of photos. */
export const changedAlbumAtom = atom<Pick<Album, 'id' | 'name'> | undefined>(undefined)

/** Photos that were loaded, which have the names of cameras and lenses that a filter has ids of. */
export const loadedPhotos = (): NamedPhotos =>
  [...store.get(collectionsAtom).values()].flatMap(({ pages }) => [...pages.values()].flat())
