import { store } from '../state/store.ts'
import { type Collection, collectionsAtom, positionOf } from './collections.ts'

/** Takes a deleted photo out of every list that has been read, without asking for them anew. */
export function removePhoto(photoId: string): void {
  store.set(collectionsAtom, (all) => {
    const left = [...all].filter(([source]) => source !== `photo:${photoId}`)
    return new Map(left.map(([source, each]) => [source, withoutPhoto(each, photoId)]))
  })
}

/**
 * The list without the photo: what stood after it moves up by one. Batches that cannot be filled
 * from what is here are dropped, and are asked for when they are looked at.
 */
export function withoutPhoto(collection: Collection, photoId: string): Collection {
  const place = positionOf(collection, photoId)
  if (place === undefined) return collection
  const { batchSize, batches } = collection
  const total = collection.total - 1
  const first = Math.floor(place / batchSize)

  const following = []
  for (let index = first; batches.has(index); index++) following.push(...batches.get(index)!)
  const moved = following.filter(({ id }) => id !== photoId)

  const kept = new Map([...batches].filter(([index]) => index < first))
  for (let start = 0; start < moved.length || (start === 0 && total === 0); start += batchSize) {
    const batch = moved.slice(start, start + batchSize)
    const isLast = first * batchSize + start + batch.length === total
    if (batch.length === batchSize || isLast) kept.set(first + start / batchSize, batch)
  }
  return { ...collection, total, batches: kept }
}
