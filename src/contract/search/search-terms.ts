import { folded } from './folded.ts'
import { addedOrder, type FilterKey, filterKinds, filterValue, partSign } from './photo-filter.ts'
import { filterSynonyms, rangeOf } from './search-words.ts'
import {
  colonSigns,
  comparisonSigns,
  inAscii,
  minusSigns,
  quoteSigns,
  singleQuotes,
} from './typed-signs.ts'

/** What a term filters by: the name and the value of a parameter in an address. */
export type SearchTerm = { readonly name: string; readonly value: string }

/** An exact id of a camera or lens; without it, a part of the name is meant. */
export const exactSign = '='

/** Text in quotes, in which a backslash makes a quote a part of the text. */
export const quoted = String.raw`[${quoteSigns}](?:[^${quoteSigns}\\]|\\.)*[${quoteSigns}]`

// Direction marks and the like may be pasted with a key.
const key = String.raw`\p{Cf}*([${minusSigns}]?)([\p{L}\p{M}\p{N}\p{Cf}]+)`

/** What a term begins with. */
export const termHead = String.raw`${key}[${colonSigns}]\s*`

/** Signs that may precede the quotes of a name. */
const nameSign = '[~=～＝]?'

/** A quote that is not closed, up to the end of the text. */
export const unclosed = String.raw`${nameSign}[${quoteSigns}${singleQuotes.onlyOpening}](?:[^${quoteSigns}\\]|\\.)+\\?$`

/**
 * Single quotes are apostrophes too: they are quotes only around a whole value, and those inside it
 * belong to its words.
 */
export const singleQuoted = String.raw`${nameSign}[${singleQuotes.opening}](?:[^${singleQuotes.closing}]|[${singleQuotes.closing}](?!\s|$))+[${singleQuotes.closing}]`

const withColon = new RegExp(`^${termHead}(.*)$`, 'su')
const withComparison = new RegExp(
  String.raw`^${key}\s*(?=[${comparisonSigns}])(?:[=＝]+(?![${comparisonSigns}]))?(.+)$`,
  'su',
)

/**
 * The parts of what looks like a term: a sign to exclude, the name of a key, folded, and a value.
 */
export function termParts(
  typed: string,
): { sign: '' | '-'; name: string; value: string } | undefined {
  const [, sign, name, value = ''] = withColon.exec(typed) ?? comparisonIn(typed) ?? []
  return name === undefined ? undefined : { sign: sign ? '-' : '', name: folded(name), value }
}

/** 'iso >= 800', which only keys of numbers have. */
function comparisonIn(typed: string): RegExpExecArray | undefined {
  const found = withComparison.exec(typed)
  return found && rangeKey(folded(found[2] ?? '')) ? found : undefined
}

/** The key of this name whose values are numbers, if there is one. */
export function rangeKey(name: string): FilterKey | undefined {
  const known = filterSynonyms.get(name)
  return known && filterKinds[known].kind === 'range' ? known : undefined
}

/**
 * What a text filters by; undefined if it is no term, or has a value that its key does not have.
 */
export function termOf(typed: string): SearchTerm | undefined {
  const parts = termParts(typed)
  if (!parts?.value) return undefined
  const { sign, name } = parts
  const text = unquoted(parts.value)
  if (name === 'model' && !sign && text) return { name: 'cameraModel', value: text }
  if (name === 'order' && !sign) {
    return folded(text) === addedOrder ? { name: 'order', value: addedOrder } : undefined
  }
  const short = shortTerms.get(`${name}:${folded(text)}`)
  if (short) return { name: sign + short.name, value: short.value }
  if (name === 'has') return undefined
  const known = filterSynonyms.get(name)
  const value = known && filterValue(known, addressValue(known, text))
  return value === undefined ? undefined : { name: `${sign}${known}`, value }
}

/** Terms that are easier to remember than their keys and values. */
const shortTerms: ReadonlyMap<string, SearchTerm> = new Map([
  ['has:location', { name: 'location', value: 'yes' }],
  ['has:title', { name: 'title', value: 'yes' }],
  ['is:untitled', { name: 'title', value: 'no' }],
])

/** The short term for a value of a key, if there is one. */
export const shortTermFor = (name: string, value: string): string | undefined =>
  [...shortTerms].find(([, term]) => term.name === name && term.value === value)?.[0]

function addressValue(known: FilterKey, text: string): string {
  if (filterKinds[known].kind === 'range') return rangeOf(known, text)
  if (filterKinds[known].kind === 'date') return inAscii(folded(text))
  if (filterKinds[known].kind !== 'name') return folded(text)
  const name = text.normalize('NFKC')
  if (name.startsWith(partSign)) return name
  if (name.startsWith(exactSign)) return name.slice(exactSign.length)
  return hasNameParts(known) ? partSign + name : name
}

/** People do not know the ids of these, so a value without a sign is a part of the name. */
export const hasNameParts = (known: FilterKey): boolean => known === 'camera' || known === 'lens'

const inSingles = new RegExp(`^${singleQuoted}$`, 'su')
const isUnclosed = new RegExp(`^${unclosed}`, 'su')
const firstQuote = new RegExp(`[${quoteSigns}${singleQuotes.opening}]`)
const inQuotes = new RegExp(quoted, 'gsu')

/** Without quotes and, inside them, backslashes. */
function unquoted(text: string): string {
  if (inSingles.test(text)) return text.replace(firstQuote, '').slice(0, -1)
  if (isUnclosed.test(text)) return unescaped(text.replace(firstQuote, ''))
  return text.replace(inQuotes, (part) => unescaped(part.slice(1, -1)))
}

const unescaped = (text: string): string => text.replace(/\\(.)/gsu, '$1')
