/** The keywords as text for a field; one that commas would split is in double quotes. */
export const keywordText = (keywords: readonly string[]): string =>
  keywords.map((word) => (isPlain(word) ? word : `"${word.replaceAll('"', '""')}"`)).join(', ')

/** The distinct keywords of such a text, whose quotes may be typographic ones, as phones type. */
export const keywordsOf = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(listed)]
      .map(([, quoted, typographic, plain]) =>
        quoted === undefined ? (typographic ?? plain ?? '').trim() : quoted.replaceAll('""', '"'),
      )
      .filter((word) => word !== ''),
  ),
]

/** A keyword in quotes, or whatever is before the next comma. */
const listed = /\s*(?:"((?:[^"]|"")*)"\s*|[“„]([^“”„]*)[“”]\s*|([^,]*))(?:,|$)/gy

const isPlain = (word: string) =>
  word === word.trim() && !word.includes(',') && !/^["“„]/.test(word)
