/** What a file's name may not contain on some system, and what would be invisible in it. */
const unsafe = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu
/** In characters: with four bytes each, still below the 255 bytes of common file systems. */
const longest = 60
/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A text as a file name without extension; '' if nothing is left of it. */
export function safeName(text: string): string {
  const plain = text.normalize('NFC').replace(unsafe, ' ').replace(/\s+/g, ' ')
  const short = [...plain.trim()].slice(0, longest).join('')
  // Windows drops dots and blanks at the end; a dot at the beginning hides the file elsewhere.
  const name = short.replace(/^[. ]+|[. ]+$/g, '')
  return reserved.test(name) ? `_${name}` : name
}

/**
 * '007 Evening light.jpg': the photo's place in the album comes first, so that the files are in the
 * album's order and no two have the same name.
 */
export function entryName(index: number, count: number, title: string): string {
  const number = String(index + 1).padStart(String(count).length, '0')
  return `${[number, safeName(title)].filter(Boolean).join(' ')}.jpg`
}

/** The zip file's own name. */
export const zipFileName = (album: string): string => `${safeName(album) || 'Album'}.zip`

/** A time whose local parts are those of the camera's clock, whatever the server's time zone is. */
class ClockTime extends Date {
  override getFullYear(): number {
    return this.getUTCFullYear()
  }
  override getMonth(): number {
    return this.getUTCMonth()
  }
  override getDate(): number {
    return this.getUTCDate()
  }
  override getHours(): number {
    return this.getUTCHours()
  }
  override getMinutes(): number {
    return this.getUTCMinutes()
  }
  override getSeconds(): number {
    return this.getUTCSeconds()
  }
}

/** The range of times in a zip file. */
const earliest = '1980-01-01T00:00:00'
const latest = '2107-12-31T23:59:58'

/** The camera's clock time for the entry, or else the time of the upload in UTC. */
export function entryTime(originalDate: string | null, uploadDate: string): Date {
  const [time = earliest] = [originalDate, uploadDate]
    .map((date) => date?.slice(0, 19) ?? '')
    .filter((date) => /^\d{4}-/.test(date) && !Number.isNaN(Date.parse(`${date}Z`)))
  if (time < earliest) return new ClockTime(`${earliest}Z`)
  return new ClockTime(`${time > latest ? latest : time}Z`)
}
