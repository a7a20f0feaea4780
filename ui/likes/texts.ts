import { grouped } from '../../src/contract/counts.ts'

/** Every text of likes. */
export const texts = {
  like: 'Like this picture',
  first: 'Be the first to like this picture',
  byYou: 'Liked by you',
  byYouAnd: (others: number) => `liked by you and ${othersOf(others)}`,
  by: (name: string) => `Liked by ${name}`,
  byAnd: (name: string, others: number) => `liked by ${name} and ${othersOf(others)}`,
  notLoaded: 'Likes did not come',
  loadFailed: (message: string) => `error: ${message}`,
} as const

const othersOf = (count: number) => (count === 1 ? '1 other' : `${grouped(count)} others`)
