import type { Viewer } from '../../contract/people/viewer.ts'
import { type Archive, type ArchiveYear, photosOfYear } from '../../contract/site/overviews.ts'
import { pause } from '../../core/concurrency/turns.ts'
import type { Photos } from '../photos/photos.ts'
import { cardOf } from './cards.ts'

type Counted = { readonly months: number[]; photoCount: number; readonly shown: number[] }

/** The photos that a viewer can list, by year and month of their original date. */
export function createArchive(photos: Photos) {
  return async (viewer: Viewer): Promise<Archive> => {
    const { rowIds } = photos.page(photos.listSource(viewer), {})
    const yearOf = photos.numberOf('year')
    const monthOf = photos.numberOf('month')
    const found = new Map<number, Counted>()
    let undated = 0
    for (const rowId of rowIds) {
      const year = yearOf(rowId)
      const month = monthOf(rowId)
      if (year === undefined || month === undefined || month < 1 || month > 12) {
        undated++
        continue
      }
      const known = found.get(year)
      const counted = known ?? {
        months: Array<number>(12).fill(0),
        photoCount: 0,
        shown: [] as number[],
      }
      if (!known) found.set(year, counted)
      counted.months[month - 1]!++
      counted.photoCount++
      if (counted.shown.length < photosOfYear) counted.shown.push(rowId)
    }
    const years: ArchiveYear[] = []
    for (const [year, { months, photoCount, shown }] of [...found].sort(([a], [b]) => b - a)) {
      years.push({ year, photoCount, months, photos: photos.read(shown, viewer).map(cardOf) })
      await pause()
    }
    return { photoCount: rowIds.length, undated, years }
  }
}
