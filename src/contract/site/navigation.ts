export type BarLink = { readonly path: string; readonly label: string; readonly icon: string }

export const mainLinks = [
  { path: '/', label: 'Home', icon: 'house' },
  { path: '/photo', label: 'Photos', icon: 'image' },
  { path: '/album', label: 'Albums', icon: 'images' },
  { path: '/camera', label: 'Cameras', icon: 'camera' },
] as const satisfies readonly BarLink[]

export const guestLink = { path: '/guest', label: 'Guest', icon: 'guest' } as const
export const addGuestLink = { path: '/guest', label: 'Add GuestPage', icon: 'add-guest' } as const

export const barTexts = {
  main: 'Main',
  search: 'Search photos',
  searchPlaceholder: 'Search…',
  about: 'ABOUT',
  resume: 'RESUME',
  account: 'ACCOUNT',
} as const
