import { makerName } from '../../../contract/cameras/makers.ts'
import { amongNumbers, isNumberKey } from '../../../contract/search/number-classes.ts'
import { type FilterTerm, partSign } from '../../../contract/search/photo-filter.ts'
import { spellingsOf } from '../../../contract/search/spellings.ts'
import type { Entry, Name } from './column.ts'
import { stepsOf } from './column-values.ts'
import { type Columns, columnOf } from './columns.ts'

/** Which photos of a list match a filter's terms. */
export type TermMatches = {
  readonly rowIds: Int32Array
  /** By position: 0 if all terms match, n if only the n-th does not, otherwise `failed`. */
  readonly of: Uint8Array
}

const passed = 0
const failed = 255

/** By code, whether a photo with it has one of the term's values. */
export function wantedCodes(term: FilterTerm, entries: readonly (Entry | undefined)[]): Uint8Array {
  const { key, values } = term
  if (isNumberKey(key)) {
    const ranges = values.map((value) => amongNumbers(key, value))
    const isWanted = (entry: Entry | undefined) =>
      typeof entry === 'number' && ranges.some((isAmong) => isAmong(entry))
    return Uint8Array.from(entries, (entry) => Number(isWanted(entry)))
  }
  const parts = values.filter((value) => value.startsWith(partSign)).map(wordsOfPart)
  // Ids of cameras and lenses must be equal; typed words are compared as in a search.
  const isTyped = key === 'keyword' || key === 'make'
  const asWritten = (value: string) => (key === 'make' ? writtenMaker(value) : value)
  const names = new Set(isTyped ? values.map(asWritten).flatMap(spellingsOf) : values)
  const isWanted = (name: Name) => {
    const isNamed = isTyped ? spellings(name).values : [name.value]
    return isNamed.some((value) => names.has(value)) || hasPart(name, parts)
  }
  return Uint8Array.from(entries, (entry) => Number(typeof entry === 'object' && isWanted(entry)))
}

/** The same for times of uploads. */
function wantedTimes(
  { values }: FilterTerm,
  entries: readonly (Entry | undefined)[],
  now: number,
): Uint8Array {
  const spans = values.map((value) => stepsOf(value, now))
  const isWanted = (entry: Entry | undefined) =>
    typeof entry === 'number' && spans.some(({ first, last }) => entry >= first && entry <= last)
  return Uint8Array.from(entries, (entry) => Number(isWanted(entry)))
}

type Spellings = { readonly values: readonly string[]; readonly labels: readonly string[] }
const known = new WeakMap<Name, Spellings>()

/** Cached, because a gallery can have thousands of names, which every search compares. */
function spellings(name: Name): Spellings {
  const found = known.get(name) ?? {
    values: spellingsOf(name.value),
    labels: spellingsOf(name.label),
  }
  known.set(name, found)
  return found
}

/** By word, its spellings. */
const wordsOfPart = (value: string): string[][] =>
  value.slice(partSign.length).split(' ').map(spellingsOf)

/** Whether the name has all words of any of the parts. */
function hasPart(name: Name, parts: readonly (readonly string[][])[]): boolean {
  if (parts.length === 0) return false
  const { labels } = spellings(name)
  const has = (word: readonly string[]) =>
    word.some((spelling) => labels.some((label) => label.includes(spelling)))
  return parts.some((words) => words.every(has))
}

/** Makers are also found as files spell them: 'eastman kodak company'. */
const writtenMaker = (value: string) => (makerName(value) || value).toLowerCase()

function haveKeyword({ keywords }: Columns, term: FilterTerm): (rowId: number) => number {
  const { starts, lengths, pool, dictionary } = keywords
  const wanted = wantedCodes(term, dictionary.entries)
  return (rowId) => {
    const start = starts[rowId]!
    const end = start + lengths[rowId]!
    for (let at = start; at < end; at++) if (wanted[pool[at]!]) return 1
    return 0
  }
}

function have(columns: Columns, term: FilterTerm): (rowId: number) => number {
  if (term.key === 'keyword') return haveKeyword(columns, term)
  const { codes, dictionary } = columnOf(columns, term.key)
  const { entries } = dictionary
  const isTime = term.key === 'uploaded'
  const wanted = isTime ? wantedTimes(term, entries, columns.now) : wantedCodes(term, entries)
  return (rowId) => wanted[codes[rowId]!]!
}

/** A photo without a value matches only terms that exclude values. */
export function matchTerms(
  columns: Columns,
  terms: readonly FilterTerm[],
  rowIds: Int32Array,
): TermMatches {
  const matches = new Uint8Array(rowIds.length)
  terms.forEach((term, index) => {
    const has = have(columns, term)
    const good = term.isExcluded ? 0 : 1
    for (let position = 0; position < rowIds.length; position++) {
      const verdict = matches[position]!
      if (verdict === failed || has(rowIds[position]!) === good) continue
      matches[position] = verdict === passed && !term.isExcluded ? index + 1 : failed
    }
  })
  return { rowIds, of: matches }
}

/** The positions of the photos that match all terms. */
export function matchingAll({ of: matches }: TermMatches): Int32Array {
  const found = new Int32Array(matches.length)
  let count = 0
  for (let position = 0; position < matches.length; position++) {
    if (matches[position] === passed) found[count++] = position
  }
  return found.slice(0, count)
}

/** The photos that match all terms, except perhaps the one at `index`. */
export function matchingAllBut({ rowIds, of: matches }: TermMatches, index: number): Int32Array {
  const found = new Int32Array(rowIds.length)
  let count = 0
  for (let position = 0; position < rowIds.length; position++) {
    const verdict = matches[position]
    if (verdict === passed || verdict === index + 1) found[count++] = rowIds[position]!
  }
  return found.subarray(0, count)
}
