export const texts = {
  title: 'Edit Photo',
  fields: {
    title: 'Title',
    keywords: 'Keywords',
    keywordsHint: 'Separated by commas. Put a keyword that contains one in double quotes.',
    description: 'Description',
    alt: 'Alt text',
    altHint: 'What the photo shows, for people who cannot see it',
    rating: 'Rating',
    noRating: 'None',
    creator: 'Creator',
    copyright: 'Copyright',
    albums: 'Albums',
  },
  albums: {
    loading: 'Loading…',
    none: 'Not in any album',
    noneYet: 'There are no albums yet.',
    failed: (reason: string) => `Could not load the albums: ${reason}`,
    retry: 'Try again',
    /** Below the name of an album with a share code. */
    codeRequired: 'code required',
    photostream: 'photostream',
    /** Below the name of an album whose photos cannot be chosen. */
    smart: 'smart album',
  },
  save: 'Save',
  previousHint: 'Save and show the previous photo (Alt + ↑)',
  nextHint: 'Save and show the next photo (Alt + ↓)',
  noChanges: 'no changes',
  /** Names the keyword that an error is about. */
  ofKeyword: (keyword: string, reason: string) =>
    `“${keyword.length > 30 ? `${keyword.slice(0, 30)}…` : keyword}”: ${reason}`,
  /** Shown after saving, if the photo was open in that album. */
  leftAlbum: (album: string) => `The photo is no longer in ${album}.`,
} as const
