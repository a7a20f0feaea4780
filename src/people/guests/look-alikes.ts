import { readFileSync } from 'node:fs'
import { ownerMark } from '../../contract/people/names.ts'
import confusables from './confusables.txt' with { type: 'file' }

/** Whether readers could mistake one name for the other, regardless of case, spaces and numbers. */
export function looksLike(name: string, other: string): boolean {
  const readings = readingsOf(other)
  return [name, withoutAdditions(name)].some((each) =>
    readingsOf(each).some((reading) => reading !== '' && readings.includes(reading)),
  )
}

/** A capital may look like a letter that its lower case does not resemble: ν like v, Ν like N. */
const readingsOf = (name: string) => [name, name.toLowerCase(), name.toUpperCase()].map(skeleton)

/** Texts with the same skeleton are hard to tell apart (UTS 39). Never shown. */
export function skeleton(text: string): string {
  const letters = prototypesOf(text).toLowerCase().replace(accents, '').replace(/[il]/g, 'l')
  const simpler = letters.replace(separators, '') || letters
  // In lower case a letter may look like others again, as m looks like rn.
  return simpler === text ? text : skeleton(simpler)
}

function prototypesOf(text: string): string {
  const seen = text.normalize('NFKC').replace(unseen, '').normalize('NFD')
  prototypes ??= readPrototypes()
  return Array.from(seen, (character) => prototypes!.get(character) ?? character).join('')
}

/** Combining accents: 'Ólafur' and 'Olafur' could be mistaken for each other. */
const accents = /[\u0300-\u036f]/g

/** Invisible characters. */
export const unseen = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/gu
const separators = /[\p{P}\p{S}\p{Z}\s]+/gu

/** 'Ann (Owner)', 'Ann 2' and 'Ann2' could still be Ann. */
function withoutAdditions(name: string): string {
  const words = name.normalize('NFKC').split(separators).filter(Boolean)
  while (words.length > 1 && isAddition(words.at(-1)!)) words.pop()
  return words.join(' ').replace(/\p{N}+$/u, '')
}

const isAddition = (word: string) =>
  /^\p{N}+$/u.test(word) || skeleton(word) === skeleton(ownerMark)

let prototypes: Map<string, string> | undefined

function readPrototypes(): Map<string, string> {
  const toText = (points: string) =>
    String.fromCodePoint(...points.split('+').map((point) => Number.parseInt(point, 16)))
  const lines = readFileSync(confusables, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.flatMap((line) => {
      const [prototype = '', ...lookAlikes] = line.split(' ')
      return lookAlikes.map((each) => [toText(each), toText(prototype)] as const)
    }),
  )
}
