import { folded } from '../../contract/search/folded.ts'
import { otherSpellings } from '../../contract/search/spellings.ts'
import { unspacedLetters } from '../../contract/search/unspaced.ts'

/**
 * A run of letters as the index has it: a word, or the pairs of a text that is written without spaces
 * between words.
 */
export type Run = { readonly text: string; readonly isUnspaced: boolean }

const letter = String.raw`\p{L}\p{N}\p{M}\p{Co}`
const runs = new RegExp(
  String.raw`(?:(?=[${letter}])[${unspacedLetters}])+|(?:(?![${unspacedLetters}])[${letter}])+|(?![©®])[\p{Extended_Pictographic}\p{Regional_Indicator}]`,
  'gu',
)
const isUnspaced = new RegExp(`^[${unspacedLetters}]`, 'u')
const isAscii = /^[\0-\x7f]*$/

/** The runs of letters and digits in a text, folded. An emoji is a run of its own. */
export function runsOf(text: string): Run[] {
  const plain = folded(text)
  if (isAscii.test(plain)) {
    return (plain.match(/[a-z0-9]+/g) ?? []).map((word) => ({ text: word, isUnspaced: false }))
  }
  return (plain.match(runs) ?? []).map((run) => ({ text: run, isUnspaced: isUnspaced.test(run) }))
}

/**
 * The words of a run in the index. Where no spaces show what is a word, each character is one together
 * with its successor, so that any part of the run is found: 東京都 is indexed as 東京, 京都, 都.
 */
export function wordsOfRun({ text, isUnspaced }: Run): string[] {
  if (!isUnspaced) return [text]
  const characters = [...text]
  return characters.map((character, index) => character + (characters[index + 1] ?? ''))
}

/** A text as the index stores it: its words, then the other spellings of some of them. */
export const indexedWords = (text: string): string =>
  [text, ...text.split(/\s+/u).flatMap(otherSpellings)]
    .flatMap(runsOf)
    .flatMap(wordsOfRun)
    .join(' ')
