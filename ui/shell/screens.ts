import { useAtomValue } from 'jotai'
import { addGuestLink, guestLink, mainLinks } from '../../src/contract/site/navigation.ts'
import { barIcons } from '../kit/layout/icons.ts'
import { viewerAtom } from '../kit/state/viewer.ts'

/** The links of the top bar, in order; the last one depends on whether the viewer is a guest. */
export function useScreens() {
  const { isGuest } = useAtomValue(viewerAtom)
  return [...mainLinks, isGuest ? guestLink : addGuestLink].map(({ path, label, icon }) => ({
    to: path,
    label,
    Icon: barIcons[icon],
  }))
}
