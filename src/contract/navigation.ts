/** Where the bars of every page lead, in their order. */

export type BarLink = { readonly path: string; readonly label: string; readonly icon: string }

/** The icon links of the top bar; `icon` is the name of one of ui/layout/icons.ts. */
export const mainLinks = [
  { path: '/', label: 'Home', icon: 'house' },
  { path: '/photo', label: 'Photos', icon: 'image' },
  { path: '/album', label: 'Albums', icon: 'images' },
  { path: '/camera', label: 'Cameras', icon: 'camera' },
] as const satisfies readonly BarLink[]

/** The last of them: the guest's own page, or the way to become one. */
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

/** The most that is searched for, in characters. */
export const longestSearch = 200
