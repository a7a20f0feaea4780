import {
  type FilterKey,
  filterKinds,
  filterOf,
  filterQuery,
  type PhotoFilter,
  partSign,
} from './photo-filter.ts'
import { exactSign, hasNameParts, shortTermFor } from './search-terms.ts'
import { type SearchToken, searchTokens } from './search-tokens.ts'
import { wordForKey } from './search-words.ts'
import { quoteSigns, singleQuotes } from './typed-signs.ts'

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
  const q = words.filter(Boolean).join(' ')
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
  const last = terms.at(-1)
  // 'iso:3 200' is one term.
  const isPartOfTerm = last !== undefined && searchTokens(`${last} ${words}`)[0]?.text !== last
  return [...terms, isPartOfTerm ? `\\${words}` : words].filter(Boolean).join(' ')
}

/** One value of a filter as it is typed: `-keyword:"red fox"`. */
export function textOfTerm(name: string, value: string): string {
  if (name === 'cameraModel') return `model:${quotedIfNeeded(value)}`
  if (name === 'order') return `order:${value}`
  const sign = name.startsWith('-') ? '-' : ''
  const key = name.slice(sign.length) as FilterKey
  const short = shortTermFor(key, value)
  if (short) return sign + short
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

const asPlainWord = ({ text, term }: SearchToken): string =>
  term || text.startsWith('\\') ? `\\${text}` : text

const needsQuotes = new RegExp(String.raw`[\s${quoteSigns}\\]|^[~=～＝]?[${singleQuotes.opening}]`)
const escaped = new RegExp(String.raw`[${quoteSigns}\\]`, 'g')
const quotedIfNeeded = (text: string): string =>
  needsQuotes.test(text) || text === '' ? `"${text.replace(escaped, '\\$&')}"` : text
