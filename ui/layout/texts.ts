export const texts = {
  skip: 'Skip to content',
  loading: 'Loading',
  notices: { bar: 'Notification', close: 'Close' },
  account: 'Account',
  menu: { open: 'Menu', title: 'Menu', close: 'Close menu' },
  uploads: {
    /** In the top bar while uploads run. */
    progress: (done: number, total: number) => `${done} of ${total}`,
    label: (done: number, total: number) => `Uploads: ${done} of ${total}`,
  },
  needsJavaScript: {
    headings: { account: 'Account', guest: 'Guest', setup: 'Set up' },
    text: 'This page needs JavaScript. Turn it on for this site, then reload the page.',
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
    retry: 'Try again',
  },
} as const
