import type { Viewer } from '../../contract/people/viewer.ts'
import type { Photo } from '../../contract/photos/photos.ts'
import { filterValue } from '../../contract/search/photo-filter.ts'
import {
  type KeywordPage,
  type Keywords,
  keywordPhotos,
  type LensInList,
  type LensPage,
  maxListed,
  relatedKeywords,
} from '../../contract/site/overviews.ts'
import { keywordValue } from '../../contract/text/keyword-value.ts'
import { pause } from '../../core/concurrency/turns.ts'
import { notFound } from '../../core/errors.ts'
import { createNameOrder } from '../../core/natural-order.ts'
import type { Photos } from '../photos/photos.ts'
import { cardOf } from './cards.ts'
import { type EvidenceOf, having } from './evidence.ts'

/** Photos read at once to find one that the viewer can see. */
const piece = 500
/** Lenses whose photos are read before a pause. */
const lensesAtOnce = 50
const allNames = Number.POSITIVE_INFINITY

/**
 * Lenses and keywords of the photos that a viewer can list. One that occurs only in albums has a page
 * for viewers of those albums, but lists no photos; for others it does not exist.
 */
export function createOverviews({
  photos,
  evidenceOf,
}: {
  photos: Photos
  evidenceOf: EvidenceOf
}) {
  const everything = (viewer: Viewer) => photos.page(photos.listSource(viewer), {}).rowIds
  const sourceOf = (key: 'lens' | 'keyword', value: string, viewer: Viewer) =>
    photos.filteredSource(having(key, value), viewer)

  /** A photo with the value that the viewer can see, in whatever album. @throws AppError 404 */
  const visiblePhoto = (key: 'lens' | 'keyword', value: string, viewer: Viewer): Photo => {
    const rowIds = photos.matching(having(key, value), viewer)
    for (let start = 0; start < rowIds.length; start += piece) {
      const [photo] = photos.read(rowIds.subarray(start, start + piece), viewer)
      if (photo) return photo
    }
    throw notFound()
  }

  return {
    /** Sorted by name. */
    lenses: async (viewer: Viewer): Promise<LensInList[]> => {
      const rowIds = everything(viewer)
      const names = photos.namesOf('lens', rowIds, viewer, maxListed)
      const first = photos.firstByValue('lens', rowIds)
      const lenses: LensInList[] = []
      for (let next = 0; next < names.length; next += lensesAtOnce) {
        if (next > 0) await pause()
        for (const { value, label, count } of names.slice(next, next + lensesAtOnce)) {
          const [latest] = photos.read([first.get(value)!], viewer)
          const card = latest ? cardOf(latest) : null
          lenses.push({ id: value, name: label, photoCount: count, latest: card })
        }
      }
      return lenses.sort((a, b) => byName(a.name, b.name))
    },
    /** @throws AppError 404 */
    lens: (id: string, viewer: Viewer): LensPage => {
      const { rowIds } = photos.page(sourceOf('lens', id, viewer), {})
      const [known] = photos.namesOf('lens', rowIds, viewer, 1)
      const name = known?.label ?? visiblePhoto('lens', id, viewer).lensName ?? id
      const evidence = evidenceOf('lens', id, viewer)
      return { id, name, photoCount: rowIds.length, evidence }
    },
    /** Whether a photo in the viewer's list has the keyword. */
    hasKeyword: (value: string, viewer: Viewer): boolean =>
      photos.page(sourceOf('keyword', value, viewer), { limit: 1 }).total > 0,
    /** Alphabetical. If there are too many, only the most frequent ones. */
    keywords: (viewer: Viewer): Keywords => {
      const all = photos
        .namesOf('keyword', everything(viewer), viewer, allNames)
        // Longer ones could not be found by a filter.
        .filter((name) => filterValue('keyword', name.value) !== undefined)
      const listed = all.slice(0, maxListed)
      return {
        total: all.length,
        keywords: listed.sort((a, b) => byName(a.label, b.label)),
      }
    },
    /** @throws AppError 404 */
    keyword: (word: string, viewer: Viewer): KeywordPage => {
      const value = filterValue('keyword', word)
      if (value === undefined) throw notFound()
      const source = sourceOf('keyword', value, viewer)
      const { rowIds } = photos.page(source, {})
      const names = photos.namesOf('keyword', rowIds, viewer, allNames)
      const own = names.find((name) => name.value === value)
      const label = own?.label ?? spelledIn(visiblePhoto('keyword', value, viewer), value)
      return {
        value,
        label,
        count: rowIds.length,
        photos: photos.list(source, { limit: keywordPhotos }, viewer).photos.map(cardOf),
        related: names.filter((name) => name.value !== value).slice(0, relatedKeywords),
      }
    },
  }
}

const byName = createNameOrder({ numeric: true })

const spelledIn = ({ keywords }: Photo, value: string): string =>
  keywords.find((word) => keywordValue(word) === value) ?? value
