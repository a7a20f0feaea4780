import { grouped } from '../../src/contract/counts.ts'
import { homeTexts, photoCounts } from '../../src/contract/home-texts.ts'

/** Every text of the home screen and of what the owner does there. */
export const texts = {
  ...homeTexts,
  photoCounts,
  morePhotos: 'More photos',
  shown: (shown: number, total: number) => `${grouped(shown)} of ${grouped(total)} photos`,
  loadFailed: (reason: string) => `The next photos did not come: ${reason}`,
  retry: 'Try again',
  showPhotostream: 'Show Photostream',
  lock: {
    /** With the pressed state of the button it says the whole. */
    label: (photo: string) => `Public: ${photo}`,
    public: 'In the photostream',
    private: 'Private',
    elsewhere: 'Not in the photostream, but in an album that everybody sees',
  },
  membership: {
    noPhotostream: 'No PhotoStream album set',
    makePhotostream: 'Make one',
    /** The name of the album that 'Make one' makes, and what follows it where the name is taken. */
    albumName: (attempt: number) => (attempt === 1 ? 'Photostream' : `Photostream ${attempt}`),
    publishFailed: (reason: string) => `The photo stays private: ${reason}`,
    hideFailed: (reason: string) => `The photo stays in the photostream: ${reason}`,
    makeFailed: (reason: string) => `No photostream was made: ${reason}`,
    stillVisible: (albums: string) => `Still visible in ${albums}`,
    otherAlbums: 'other albums',
    removeThere: 'Remove there too',
    removeFailed: (reason: string) => `The photo is still visible: ${reason}`,
  },
} as const
