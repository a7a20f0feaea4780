import { ownValue } from '../own-value.ts'
import { folded } from './folded.ts'

const umlauts: Record<string, string> = { ä: 'ae', å: 'aa', ö: 'oe', ø: 'oe', ü: 'ue' }
const umlaut = /[äåöøü]/g
/** Between letters: Hawaiʻi, O’Brien. */
const apostrophe = /(?<=\p{L})['’‘ʼʻ`´ʹʾʿ＇](?=\p{L})/gu
const mayHaveOthers = /[^\0-\x7f]|['`]/

/**
 * How else people write a text with an umlaut or an apostrophe, folded: 'muenchen' and 'hawaii', where
 * folding alone gives 'munchen' and 'hawai'i'. None of most texts.
 */
export function otherSpellings(text: string): string[] {
  if (!mayHaveOthers.test(text)) return []
  const composed = text.toLowerCase().normalize('NFC')
  const long = composed.replace(umlaut, (letter) => ownValue(umlauts, letter) ?? letter)
  const found = new Set([long, composed.replace(apostrophe, ''), long.replace(apostrophe, '')])
  found.delete(composed)
  return [...found].map(folded)
}

/** All spellings of a text, folded: two texts are equal in a search if they have one in common. */
export const spellingsOf = (text: string): string[] => [folded(text), ...otherSpellings(text)]
