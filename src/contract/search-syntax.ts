import { folded } from './folded.ts'
import {
  type FilterKey,
  filterKinds,
  filterOf,
  filterQuery,
  filterValue,
  type PhotoFilter,
  partSign,
} from './photo-filter.ts'
import { filterSynonyms, rangeOf, wordForKey } from './search-words.ts'
import { colonSigns, minusSigns, quoteSigns } from './typed-signs.ts'

/** One word of a search's text, with where it is. */
export type SearchToken = {
  /** As typed, with its quotes. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** What it filters by; undefined for a plain word. */
  readonly term: { readonly name: string; readonly value: string } | undefined
}

/** An exact id of a camera or lens; without it, a part of the name is meant. */
const exactSign = '='
const quoted = String.raw`[${quoteSigns}](?:[^${quoteSigns}\\]|\\.)*[${quoteSigns}]`
const token = new RegExp(
  String.raw`(?:${quoted}|[^\s${quoteSigns}]|(?!${quoted})[${quoteSigns}])+`,
  'gsu',
)
// Direction marks and the like may be pasted with a key.
const term = new RegExp(
  String.raw`^\p{Cf}*([${minusSigns}]?)([\p{L}\p{M}\p{N}\p{Cf}]+)[${colonSigns}](.*)$`,
  'su',
)

/** Splits a search's text at blanks outside quotes. */
export const searchTokens = (text: string): SearchToken[] =>
  [...text.matchAll(token)].map(({ 0: typed, index }) => ({
    text: typed,
    start: index,
    end: index + typed.length,
    term: termOf(typed),
  }))

/**
 * Reads `lens:"XF 35" f:<2 iso:>3200 -keyword:draft lake`: terms of a filter and plain words in any
 * order. What is no term, such as an unknown key, is a plain word; so is a term after a backslash.
 */
export function filterOfText(text: string): PhotoFilter {
  const parameters = new URLSearchParams()
  const words: string[] = []
  for (const { text: typed, term } of searchTokens(text)) {
    if (term) parameters.append(term.name, term.value)
    else words.push(typed.startsWith('\\') ? typed.slice(1) : typed)
  }
  const q = words.join(' ')
  if (q) parameters.append('q', q)
  return filterOf(parameters)
}

/** The text of a filter, which filterOfText() reads as the same filter. */
export function textOfFilter(filter: PhotoFilter): string {
  const terms: string[] = []
  let words = ''
  for (const [name, value] of filterQuery(filter)) {
    if (name === 'q') words = searchTokens(value).map(asPlainWord).join(' ')
    else terms.push(textOfTerm(name, value))
  }
  return [...terms, words].filter(Boolean).join(' ')
}

/** One value of a filter as it is typed: `-keyword:"red fox"`. */
export function textOfTerm(name: string, value: string): string {
  if (name === 'cameraModel') return `model:${quotedIfNeeded(value)}`
  const sign = name.startsWith('-') ? '-' : ''
  const key = name.slice(sign.length) as FilterKey
  if (key === 'location' && value === 'yes') return `${sign}has:location`
  return `${sign}${wordForKey(key)}:${typedValue(key, value)}`
}

function typedValue(key: FilterKey, value: string): string {
  if (filterKinds[key].kind !== 'name') return value
  if (value.startsWith(partSign)) {
    const words = value.slice(partSign.length)
    return hasNameParts(key) && !/^[~=]/.test(words) ? quotedIfNeeded(words) : quotedIfNeeded(value)
  }
  return hasNameParts(key) || value.startsWith(exactSign)
    ? exactSign + quotedIfNeeded(value)
    : quotedIfNeeded(value)
}

/** Nobody knows their ids, so a value without a sign is a part of the name. */
const hasNameParts = (key: FilterKey): boolean => key === 'camera' || key === 'lens'

/** The parts of what looks like a term: a sign to exclude, the name of a key, folded, and a value. */
export function termParts(
  typed: string,
): { sign: '' | '-'; name: string; value: string } | undefined {
  const [, sign, name, value = ''] = term.exec(typed) ?? []
  return name === undefined ? undefined : { sign: sign ? '-' : '', name: folded(name), value }
}

function termOf(typed: string): SearchToken['term'] {
  const parts = termParts(typed)
  if (!parts?.value) return undefined
  const { sign, name } = parts
  const text = unquoted(parts.value)
  if (name === 'model' && !sign && text) return { name: 'cameraModel', value: text }
  if (name === 'has') {
    return folded(text) === 'location' ? { name: `${sign}location`, value: 'yes' } : undefined
  }
  const key = filterSynonyms.get(name)
  const value = key && filterValue(key, addressValue(key, text))
  return value === undefined ? undefined : { name: `${sign}${key}`, value }
}

function addressValue(key: FilterKey, text: string): string {
  if (filterKinds[key].kind === 'range') return rangeOf(key, text)
  if (filterKinds[key].kind !== 'name') return folded(text)
  const name = text.normalize('NFKC')
  if (name.startsWith(partSign)) return name
  if (name.startsWith(exactSign)) return name.slice(exactSign.length)
  return hasNameParts(key) ? partSign + name : name
}

const asPlainWord = ({ text, term }: SearchToken): string =>
  term || text.startsWith('\\') ? `\\${text}` : text

const needsQuotes = new RegExp(String.raw`[\s${quoteSigns}\\]`)
const escaped = new RegExp(String.raw`[${quoteSigns}\\]`, 'g')
const quotedIfNeeded = (text: string): string =>
  needsQuotes.test(text) || text === '' ? `"${text.replace(escaped, '\\$&')}"` : text

/** Without quotes and, inside them, backslashes. */
const unquoted = (text: string): string =>
  text.replace(new RegExp(quoted, 'gsu'), (part) => part.slice(1, -1).replace(/\\(.)/gsu, '$1'))
