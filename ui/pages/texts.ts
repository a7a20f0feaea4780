/** Every text around the pages that the owner writes. */
export const texts = {
  titles: { resume: 'Resume', about: 'About' },
  /** The owner's hint has the file's name between these. */
  yours: 'This page is yours: it is the file ',
  how: ' in the data folder, in Markdown.',
  empty: {
    heading: 'Nothing is written here yet',
    visitor: 'Come back another day.',
  },
} as const

export const fileOf = (page: string): string => `pages/${page}.md`
