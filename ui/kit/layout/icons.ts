import { Camera, House, Image, Images, Search, UserRound, UserRoundPlus } from 'lucide-react'

export const barIcons = {
  house: House,
  image: Image,
  images: Images,
  camera: Camera,
  guest: UserRound,
  'add-guest': UserRoundPlus,
  search: Search,
} as const

export const iconStroke = 1.6
