import { countOfPhotos, grouped } from '../../src/contract/text/counts.ts'

export const homeTexts = {
  loadMore: 'Load more',
  newer: 'Newer photos',
  account: 'Account',
  map: 'Map',
  unclaimed: {
    heading: 'This gallery has not been set up yet',
    text: 'If it is yours, open the setup link that Vitrine printed in its console.',
  },
  empty: {
    visitor: { heading: 'No photos yet', text: 'New photos will appear here.' },
    inAlbums: {
      heading: 'The photos are in albums',
      text: 'New photos will appear here.',
      link: 'Browse by album',
    },
    owner: {
      heading: 'No photos yet',
      text: 'Upload some from this device. They stay private until you make them public.',
      link: 'Upload photos',
    },
    photostream: {
      heading: 'The photostream is empty',
      text: 'Visitors see no photos here. Unlock the ones you want them to see.',
      link: 'Show all photos',
    },
    beyond: {
      heading: 'No more photos',
      text: 'You have gone past the end of the photostream.',
      link: 'Back to the newest photos',
    },
  },
} as const

export function photoCounts(total: number, photostreamTotal: number | undefined): string {
  const all = countOfPhotos(total)
  const hidden = total - (photostreamTotal ?? total)
  return hidden > 0 ? `${all} (${grouped(hidden)} not in the photostream)` : all
}

export const searchTexts = {
  title: (words: string) => `Search: ${words}`,
  nothing: 'No photos match all of these words. Try fewer words.',
  clear: 'Clear Search',
} as const
