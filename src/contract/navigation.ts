export type BarLink = { readonly path: string; readonly label: string; readonly icon: string }

/** In the top bar; `icon` is a name from ui/layout/icons.ts. */
export const mainLinks = [
  { path: '/', label: 'Home', icon: 'house' },
  { path: '/photo', label: 'Photos', icon: 'image' },
  { path: '/album', label: 'Albums', icon: 'images' },
  { path: '/camera', label: 'Cameras', icon: 'camera' },
] as const satisfies readonly BarLink[]

/** The last link: the guest's own page, or how to become a guest. */
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

/** In characters. */
export const longestSearch = 200
