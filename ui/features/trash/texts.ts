import { trashDays } from '../../../src/contract/limits.ts'
import { countOfPhotos, grouped } from '../../../src/contract/text/counts.ts'

const counted = (count: number, one: string, many: string) =>
  count === 1 ? `1 ${one}` : `${grouped(count)} ${many}`

export const texts = {
  lead: `Deleted photos stay here for ${trashDays} days. Only you can see them. After that they are deleted for good.`,
  empty: 'The trash is empty',
  emptyText: `When you delete a photo, you can restore it from here for ${trashDays} days.`,
  total: (count: number, size: string) => `${countOfPhotos(count)}, ${size}`,
  list: 'Photos in the trash',
  deletedOn: (date: string) => `Will be deleted for good on ${date}`,
  returnsTo: (albums: readonly string[]) =>
    albums.length === 0 ? 'Not in any album' : `In ${albums.join(', ')}`,
  likes: (count: number) => counted(count, 'like', 'likes'),
  comments: (count: number) => counted(count, 'comment', 'comments'),
  showMore: 'Show more',
  restore: 'Restore',
  restoreNamed: (name: string) => `Restore: ${name}`,
  restoreAll: 'Restore all',
  restoring: (done: number, total: number) =>
    `Restoring photos: ${grouped(done)} of ${grouped(total)}`,
  restored: (count: number) =>
    count === 1
      ? 'The photo is back in the gallery.'
      : `${countOfPhotos(count)} are back in the gallery.`,
  show: 'Show photo',
  restoreFailed: (reason: string) => `Could not restore: ${reason}`,
  gone: 'This photo is no longer in the trash.',
  deleteNow: 'Delete now',
  deleteNowNamed: (name: string) => `Delete now: ${name}`,
  deleteTitle: 'Delete this photo for good?',
  deleteText: (name: string) =>
    `“${name}” will be deleted with its file, likes and comments. This cannot be undone.`,
  deleted: 'The photo was deleted for good.',
  deleteFailed: (reason: string) => `Could not delete for good: ${reason}`,
  emptyTrash: 'Empty trash',
  emptyTitle: 'Empty the trash?',
  emptyQuestion: (count: number) =>
    count === 1
      ? 'The photo in the trash will be deleted with its file, likes and comments. This cannot be undone.'
      : `All ${countOfPhotos(count)} in the trash will be deleted with their files, likes and comments. This cannot be undone.`,
  emptied: 'The trash is empty.',
  cancel: 'Cancel',
  /** The dialog that asks before a photo is deleted; its title and text are the specification's. */
  dialog: {
    title: 'Delete Photo?',
    trash: `The photo is moved to the trash. You can restore it from there for ${trashDays} days.`,
    /** Before the specification's text. */
    forGood: '“Delete now” cannot be undone:',
    text: 'By removing the photo all associated image data will be deleted',
    cancel: 'Cancel',
    now: 'Delete now',
    ok: 'Move to trash',
    onlyTrashed: (reason: string) =>
      `The photo is in the trash, but could not be deleted for good: ${reason}`,
    moved: 'The photo is in the trash.',
    undo: 'Undo',
  },
} as const
