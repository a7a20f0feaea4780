import type { Viewer } from '../../contract/people/viewer.ts'
import type { FilterKey, PhotoFilter } from '../../contract/search/photo-filter.ts'
import {
  type ChartKey,
  chartKeys,
  type Evidence,
  type PhotoCard,
} from '../../contract/site/evidence.ts'
import type { Photos } from '../photos/photos.ts'
import { cardOf } from './cards.ts'
import { chartOf } from './charts.ts'

/** More cameras of a lens, or lenses of a camera, are not named. */
const maxRelated = 40

/** Photos that have this value. */
export const having = (key: FilterKey, value: string): PhotoFilter => ({
  terms: [{ key, isExcluded: false, values: [value] }],
})

export type EvidenceParts = {
  readonly photos: Photos
  /** The likes of all photos, by row id. */
  readonly likeCounts: () => ReadonlyMap<number, number>
}

export type EvidenceOf = ReturnType<typeof createEvidence>

/** What was taken with a camera or a lens, computed from the photos that the viewer can list. */
export function createEvidence({ photos, likeCounts }: EvidenceParts) {
  const cardAt = (rowId: number | undefined, viewer: Viewer): PhotoCard | null => {
    const [photo] = rowId === undefined ? [] : photos.read([rowId], viewer)
    return photo ? cardOf(photo) : null
  }

  const chart = (key: ChartKey, rowIds: Int32Array) => {
    const numberOf = photos.numberOf(key)
    const numbers = new Map<number, number>()
    for (const rowId of rowIds) {
      const number = numberOf(rowId)
      if (number !== undefined) numbers.set(number, (numbers.get(number) ?? 0) + 1)
    }
    return chartOf(key, numbers)
  }

  /** The photo with most likes; of several, the one that comes first. */
  const mostLiked = (rowIds: Int32Array, viewer: Viewer): Evidence['mostLiked'] => {
    const counts = likeCounts()
    if (counts.size === 0) return null
    let best: number | undefined
    let most = 0
    for (const rowId of rowIds) {
      const count = counts.get(rowId) ?? 0
      if (count > most) {
        best = rowId
        most = count
      }
    }
    const card = cardAt(best, viewer)
    return card && { ...card, likes: most }
  }

  return (key: 'camera' | 'lens', id: string, viewer: Viewer): Evidence => {
    const { rowIds } = photos.page(photos.filteredSource(having(key, id), viewer), {})
    const [first, last] = firstAndLast(photos, rowIds)
    const names = (other: 'camera' | 'lens') =>
      key === other ? [] : photos.namesOf(other, rowIds, viewer, maxRelated)
    return {
      photoCount: rowIds.length,
      charts: chartKeys.flatMap((key) => chart(key, rowIds) ?? []),
      first: cardAt(first, viewer),
      last: cardAt(last, viewer),
      mostLiked: mostLiked(rowIds, viewer),
      cameras: names('camera'),
      lenses: names('lens'),
    }
  }
}

/**
 * The row ids of the photos that were taken first and last, if any has a date. Year and month are in
 * memory, so that only two months are searched.
 */
function firstAndLast(photos: Photos, rowIds: Int32Array): readonly (number | undefined)[] {
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
  if (max < min) return []
  const inMonth = (wanted: number) => rowIds.filter((_, index) => months[index] === wanted)
  return [photos.firstTakenIn(min, inMonth(min)), photos.lastTakenIn(max, inMonth(max))]
}
