import type { FacetValue } from '../../../src/contract/search/facets.ts'
import { texts } from './texts.ts'

/** Sorted keywords by their first letter, without its accents; those with none come last. */
export function byLetter(
  keywords: readonly FacetValue[],
): readonly (readonly [letter: string, keywords: readonly FacetValue[]])[] {
  const groups = new Map<string, FacetValue[]>()
  for (const keyword of keywords) {
    const letter = firstLetter(keyword.label)
    const group = groups.get(letter)
    if (group) group.push(keyword)
    else groups.set(letter, [keyword])
  }
  const isLetter = ([letter]: readonly [string, unknown]) => letter !== texts.otherLetters
  const all = [...groups]
  return [...all.filter(isLetter), ...all.filter((group) => !isLetter(group))]
}

function firstLetter(label: string): string {
  const [first = ''] = label.trim().normalize('NFD')
  return /\p{L}/u.test(first) ? first.toUpperCase() : texts.otherLetters
}

/** From 1 for the rarest keywords to 4 for the most frequent ones, by the logarithm of their counts. */
export function weightOf(count: number, most: number): 1 | 2 | 3 | 4 {
  if (most <= 1) return 1
  const share = Math.log(count) / Math.log(most)
  return (1 + Math.round(3 * share)) as 1 | 2 | 3 | 4
}
