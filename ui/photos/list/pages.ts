import type { Photo } from '../../../src/contract/photos.ts'

/**
 * Which list of photos is meant: 'all' is GET /api/photos (every photo for the owner, the
 * photostream for a visitor), 'album:…' one album, 'camera:…' the photos of one camera, 'search:…'
 * the results of a search with this query, 'photo:…' a single photo that is in no list the viewer
 * has.
 */
export type Source =
  | 'all'
  | `album:${string}`
  | `camera:${string}`
  | `search:${string}`
  | `photo:${string}`

/** What has been read of a list so far: pages by their number, of pageSize photos each. */
export type Collection = {
  readonly source: Source
  readonly pageSize: number
  readonly total: number
  readonly pages: ReadonlyMap<number, readonly Photo[]>
}

/** Whether the whole page has been read: after a deletion its last photos may be missing. */
export function isWholePage({ pages, pageSize, total }: Collection, page: number): boolean {
  const length = pages.get(page)?.length
  return length !== undefined && length >= Math.min(pageSize, total - page * pageSize)
}

/** The pages from `first` on, up to the first that has not been read. */
export function pagesFrom({ pages }: Collection, first: number): (readonly Photo[])[] {
  const found: (readonly Photo[])[] = []
  for (let page = pages.get(first); page; page = pages.get(first + found.length)) found.push(page)
  return found
}

/** The page that holds the photo at this position. */
export const pageOf = ({ pageSize }: Collection, position: number): number =>
  Math.floor(position / pageSize)

/** The photo's position in the whole list, if its page has been read. */
export function positionOf(collection: Collection, photoId: string): number | undefined {
  for (const [page, photos] of collection.pages) {
    const index = photos.findIndex((photo) => photo.id === photoId)
    if (index >= 0) return page * collection.pageSize + index
  }
  return undefined
}

/** The photo at a position of the whole list, if its page has been read. */
export const photoAt = (collection: Collection, position: number): Photo | undefined =>
  collection.pages.get(pageOf(collection, position))?.[position % collection.pageSize]

/**
 * The list without the photo: later photos move up by one. Where the following page has not been
 * read, a page is left without its last photo, which is loaded when it is needed; a page that lost
 * its first photos is dropped.
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
      // A page has no gaps: its photos are kept only as far as they follow on from its start.
      if (moved.length === now % pageSize) pages.set(target, [...moved, photo])
    }
  }
  return { ...collection, total, pages }
}

/** Cuts photos that were read together into pages; no photos at all are one empty page. */
export function intoPages(photos: Photo[], first: number, pageSize: number): [number, Photo[]][] {
  const count = Math.max(1, Math.ceil(photos.length / pageSize))
  return Array.from({ length: count }, (_, index) => [
    first + index,
    photos.slice(index * pageSize, (index + 1) * pageSize),
  ])
}

/** Consecutive numbers as [first, count], each run of at most `longest`. */
export function runsOf(numbers: readonly number[], longest: number): [number, number][] {
  const runs: [number, number][] = []
  for (const number of [...new Set(numbers)].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[0] + last[1] === number && last[1] < longest) last[1]++
    else runs.push([number, 1])
  }
  return runs
}
