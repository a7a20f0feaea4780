import { delimiter, resolve } from 'node:path'
import { ownValue } from '../../contract/own-value.ts'
import { readEmailAddress } from '../../contract/people/email-address.ts'
import { rangeProblem } from '../address-ranges.ts'

/**
 * Makes a value of a setting's text. Not a zod schema: the settings are read at every start, and the
 * schemas of all of them would take a tenth of its time and 8 MB.
 * @throws ValueProblem
 */
export type Reader<Value> = (text: string) => Value

/** What a value must be, for a sentence that begins with the name of its setting. */
export class ValueProblem extends Error {}

const units: Record<string, number> = {
  '': 1,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KIB: 2 ** 10,
  MIB: 2 ** 20,
  GIB: 2 ** 30,
}

/** Smaller limits reject every photo; they mean that a unit was forgotten. */
const leastBytes = 1e5
const leastPixels = 1e6

/** Any text but an empty one, without the spaces around it. */
export const word: Reader<string> = (text) => {
  if (text.trim() === '') throw new ValueProblem('must not be empty')
  return text.trim()
}

export const absolutePath =
  (rule: string): Reader<string> =>
  (text) => {
    if (text === '') throw new ValueProblem(rule)
    return resolve(text)
  }

/** A text without the spaces around it that matches a pattern. */
export const matching =
  (pattern: RegExp, rule: string): Reader<string> =>
  (text) => {
    if (!pattern.test(text.trim())) throw new ValueProblem(rule)
    return text.trim()
  }

/** A whole number from 0 to `most`. */
export const wholeNumber =
  (most: number, rule: string): Reader<number> =>
  (text) => {
    if (!/^\d{1,9}$/.test(text) || Number(text) > most) throw new ValueProblem(rule)
    return Number(text)
  }

export const seconds = (most: number): Reader<number> => {
  const read = wholeNumber(most, `must be a number of seconds from 0 to ${most}`)
  return (text) => read(text.trim())
}

export const oneOf =
  <Word extends string>(words: readonly Word[]): Reader<Word> =>
  (text) => {
    const found = words.find((word) => word === text)
    if (found === undefined) throw new ValueProblem(`must be ${words.join(' or ')}`)
    return found
  }

/** Ends each value of a flag that was given several times. */
export const endOfValue = '\0'

/** A flag is given once for each folder, a variable separates them as PATH does. */
export const folderList: Reader<string[]> = (text) =>
  (text.includes(endOfValue) ? text.split(endOfValue) : text.split(delimiter))
    .filter((path) => path !== '')
    .map((path) => resolve(path))

/** Addresses and ranges, separated by commas or spaces. */
export const addressList: Reader<string[]> = (text) => {
  const list = text.split(/[\s,]+/).filter((entry) => entry !== '')
  for (const entry of list) {
    const problem = rangeProblem(entry.toLowerCase())
    if (problem === undefined) continue
    throw new ValueProblem(`must be a list of IP addresses and ranges; ${entry} ${problem}`)
  }
  return list.map((entry) => entry.toLowerCase())
}

export const byteCount: Reader<number> = (text) => {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?i?b?)$/i.exec(text.trim())
  const unit = match && ownValue(units, match[2]!.toUpperCase())
  const bytes = match && unit ? Math.floor(Number(match[1]) * unit) : 0
  if (bytes < 1) throw new ValueProblem('must be a size such as 64MiB')
  if (bytes < leastBytes) {
    throw new ValueProblem(
      `must be a size of at least 100kB, such as 64MiB; ${text.trim()} is ${count(bytes, 'byte')}`,
    )
  }
  return bytes
}

export const pixelCount: Reader<number> = (text) => {
  const match = /^(\d+(?:\.\d+)?)\s*(mp)?$/i.exec(text.trim())
  const pixels = match ? Math.floor(Number(match[1]) * (match[2] ? 1e6 : 1)) : 0
  if (pixels < 1) throw new ValueProblem('must be a number of pixels such as 100MP')
  if (pixels < leastPixels) {
    throw new ValueProblem(
      `must be at least 1MP, such as 100MP; ${text.trim()} is ${count(pixels, 'pixel')}`,
    )
  }
  return pixels
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

export const publicUrl: Reader<string> = (text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  ) {
    throw new ValueProblem('must be a URL without a path, such as https://photos.example.org')
  }
  return url.origin
}

/** Options allowed in the mail server's address; others could log what is sent. */
const smtpOptions = ['requireTLS', 'tls.rejectUnauthorized', 'tls.servername', 'name']

/** The mail server's address as nodemailer reads it. It contains a password: never print it. */
export const smtpUrl: Reader<string> = (text) => {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (
    !url ||
    !/^smtps?:$/.test(url.protocol) ||
    !url.hostname ||
    url.pathname.length > 1 ||
    url.hash
  ) {
    throw new ValueProblem(
      'must be an smtp:// or smtps:// URL, such as smtps://user:password@mail.example.org; encode characters such as @ : / # in the password as %40 %3A %2F %23',
    )
  }
  if ([...url.searchParams.keys()].some((option) => !smtpOptions.includes(option))) {
    throw new ValueProblem(`supports only the options ${smtpOptions.join(', ')}`)
  }
  return text.trim()
}

export const bearerToken: Reader<string> = (text) => {
  if (/^[!-~]{16,500}$/.test(text)) return text
  throw new ValueProblem('must have 16 to 500 letters, digits or punctuation marks, without spaces')
}

export const mailAddress: Reader<string> = (text) => {
  const { address, problem } = readEmailAddress(text)
  if (problem === undefined) return address
  throw new ValueProblem(`must be an e-mail address, such as photos@example.org: it ${problem}`)
}

const words = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
])

export const yesOrNo: Reader<boolean> = (text) => {
  const word = words.get(text.trim().toLowerCase())
  if (word === undefined) throw new ValueProblem('must be true or false')
  return word
}
