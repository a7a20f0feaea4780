import { describe, expect, test } from 'bun:test'
import { timeAgo } from '../../ui/features/comments/time-ago.ts'
import { likesSentence } from '../../ui/features/likes/texts.ts'

const sentenceOf = (isLiked: boolean, names: readonly string[], isCut = false) =>
  likesSentence({ isLiked, others: names.map((name) => ({ name })), isCut })

describe('likes', () => {
  const sentences = [
    [false, [], 'Be the first to like this picture'],
    [true, [], 'Liked by you'],
    [true, ['Ann'], 'liked by you and 1 other'],
    [true, ['Ann', 'Bea'], 'liked by you and 2 others'],
    [false, ['Ann'], 'Liked by Ann'],
    [false, ['Ann', 'Bea'], 'liked by Ann and 1 other'],
    [false, ['Ann', 'Bea', 'Cem'], 'liked by Ann and 2 others'],
  ] as const
  for (const [isLiked, others, words] of sentences) {
    test(`the likes sentence is '${words}'`, () => expect(sentenceOf(isLiked, others)).toBe(words))
  }
  test('the likes sentence says that there are more likes than were sent', () => {
    const many = Array.from({ length: 1000 }, (_, index) => `Guest ${index}`)
    expect(sentenceOf(false, many, true)).toBe('liked by Guest 0 and more than 999 others')
    expect(sentenceOf(true, many.slice(1), true)).toBe('liked by you and more than 999 others')
  })
})

describe('age', () => {
  const now = Date.UTC(2024, 5, 15, 12)
  const ago = (seconds: number) => timeAgo(new Date(now - seconds * 1000).toISOString(), now)
  test('the age of a comment is given in the largest whole unit', () => {
    expect([59, 60, 3599, 3600, 86_399, 86_400, 7 * 86_400, 400 * 86_400].map(ago)).toEqual([
      'just now',
      '1 minute ago',
      '59 minutes ago',
      '1 hour ago',
      '23 hours ago',
      '1 day ago',
      '1 week ago',
      '1 year ago',
    ])
  })
  test('the age of a comment is never in the future, even if clocks differ', () =>
    expect(ago(-90)).toBe('just now'))
})
