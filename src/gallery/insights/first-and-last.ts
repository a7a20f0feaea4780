import type { Photos } from '../photos/photos.ts'

/**
 * The row ids of the photos that were taken first and last, if any has a date. Year and month are in
 * memory, so that only the photos of two months are read.
 */
export function firstAndLast(photos: Photos, rowIds: Int32Array): readonly (number | undefined)[] {
  const yearOf = photos.numberOf('year')
  const monthOf = photos.numberOf('month')
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  const months = Float64Array.from(rowIds, (rowId) => {
    const month = (yearOf(rowId) ?? Number.NaN) * 12 + (monthOf(rowId) ?? Number.NaN)
    if (month < min) min = month
    if (month > max) max = month
    return month
  })
  const inMonth = (wanted: number) => rowIds.filter((_, index) => months[index] === wanted)
  return [photos.firstTaken(inMonth(min)), photos.lastTaken(inMonth(max))]
}
