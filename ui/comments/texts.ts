import { grouped } from '../../src/contract/counts.ts'

/** Every text of comments. */
export const texts = {
  heading: 'Comments',
  label: 'Comment',
  placeholder: 'Say something kind',
  post: 'Post',
  posted: 'Posted',
  enterPosts: 'Enter posts, Shift + Enter begins a line',
  ctrlEnterPosts: 'Ctrl + Enter posts',
  commandEnterPosts: '⌘ + Enter posts',
  left: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
  tooLong: (count: number) =>
    count === 1 ? '1 character too many' : `${grouped(count)} characters too many`,
  empty: 'No comments yet. Yours would be the first.',
  loading: 'Loading comments',
  notLoaded: 'The comments did not come.',
  retry: 'Try again',
  showEarlier: 'Show earlier comments',
  delete: (name: string) => `Delete the comment of ${name}`,
  deletion: {
    title: 'Delete Comment?',
    text: 'It is gone for everybody and cannot be brought back.',
    ok: 'Ok',
    failed: (reason: string) => `could not delete comment: ${reason}`,
  },
  justNow: 'just now',
} as const
