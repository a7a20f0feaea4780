import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { cameraId } from '../../src/contract/cameras/camera-id.ts'
import { lensId } from '../../src/contract/cameras/lens-id.ts'
import { aspectClass } from '../../src/contract/photos/aspect.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import {
  type FilterKey,
  filterKeys,
  type PhotoFilter,
} from '../../src/contract/search/photo-filter.ts'
import { keywordValue } from '../../src/contract/text/keyword-value.ts'
import { openCrowdedGallery } from '../support/crowded-gallery.ts'

const photoCount = 120

/** What each key is for a photo's JSON, written without the engine's code. */
const valuesOf: Record<
  Exclude<FilterKey, 'make' | 'upload'>,
  (photo: Photo) => (string | number | null)[]
> = {
  camera: ({ cameraModel }) => [cameraModel && cameraId(cameraModel)],
  lens: ({ lensMake, lensModel }) => [lensId(lensMake, lensModel)],
  focal: ({ focalLength }) => [focalLength],
  focal35: ({ focalLength35 }) => [focalLength35],
  f: ({ fNumber }) => [fNumber],
  exposure: ({ exposure }) => [exposure && secondsOf(exposure)],
  iso: ({ iso }) => [iso],
  rating: ({ rating }) => [rating],
  keyword: ({ keywords }) => [...new Set(keywords.map(keywordValue))],
  year: ({ originalDate }) => [originalDate && new Date(`${originalDate}Z`).getUTCFullYear()],
  month: ({ originalDate }) => [originalDate && new Date(`${originalDate}Z`).getUTCMonth() + 1],
  hour: ({ originalDate }) => [originalDate && new Date(`${originalDate}Z`).getUTCHours()],
  orientation: (photo) => [orientationOf(photo)],
  aspect: (photo) => [aspectClass(photo)],
  location: ({ gps }) => [gps ? 'yes' : 'no'],
  uploaded: ({ uploadDate }) => {
    const year = new Date(uploadDate).getFullYear()
    return [String(year), ...(year < 2010 ? [] : ['8d'])]
  },
  is: ({ isPublic, visibleIn }) => [isPublic || visibleIn?.length ? 'public' : 'private'],
  // The gallery has no other albums than the photostream and a public one.
  albums: ({ isPublic, visibleIn }) => [isPublic || visibleIn?.length ? 'any' : 'none'],
  title: ({ title }) => [title.trim() ? 'yes' : 'no'],
}
function orientationOf({ width, height }: Photo): string {
  if (width === height) return 'square'
  return width > height ? 'landscape' : 'portrait'
}
const secondsOf = (exposure: string) => {
  const [over = '', under = '1'] = exposure.split('/')
  return Number(over) / Number(under)
}

const choices: Partial<Record<FilterKey, readonly string[]>> = {
  camera: ['nikon-d700', 'e-10', 'dmc-lx3'],
  lens: ['nikon-50mm-f-1.8', 'nikon-af-s-24-70mm'],
  keyword: ['fox', 'red fox', 'snow'],
  orientation: ['landscape', 'square', 'portrait'],
  aspect: ['landscape', 'square', 'portrait'],
  location: ['yes', 'no'],
  uploaded: ['8d', '2001', '2003'],
  is: ['private', 'public'],
  albums: ['none', 'any'],
  title: ['yes', 'no'],
}
const numbers: Partial<Record<FilterKey, readonly number[]>> = {
  focal: [9, 24, 35.5, 50],
  focal35: [28, 36, 75],
  f: [1.4, 2.8, 8],
  exposure: [0.004, 0.5, 2],
  iso: [80, 100, 3200],
  rating: [1, 3, 5],
  year: [2008, 2009, 2024],
  month: [1, 3, 12],
  hour: [0, 9, 23],
}
const keys = filterKeys.filter((key) => key !== 'make' && key !== 'upload')

const bound = (key: FilterKey) => fc.constantFrom(...numbers[key]!)
const someValue = (key: FilterKey): fc.Arbitrary<string> =>
  choices[key]
    ? fc.constantFrom(...choices[key])
    : fc.oneof(
        bound(key).map(String),
        fc.tuple(bound(key), bound(key)).map(([min, max]) => `${min}..${max}`),
        bound(key).map((min) => `${min}..`),
        bound(key).map((max) => `<${max}`),
        bound(key).map((min) => `>${min}`),
      )
const term = fc.constantFrom(...keys).chain((key) =>
  fc.record({
    key: fc.constant(key),
    isExcluded: fc.boolean(),
    values: fc.array(someValue(key), { minLength: 1, maxLength: 3 }),
  }),
)

function holds(value: string | number | null, wanted: string, key: FilterKey): boolean {
  if (value === null) return false
  if (typeof value === 'string') return value === wanted
  const [min, max] = wanted.split('..').map((text) => (text ? Number(text) : undefined))
  if (wanted.startsWith('<')) return value < Number(wanted.slice(1))
  if (wanted.startsWith('>')) return value > Number(wanted.slice(1))
  if (!wanted.includes('..')) return value === Number(wanted)
  const isWrapped = (key === 'month' || key === 'hour') && max !== undefined && min! > max
  if (isWrapped) return value >= min! || value <= max!
  return value >= min! && (max === undefined || value <= max)
}

async function randomGallery() {
  const crowded = await openCrowdedGallery(photoCount)
  const { store } = crowded.gallery.services
  const now = crowded.gallery.clock.now()
  const any = <T>(...values: T[]) => values[Math.floor(Math.random() * values.length)]!
  const pad = (number: number) => String(number).padStart(2, '0')
  await store.write(() => {
    for (const { row_id } of store.connection
      .query<{ row_id: number }, []>('SELECT row_id FROM photo')
      .all()) {
      const values = {
        camera_model: any(null, 'NIKON D700', 'E-10', 'DMC-LX3'),
        lens_make: any(null, 'Nikon'),
        lens_model: any(null, '50mm f/1.8', 'AF-S 24-70mm'),
        focal_length: any(null, 9, 24, 35.5, 50, 105),
        focal_length_35: any(null, 28, 36, 75),
        f_number: any(null, 1.4, 2.8, 8, 22),
        exposure: any(null, '1/250', '0.5', '2', '1/4000'),
        iso: any(null, 80, 100, 3200, 25600),
        rating: any(null, 1, 3, 5),
        keywords: any('[]', '["Fox"]', '["red  FOX","Snow"]', '["snow","Snow","fox"]'),
        taken_local: any(
          null,
          `${any(2008, 2009, 2024)}-${pad(any(1, 3, 12))}-04T${pad(any(0, 9, 23))}:30:00`,
        ),
        taken_offset: null,
        width: any(60, 96, 90),
        height: any(60, 96, 64),
        latitude: any(null, 48.1),
        longitude: 11.5,
        title: any('', 'Fox', ' '),
        uploaded_at: any(now - 86_400_000, Date.UTC(2001, 5, 1), Date.UTC(2003, 5, 1)),
      }
      const columns = Object.keys(values).map((name) => `${name} = $${name}`)
      store.connection
        .query(`UPDATE photo SET ${columns.join(', ')} WHERE row_id = $rowId`)
        .run({ ...values, rowId: row_id })
      if (any(true, false))
        store.connection.run('DELETE FROM album_photo WHERE photo = ?', [row_id])
    }
  })
  return crowded
}

const queryOf = (terms: PhotoFilter['terms']): string =>
  new URLSearchParams(
    terms.flatMap(({ key, isExcluded, values }) =>
      values.map((value) => [isExcluded ? `-${key}` : key, value]),
    ),
  ).toString()

test('a filter finds the photos that its terms describe, and a count equals what its value finds', async () => {
  await using crowded = await randomGallery()
  const { owner } = crowded
  const all = (await owner.data<PhotoList>('/api/photos?limit=500')).photos
  expect(all.length).toBe(photoCount)
  const terms = fc.uniqueArray(term, {
    maxLength: 4,
    selector: ({ key, isExcluded }) => `${key} ${isExcluded}`,
  })
  await fc.assert(
    fc.asyncProperty(terms, fc.constantFrom(...keys), async (chosen, counted) => {
      const expected = all.filter((photo) =>
        chosen.every(({ key, isExcluded, values }) => {
          const own = valuesOf[key as keyof typeof valuesOf](photo)
          const isThere = own.some((value) => values.some((wanted) => holds(value, wanted, key)))
          return isThere !== isExcluded
        }),
      )
      const query = queryOf(chosen)
      const answer = await owner.data<PhotoList>(`/api/photos?limit=500&${query}&facets=${counted}`)
      expect(answer.photos.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))

      const others = chosen.filter(({ key, isExcluded }) => key !== counted || isExcluded)
      for (const { value, count } of answer.facets![counted]!.slice(0, 4)) {
        const one = [...others, { key: counted, isExcluded: false, values: [value] }]
        const found = await owner.data<PhotoList>(`/api/photos?limit=1&${queryOf(one)}`)
        expect([counted, value, found.total]).toEqual([counted, value, count])
      }
    }),
    { numRuns: 150 },
  )
})
