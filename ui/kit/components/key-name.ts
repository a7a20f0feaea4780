import { ownValue } from '../../../src/contract/own-value.ts'

/**
 * The key of a shortcut: KeyboardEvent.key with letters in lower case. Keys that write another script
 * count by their position, as д does for L; Latin layouts keep the meaning of their letters.
 */
export function keyName({ key, code, shiftKey }: KeyName): string {
  const isOtherScript = /^[^\0-\x7f]+$/.test(key) && !/\p{Script=Latin}/u.test(key)
  if (!isOtherScript) return key.length === 1 ? key.toLowerCase() : key
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  if (letter) return letter.toLowerCase()
  const digit = /^Digit(\d)$/.exec(code)?.[1]
  return (shiftKey ? undefined : digit) ?? ownValue(signs, code)?.[shiftKey ? 1 : 0] ?? key
}

type KeyName = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>

const signs: Readonly<Record<string, string>> = { Slash: '/?', Equal: '=+', Minus: '-_' }
