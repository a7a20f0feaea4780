/** Words beyond these narrow a search no further. */
const mostWords = 20

/**
 * A person's words as an FTS5 query: each must occur, the last one as a beginning. Words are quoted,
 * so that nothing in them is syntax (sqlite.org/fts5.html, 3.1); undefined when there is no word.
 */
export function matchOf(text: string): string | undefined {
  const words = text
    .split(/[\s\p{Cc}]+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, mostWords)
    .map((word) => `"${word.replaceAll('"', '""')}"`)
  return words.length > 0 ? `${words.join(' ')}*` : undefined
}
