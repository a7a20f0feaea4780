import { grouped } from '../../../src/contract/text/counts.ts'

export const texts = {
  heading: 'Comments',
  label: 'Comment',
  placeholder: 'Say something kind',
  post: 'Post',
  posted: 'Posted',
  enterPosts: 'Press Enter to post, Shift + Enter for a new line',
  left: (count: number) => (count === 1 ? '1 character left' : `${count} characters left`),
  tooLong: (count: number) =>
    count === 1 ? '1 character too many' : `${grouped(count)} characters too many`,
  empty: 'No comments yet. Be the first to comment.',
  loading: 'Loading comments',
  notLoaded: 'Could not load the comments.',
  retry: 'Try again',
  showEarlier: 'Show earlier comments',
  delete: (name: string) => `Delete ${name}’s comment`,
  deletion: {
    title: 'Delete Comment?',
    text: 'It will be deleted for everyone. This cannot be undone.',
    ok: 'Ok',
    failed: (reason: string) => `could not delete comment: ${reason}`,
  },
  justNow: 'just now',
} as const
