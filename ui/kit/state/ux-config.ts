import { atom } from 'jotai'
import type { UxConfig } from '../../../src/contract/site/ux-config.ts'

/** Sent with the page. */
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

/** Unsaved settings previewed by their form. */
export const previewedUxConfigAtom = atom<UxConfig | undefined>(undefined)

export const shownUxConfigAtom = atom((get) => get(previewedUxConfigAtom) ?? get(uxConfigAtom))
