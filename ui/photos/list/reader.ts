import type { Photo, PhotoList } from '../../../src/contract/photos.ts'
import { api, unwrap } from '../../api.ts'
import type { Source } from './store.ts'

type PageParameters = { limit: string } & ({ offset: string } | { around: string })

/** A page of the list. @throws ApiError */
export async function fetchList(source: Source, query: PageParameters): Promise<PhotoList> {
  const [kind, id = ''] = partsOf(source)
  switch (kind) {
    case 'all':
      return unwrap(api.photos.$get({ query }))
    case 'album':
      return unwrap(api.albums[':id'].photos.$get({ param: { id }, query }))
    case 'camera':
      return unwrap(api.photos.search.$get({ query: { ...query, cameraModel: id } }))
    case 'search':
      return unwrap(api.photos.search.$get({ query: { ...query, ...wordsOf(id) } }))
    default: {
      const photo = await unwrap(api.photos[':id'].$get({ param: { id } }))
      return { length: 1, total: 1, offset: 0, photos: [photo] }
    }
  }
}

function partsOf(source: Source): [string, string?] {
  const colon = source.indexOf(':')
  return colon < 0 ? [source] : [source.slice(0, colon), source.slice(colon + 1)]
}

const wordsOf = (query: string): { q?: string; cameraModel?: string } =>
  Object.fromEntries(new URLSearchParams(query))

/** The most photos that the server answers at once without streaming. */
const largestAnswer = 500

/** Reads these batches, neighbouring ones together: each answer with its first batch's place. */
export async function readRuns(source: Source, batchSize: number, indexes: readonly number[]) {
  const largestRun = Math.max(1, Math.floor(largestAnswer / batchSize))
  const lists: [number, PhotoList][] = []
  for (const [first, count] of runsOf(indexes, largestRun)) {
    const page = { limit: String(count * batchSize), offset: String(first * batchSize) }
    lists.push([first, await fetchList(source, page)])
  }
  return lists
}

/** Photos that were read together, as batches; none at all are one empty batch. */
export function intoBatches(
  photos: Photo[],
  first: number,
  batchSize: number,
): [number, Photo[]][] {
  const count = Math.max(1, Math.ceil(photos.length / batchSize))
  return Array.from({ length: count }, (_, place) => [
    first + place,
    photos.slice(place * batchSize, (place + 1) * batchSize),
  ])
}

/** Neighbouring numbers as [first, count], each run of at most `largest`. */
function runsOf(indexes: readonly number[], largest: number): [number, number][] {
  const runs: [number, number][] = []
  for (const index of [...new Set(indexes)].sort((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[0] + last[1] === index && last[1] < largest) last[1]++
    else runs.push([index, 1])
  }
  return runs
}
