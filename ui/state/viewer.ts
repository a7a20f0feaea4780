import { atom } from 'jotai'
import type { User } from '../../src/contract/owner.ts'
import type { ShownViewer } from '../../src/contract/viewer.ts'
import { store } from './store.ts'

/** Who looks at the gallery. */
export const viewerAtom = atom<ShownViewer>({ isOwner: false, isGuest: false })

/** Whether the viewer is the owner or a guest, as far as the page knows. */
export const isSignedIn = (): boolean => {
  const { isOwner, isGuest } = store.get(viewerAtom)
  return isOwner || isGuest
}

/** The owner as everybody sees them. */
export const userAtom = atom<User>({ name: '', bio: '', pic: '' })

/** What the gallery is called: its owner's name. */
export const siteNameAtom = atom((get) => get(userAtom).name || 'Vitrine')
