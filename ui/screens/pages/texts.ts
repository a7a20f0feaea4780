export const texts = {
  titles: { resume: 'Resume', about: 'About' },
  /** The file's name is shown between these two. */
  hintBefore: ' in your account, or with any other editor: it is the Markdown file ',
  hintAfter: ' in the data folder.',
  edit: 'Edit this page',
  /** Before the link to the editor. */
  hidden: 'Visitors do not see this page until you write its text. ',
  empty: {
    heading: 'Nothing here yet',
    visitor: 'Please check back later.',
  },
} as const

export const fileOf = (page: string): string => `pages/${page}.md`
