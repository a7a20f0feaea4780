import { makerName } from '../cameras/makers.ts'
import { ownValue } from '../own-value.ts'
import { timeSpanText } from './date-filter.ts'
import type { FilterNames } from './filter-names.ts'
import { isNumberKey } from './number-classes.ts'
import { numberText } from './number-texts.ts'
import { type FilterKey, type FilterTerm, type PhotoFilter, partSign } from './photo-filter.ts'

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
  uploaded: 'Uploaded',
  upload: 'Upload',
  is: 'Visibility',
  albums: 'Albums',
  title: 'Title',
}

/**
 * A value as people write it: 'Nikon D700' for the camera nikon-d700, 'ISO 3200 and above' for
 * '3200..'.
 */
export function filterValueText(key: FilterKey, value: string, names: FilterNames = {}): string {
  if (isNumberKey(key)) return numberText(key, value)
  if (value.startsWith(partSign)) return `“${value.slice(partSign.length)}”`
  switch (key) {
    case 'camera':
    case 'lens':
    case 'keyword':
      return ownValue(names[key] ?? {}, value) ?? value
    case 'make':
      return makerName(value) || value
    case 'uploaded':
      return timeSpanText(value)
    case 'upload':
      return 'Uploaded together'
    case 'albums':
      return value === 'none' ? 'In no album' : 'In an album'
    case 'title':
      return value === 'no' ? 'Untitled' : 'With a title'
    default:
      return capitalized(value)
  }
}

/** 'Camera: Nikon D700', 'ISO 3200 and above', 'Without keyword draft'. */
export function filterTermText(
  { key, isExcluded, values }: FilterTerm,
  names: FilterNames = {},
): string {
  const texts = values.map((value) => filterValueText(key, value, names)).join(' or ')
  if (isExcluded) return `${exclusionOf(key)} ${texts}`
  return saysItsKey.includes(key) ? capitalized(texts) : `${filterKeyNames[key]}: ${texts}`
}

/** Keys whose values' texts need no name before them. */
const saysItsKey: readonly FilterKey[] = ['iso', 'upload', 'albums', 'title']

function exclusionOf(key: FilterKey): string {
  switch (key) {
    case 'camera':
    case 'make':
    case 'lens':
      return 'Not taken with'
    case 'keyword':
      return 'Without keyword'
    // Their values say what they are.
    case 'iso':
    case 'upload':
    case 'is':
    case 'albums':
    case 'title':
      return 'Not'
    default:
      return `Not ${filterKeyNames[key].toLowerCase()}`
  }
}

/** A whole filter in one line: 'Search: fox · Camera Model: NIKON D700 · ISO 3200 and above'. */
export function filterText(filter: PhotoFilter, names: FilterNames = {}): string {
  const { q, cameraModel, order, terms } = filter
  const parts = [
    q && `Search: ${q}`,
    cameraModel && `Camera Model: ${cameraModel}`,
    ...terms.map((term) => filterTermText(term, names)),
    order && 'Recently added',
  ]
  return parts.filter(Boolean).join(' · ')
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
