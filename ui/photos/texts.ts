import { grouped } from '../../src/contract/counts.ts'
import { homeTexts, photoCounts } from '../../src/contract/home-texts.ts'

export const texts = {
  ...homeTexts,
  photoCounts,
  morePhotos: 'More photos',
  shown: (shown: number, total: number) => `${grouped(shown)} of ${grouped(total)} photos`,
  loadFailed: (reason: string) => `The next photos did not come: ${reason}`,
  retry: 'Try again',
  showPhotostream: 'Show Photostream',
  lock: {
    /** Complete together with the pressed state of the button. */
    label: (photo: string) => `Public: ${photo}`,
    public: 'In the photostream',
    private: 'Private',
    elsewhere: 'Not in the photostream, but in an album that everybody sees',
  },
  membership: {
    noPhotostream: 'No PhotoStream album set',
    makePhotostream: 'Make one',
    /** The name of the new album; later attempts are for names that are taken. */
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
