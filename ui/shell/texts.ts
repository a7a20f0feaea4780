export const texts = {
  skip: 'Skip to content',
  loading: 'Loading',
  starting: 'Loading…',
  notices: { bar: 'Notification', close: 'Close' },
  account: 'Account',
  menu: { open: 'Menu', title: 'Menu', close: 'Close menu' },
  uploads: {
    /** In the top bar while uploads run. */
    progress: (done: number, total: number) => `${done} of ${total}`,
    label: (done: number, total: number) => `Uploads: ${done} of ${total}`,
  },
  needsJavaScript: {
    headings: { account: 'Account', guest: 'Guest', setup: 'Setup' },
    text: 'This page needs JavaScript. Turn it on for this site, then reload the page.',
  },
  notFound: {
    title: 'Not found',
    heading: 'Page not found',
    text: 'This page does not exist or is not public.',
    link: 'Go to the photos',
  },
  error: {
    title: 'Error',
    heading: 'Something went wrong',
    defect: 'Could not show this page. Reload it to try again.',
    retry: 'Try again',
    screen: 'this page',
  },
} as const
