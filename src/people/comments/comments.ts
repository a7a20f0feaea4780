import type { Comment, CommentListQuery, NewComment } from '../../contract/people/comments.ts'
import { memberOf, ownerViewer, type Viewer } from '../../contract/people/viewer.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/database/open.ts'
import { AppError, notFound } from '../../core/errors.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import { type CommentRow, commentStore } from './store.ts'

/** `guest` is a row id, or null for the owner; `writtenAt` is in ms. */
type RestoredComment = {
  readonly id: string
  readonly photoId: string
  readonly guest: number | null
  readonly body: string
  readonly writtenAt: number
}

export type Comments = ReturnType<typeof createComments>

/** Every method throws AppError 404 for a photo that the viewer may not see. */
export function createComments({
  store,
  photos,
  clock,
}: {
  store: Store
  photos: Photos
  clock: Clock
}) {
  const comments = commentStore(store)
  const requireComment = (id: string, photo: number): CommentRow => {
    const row = comments.byId(id, photo)
    if (!row) throw notFound()
    return row
  }
  return {
    /** Oldest first. @throws AppError 404 also if `before` is not a comment on the photo. */
    list: (photoId: string, { limit, before }: CommentListQuery, viewer: Viewer): Comment[] => {
      const photo = photos.rowIdOf(photoId, viewer)
      const end =
        before === undefined ? Number.MAX_SAFE_INTEGER : requireComment(before, photo).row_id
      const page = comments.page(photo, { before: end, limit })
      return page.toReversed().map((row) => toComment(row, viewer))
    },
    write: (photoId: string, { body }: NewComment, viewer: Viewer): Promise<Comment> =>
      store.write(() => {
        const photo = photos.rowIdOf(photoId, viewer)
        const id = Bun.randomUUIDv7()
        comments.insert({ id, photo, guest: memberOf(viewer), body, writtenAt: clock.now() })
        return toComment(requireComment(id, photo), viewer)
      }),
    /** Those of an export, of which none is written twice. @returns how many were added. */
    restore: (written: readonly RestoredComment[]): Promise<number> =>
      store.write(
        () =>
          written.filter(({ photoId, ...comment }) => {
            const photo = photos.find(photoId, ownerViewer) && photos.rowIdOf(photoId, ownerViewer)
            return photo !== undefined && comments.restore({ ...comment, photo })
          }).length,
      ),
    /** @throws AppError 403 if a guest is not the author. */
    remove: (photoId: string, id: string, viewer: Viewer): Promise<Comment> =>
      store.write(() => {
        const row = requireComment(id, photos.rowIdOf(photoId, viewer))
        if (!viewer.isOwner && !isOf(row, viewer)) {
          throw new AppError(403, 'you can only delete your own comments')
        }
        comments.delete(row.row_id)
        return toComment(row, viewer)
      }),
  }
}

/** A browser may be both owner and guest; the comments of both are its own. */
const isOf = ({ guest }: CommentRow, viewer: Viewer) =>
  guest === null ? viewer.isOwner : guest === viewer.guest

const toComment = (row: CommentRow, viewer: Viewer): Comment => ({
  id: row.id,
  photoId: row.photo_id,
  name: row.name,
  body: row.body,
  time: new Date(row.written_at).toISOString(),
  isOwner: row.guest === null,
  mine: isOf(row, viewer),
})
