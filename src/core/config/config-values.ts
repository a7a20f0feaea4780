import { delimiter, resolve } from 'node:path'
import { z } from 'zod'
import { ownValue } from '../../contract/own-value.ts'
import { readEmailAddress } from '../../contract/people/email-address.ts'
import { rangeProblem } from '../address-ranges.ts'

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

export const absolutePath = (rule: string) =>
  z
    .string()
    .min(1, rule)
    .transform((path) => resolve(path))

/** Ends each value of a flag that was given several times. */
export const endOfValue = '\0'

/** A flag is given once for each folder, a variable separates them as PATH does. */
export const folderList = z
  .string()
  .transform((text) =>
    (text.includes(endOfValue) ? text.split(endOfValue) : text.split(delimiter))
      .filter((path) => path !== '')
      .map((path) => resolve(path)),
  )

/** Addresses and ranges, separated by commas or spaces. */
export const addressList = z.string().transform((text, context) => {
  const list = text.split(/[\s,]+/).filter((entry) => entry !== '')
  for (const entry of list) {
    const problem = rangeProblem(entry.toLowerCase())
    if (problem === undefined) continue
    context.addIssue(`must be a list of IP addresses and ranges; ${entry} ${problem}`)
    return z.NEVER
  }
  return list.map((entry) => entry.toLowerCase())
})

export const byteCount = z.string().transform((text, context) => {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]?i?b?)$/i.exec(text.trim())
  const unit = match && ownValue(units, match[2]!.toUpperCase())
  const bytes = match && unit ? Math.floor(Number(match[1]) * unit) : 0
  if (bytes < leastBytes) {
    context.addIssue(
      bytes < 1
        ? 'must be a size such as 64MiB'
        : `must be a size of at least 100kB, such as 64MiB; ${text.trim()} is ${count(bytes, 'byte')}`,
    )
    return z.NEVER
  }
  return bytes
})

export const pixelCount = z.string().transform((text, context) => {
  const match = /^(\d+(?:\.\d+)?)\s*(mp)?$/i.exec(text.trim())
  const pixels = match ? Math.floor(Number(match[1]) * (match[2] ? 1e6 : 1)) : 0
  if (pixels < leastPixels) {
    context.addIssue(
      pixels < 1
        ? 'must be a number of pixels such as 100MP'
        : `must be at least 1MP, such as 100MP; ${text.trim()} is ${count(pixels, 'pixel')}`,
    )
    return z.NEVER
  }
  return pixels
})

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`

export const seconds = (most: number) => {
  const rule = `must be a number of seconds from 0 to ${most}`
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, rule)
    .transform(Number)
    .refine((count) => count <= most, rule)
}

export const publicUrl = z.string().transform((text, context) => {
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
    context.addIssue('must be a URL without a path, such as https://photos.example.org')
    return z.NEVER
  }
  return url.origin
})

/** Options allowed in the mail server's address; others could log what is sent. */
const smtpOptions = ['requireTLS', 'tls.rejectUnauthorized', 'tls.servername', 'name']

/** The mail server's address as nodemailer reads it. It contains a password: never print it. */
export const smtpUrl = z.string().transform((text, context) => {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined
  if (
    !url ||
    !/^smtps?:$/.test(url.protocol) ||
    !url.hostname ||
    url.pathname.length > 1 ||
    url.hash
  ) {
    context.addIssue(
      'must be an smtp:// or smtps:// URL, such as smtps://user:password@mail.example.org; encode characters such as @ : / # in the password as %40 %3A %2F %23',
    )
    return z.NEVER
  }
  if ([...url.searchParams.keys()].some((option) => !smtpOptions.includes(option))) {
    context.addIssue(`supports only the options ${smtpOptions.join(', ')}`)
    return z.NEVER
  }
  return text.trim()
})

export const bearerToken = z
  .string()
  .regex(
    /^[!-~]{16,500}$/,
    'must have 16 to 500 letters, digits or punctuation marks, without spaces',
  )

export const mailAddress = z.string().transform((text, context) => {
  const { address, problem } = readEmailAddress(text)
  if (problem === undefined) return address
  context.addIssue(`must be an e-mail address, such as photos@example.org: it ${problem}`)
  return z.NEVER
})

const words = new Map([
  ...['true', 'yes', 'on', '1'].map((word) => [word, true] as const),
  ...['false', 'no', 'off', '0'].map((word) => [word, false] as const),
])

export const yesOrNo = z.string().transform((text, context) => {
  const word = words.get(text.trim().toLowerCase())
  if (word === undefined) {
    context.addIssue('must be true or false')
    return z.NEVER
  }
  return word
})
