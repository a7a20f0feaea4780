import { useAtomValue } from 'jotai'
import { Camera, House, Image, Images, UserRound, UserRoundPlus } from 'lucide-react'
import { paths } from '../paths.ts'
import { viewerAtom } from '../state/viewer.ts'
import { texts } from './texts.ts'

/** The screens that are the same for everybody. */
const navigation = [
  { to: paths.home(), label: texts.navigation.home, Icon: House },
  { to: paths.photos(), label: texts.navigation.photos, Icon: Image },
  { to: paths.albums(), label: texts.navigation.albums, Icon: Images },
  { to: paths.cameras(), label: texts.navigation.cameras, Icon: Camera },
] as const

/** The screens that the top bar leads to, in its order; the last one is the guest's own. */
export function useScreens() {
  const { isGuest } = useAtomValue(viewerAtom)
  const guest = isGuest
    ? { to: paths.guest(), label: texts.navigation.guest, Icon: UserRound }
    : { to: paths.guest(), label: texts.navigation.addGuest, Icon: UserRoundPlus }
  return [...navigation, guest]
}
