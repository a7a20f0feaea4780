import type { ChartKey } from '../../../src/contract/site/evidence.ts'

export const texts = {
  heading: 'Taken with it',
  first: 'First photo',
  last: 'Latest photo',
  only: 'Its only photo',
  mostLiked: 'Most liked',
  likes: (count: number) => (count === 1 ? '1 like' : `${count} likes`),
  cameras: 'On cameras',
  lenses: 'With lenses',
  charts: {
    focal: { title: 'Focal length', unit: 'mm' },
    f: { title: 'Aperture', unit: 'f-number' },
    exposure: { title: 'Exposure time', unit: 's' },
    iso: { title: 'ISO', unit: '' },
    hour: { title: 'Time of day', unit: '' },
  } satisfies Record<ChartKey, { title: string; unit: string }>,
  overviews: {
    label: 'Overviews',
    cameras: 'Cameras',
    lenses: 'Lenses',
    keywords: 'Keywords',
    archive: 'Archive',
  },
} as const
