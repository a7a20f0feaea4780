import { atom } from 'jotai'
import type { UxConfig } from '../../src/contract/ux-config.ts'

/** The display settings; they come with the page. */
export const uxConfigAtom = atom<UxConfig>({
  photoGridCols: 3,
  photoGridSpacing: 0,
  photoItemsLoad: 12,
  showBio: true,
  photoBackgroundColor: 'light',
  colorTheme: 'light',
  denseTopBar: false,
  denseBottomBar: false,
  photoBorders: 'all',
  photoStreamAlbumId: '',
})

/** Settings that their form tries out; undefined elsewhere. */
export const triedUxConfigAtom = atom<UxConfig | undefined>(undefined)

/** What the frame is drawn with. */
export const shownUxConfigAtom = atom((get) => get(triedUxConfigAtom) ?? get(uxConfigAtom))
