import { cameraId } from '../../../contract/cameras/camera-id.ts'
import { lensId } from '../../../contract/cameras/lens-id.ts'
import { makerAtStart, makerName } from '../../../contract/cameras/makers.ts'
import { aspectClass } from '../../../contract/photos/aspect.ts'
import { parseTimeSpan } from '../../../contract/search/date-filter.ts'
import { filterValueText } from '../../../contract/search/filter-labels.ts'
import { type FilterKey, filterValue } from '../../../contract/search/photo-filter.ts'
import { nameOfCamera, nameOfLens } from '../camera-names.ts'
import type { PhotoRow } from '../row.ts'
import type { Entry } from './column.ts'
import type { MembershipKey } from './memberships.ts'

/** What filters read of a photo. */
export const filterColumns = [
  'row_id',
  'width',
  'height',
  'keywords',
  'hidden_keywords',
  'taken_local',
  'camera_make',
  'camera_model',
  'lens_make',
  'lens_model',
  'focal_length',
  'focal_length_35',
  'f_number',
  'iso',
  'exposure',
  'rating',
  'latitude',
  'longitude',
  'title',
  'uploaded_at',
  'run',
] as const

export type FilterRow = Pick<PhotoRow, (typeof filterColumns)[number]>

/** The keys whose values are in a photo's row, one for each photo. */
export type ColumnKey = Exclude<FilterKey, 'keyword' | MembershipKey>

type ColumnValue = {
  /** Equal for rows with the same value; null without a value. */
  readonly written: (row: FilterRow) => string | number | null
  readonly read: (row: FilterRow) => Entry | undefined
}

const number = (written: (row: FilterRow) => number | null): ColumnValue => ({
  written,
  read: (row) => written(row) ?? undefined,
})

const choice = (key: ColumnKey, written: (row: FilterRow) => string): ColumnValue => ({
  written,
  read: (row) => {
    const value = written(row)
    return { value, label: filterValueText(key, value) }
  },
})

/** A number within the camera's local time: '2009-03-31T16:05:00'. */
const ofTime = (start: number, end: number): ColumnValue => ({
  written: ({ taken_local }) => taken_local?.slice(start, end) ?? null,
  read: ({ taken_local }) => {
    const text = taken_local?.slice(start, end) ?? ''
    return /^\d+$/.test(text) ? Number(text) : undefined
  },
})

const hour = ofTime(11, 13)

/** Times of uploads are kept in steps, of which few are distinct; days begin with one in any zone. */
const stepMs = 15 * 60_000
const stepOf = (ms: number): number => Math.floor(ms / stepMs)

/** The steps of a value that has been validated. */
export function stepsOf(value: string, now: number): { first: number; last: number } {
  const { from, to } = parseTimeSpan(value, now)!
  return {
    first: from === null ? Number.NEGATIVE_INFINITY : stepOf(from),
    last: to === null ? Number.POSITIVE_INFINITY : stepOf(to) - 1,
  }
}

/**
 * A date without a time is stored as midnight, so a photo taken in the first second of a day counts
 * as having no time either.
 */
const hasTimeOfDay = ({ taken_local }: FilterRow) => taken_local?.slice(11) !== '00:00:00'

const cameraOf = ({ camera_make, camera_model }: FilterRow) =>
  camera_make === null && camera_model === null
    ? null
    : `${camera_make ?? ''}\n${camera_model ?? ''}`

export const columnValues: Readonly<Record<ColumnKey, ColumnValue>> = {
  camera: {
    written: cameraOf,
    read: ({ camera_make, camera_model }) => {
      if (!camera_model) return undefined
      const value = cameraId(camera_model)
      return { value, label: nameOfCamera(camera_make, camera_model) ?? camera_model }
    },
  },
  make: {
    written: cameraOf,
    read: ({ camera_make, camera_model }) => {
      const name = nameOfCamera(camera_make, camera_model) ?? ''
      // A camera's own brand wins over its maker: Ricoh makes the Pentax K-3.
      const label = makerAtStart(name)?.name ?? makerName(camera_make ?? '')
      return label ? { value: label.toLowerCase(), label } : undefined
    },
  },
  lens: {
    written: ({ lens_make, lens_model }) => lens_model && `${lens_make ?? ''}\n${lens_model}`,
    read: ({ lens_make, lens_model }) => {
      const value = lensId(lens_make, lens_model)
      return value ? { value, label: nameOfLens(lens_make, lens_model) ?? value } : undefined
    },
  },
  focal: number((row) => row.focal_length),
  focal35: number((row) => row.focal_length_35),
  f: number((row) => row.f_number),
  exposure: {
    written: (row) => row.exposure,
    read: ({ exposure }) => {
      const [over = '', under = '1'] = (exposure ?? '').split('/')
      const seconds = Number(over) / Number(under)
      return over !== '' && Number.isFinite(seconds) ? seconds : undefined
    },
  },
  iso: number((row) => row.iso),
  rating: number((row) => row.rating),
  year: ofTime(0, 4),
  month: ofTime(5, 7),
  hour: { written: (row) => (hasTimeOfDay(row) ? hour.written(row) : null), read: hour.read },
  orientation: choice('orientation', ({ width, height }) => {
    if (width === height) return 'square'
    return width > height ? 'landscape' : 'portrait'
  }),
  aspect: choice('aspect', aspectClass),
  location: choice('location', (row) =>
    row.latitude !== null && row.longitude !== null ? 'yes' : 'no',
  ),
  uploaded: number(({ uploaded_at }) => stepOf(uploaded_at)),
  upload: {
    written: ({ run }) => run,
    read: ({ run }) => {
      const value = filterValue('upload', run ?? '')
      return value === undefined ? undefined : { value, label: value }
    },
  },
  title: choice('title', ({ title }) => (title.trim() === '' ? 'no' : 'yes')),
}

export const columnKeys = Object.keys(columnValues) as ColumnKey[]
