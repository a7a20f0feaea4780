/** What a file's name may not contain on some system, and what would be invisible in it. */
const unsafe = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu
/** In characters: with four bytes each, still below the 255 bytes of common file systems. */
const longest = 60
/** Names that Windows keeps for devices, whatever their ending. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** A text as a file's name without its ending, or '' if nothing of it is left. */
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
export function archiveName(index: number, count: number, title: string): string {
  const number = String(index + 1).padStart(String(count).length, '0')
  return `${[number, safeName(title)].filter(Boolean).join(' ')}.jpg`
}

/** The archive's own name. */
export const archiveFileName = (album: string): string => `${safeName(album) || 'Album'}.zip`

/** The camera's clock time for the archive's entry, which can be from 1980 on. */
export function archiveTime(originalDate: string | null): Date | undefined {
  const time = new Date(originalDate?.slice(0, 19) ?? Number.NaN)
  const year = time.getFullYear()
  return year >= 1980 && year < 2100 ? time : undefined
}
