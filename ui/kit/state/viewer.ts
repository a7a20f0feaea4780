import { atom } from 'jotai'
import type { User } from '../../../src/contract/people/owner.ts'
import type { ShownViewer } from '../../../src/contract/people/viewer.ts'
import { store } from './store.ts'

export const viewerAtom = atom<ShownViewer>({ isOwner: false, isGuest: false })

/** Whether the viewer is the owner or a guest, as far as this page knows. */
export const isSignedIn = (): boolean => {
  const { isOwner, isGuest } = store.get(viewerAtom)
  return isOwner || isGuest
}

/** The owner's public profile. */
export const userAtom = atom<User>({ name: '', bio: '', pic: '' })

export const siteNameAtom = atom((get) => get(userAtom).name || 'Vitrine')
