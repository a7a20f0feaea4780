import { atom } from 'jotai'
import type { User } from '../../src/contract/owner.ts'
import type { ShownViewer } from '../../src/contract/viewer.ts'

/** Who looks at the gallery. */
export const viewerAtom = atom<ShownViewer>({ isOwner: false, isGuest: false })

/** The owner as everybody sees them. */
export const userAtom = atom<User>({ name: '', bio: '', pic: '' })

/** What the gallery is called: its owner's name. */
export const siteNameAtom = atom((get) => get(userAtom).name || 'Vitrine')
