/** What only the owner's controls say, so it is loaded with them. */
export const ownerTexts = {
  showPhotostream: 'Show Photostream',
  lock: {
    /** The button's pressed state completes it. */
    label: (photo: string) => `Public: ${photo}`,
    public: 'In the photostream',
    private: 'Private',
    elsewhere: 'Not in the photostream, but visible in a public album',
  },
  membership: {
    noPhotostream: 'No PhotoStream album set',
    makePhotostream: 'Create one',
    /** The name of the new album; later attempts follow when a name is taken. */
    albumName: (attempt: number) => (attempt === 1 ? 'Photostream' : `Photostream ${attempt}`),
    publishFailed: (reason: string) => `Could not make the photo public: ${reason}`,
    hideFailed: (reason: string) => `Could not remove the photo from the photostream: ${reason}`,
    hidden: 'The photo was removed from the photostream.',
    undo: 'Undo',
    makeFailed: (reason: string) => `Could not create a photostream: ${reason}`,
    stillVisible: (albums: string) => `Still visible in ${albums}`,
    otherAlbums: 'other albums',
    removeThere: 'Remove there too',
    filled: (visible: string, albums: string) =>
      `${visible}. Photos cannot be removed from a smart album (${albums}).`,
    removeFailed: (reason: string) => `Could not hide the photo: ${reason}`,
  },
} as const
