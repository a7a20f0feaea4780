import { countOfPhotos } from '../../../../src/contract/text/counts.ts'

export const texts = {
  lead: 'Cameras and phones often record where a photo was taken. You always see it; choose what others see. The files that others download never contain it.',
  whoSees: 'Who sees places',
  choices: { nobody: 'Nobody', town: 'Town', exact: 'Exact' },
  meanings: {
    nobody: 'Others see no places, and there is no map for them.',
    town: 'Others see the name of the nearest town. On the map, photos are at its centre.',
    exact: 'Others see the exact place, on the map and beside the photo.',
  },
  zones: 'Home zones',
  zonesHint:
    'Others never see the location of photos taken in a zone, not even the town. Make a zone larger than the area that you want to hide, and do not centre it exactly on your door.',
  zone: (number: number) => `Zone ${number}`,
  name: 'Name',
  namePlaceholder: 'Home',
  position: 'Latitude, longitude',
  positionHint: 'Such as 49.41, 8.69. You can also choose it on the map or from a photo.',
  radius: 'Radius in metres',
  fromPhoto: 'Choose a photo taken there',
  fromMap: 'Choose on a map',
  mapHint: 'Click or tap the centre of the zone.',
  noPhotos: 'None of your photos has a location.',
  photoFrom: (title: string, place: string) => `${title || 'Untitled photo'}, ${place}`,
  inside: (count: number, isAtLeast: boolean) =>
    `${isAtLeast ? 'At least ' : ''}${countOfPhotos(count)} in this zone`,
  add: 'Add a zone',
  remove: (name: string) => `Remove ${name}`,
  counts: (located: number, inZones: number) =>
    `${countOfPhotos(located)} with a location, ${inZones} of them in a home zone.`,
  warning:
    'Changes take effect at once, but cannot take back what others have already seen or saved.',
  wrongName: 'Enter a name',
  wrongPosition: 'Enter two numbers: −90 to 90, and −180 to 180',
  wrongRadius: (min: number, max: number) => `Enter a whole number from ${min} to ${max}`,
  loadFailed: (reason: string) => `Could not load the places: ${reason}`,
} as const
