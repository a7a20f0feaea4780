import { isJpegName } from '../../contract/imports/omissions.ts'
import { skipReasonOf } from '../../contract/imports/system-names.ts'

/** What a file's name may not contain on some system, and what would be invisible in it. */
const unsafe = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu
/** Names that Windows reserves for devices, with any extension. */
const reserved = /^(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\.|$)/i
/** With a number, '.jpg' and '.xmp' after it still below the 255 bytes of common file systems. */
const mostBytes = 200

/** A text as the name of a folder or the stem of a file on any system. */
export function portableName(text: string, otherwise: string): string {
  const plain = text.normalize('NFC').replace(unsafe, '_').replace(/\s+/g, ' ').trim()
  // Windows drops dots and blanks at the end; a dot at the beginning hides the file elsewhere.
  const shown = shortened(plain)
    .replace(/[. ]+$/, '')
    .replace(/^\.+/, '_')
  const name = shown === '' ? otherwise : shown
  return reserved.test(name) || skipReasonOf(name, '/') !== undefined ? `_${name}` : name
}

/** Whole characters only. */
function shortened(text: string): string {
  if (Buffer.byteLength(text) <= mostBytes) return text
  let bytes = 0
  let end = 0
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > mostBytes) break
    end += segment.length
  }
  return text.slice(0, end)
}

/** A photo's own name as a stem and an ending. */
export function photoName(sourceName: string): { readonly stem: string; readonly ending: string } {
  const ending = isJpegName(sourceName) ? sourceName.slice(sourceName.lastIndexOf('.')) : '.jpg'
  const stem = isJpegName(sourceName) ? sourceName.slice(0, -ending.length) : sourceName
  return { stem: portableName(stem, 'photo'), ending }
}

/** Equal for names that some file system keeps as one. */
export const foldedName = (name: string): string =>
  name.normalize('NFKC').toLowerCase().toUpperCase().normalize('NFKC')

/** Names in folders, of which no two are the same on any system. */
export function createNames(isTaken: (folder: string, name: string) => boolean) {
  const used = new Map<string, Set<string>>()
  /** Where to begin to count, so that thousands of equal names take no time. */
  const next = new Map<string, number>()
  return {
    /** @returns the name; 'a.jpg' becomes 'a (2).jpg' if there is one already. */
    add: (folder: string, stem: string, ending = ''): string => {
      const names = used.getOrInsertComputed(folder, () => new Set())
      const wanted = foldedName(`${folder}/${stem}${ending}`)
      for (let number = next.get(wanted) ?? 1; ; number++) {
        const name = number === 1 ? stem + ending : `${stem} (${number})${ending}`
        if (names.has(foldedName(name)) || isTaken(folder, name)) continue
        names.add(foldedName(name))
        next.set(wanted, number + 1)
        return name
      }
    },
  }
}
