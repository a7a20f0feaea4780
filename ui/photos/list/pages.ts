import type { Photo } from '../../../src/contract/photos.ts'
import { store } from '../../state/store.ts'
import { type Collection, collectionsAtom, positionOf, type Source } from './store.ts'

/** Takes a deleted photo out of every list that has been read, without asking for them anew. */
export function removePhoto(photoId: string): void {
  store.set(collectionsAtom, (all) => {
    const left = [...all].filter(([source]) => source !== `photo:${photoId}`)
    return new Map(left.map(([source, each]) => [source, withoutPhoto(each, photoId)]))
  })
}

/** The same of one list that the photo has left, where it stays in others. */
export function removeFromList(photoId: string, source: Source): void {
  store.set(collectionsAtom, (all) => {
    const list = all.get(source)
    return list ? new Map(all).set(source, withoutPhoto(list, photoId)) : all
  })
}

/**
 * The list without the photo: what stood after it moves up by one. Where what follows has not been
 * read, a batch is left without its last photo, which is asked for when it is looked at; a batch
 * whose first photos are not here is dropped.
 */
export function withoutPhoto(collection: Collection, photoId: string): Collection {
  const place = positionOf(collection, photoId)
  if (place === undefined) return collection
  const { batchSize } = collection
  const total = collection.total - 1
  const batches = new Map<number, Photo[]>(total === 0 ? [[0, []]] : [])
  for (const [index, photos] of [...collection.batches].sort(([a], [b]) => a - b)) {
    for (const [offset, photo] of photos.entries()) {
      const before = index * batchSize + offset
      if (before === place) continue
      const now = before > place ? before - 1 : before
      const batch = batches.get(Math.floor(now / batchSize)) ?? []
      // Only without a gap from the batch's beginning on.
      if (batch.length === now % batchSize)
        batches.set(Math.floor(now / batchSize), [...batch, photo])
    }
  }
  return { ...collection, total, batches }
}
