import { notFound } from '../contract/app-error.ts'
import type { Like } from '../contract/likes.ts'
import { memberOf, type Viewer } from '../contract/viewer.ts'
import type { Store } from '../database/open.ts'
import type { Part } from '../http/streamed-json.ts'
import type { Photos } from '../photos/photos.ts'
import type { LikeStore } from './store.ts'

/** Likes read at a time; more than these are streamed. */
const partSize = 1000

export type Likes = ReturnType<typeof createLikes>

/** The rules of likes. @throws AppError 404, each of them, for a photo the viewer may not see. */
export function createLikes(store: Store, likes: LikeStore, photos: Photos) {
  const pairOf = (photoId: string, viewer: Viewer) => ({
    photo: photos.numberOf(photoId, viewer),
    guest: memberOf(viewer),
  })
  return {
    /** By name, oldest first. */
    list: (photoId: string, viewer: Viewer, from: number): Part<Like> => {
      const rows = likes.namesOf(photos.numberOf(photoId, viewer), from, partSize + 1)
      const items = rows.slice(0, partSize).map(({ name }) => ({ name }))
      return { items, next: rows[partSize]?.n }
    },
    isLiked: (photoId: string, viewer: Viewer): boolean => likes.has(pairOf(photoId, viewer)),
    /** The photos the viewer likes and may still see. */
    ofViewer: (viewer: Viewer, from: number): Part<string> => {
      if (!viewer.isOwner && viewer.guest === undefined) throw notFound()
      const rows = likes.photosOf(memberOf(viewer), from, partSize + 1)
      const rowIds = rows.slice(0, partSize).map(({ photo }) => photo)
      return { items: photos.visibleIds(rowIds, viewer), next: rows[partSize]?.n }
    },
    like: (photoId: string, viewer: Viewer) =>
      store.write(() => likes.add(pairOf(photoId, viewer))),
    unlike: (photoId: string, viewer: Viewer) =>
      store.write(() => likes.remove(pairOf(photoId, viewer))),
  }
}
