import { ownValue } from '../../../src/contract/own-value.ts'
import { grouped } from '../../../src/contract/text/counts.ts'

export const texts = {
  title: 'Cameras',
  list: 'Cameras',
  /** On the button that opens the list on narrow screens. */
  all: (count: number) => (count === 1 ? '1 camera' : `All ${grouped(count)} cameras`),
  photos: 'Photos',
  count: grouped,
  /** To visitors, who may open no list of them. */
  inAlbums: 'Its photos are in albums, not in the photostream.',
  specs: 'Specifications',
  unknown: '–',
  empty: {
    heading: 'No cameras yet',
    visitor: 'A camera appears here once a photo taken with it has been added.',
    owner: 'A camera is added automatically when you upload the first photo taken with it.',
    link: 'Upload photos',
  },
  edit: {
    specs: 'Edit specifications',
    image: 'Change picture',
    addImage: 'Add a picture',
    save: 'Save',
    cancel: 'Cancel',
    fixed: 'Make and model come from the photos.',
    features: 'Features',
    answers: { unknown: 'Unknown', yes: 'Yes', no: 'No' },
    pixelsHint: 'Megapixels, or the total number of pixels',
    wanted: {
      year: 'Enter a year with four digits, such as 2008, or leave the field empty.',
      number: 'Enter a number, such as 1.5, or leave the field empty.',
      positive: 'Enter a number above 0, such as 1.5, or leave the field empty.',
    },
  },
  image: {
    heading: 'Camera picture',
    file: 'Picture from this device',
    choose: 'Choose a file',
    none: 'JPEG or PNG, up to 10 MiB',
    clear: 'Clear selection',
    address: 'or a web address',
    addressHint: 'The server downloads it once and keeps a copy.',
    addressUnused: 'Ignored while a file is selected',
    submit: 'Set picture',
    downloading: 'Downloading the picture',
    uploading: 'Uploading the picture',
    neither: 'Neither file or image url was provided',
  },
} as const

const units = { megapixels: 'M', times: 'x', centimetres: 'cm' } as const

/** A field's label with its unit. */
export const labelWithUnit = (label: string, kind: string): string =>
  Object.hasOwn(units, kind) ? `${label} (${ownValue(units, kind)})` : label
