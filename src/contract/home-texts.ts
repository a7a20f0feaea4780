import { countOfPhotos, grouped } from './counts.ts'

export const homeTexts = {
  allPhotos: 'All photos',
  loadMore: 'Load more',
  newer: 'Newer photos',
  account: 'Account',
  unclaimed: {
    heading: 'This gallery waits for its owner',
    text: 'If it is yours, open the first-start link that Vitrine printed on its console.',
  },
  empty: {
    visitor: { heading: 'No photos yet', text: 'The first ones will appear here.' },
    owner: {
      heading: 'No photos yet',
      text: 'Bring some in from this computer. They stay private until you open their locks.',
      link: 'Upload photos',
    },
    photostream: {
      heading: 'Nothing is public yet',
      text: 'Visitors see the photostream, and no photo is in it. Open the lock of those that they may see.',
      link: 'Show all photos',
    },
    beyond: {
      heading: 'No photos this far back',
      text: 'The photostream ends before this page.',
      link: 'To the newest photos',
    },
  },
} as const

export function photoCounts(total: number, photostreamTotal: number | undefined): string {
  const all = countOfPhotos(total)
  const hidden = total - (photostreamTotal ?? total)
  return hidden > 0 ? `${all}, ${grouped(hidden)} not in the photostream` : all
}

export const searchTexts = {
  title: (words: string) => `Search: ${words}`,
  nothing: 'No photo holds all of these words. Try fewer.',
  all: 'All results',
  clear: 'Clear Search',
} as const

export function filterText({ words, model }: { words?: string; model?: string }): string {
  const parts = [words && searchTexts.title(words), model && `Camera Model: ${model}`]
  return parts.filter(Boolean).join(' · ')
}
