import { grouped } from '../../src/contract/text/counts.ts'
import { homeTexts, photoCounts } from '../kit/home-texts.ts'

export const texts = {
  ...homeTexts,
  photoCounts,
  morePhotos: 'More photos',
  shown: (shown: number, total: number) => `${grouped(shown)} of ${grouped(total)} photos`,
  loadFailed: (reason: string) => `Could not load more photos: ${reason}`,
  retry: 'Try again',
  listTools: 'Tools for these photos',
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
