import { grouped } from '../../../../src/contract/text/counts.ts'

export const texts = {
  heading: 'Delete all photos',
  text: 'Deletes every photo for good, and empties the trash. Albums and cameras are kept.',
  button: 'Delete all photos',
  title: 'Delete all photos?',
  counting: 'Counting photos…',
  none: 'There are no photos to delete.',
  warning: (count: number) =>
    count === 1
      ? 'The only photo in this gallery will be permanently deleted, with its file, title, description, likes and comments. The trash is emptied too.'
      : `All ${grouped(count)} photos in this gallery will be permanently deleted, with their files, titles, descriptions, likes and comments. The trash is emptied too.`,
  field: 'Number of photos',
  fieldHint: (count: number) => `Type ${count} to confirm`,
  wrong: (count: number) => `Enter exactly ${count}`,
  changed: (before: number, now: number) =>
    `The number of photos has changed from ${grouped(before)} to ${grouped(now)}. Nothing was deleted.`,
  cancel: 'Cancel',
  close: 'Close',
  submit: (count: number) => (count === 1 ? 'Delete 1 photo' : `Delete ${grouped(count)} photos`),
  running: 'Deleting photos…',
  done: (count: number) => `deleted ${count} photo`,
  failed: (error: string) => `could not delete photo: ${error}`,
} as const
