import type { Like } from '../../../src/contract/people/likes.ts'
import { grouped } from '../../../src/contract/text/counts.ts'

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
  notLoaded: 'Could not load the likes.',
  loadFailed: (message: string) => `error: ${message}`,
} as const

/** Likes on a photo, as far as loaded. */
type Likers = {
  /** Whether the viewer likes the photo. */
  readonly isLiked: boolean
  /** Without the viewer; the first one is named. */
  readonly others: readonly Pick<Like, 'name'>[]
  /** Whether there are more than these. */
  readonly isCut: boolean
}

/** The sentence that says who likes a photo; `name` replaces the name of the first of the others. */
export function likesSentence({ isLiked, others, isCut }: Likers, name = others[0]?.name): string {
  if (isLiked) {
    return name === undefined ? texts.byYou : texts.byYouAnd(texts.others(others.length, isCut))
  }
  if (name === undefined) return texts.first
  if (others.length === 1) return texts.by(name)
  return texts.byAnd(name, texts.others(others.length - 1, isCut))
}
