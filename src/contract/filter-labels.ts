import { cameraId } from './camera-id.ts'
import { keywordValue } from './keyword-value.ts'
import { lensId } from './lens-id.ts'
import { makerName } from './makers.ts'
import {
  hourText,
  isNumberKey,
  monthText,
  type NumberKey,
  rangeText,
  starsText,
} from './number-classes.ts'
import { type FilterKey, type FilterTerm, type PhotoFilter, partSign } from './photo-filter.ts'
import type { Photo } from './photos.ts'

/** Where names are read from that a filter has only the ids of: photos that the reader sees. */
export type NamedPhotos = readonly Pick<
  Photo,
  'cameraModel' | 'cameraName' | 'lensMake' | 'lensModel' | 'lensName' | 'keywords'
>[]

/** What each key is called. */
export const filterKeyNames: Readonly<Record<FilterKey, string>> = {
  camera: 'Camera',
  make: 'Maker',
  lens: 'Lens',
  focal: 'Focal length',
  focal35: '35 mm equivalent',
  f: 'Aperture',
  exposure: 'Exposure time',
  iso: 'ISO',
  rating: 'Rating',
  keyword: 'Keyword',
  year: 'Year',
  month: 'Month',
  hour: 'Hour of day',
  orientation: 'Orientation',
  aspect: 'Shape',
  location: 'Location',
}

const decimal = (value: number) => String(Math.round(value * 100) / 100)
const time = (seconds: number) =>
  seconds > 0 && seconds < 0.3 ? `1/${Math.round(1 / seconds)} s` : `${decimal(seconds)} s`

const numberTexts: Readonly<Record<NumberKey, (value: number) => string>> = {
  focal: (value) => `${decimal(value)} mm`,
  focal35: (value) => `${decimal(value)} mm`,
  f: (value) => `f/${decimal(value)}`,
  exposure: time,
  iso: String,
  rating: starsText,
  year: String,
  month: monthText,
  hour: hourText,
}

/** A value as people write it: 'Nikon D700' for the camera nikon-d700, '3200 and above' for '3200..'. */
export function filterValueText(key: FilterKey, value: string, photos: NamedPhotos = []): string {
  if (isNumberKey(key)) return rangeText(value, numberTexts[key])
  if (value.startsWith(partSign)) return `“${value.slice(partSign.length)}”`
  switch (key) {
    case 'camera':
      return photos.find((photo) => cameraOf(photo) === value)?.cameraName ?? value
    case 'lens':
      return photos.find((photo) => lensOf(photo) === value)?.lensName ?? value
    case 'make':
      return makerName(value) || value
    case 'keyword':
      return spellingOf(value, photos)
    default:
      return value
  }
}

const cameraOf = ({ cameraModel }: NamedPhotos[number]) => cameraModel && cameraId(cameraModel)
const lensOf = ({ lensMake, lensModel }: NamedPhotos[number]) => lensId(lensMake, lensModel)

function spellingOf(keyword: string, photos: NamedPhotos): string {
  for (const { keywords } of photos) {
    const spelling = keywords.find((word) => keywordValue(word) === keyword)
    if (spelling) return spelling
  }
  return keyword
}

/** 'Camera: Nikon D700', 'ISO 3200 and above', 'Not keyword draft'. */
export function filterTermText(
  { key, isExcluded, values }: FilterTerm,
  photos: NamedPhotos = [],
): string {
  const name = filterKeyNames[key]
  const texts = values.map((value) => filterValueText(key, value, photos)).join(' or ')
  if (isExcluded) return `Not ${key === 'iso' ? name : name.toLowerCase()} ${texts}`
  return key === 'iso' ? `${name} ${texts}` : `${name}: ${texts}`
}

/** A whole filter in one line: 'Search: fox · Camera Model: NIKON D700 · ISO 3200 and above'. */
export function filterText(filter: PhotoFilter, photos: NamedPhotos = []): string {
  const { q, cameraModel, terms } = filter
  const parts = [
    q && `Search: ${q}`,
    cameraModel && `Camera Model: ${cameraModel}`,
    ...terms.map((term) => filterTermText(term, photos)),
  ]
  return parts.filter(Boolean).join(' · ')
}
