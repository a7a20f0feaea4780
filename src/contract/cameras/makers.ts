import { folded } from '../search/folded.ts'
import { escapePattern } from '../text/escape-pattern.ts'

/** What people call a maker, and how files write it if that differs. */
type Maker = { readonly name: string; readonly written?: readonly string[] }

const makers: readonly Maker[] = [
  { name: 'Acer' },
  { name: 'Agfa' },
  { name: 'AgfaPhoto' },
  { name: 'Apple' },
  { name: 'Asus', written: ['asustek'] },
  { name: 'BenQ' },
  { name: 'BlackBerry', written: ['research in motion', 'rim'] },
  { name: 'Canon' },
  { name: 'Casio' },
  { name: 'Concord' },
  { name: 'Contax' },
  { name: 'DJI' },
  { name: 'Epson', written: ['seiko epson'] },
  { name: 'FLIR' },
  { name: 'Fujifilm', written: ['fuji photo film', 'fuji film'] },
  { name: 'Garmin' },
  { name: 'GE', written: ['general imaging', 'general electric'] },
  { name: 'Google' },
  { name: 'GoPro' },
  { name: 'Hasselblad' },
  { name: 'Hitachi' },
  { name: 'HP', written: ['hewlett packard'] },
  { name: 'HTC' },
  { name: 'Huawei' },
  { name: 'Insta360', written: ['arashi vision'] },
  { name: 'Jenoptik' },
  { name: 'JVC' },
  { name: 'Kodak', written: ['eastman kodak', 'jk imaging'] },
  { name: 'Konica' },
  { name: 'Konica Minolta' },
  { name: 'Kyocera' },
  { name: 'Laowa', written: ['venus optics'] },
  { name: 'Leica' },
  { name: 'Lenovo' },
  { name: 'LG', written: ['lge'] },
  { name: 'Mamiya' },
  { name: 'Medion' },
  { name: 'Meizu' },
  { name: 'Microsoft' },
  { name: 'Minolta' },
  { name: 'Motorola' },
  { name: 'Nikon' },
  { name: 'Nintendo' },
  { name: 'Nokia', written: ['hmd global'] },
  { name: 'Olympus' },
  { name: 'OM System', written: ['om digital solutions'] },
  { name: 'OnePlus' },
  { name: 'Oppo' },
  { name: 'Panasonic', written: ['matsushita'] },
  { name: 'Parrot' },
  { name: 'Pentax', written: ['asahi optical', 'asahi pentax'] },
  { name: 'Phase One' },
  { name: 'Polaroid' },
  { name: 'Praktica' },
  { name: 'Ricoh' },
  { name: 'Rollei' },
  { name: 'Samsung' },
  { name: 'Samyang' },
  { name: 'Sanyo' },
  { name: 'Sharp' },
  { name: 'Sigma' },
  { name: 'Sony' },
  { name: 'Sony Ericsson' },
  { name: 'Tamron' },
  { name: 'Tokina' },
  { name: 'Toshiba' },
  { name: 'Viltrox' },
  { name: 'Vivitar' },
  { name: 'Vivo' },
  { name: 'Voigtländer', written: ['voigtlander'] },
  { name: 'Xiaomi' },
  { name: 'Yashica' },
  { name: 'Zeiss', written: ['carl zeiss'] },
  { name: 'ZTE' },
]

/** A writing of a maker as a pattern, which matches whole words in any case. */
function wordsPattern(words: string, flags: string, start = '(?<![\\p{L}\\p{N}])'): RegExp {
  const spaced = words
    .split(/[\s-]+/)
    .map(escapePattern)
    .join('[\\s-]+')
  return new RegExp(`${start}${spaced}(?![\\p{L}\\p{N}])`, flags)
}

/** Longer writings first: 'Konica Minolta' is not a Konica. */
const beginnings = makers
  .flatMap(({ name, written = [] }) => [name, ...written].map((words) => ({ name, words })))
  .sort((a, b) => b.words.length - a.words.length)
  .map(({ name, words }) => ({ name, pattern: wordsPattern(words, 'iu', '^') }))

/** The known maker that a text begins with, and the rest of the text. */
export function makerAtStart(text: string): { name: string; rest: string } | undefined {
  for (const { name, pattern } of beginnings) {
    const rest = text.replace(pattern, '')
    if (rest !== text) return { name, rest: rest.replace(/^[\s_,-]+/, '') }
  }
  return undefined
}

/** Every occurrence of a maker's name as whole words. */
export const occurrencesOf = (name: string): RegExp => wordsPattern(name, 'giu')

/** A legal form at the end of a company's name. */
const legalForm =
  /[\s,.&]+(?:co|company|corp|corporation|inc|ltd|limited|gmbh|ag|kg|llc|plc|pte|pty)[\s,.&]*$/i

/** What people call the maker in a file; '' if that has no letter or digit. */
export function makerName(written: string): string {
  let name = written.replace(/[\s_]+/g, ' ').replace(/^[ ,-]+| $/g, '')
  const known = makerAtStart(name)
  if (known) return known.name
  while (legalForm.test(name)) name = name.replace(legalForm, '')
  return hasName(name) ? name : ''
}

/** Whether a text has a letter or digit. */
export const hasName = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** Shorter search words would match too many makers. */
const minPrefix = 2

/**
 * How files write the makers that a lower-case search word names, where a search for the word itself
 * would not find them: 'hewlett packard' for 'hp'. With `isPrefix`, the word may be incomplete.
 */
export function otherWritings(word: string, isPrefix: boolean): string[] {
  const isMeant = (part: string) =>
    part === word || (isPrefix && word.length >= minPrefix && part.startsWith(word))
  return makers
    .filter(({ name }) => folded(name).split(' ').some(isMeant))
    .flatMap(({ written = [] }) => written)
    .filter((words) => !words.split(' ').some(isMeant))
}
