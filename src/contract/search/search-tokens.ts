import { folded } from './folded.ts'
import type { FilterKey } from './photo-filter.ts'
import {
  quoted,
  rangeKey,
  type SearchTerm,
  singleQuoted,
  termHead,
  termOf,
  unclosed,
} from './search-terms.ts'
import { minusSigns, quoteSigns } from './typed-signs.ts'

/** One word of a search's text, with where it is. */
export type SearchToken = {
  /** As typed, with its quotes. */
  readonly text: string
  readonly start: number
  readonly end: number
  /** What it filters by; undefined for a plain word. */
  readonly term: SearchTerm | undefined
}

const word = new RegExp(
  String.raw`(?:${quoted}|[^\s${quoteSigns}]|(?!${quoted})[${quoteSigns}])+`,
  'gsu',
)
const quotedTerms = [
  new RegExp(String.raw`\\*${termHead}${singleQuoted}(?=\s|$)`, 'suy'),
  new RegExp(String.raw`\\*${termHead}${unclosed}`, 'suy'),
]
const withoutValue = new RegExp(`^${termHead}$`, 'su')
const beginsWithKey = new RegExp(
  String.raw`^\p{Cf}*[${minusSigns}]?([\p{L}\p{M}\p{N}\p{Cf}]+)`,
  'u',
)
const hasQuote = new RegExp(`[${quoteSigns}]`)
const isExcluding = new RegExp(String.raw`^\p{Cf}*[${minusSigns}]`, 'u')

/** The most words in a range, such as '12 800 – 25 600' after its first. */
const maxMoreWords = 8

/**
 * Splits a search's text at blanks, except for those in quotes and inside the value of a term. A
 * backslash in front does not change where a word ends, only what it means.
 */
export function searchTokens(text: string): SearchToken[] {
  const tokens: SearchToken[] = []
  for (let at = 0; at < text.length; ) {
    const first = wordFrom(text, at)
    if (!first) break
    const end = endOfQuoted(text, first.start) ?? endOfTerm(text, first)
    const typed = text.slice(first.start, end)
    tokens.push({ text: typed, start: first.start, end, term: termOf(typed) })
    at = end
  }
  return tokens
}

type Word = { readonly start: number; readonly end: number; readonly text: string }

function wordFrom(text: string, at: number): Word | undefined {
  word.lastIndex = at
  const found = word.exec(text)
  return found
    ? { start: found.index, end: found.index + found[0].length, text: found[0] }
    : undefined
}

const isTerm = (typed: string): boolean => termOf(withoutBackslashes(typed)) !== undefined
const withoutBackslashes = (typed: string): string => typed.replace(/^\\+/, '')

/** The end of a term in single quotes, or in a quote that is not closed. */
function endOfQuoted(text: string, start: number): number | undefined {
  for (const pattern of quotedTerms) {
    pattern.lastIndex = start
    const found = pattern.exec(text)?.[0]
    if (found !== undefined && isTerm(found)) return start + found.length
  }
  return undefined
}

/** The end of a term whose first word is known, or of that word. */
function endOfTerm(text: string, first: Word): number {
  const typed = withoutBackslashes(first.text)
  const key = rangeKey(folded(beginsWithKey.exec(typed)?.[1] ?? ''))
  if (key) return endOfRange(text, first, key)
  const next = withoutValue.test(typed) ? wordFrom(text, first.end) : undefined
  if (!next || next.text.startsWith('\\') || isExcluding.test(next.text)) return first.end
  // 'camera: iso:100' has two keys, and a value for one of them.
  if (isTerm(next.text) || endOfQuoted(text, next.start) !== undefined) return first.end
  return isTerm(text.slice(first.start, next.end)) ? next.end : first.end
}

/** Takes as many words as form a value of the key: 'year:2017 – 2019', 'iso:3 200', 'f <= 2.8'. */
function endOfRange(text: string, first: Word, key: FilterKey): number {
  let end = first.end
  let last: Word | undefined = first
  for (let count = 0; count < maxMoreWords; count++) {
    last = wordFrom(text, last.end)
    if (!last) return end
    const isFirstOfValue = count === 0 && withoutValue.test(withoutBackslashes(first.text))
    if (hasQuote.test(last.text) && !isFirstOfValue) return end
    if (canEnd(last.text, key, isFirstOfValue) && isTerm(text.slice(first.start, last.end))) {
      end = last.end
    }
  }
  return end
}

/**
 * Not a lone dash, whose range would be open, and of letters only months and the key's own unit.
 */
function canEnd(typed: string, key: FilterKey, isFirstOfValue: boolean): boolean {
  if (/\p{N}/u.test(typed) || key === 'month') return /[\p{L}\p{N}]/u.test(typed)
  if (isFirstOfValue) return false
  return units[key]?.test(folded(typed)) ?? false
}

const units: Partial<Record<FilterKey, RegExp>> = {
  focal: /^mm$/,
  focal35: /^mm$/,
  exposure: /^(s|sec|seconds?)$/,
}
