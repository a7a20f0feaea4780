import { atom } from 'jotai'
import type { Photo, PhotoList } from '../../../src/contract/photos/photos.ts'
import { withMember, withoutMember } from '../../kit/state/sets.ts'
import { store } from '../../kit/state/store.ts'
import { type Collection, type Source, withoutPhoto } from './pages.ts'

/** Every list loaded since the page was opened; grid and viewer share them. */
export const collectionsAtom = atom<ReadonlyMap<Source, Collection>>(new Map())

/** Lists that a change has made outdated; they are reloaded when a grid next shows them. */
const staleAtom = atom<ReadonlySet<Source>>(new Set<Source>())

/** Albums that fill themselves: a changed photo can enter or leave them. */
const filledAtom = atom<ReadonlySet<Source>>(new Set<Source>())

/** Photos that are deleted or being deleted: nothing of theirs is requested any more. */
const deletedAtom = atom<ReadonlySet<string>>(new Set<string>())

/** The photo that the viewer showed last; the grid restores the focus to its tile. */
export const lastSeenPhotoAtom = atom<string | undefined>(undefined)

export const collectionOf = (source: Source): Collection | undefined =>
  store.get(collectionsAtom).get(source)

export function putCollection(collection: Collection): Collection {
  store.set(collectionsAtom, (all) => new Map(all).set(collection.source, collection))
  return collection
}

/** Adds a page to its list. If the total has changed, all other pages are dropped. */
export function addPage(source: Source, pageSize: number, list: PhotoList): Collection {
  const current = collectionOf(source)
  const isSame = current?.total === list.total && current.pageSize === pageSize
  const pages = new Map(isSame ? current.pages : [])
  const page = Math.floor(list.offset / pageSize)
  const known = pages.get(page)?.slice(0, list.offset % pageSize) ?? []
  pages.set(page, [...known, ...list.photos])
  return putCollection({ source, pageSize, total: list.total, names: list.names, pages })
}

/** Replaces a photo in every list. */
export function replacePhoto(changed: Photo): void {
  changePhoto(changed.id, () => changed)
}

/** Updates a photo in every list. */
export function changePhoto(id: string, change: (photo: Photo) => Photo): void {
  const swap = (photo: Photo) => (photo.id === id ? change(photo) : photo)
  for (const collection of store.get(collectionsAtom).values()) {
    // Pages without the photo keep their identity, so that they are not re-rendered.
    const pages = [...collection.pages].map(([page, photos]) => {
      const isInside = photos.some((photo) => photo.id === id)
      return [page, isInside ? photos.map(swap) : photos] as const
    })
    putCollection({ ...collection, pages: new Map(pages) })
  }
}

/** Removes a deleted photo from every list without reloading any. */
export function removePhoto(photoId: string): void {
  store.set(collectionsAtom, (all) => {
    const left = [...all].filter(([source]) => source !== `photo:${photoId}`)
    return new Map(left.map(([source, each]) => [source, withoutPhoto(each, photoId)]))
  })
}

export function removeFromList(photoId: string, source: Source): void {
  const list = collectionOf(source)
  if (list) putCollection(withoutPhoto(list, photoId))
}

export function markBeingDeleted(photoId: string, isBeingDeleted: boolean): void {
  store.set(deletedAtom, (ids) => {
    const changed = new Set(ids)
    if (isBeingDeleted) changed.add(photoId)
    else changed.delete(photoId)
    return changed
  })
}

export const isBeingDeleted = (photoId: string): boolean => store.get(deletedAtom).has(photoId)

/** Reloads these lists when they are next opened; the screen keeps what it shows. */
export function markStale(sources: Iterable<Source>): void {
  const changed = [...sources]
  // A filtered list changes with its album.
  const known = [...store.get(collectionsAtom).keys()].filter((source) =>
    changed.some((each) => source === each || source.startsWith(`${each}?`)),
  )
  store.set(staleAtom, (stale) => new Set([...stale, ...known]))
}

/** Reloads all lists when they are next opened, for example because photos may have become visible. */
export function markAllStale(): void {
  store.set(staleAtom, new Set(store.get(collectionsAtom).keys()))
}

export function noteFilled(album: Source, isFilled: boolean): void {
  store.set(filledAtom, (albums) =>
    isFilled ? withMember(albums, album) : withoutMember(albums, album),
  )
}

/** Marks the lists as stale that a photo may have entered or left because it was changed. */
export function markFilteredStale(): void {
  const all = [...store.get(collectionsAtom).keys()]
  const filled = store.get(filledAtom)
  markStale(all.filter((source) => isFiltered(source) || filled.has(source)))
}

const isFiltered = (source: Source): boolean => source.startsWith('filter:') || source.includes('?')

export const isStale = (source: Source): boolean => store.get(staleAtom).has(source)

export function markFresh(source: Source): void {
  store.set(staleAtom, (stale) => withoutMember(stale, source))
}

/** Drops all lists, after a change that affects most of them. */
export function forgetCollections(): void {
  store.set(staleAtom, new Set<Source>())
  store.set(collectionsAtom, new Map())
}
