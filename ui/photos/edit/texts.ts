export const texts = {
  title: 'Edit Photo',
  close: 'Close',
  fields: {
    title: 'Title',
    keywords: 'Keywords',
    keywordsHint: 'comma separated',
    description: 'Description',
    albums: 'Albums',
  },
  albums: {
    loading: 'Loading…',
    none: 'In no album',
    noneYet: 'There are no albums yet',
    failed: (reason: string) => `The albums did not come: ${reason}`,
    retry: 'Try again',
    /** After the name of an album that needs its code. */
    coded: 'with a code',
    photostream: 'photostream',
  },
  save: 'Save',
  cancel: 'Cancel',
  noChanges: 'no changes',
  /** For one keyword of many, by its beginning. */
  ofKeyword: (keyword: string, reason: string) =>
    `“${keyword.length > 30 ? `${keyword.slice(0, 30)}…` : keyword}”: ${reason}`,
  /** After saving, if the photo was shown in that album. */
  leftAlbum: (album: string) => `The photo is no longer in ${album}`,
} as const
