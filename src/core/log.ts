import { damageOf } from './database/damage-of.ts'
import { diskRefusal } from './database/disk-full.ts'

/** How many warnings are kept for the account page. */
const keptWarnings = 50

export const logFormats = ['text', 'json'] as const
export type LogFormat = (typeof logFormats)[number]

type Warning = { readonly at: number; readonly text: string }

const warnings: Warning[] = []
let isJson = false

/** With 'json', everything that the server prints is one JSON object a line. */
export function setLogFormat(format: LogFormat): void {
  isJson = format === 'json'
}

/**
 * Prints something that the operator should know to standard error, and remembers it. Further
 * lines, such as a stack, are indented, and control characters are escaped: text that a client sent
 * can neither look like a line of its own nor change the terminal.
 */
export function warn(text: string): void {
  const printed = printable(text)
  warnings.unshift({ at: Date.now(), text: printed })
  if (warnings.length > keptWarnings) warnings.pop()
  console.error(isJson ? entry('warning', { event: 'warning', message: printed }) : printed)
}

/** The last 50 warnings since the start, newest first; `at` is in ms. */
export const recentWarnings = (): readonly Warning[] => [...warnings]

/** Prints information, such as the server's address, to standard output. */
export function logInfo(text: string): void {
  console.log(
    isJson ? entry('info', { event: 'message', message: text }) : text.replace(unseen, escaped),
  )
}

/** Prints an entry for programs to standard output. */
export function logEntry(event: string, facts: Readonly<Record<string, unknown>>): void {
  console.log(entry('info', { event, ...facts }))
}

export type SignInFailure = 'wrong password' | 'wrong setup link' | 'wrong guest link'

/**
 * fail2ban's filter reads this line (packaging/fail2ban), so its form stays as it is. It is not
 * kept as a warning: one attacker would push all others out.
 */
export function logFailedSignIn(address: string, reason: SignInFailure): void {
  console.error(
    isJson
      ? entry('warning', { event: 'failed-sign-in', address, reason })
      : `${new Date().toISOString()} Failed sign-in from ${address}: ${reason}`,
  )
}

/**
 * An error with its stack, which for errors of the disk says nothing. Printing the error itself
 * would add pages of the bundled source.
 */
export const stackOf = (error: unknown): string =>
  error instanceof Error && !damageOf(error) && !diskRefusal(error)
    ? // Some errors of Bun have an empty one.
      error.stack || String(error)
    : String(error)

const entry = (level: 'info' | 'warning', facts: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({ time: new Date().toISOString(), level, ...facts }).replace(unseen, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )

function printable(text: string): string {
  return text
    .trimEnd()
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/\n(?! {2})/g, '\n  ')
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, escaped)
    .replace(unseen, escaped)
}

/**
 * Characters that change a line's direction or are invisible, except the joiners of some scripts.
 */
const unseen =
  /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu

const escaped = (character: string) => {
  const code = character.codePointAt(0)!
  const digits = code.toString(16)
  return code < 0x100 ? `\\x${digits.padStart(2, '0')}` : `\\u{${digits}}`
}
