import { countOfPhotos, grouped } from '../../../src/contract/text/counts.ts'

export const texts = {
  title: 'Archive',
  count: (photos: number, years: number) =>
    `${countOfPhotos(photos)} in ${years === 1 ? '1 year' : `${grouped(years)} years`}`,
  undated: (count: number) =>
    count === 1 ? '1 photo has no date.' : `${grouped(count)} photos have no date.`,
  year: (year: number, count: number) => `${year}: ${countOfPhotos(count)}`,
  months: (year: number) => `Months of ${year}`,
  month: 'Month',
  empty: {
    heading: 'Nothing in the archive yet',
    text: 'Photos appear here by the year and month in which they were taken.',
  },
} as const
