/** Every text of the frame. */
export const texts = {
  skip: 'Skip to content',
  loading: 'Loading',
  notices: { bar: 'Notification', close: 'Close' },
  navigation: {
    name: 'Main',
    home: 'Home',
    photos: 'Photos',
    albums: 'Albums',
    cameras: 'Cameras',
    guest: 'Guest',
    addGuest: 'Add GuestPage',
    account: 'Account',
  },
  menu: { open: 'Menu', title: 'Menu', close: 'Close menu' },
  footer: { name: 'Footer', about: 'ABOUT', resume: 'RESUME', account: 'ACCOUNT' },
  uploads: {
    /** In the top bar while uploads run. */
    progress: (done: number, total: number) => `${done} of ${total}`,
    label: (done: number, total: number) => `Uploads: ${done} of ${total}`,
  },
  notFound: {
    title: 'Not found',
    heading: 'Nothing here',
    text: 'There is no page at this address, or it is not public.',
    link: 'To the photos',
  },
  error: {
    title: 'Something failed',
    heading: 'This did not work',
    noAnswer: 'The server did not answer as expected. It may be out of reach for a moment.',
    outdated: 'The gallery was updated since this page was opened. Load it again to go on.',
    retry: 'Try again',
    reload: 'Load again',
  },
} as const
