import type { Like } from '../../src/contract/likes.ts'
import { texts } from './texts.ts'

/** Who likes a photo, as far as one answer tells. */
export type Likers = {
  /** The viewer. */
  readonly isLiked: boolean
  /** Without the viewer, the one to be named first. */
  readonly others: readonly Pick<Like, 'name'>[]
  /** There are more than these. */
  readonly isCut: boolean
}

/** Says who likes a photo; `name` stands for the first of the others. */
export function likesSentence({ isLiked, others, isCut }: Likers, name = others[0]?.name): string {
  if (isLiked) {
    return name === undefined ? texts.byYou : texts.byYouAnd(texts.others(others.length, isCut))
  }
  if (name === undefined) return texts.first
  if (others.length === 1) return texts.by(name)
  return texts.byAnd(name, texts.others(others.length - 1, isCut))
}
