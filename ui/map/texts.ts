import { countOfPhotos } from '../../src/contract/counts.ts'

export const texts = {
  title: 'Map',
  titleOf: (album: string) => `Map of ${album}`,
  lead: countOfPhotos,
  more: 'Only the first 10,000 photos are on the map.',
  towns: 'Places',
  elsewhere: 'Far from any town',
  photosOf: (place: string) => `Photos: ${place}`,
  firstOf: (shown: number, count: number) => `The first ${shown} of ${countOfPhotos(count)}.`,
  all: 'All places',
  back: 'Back to the photos',
  backToAlbum: 'Back to the album',
  map: 'Map; the list of places leads to the same photos',
  loading: 'Loading the map…',
  untitled: 'Untitled photo',
  noMap: 'This browser cannot draw the map. The list has all places.',
  loadFailed: 'The map could not be loaded. The list has all places.',
  zoneMap: 'Map; click the centre of the zone, or type its position',
  noZoneMap: 'This browser cannot draw the map. Type the position instead.',
  zoneLoadFailed: 'The map could not be loaded. Type the position instead.',
  empty: {
    heading: 'Nothing on the map',
    visitor: 'No photo shows where it was taken.',
    owner: 'Photos appear here if their files contain a position.',
  },
  credits: { towns: 'Towns: GeoNames (CC BY 4.0)', world: 'Natural Earth' },
} as const
