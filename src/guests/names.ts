import { countCharacters } from '../contract/characters.ts'
import { guestNameMaxLength } from '../contract/guests.ts'

/**
 * Names and e-mails are one if their keys are equal. Joiners, which names may hold, are not seen
 * between most letters: they do not make a second 'Ann'.
 */
export const keyOf = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\u200c\u200d]/g, '')
    .trim()
    .toLowerCase()

/** The name, or the first of 'name 2', 'name 3' … that is free; cut so that it stays within bounds. */
export function freeName(name: string, isFree: (name: string) => boolean): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : numbered(name, ` ${count}`)
    if (isFree(candidate)) return candidate
  }
}

function numbered(name: string, suffix: string): string {
  const room = guestNameMaxLength - countCharacters(suffix)
  return (
    [...name]
      .slice(0, room)
      .join('')
      .replace(/[\s\u200c\u200d]+$/, '') + suffix
  )
}
