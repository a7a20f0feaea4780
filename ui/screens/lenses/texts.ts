export const texts = {
  title: 'Lenses',
  count: (count: number) => (count === 1 ? '1 lens' : `${count} lenses`),
  photos: 'Photos',
  inAlbums: 'Its photos are in albums, not in the photostream.',
  empty: {
    heading: 'No lenses yet',
    visitor: 'A lens appears here once a photo taken with it has been added.',
    owner: 'A lens is added automatically with the first photo that names it.',
  },
} as const
