/** Every text around the pages that the owner writes. */
export const texts = {
  titles: { resume: 'Resume', about: 'About' },
  /** The owner's hint has the file's name between these. */
  yours: 'You can edit this page: it is the Markdown file ',
  how: ' in the data folder.',
  empty: {
    heading: 'Nothing here yet',
    visitor: 'Please check back later.',
  },
} as const

export const fileOf = (page: string): string => `pages/${page}.md`
