import { House, Image } from 'lucide-react'
import { paths } from '../paths.ts'
import { texts } from './texts.ts'

/** The screens that the top bar leads to, in its order. */
export const navigation = [
  { to: paths.home(), label: texts.navigation.home, Icon: House },
  { to: paths.photos(), label: texts.navigation.photos, Icon: Image },
] as const
