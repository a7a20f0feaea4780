import { maxLikes } from '../../contract/limits.ts'
import type { Like } from '../../contract/people/likes.ts'
import { memberOf, ownerViewer, type Viewer } from '../../contract/people/viewer.ts'
import type { Store } from '../../core/database/open.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import { likeStore } from './store.ts'

export type Likes = ReturnType<typeof createLikes>

/** Methods that take a viewer throw AppError 404 for a photo that the viewer may not see. */
export function createLikes({ store, photos }: { store: Store; photos: Photos }) {
  const likes = likeStore(store)
  const pairOf = (photoId: string, viewer: Viewer) => ({
    photo: photos.rowIdOf(photoId, viewer),
    guest: memberOf(viewer),
  })
  return {
    /** Oldest first, at most `maxLikes`. */
    list: (photoId: string, viewer: Viewer): Like[] =>
      likes
        .ofPhoto(photos.rowIdOf(photoId, viewer), maxLikes)
        .map(({ guest, name }) => ({ name, isOwner: guest === null })),
    /** The numbers of likes by row id, only for photos that the viewer is known to see. */
    counts: likes.counts,
    isLiked: (photoId: string, viewer: Viewer): boolean => likes.has(pairOf(photoId, viewer)),
    /** Of the last `maxLikes` photos that the viewer liked, those they may still see. */
    ofViewer: (viewer: Viewer): string[] =>
      photos.visibleIds(likes.photosOf(memberOf(viewer), maxLikes), viewer),
    like: (photoId: string, viewer: Viewer) =>
      store.write(() => likes.add(pairOf(photoId, viewer))),
    /** Those of an export; `guest` is a row id, or null for the owner. @returns how many were new. */
    restore: (liked: readonly { photoId: string; guest: number | null }[]): Promise<number> =>
      store.write(
        () =>
          liked.filter(({ photoId, guest }) => {
            const photo = photos.find(photoId, ownerViewer) && photos.rowIdOf(photoId, ownerViewer)
            return photo !== undefined && likes.add({ photo, guest }).changes > 0
          }).length,
      ),
    unlike: (photoId: string, viewer: Viewer) =>
      store.write(() => likes.remove(pairOf(photoId, viewer))),
  }
}
