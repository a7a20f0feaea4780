import { limits } from '../../contract/limits.ts'
import { defaultSiteName, neutralGuestNames, ownerMark } from '../../contract/people/names.ts'
import { countCharacters } from '../../contract/text/characters.ts'
import { looksLike, unseen } from './look-alikes.ts'

/** Names are equal if their keys are; invisible characters do not count. */
export const keyOf = (text: string) =>
  text.normalize('NFKC').replace(unseen, '').trim().toLowerCase()

export const isReserved = (name: string, siteName: string): boolean =>
  [siteName, defaultSiteName, ownerMark].some((reserved) => looksLike(name, reserved))

export const neutralName = (siteName: string): string =>
  neutralGuestNames.find((name) => !isReserved(name, siteName))!

/** The name or the first free one of 'name 2', 'name 3' …, shortened to fit. */
export function freeName(name: string, isFree: (name: string) => boolean): string {
  for (let count = 1; ; count++) {
    const candidate = count === 1 ? name : numbered(name, ` ${count}`)
    if (isFree(candidate)) return candidate
  }
}

function numbered(name: string, suffix: string): string {
  const room = limits.guestName - countCharacters(suffix)
  return (
    [...name]
      .slice(0, room)
      .join('')
      .replace(/[\s\u200c\u200d]+$/, '') + suffix
  )
}
