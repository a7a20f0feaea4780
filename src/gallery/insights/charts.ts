import type { FacetValue } from '../../contract/search/facets.ts'
import {
  amongNumbers,
  type NumberClass,
  numberClasses,
} from '../../contract/search/number-classes.ts'
import type { Chart, ChartKey } from '../../contract/site/evidence.ts'
import { focalBins } from './focal-bins.ts'

/** How many photos have each number. */
export type Numbers = ReadonlyMap<number, number>

/** The bars from the first that has a photo to the last; those of all hours for a day. */
export function chartOf(key: ChartKey, numbers: Numbers): Chart | undefined {
  const bars = counted(key, classesOf(key, numbers), numbers)
  const hasPhotos = ({ count }: FacetValue) => count > 0
  const first = bars.findIndex(hasPhotos)
  if (first < 0) return undefined
  if (key === 'hour') return { key, bars }
  return { key, bars: bars.slice(first, bars.findLastIndex(hasPhotos) + 1) }
}

const classesOf = (key: ChartKey, numbers: Numbers): readonly NumberClass[] =>
  (key === 'focal' && focalBins([...numbers.keys()])) || numberClasses[key]

/** Counts as the filter of each class finds them. */
const counted = (key: ChartKey, classes: readonly NumberClass[], numbers: Numbers): FacetValue[] =>
  classes.map(({ value, label }) => {
    const isAmong = amongNumbers(key, value)
    let count = 0
    for (const [number, photos] of numbers) if (isAmong(number)) count += photos
    return { value, label, count }
  })
