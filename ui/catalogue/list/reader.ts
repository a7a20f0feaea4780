import { atom } from 'jotai'
import type { Photo, PhotoList } from '../../../src/contract/photos/photos.ts'
import type { FilterNames } from '../../../src/contract/search/filter-names.ts'
import { api, unwrap } from '../../kit/api.ts'
import { store } from '../../kit/state/store.ts'
import { uxConfigAtom } from '../../kit/state/ux-config.ts'
import {
  type Collection,
  intoPages,
  isWholePage,
  positionOf,
  runsOf,
  type Source,
} from './pages.ts'
import {
  addPage,
  collectionOf,
  isStale,
  lastSeenPhotoAtom,
  markFresh,
  putCollection,
} from './store.ts'

/** The most photos that the server sends in one response without streaming. */
const largestResponse = 500

/** Pending requests by key, so that nothing is requested twice. */
const requestsAtom = atom<ReadonlyMap<string, Promise<Collection>>>(new Map())

/** Loads a page unless it is loaded completely. @throws ApiError */
export function loadPage(source: Source, page: number): Promise<Collection> {
  const current = collectionOf(source)
  if (current && isWholePage(current, page)) return Promise.resolve(current)
  const pageSize = pageSizeOf(source)
  const known = current?.pages.get(page)?.length ?? 0
  return once(`${source} ${page}`, async () => {
    const query = { limit: String(pageSize - known), offset: String(page * pageSize + known) }
    return merge(source, pageSize, await fetchList(source, query))
  })
}

/**
 * Loads the first pages of a grid: up to `count` from `first` on, missing ones together. A stale
 * list is reloaded as far as it was loaded. @throws ApiError
 */
export function loadPages(source: Source, first: number, count: number): Promise<Collection> {
  const current = collectionOf(source)
  const pageSize = pageSizeOf(source)
  const wanted = Array.from({ length: count }, (_, index) => first + index)
  const isLoaded = (page: number) =>
    current && (current.pages.has(page) || (page > first && page * pageSize >= current.total))
  const missing = wanted.filter((page) => !isLoaded(page))
  if (isStale(source)) {
    const known = current ? current.pages.keys() : []
    return once(`${source} reload`, async () => {
      const read = await reload(source, pageSize, [...known, ...missing])
      markFresh(source)
      return read
    })
  }
  if (current && missing.length === 0) return Promise.resolve(current)
  return once(`${source} ${missing.join()}`, () => readMissing(source, pageSize, missing))
}

/** Loads the page that contains the photo. @throws ApiError 404 if the list does not contain it */
export function loadAround(source: Source, photoId: string): Promise<Collection> {
  store.set(lastSeenPhotoAtom, photoId)
  const current = collectionOf(source)
  if (current && positionOf(current, photoId) !== undefined) return Promise.resolve(current)
  const pageSize = pageSizeOf(source)
  return once(`${source} around ${photoId}`, async () => {
    const query = { limit: String(pageSize), around: photoId }
    return merge(source, pageSize, await fetchList(source, query))
  })
}

/** The number of photos per page; a loaded list keeps its page size. */
export const pageSizeOf = (source: Source): number =>
  collectionOf(source)?.pageSize ?? store.get(uxConfigAtom).photoItemsLoad

/** Adds a response to the loaded list, which is reloaded if its length has changed. */
function merge(source: Source, pageSize: number, list: PhotoList) {
  const current = collectionOf(source)
  const page = Math.floor(list.offset / pageSize)
  const before = list.offset % pageSize
  const isFitting = before === 0 || current?.pages.get(page)?.length === before
  const isSame = !current || current.pages.size === 0 || current.total === list.total
  if (isFitting && isSame) return addPage(source, pageSize, list)
  return reload(source, pageSize, [...(current?.pages.keys() ?? []), page])
}

async function readMissing(source: Source, pageSize: number, numbers: readonly number[]) {
  let collection: Collection | undefined
  for (const [first, list] of await readRuns(source, pageSize, numbers)) {
    for (const [page, photos] of intoPages(list.photos, first, pageSize)) {
      const response = { ...list, offset: page * pageSize, length: photos.length, photos }
      collection = await merge(source, pageSize, response)
    }
  }
  return collection!
}

/** Loads these pages; they replace everything that was loaded before. */
async function reload(source: Source, pageSize: number, numbers: readonly number[]) {
  const pages = new Map<number, readonly Photo[]>()
  let total = 0
  let names: FilterNames | undefined
  for (const [first, list] of await readRuns(source, pageSize, numbers)) {
    total = list.total
    names = list.names
    for (const [page, photos] of intoPages(list.photos, first, pageSize)) pages.set(page, photos)
  }
  return putCollection({ source, pageSize, total, names, pages })
}

/** Requests these pages, consecutive ones together; each response with its first page's number. */
async function readRuns(source: Source, pageSize: number, numbers: readonly number[]) {
  const longest = Math.max(1, Math.floor(largestResponse / pageSize))
  const lists: [number, PhotoList][] = []
  for (const [first, count] of runsOf(numbers, longest)) {
    const query = { limit: String(count * pageSize), offset: String(first * pageSize) }
    lists.push([first, await fetchList(source, query)])
  }
  return lists
}

type PageQuery = { limit: string } & ({ offset: string } | { around: string })

async function fetchList(source: Source, page: PageQuery): Promise<PhotoList> {
  const colon = source.indexOf(':')
  const [id = '', filter = ''] = source.slice(colon + 1).split('?')
  switch (colon < 0 ? source : source.slice(0, colon)) {
    case 'all':
      return unwrap(api.photos.$get({ query: page }))
    case 'album':
      return unwrap(
        api.albums[':id'].photos.$get({ param: { id }, query: { ...page, ...valuesOf(filter) } }),
      )
    case 'filter':
      return unwrap(api.photos.search.$get({ query: { ...page, ...valuesOf(id) } }))
    default: {
      const photo = await unwrap(api.photos[':id'].$get({ param: { id } }))
      return { length: 1, total: 1, offset: 0, photos: [photo] }
    }
  }
}

/** A query's parameters, each with all its values. */
function valuesOf(query: string): Record<string, string[]> {
  const search = new URLSearchParams(query)
  return Object.fromEntries([...search.keys()].map((name) => [name, search.getAll(name)]))
}

function once(name: string, work: () => Promise<Collection>): Promise<Collection> {
  const current = store.get(requestsAtom).get(name)
  if (current) return current
  const request = work().finally(() => {
    store.set(requestsAtom, (all) => new Map([...all].filter(([other]) => other !== name)))
  })
  store.set(requestsAtom, (all) => new Map(all).set(name, request))
  return request
}
