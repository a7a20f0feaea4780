import { filterKeyNames } from '../../../src/contract/search/filter-labels.ts'
import { filterKeys, isOwnersKey } from '../../../src/contract/search/photo-filter.ts'
import { termParts } from '../../../src/contract/search/search-terms.ts'
import { searchTokens } from '../../../src/contract/search/search-tokens.ts'
import { filterSynonyms, wordForKey } from '../../../src/contract/search/search-words.ts'
import { minusSigns } from '../../../src/contract/search/typed-signs.ts'

/** Why parts of a search that look like terms were searched for as words, as sentences. */
export function searchHints(words: string, isOwner: boolean): string[] {
  const hints = searchTokens(words).flatMap(({ text }) => hintFor(text, isOwner) ?? [])
  return [...new Set(hints)]
}

function hintFor(text: string, isOwner: boolean): string | undefined {
  const { sign = '', name = '', value = '' } = termParts(text) ?? {}
  if (!/^\p{L}/u.test(name) || value.startsWith('//'))
    return excluded.test(text) ? notExcluded(text) : undefined
  const key = filterSynonyms.get(name)
  const read = `“${text}” was read as a word, because`
  if (key === undefined || (isOwnersKey(key) && !isOwner)) {
    const keys = filterKeys
      .filter((known) => known !== 'upload' && (isOwner || !isOwnersKey(known)))
      .map(wordForKey)
    return `${read} “${sign}${name}” is not a key. The keys are ${keys.slice(0, -1).join(', ')} and ${keys.at(-1)}.`
  }
  return value
    ? `${read} “${value}” is not a value of ${filterKeyNames[key]}.`
    : `${read} it has no value.`
}

const excluded = new RegExp(String.raw`^[${minusSigns}][\p{L}\d]`, 'u')

const notExcluded = (text: string) =>
  `“${text}” was searched for as a word: only terms with a key can be excluded, such as -keyword:${text.slice(1)}.`
