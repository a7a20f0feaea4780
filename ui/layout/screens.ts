import { useAtomValue } from 'jotai'
import { addGuestLink, guestLink, mainLinks } from '../../src/contract/navigation.ts'
import { viewerAtom } from '../state/viewer.ts'
import { barIcons } from './icons.ts'

/** The screens that the top bar leads to, in its order; the last one is the guest's own. */
export function useScreens() {
  const { isGuest } = useAtomValue(viewerAtom)
  return [...mainLinks, isGuest ? guestLink : addGuestLink].map(({ path, label, icon }) => ({
    to: path,
    label,
    Icon: barIcons[icon],
  }))
}
