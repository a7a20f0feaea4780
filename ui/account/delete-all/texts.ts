import { grouped } from '../../../src/contract/counts.ts'

/** Every text of deleting all photos. */
export const texts = {
  heading: 'Delete all photos',
  text: 'Ends with an empty gallery. Albums and cameras stay.',
  button: 'Delete all photos',
  title: 'Delete all photos?',
  counting: 'Counting the photos',
  none: 'There are no photos to delete.',
  warning: (count: number) =>
    count === 1
      ? 'The 1 photo of this gallery goes for good: its file, its title and words, its likes and comments.'
      : `All ${grouped(count)} photos of this gallery go for good: their files, their titles and words, their likes and comments.`,
  field: 'Number of photos',
  fieldHint: (count: number) => `Type ${count} to go on`,
  wrong: (count: number) => `This is not ${count}`,
  changed: (before: number, now: number) =>
    `There were ${grouped(before)} photos when you opened this, and now there are ${grouped(now)}. Nothing was deleted.`,
  cancel: 'Cancel',
  close: 'Close',
  submit: (count: number) => (count === 1 ? 'Delete 1 photo' : `Delete ${grouped(count)} photos`),
  running: 'Deleting the photos',
  done: (count: number) => `deleted ${count} photo`,
  failed: (error: string) => `could not delete photo: ${error}`,
} as const
