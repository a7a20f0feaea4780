import type { Photo } from '../../../src/contract/photos/photos.ts'
import type { FilterNames } from '../../../src/contract/search/filter-names.ts'

/**
 * Identifies a list of photos: 'all' is GET /api/photos (every photo for the owner, the photostream
 * for visitors), 'filter:…' what the filter of this query finds in it, 'album:…' an album, with a
 * filter's query or without, 'photo:…' a single photo that is not in the list.
 */
export type Source = 'all' | `album:${string}` | `filter:${string}` | `photo:${string}`

/** Returned by the loaders of grid and viewer: the collection to read from the atom. */
export type CollectionData = { readonly source: Source }

/** The loaded part of a list: pages of `pageSize` photos, by page number. */
export type Collection = {
  readonly source: Source
  readonly pageSize: number
  readonly total: number
  /** What the ids in its filter stand for. */
  readonly names?: FilterNames | undefined
  readonly pages: ReadonlyMap<number, readonly Photo[]>
}

/** Whether a page is loaded completely: after a deletion its last photos may be missing. */
export function isWholePage({ pages, pageSize, total }: Collection, page: number): boolean {
  const length = pages.get(page)?.length
  return length !== undefined && length >= Math.min(pageSize, total - page * pageSize)
}

/** The consecutive loaded pages from `first` on. */
export function pagesFrom({ pages }: Collection, first: number): (readonly Photo[])[] {
  const found: (readonly Photo[])[] = []
  for (let page = pages.get(first); page; page = pages.get(first + found.length)) found.push(page)
  return found
}

export const pageOf = ({ pageSize }: Collection, position: number): number =>
  Math.floor(position / pageSize)

/** The photo's position in the whole list, if its page is loaded. */
export function positionOf(collection: Collection, photoId: string): number | undefined {
  for (const [page, photos] of collection.pages) {
    const index = photos.findIndex((photo) => photo.id === photoId)
    if (index >= 0) return page * collection.pageSize + index
  }
  return undefined
}

/** The photo at a position of the whole list, if its page is loaded. */
export const photoAt = (collection: Collection, position: number): Photo | undefined =>
  collection.pages.get(pageOf(collection, position))?.[position % collection.pageSize]

/**
 * The list without the photo; later photos move up by one. A page whose next page is not loaded
 * lacks its last photo, which is loaded when needed. A page without its first photos is dropped.
 */
export function withoutPhoto(collection: Collection, photoId: string): Collection {
  const removed = positionOf(collection, photoId)
  if (removed === undefined) return collection
  const { pageSize } = collection
  const total = collection.total - 1
  const pages = new Map<number, Photo[]>(total === 0 ? [[0, []]] : [])
  for (const [page, photos] of [...collection.pages].sort(([a], [b]) => a - b)) {
    for (const [index, photo] of photos.entries()) {
      const before = page * pageSize + index
      if (before === removed) continue
      const now = before > removed ? before - 1 : before
      const target = Math.floor(now / pageSize)
      const moved = pages.get(target) ?? []
      // Pages have no gaps: keep photos only as far as they are consecutive from the page's start.
      if (moved.length === now % pageSize) pages.set(target, [...moved, photo])
    }
  }
  return { ...collection, total, pages }
}

/** Splits photos loaded by one request into pages; an empty list is one empty page. */
export function intoPages(photos: Photo[], first: number, pageSize: number): [number, Photo[]][] {
  const count = Math.max(1, Math.ceil(photos.length / pageSize))
  return Array.from({ length: count }, (_, index) => [
    first + index,
    photos.slice(index * pageSize, (index + 1) * pageSize),
  ])
}

/** Groups numbers into consecutive runs of at most `longest`, each as [first, count]. */
export function runsOf(numbers: readonly number[], longest: number): [number, number][] {
  const runs: [number, number][] = []
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[0] + last[1] === number && last[1] < longest) last[1]++
    else runs.push([number, 1])
  }
  return runs
}
