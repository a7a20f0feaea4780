import type { Facets } from '../../../../src/contract/search/facets.ts'
import { filterKeyNames } from '../../../../src/contract/search/filter-labels.ts'
import type { FilterKey } from '../../../../src/contract/search/photo-filter.ts'
import { filterOfText, textOfTerm } from '../../../../src/contract/search/search-syntax.ts'
import { termParts } from '../../../../src/contract/search/search-terms.ts'
import { searchTokens } from '../../../../src/contract/search/search-tokens.ts'
import { filterSynonyms, wordForKey } from '../../../../src/contract/search/search-words.ts'
import { spellingsOf } from '../../../../src/contract/search/spellings.ts'
import { quoteSigns, singleQuotes } from '../../../../src/contract/search/typed-signs.ts'
import { unspacedLetters } from '../../../../src/contract/search/unspaced.ts'

/** What is being typed, and what it asks for. */
export type Typed = {
  /** Where it is in the text. */
  readonly start: number
  readonly end: number
  /** '-' in front of a term to exclude. */
  readonly sign: '' | '-'
  /** The key of a term; undefined for a plain word. */
  readonly key: FilterKey | undefined
  /** The words that a suggestion's label must have. */
  readonly words: readonly string[]
  /** The text without it. */
  readonly rest: string
}

export type Suggestion = {
  readonly id: string
  readonly label: string
  /** What it is a value of; for a key, what that is called if the key does not say so itself. */
  readonly keyName: string
  /** A key as it is typed, instead of a value. */
  readonly isKey: boolean
  readonly count: number | undefined
  /** Replaces what was typed. */
  readonly text: string
}

const maxSuggestions = 8
const maxKeys = 3

/** Keys whose names are suggested for a plain word, too: nobody types their values. */
const namedKeys: readonly FilterKey[] = ['camera', 'lens', 'make', 'keyword']

/** Of a value: the sign in front of a name, and quotes. */
const leftOut = new RegExp(`^[~=～＝]?[${singleQuotes.opening}]|^[~=～＝]|[${quoteSigns}]`, 'g')

/** The word or term at the caret. */
export function typedAt(text: string, caret: number): Typed {
  const token = searchTokens(text).find(({ start, end }) => start < caret && caret <= end)
  const { start, end } = token ?? { start: caret, end: caret }
  const rest = `${text.slice(0, start)} ${text.slice(end)}`
  const { sign = '', name = '', value = '' } = termParts(token?.text ?? '') ?? {}
  const key = filterSynonyms.get(name)
  const words = wordsOf(key ? value.replace(leftOut, '') : (token?.text ?? ''))
  return { start, end, sign: key ? sign : '', key, words, rest }
}

/** The filter that the values' counts are for: the text without what is being typed. */
export const restFilter = ({ rest }: Typed) => filterOfText(rest)

/** The keys whose values are needed for suggestions. */
export const keysNeeded = ({ key, words }: Typed): readonly FilterKey[] => {
  if (key) return [key]
  return words.length > 0 ? namedKeys : []
}

/** Values and keys that begin with what is being typed. */
export function suggestionsFor(typed: Typed, facets: Facets, keys: readonly FilterKey[]) {
  const values = keysNeeded(typed).flatMap((key) => valuesOf(typed, key, facets))
  if (typed.key) return values.slice(0, maxSuggestions)
  const named = keysFor(typed, keys)
  values.sort((one, other) => (other.count ?? 0) - (one.count ?? 0))
  return [...values.slice(0, maxSuggestions - named.length), ...named]
}

function valuesOf({ words, sign }: Typed, key: FilterKey, facets: Facets): Suggestion[] {
  const values = facets[key] ?? []
  // The newest are looked for most.
  return (key === 'year' ? [...values].reverse() : values)
    .filter(({ label }) => hasWords(label, words))
    .map(({ value, label, count }) => ({
      id: `${key}-${value}`,
      label,
      keyName: filterKeyNames[key],
      isKey: false,
      count,
      text: `${textOfTerm(sign + key, value)} `,
    }))
}

function keysFor({ words: [word = '', ...others] }: Typed, keys: readonly FilterKey[]) {
  if (others.length > 0) return []
  const sign = word.startsWith('-') ? '-' : ''
  const begun = word.slice(sign.length)
  const found = keys.filter((key) =>
    [wordForKey(key), ...wordsOf(filterKeyNames[key])].some((name) => name.startsWith(begun)),
  )
  return found.slice(0, begun ? maxKeys : found.length).map((key): Suggestion => {
    const word = wordForKey(key)
    const name = filterKeyNames[key]
    const text = `${sign}${word}:`
    const keyName = name.toLowerCase() === word ? '' : name
    return { id: key, label: text, keyName, isKey: true, count: undefined, text }
  })
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean)

const isUnspaced = new RegExp(`^[${unspacedLetters}]`, 'u')

/** Whether each of the words begins a word of the label, or is in it where it has no spaces. */
function hasWords(label: string, words: readonly string[]): boolean {
  const labels = spellingsOf(label)
  const own = labels.flatMap((whole) => [whole, ...whole.split(/[\s/()–-]+/)])
  const has = (word: string) =>
    isUnspaced.test(word)
      ? labels.some((whole) => whole.includes(word))
      : own.some((each) => each.startsWith(word))
  return words.every((word) => spellingsOf(word).some(has))
}
