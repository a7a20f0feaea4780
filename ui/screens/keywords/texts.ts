import { countOfPhotos, grouped } from '../../../src/contract/text/counts.ts'

export const texts = {
  title: 'Keywords',
  count: (total: number, shown: number) => {
    const all = total === 1 ? '1 keyword' : `${grouped(total)} keywords`
    return shown < total ? `The ${grouped(shown)} most frequent of ${all}` : all
  },
  /** For keywords that begin with a digit or a sign. */
  otherLetters: '#',
  photos: 'Photos',
  more: (count: number) => `All ${countOfPhotos(count)}`,
  related: 'Also on these photos',
  inAlbums: 'Its photos are in albums, not in the photostream.',
  empty: {
    heading: 'No keywords yet',
    visitor: 'The keywords of photos appear here.',
    owner: 'Keywords come from your photos’ files. You can also add them when you edit a photo.',
  },
} as const
