import { texts } from './texts.ts'

/** Who likes a photo. @param others by name, without the one who looks, the first to be named first */
export function likesSentence(isLiked: boolean, others: readonly string[]): string {
  const [first] = others
  if (isLiked) return first === undefined ? texts.byYou : texts.byYouAnd(others.length)
  if (first === undefined) return texts.first
  return others.length === 1 ? texts.by(first) : texts.byAnd(first, others.length - 1)
}
