import { grouped } from '../../src/contract/counts.ts'

/** Every text of likes. */
export const texts = {
  like: 'Like this picture',
  first: 'Be the first to like this picture',
  byYou: 'Liked by you',
  byYouAnd: (others: string) => `liked by you and ${others}`,
  by: (name: string) => `Liked by ${name}`,
  byAnd: (name: string, others: string) => `liked by ${name} and ${others}`,
  others: (count: number, isCut: boolean) => {
    if (count === 1) return '1 other'
    return `${isCut ? 'more than ' : ''}${grouped(count)} others`
  },
  notLoaded: 'Likes did not come',
  loadFailed: (message: string) => `error: ${message}`,
} as const
