import { grouped } from '../../src/contract/counts.ts'

/** Every text of the cameras' screen. */
export const texts = {
  title: 'Cameras',
  list: 'Cameras',
  /** On the button that opens the list on narrow screens. */
  all: (count: number) => (count === 1 ? '1 camera' : `All ${grouped(count)} cameras`),
  photos: 'Photos',
  count: grouped,
  specs: 'Specification',
  unknown: '–',
  empty: {
    heading: 'No cameras yet',
    visitor: 'A camera appears here with its first photo.',
    owner: 'A camera appears here with its first photo: each photo says what it was taken with.',
    link: 'Upload photos',
  },
  edit: {
    specs: 'Edit specification',
    image: 'Change picture',
    addImage: 'Add a picture',
    save: 'Save',
    cancel: 'Cancel',
    fixed: 'Make and model are what the photos themselves say.',
    features: 'Features',
    pixelsHint: 'In millions, or every pixel',
    notNumber: (kept: string) => `Not a number: ${kept} stays. 0 takes it out.`,
    noNumber: 'Not a number: it stays unknown',
  },
  image: {
    heading: 'Picture of the camera',
    file: 'Picture from this device',
    choose: 'Choose a file',
    none: 'JPEG or PNG, up to 10 MiB',
    takeBack: 'Choose none',
    address: 'or its address on the web',
    addressHint: 'The server fetches it once and keeps it',
    addressUnused: 'Not used: the chosen file comes first',
    submit: 'Set picture',
    fetching: 'Fetching the picture',
    uploading: 'Uploading the picture',
    neither: 'Neither file or image url was provided',
  },
} as const

const units = { megapixels: 'M', times: 'x', centimetres: 'cm' } as const

/** A field's label with the unit that its number is in. */
export const labelWithUnit = (label: string, kind: string): string =>
  kind in units ? `${label} (${units[kind as keyof typeof units]})` : label
