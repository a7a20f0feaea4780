import { atom } from 'jotai'
import type { Photo, PhotoList } from '../../src/contract/photos.ts'
import { store } from '../state/store.ts'
import { uxConfigAtom } from '../state/ux-config.ts'
import { fetchList, intoBatches, readRuns } from './list-pages.ts'

/**
 * What a list of photos is drawn from: 'all' is GET /api/photos (the owner's every photo, a
 * visitor's photostream), 'album:…' one album, 'camera:…' one camera's photos, 'search:…' what a
 * search with this query finds, 'photo:…' one photo that stands in no list the viewer has.
 */
export type Source =
  | 'all'
  | `album:${string}`
  | `camera:${string}`
  | `search:${string}`
  | `photo:${string}`

/** The batches that have been read so far, by their place in the list; batchSize photos each. */
export type Collection = {
  readonly source: Source
  readonly batchSize: number
  readonly total: number
  readonly batches: ReadonlyMap<number, readonly Photo[]>
}

/** Every collection read since the page was loaded; grid and viewer share them. */
export const collectionsAtom = atom<ReadonlyMap<Source, Collection>>(new Map())

/** Lists whose photos a change has moved; they are read anew when the grid is entered. */
const stale = new Set<Source>()

let lastSeenPhoto: string | undefined

/** The photo that the viewer showed last, told once: the grid that follows goes back to its tile. */
export function takeLastSeenPhoto(): string | undefined {
  const taken = lastSeenPhoto
  lastSeenPhoto = undefined
  return taken
}

/** The page came with this photo: the viewer shows it without loading anything. */
export function rememberSeenPhoto(photoId: string): void {
  lastSeenPhoto = photoId
}

/** Requests under way, so that no batch is asked for twice. */
const underWay = new Map<string, Promise<Collection>>()

export const collectionOf = (source: Source): Collection | undefined =>
  store.get(collectionsAtom).get(source)

/** Whether all of the batch is here: after a deletion one may lack its last photos. */
export function isWholeBatch({ batches, batchSize, total }: Collection, index: number): boolean {
  const length = batches.get(index)?.length
  return length !== undefined && length >= Math.min(batchSize, total - index * batchSize)
}

/** The batch at that place, asked for as far as it is not here. @throws ApiError */
export function loadBatch(source: Source, index: number): Promise<Collection> {
  const present = collectionOf(source)
  if (present && isWholeBatch(present, index)) return Promise.resolve(present)
  const batchSize = present?.batchSize ?? store.get(uxConfigAtom).photoItemsLoad
  const known = present?.batches.get(index)?.length ?? 0
  return once(`${source} ${index}`, async () => {
    const page = { limit: String(batchSize - known), offset: String(index * batchSize + known) }
    return takeIn(source, batchSize, await fetchList(source, page))
  })
}

/**
 * What the grid starts with: up to `count` batches from `first` on, asked for together unless they
 * are here, and all read anew after a change that moved photos in the list. @throws ApiError
 */
export function loadBatches(source: Source, first: number, count: number): Promise<Collection> {
  const present = collectionOf(source)
  const batchSize = present?.batchSize ?? store.get(uxConfigAtom).photoItemsLoad
  const wanted = Array.from({ length: count }, (_, place) => first + place)
  const isThere = (index: number) =>
    present && (present.batches.has(index) || (index > first && index * batchSize >= present.total))
  const missing = wanted.filter((index) => !isThere(index))
  if (stale.has(source)) {
    const known = present ? present.batches.keys() : []
    return once(`${source} anew`, async () => {
      const read = await readAnew(source, batchSize, [...known, ...missing])
      stale.delete(source)
      return read
    })
  }
  if (present && missing.length === 0) return Promise.resolve(present)
  return once(`${source} ${missing.join()}`, () => readMissing(source, batchSize, missing))
}

/** The batch that holds the photo, asked for unless it is here. @throws ApiError 404 when none does. */
export function loadAround(source: Source, photoId: string): Promise<Collection> {
  rememberSeenPhoto(photoId)
  const present = collectionOf(source)
  if (present && positionOf(present, photoId) !== undefined) return Promise.resolve(present)
  const batchSize = present?.batchSize ?? store.get(uxConfigAtom).photoItemsLoad
  return once(`${source} around ${photoId}`, async () => {
    const page = { limit: String(batchSize), around: photoId }
    return takeIn(source, batchSize, await fetchList(source, page))
  })
}

/** Puts an answered batch into its collection; a changed total makes the collection anew. */
export function addBatch(source: Source, batchSize: number, list: PhotoList): Collection {
  const present = collectionOf(source)
  const isSame = present?.total === list.total && present.batchSize === batchSize
  const batches = new Map(isSame ? present.batches : [])
  const index = Math.floor(list.offset / batchSize)
  const known = batches.get(index)?.slice(0, list.offset % batchSize) ?? []
  batches.set(index, [...known, ...list.photos])
  return put({ source, batchSize, total: list.total, batches })
}

/** Where the photo stands in the whole list, if its batch has been read. */
export function positionOf(collection: Collection, photoId: string): number | undefined {
  for (const [index, photos] of collection.batches) {
    const place = photos.findIndex((photo) => photo.id === photoId)
    if (place >= 0) return index * collection.batchSize + place
  }
  return undefined
}

/** The photo at a place in the whole list, if its batch has been read. */
export function photoAt(collection: Collection, position: number): Photo | undefined {
  const { batches, batchSize } = collection
  return batches.get(Math.floor(position / batchSize))?.[position % batchSize]
}

/** Shows a changed photo wherever it stands. */
export function replacePhoto(changed: Photo): void {
  changePhoto(changed.id, () => changed)
}

/** Changes what is shown of a photo, wherever it stands. */
export function changePhoto(id: string, change: (photo: Photo) => Photo): void {
  const swap = (photo: Photo) => (photo.id === id ? change(photo) : photo)
  for (const collection of store.get(collectionsAtom).values()) {
    // Batches without the photo stay the very same: nothing of them is drawn anew.
    const batches = [...collection.batches].map(([index, photos]) => {
      const isInside = photos.some((photo) => photo.id === id)
      return [index, isInside ? photos.map(swap) : photos] as const
    })
    put({ ...collection, batches: new Map(batches) })
  }
}

/** Has lists read anew when the grid is next entered; who looks at one keeps it until then. */
export function markStale(sources: Iterable<Source>): void {
  for (const source of sources) if (collectionOf(source)) stale.add(source)
}

/** Forgets what was read, after a change that moves photos in their lists. */
export function forgetCollections(): void {
  stale.clear()
  store.set(collectionsAtom, new Map())
}

/** An answer of the list as it is known; of another length, all that is known is read anew. */
function takeIn(
  source: Source,
  batchSize: number,
  list: PhotoList,
): Promise<Collection> | Collection {
  const present = collectionOf(source)
  const index = Math.floor(list.offset / batchSize)
  const before = list.offset % batchSize
  const isFitting = before === 0 || present?.batches.get(index)?.length === before
  const isSame = !present || present.batches.size === 0 || present.total === list.total
  if (isFitting && isSame) return addBatch(source, batchSize, list)
  return readAnew(source, batchSize, [...(present?.batches.keys() ?? []), index])
}

/** Reads batches that are not there yet, neighbouring ones together. */
async function readMissing(source: Source, batchSize: number, indexes: readonly number[]) {
  let collection: Collection | undefined
  for (const [first, list] of await readRuns(source, batchSize, indexes)) {
    for (const [index, photos] of intoBatches(list.photos, first, batchSize)) {
      const batch = { ...list, offset: index * batchSize, length: photos.length, photos }
      collection = await takeIn(source, batchSize, batch)
    }
  }
  return collection!
}

/** Reads these batches and puts them in place of all that was known. */
async function readAnew(source: Source, batchSize: number, indexes: readonly number[]) {
  const batches = new Map<number, readonly Photo[]>()
  let total = 0
  for (const [first, list] of await readRuns(source, batchSize, indexes)) {
    total = list.total
    for (const [index, photos] of intoBatches(list.photos, first, batchSize))
      batches.set(index, photos)
  }
  return put({ source, batchSize, total, batches })
}

function put(collection: Collection): Collection {
  store.set(collectionsAtom, (all) => new Map(all).set(collection.source, collection))
  return collection
}

function once(name: string, work: () => Promise<Collection>): Promise<Collection> {
  const present = underWay.get(name)
  if (present) return present
  const promise = work().finally(() => underWay.delete(name))
  underWay.set(name, promise)
  return promise
}
