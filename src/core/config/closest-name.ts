/** How many letters of a mistyped name can be wrong, missing or extra. */
const mostMistakes = 2

/** Finds the name that a mistyped word most likely means, if any. */
export function closestName(word: string, names: readonly string[]): string | undefined {
  const beginning = names.filter((name) => name.startsWith(word))
  if (beginning.length === 1) return beginning[0]
  const [best] = names
    .map((name) => ({ name, mistakes: mistakesIn(word, name) }))
    .filter(({ name, mistakes }) => mistakes <= mostMistakes && mistakes < name.length / 2)
    .sort((a, b) => a.mistakes - b.mistakes)
  return best?.name
}

/** The number of letters to insert, delete or replace, and of neighbours to swap. */
function mistakesIn(word: string, name: string): number {
  let before: number[] = []
  let row = Array.from({ length: name.length + 1 }, (_, index) => index)
  for (let i = 1; i <= word.length; i++) {
    const next = [i]
    for (let j = 1; j <= name.length; j++) {
      const isSame = word[i - 1] === name[j - 1]
      const isSwapped = i > 1 && j > 1 && word[i - 1] === name[j - 2] && word[i - 2] === name[j - 1]
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        row[j - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[name.length]!
}
