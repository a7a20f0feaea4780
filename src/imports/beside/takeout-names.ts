import { isJpegName } from '../../contract/imports/omissions.ts'

/** Google shortens a name to this many characters before it adds '.json'. */
const shortest = { characters: 40, bytes: 44 }
const marker = '.supplemental-metadata'

/** What Google Photos appends to the name of an edited photo, by the account's language. */
const editedMarks = [
  '-edited',
  '-bearbeitet',
  '-modifié',
  '-modifie',
  '-editado',
  '-editada',
  '-modificato',
  '-bewerkt',
  '-edytowane',
  '-redigeret',
  '-redigerad',
  '-redigert',
  '-muokattu',
  '-upraveno',
  '-düzenlendi',
  '-изменено',
  '-編集済み',
  '-已修改',
  '-已編輯',
]

/** 'IMG(1).jpg' is 'IMG' with the number '(1)' and the ending '.jpg'. */
type PhotoName = { readonly stem: string; readonly number: string; readonly ending: string }

/** Composed: macOS takes accents apart. */
const plain = (name: string): string => name.normalize('NFC')

/** The JSON files of a folder of Google Takeout, by the photos that they are about. */
export function createTakeoutNames(names: Iterable<string>) {
  const byKey = new Map<string, string>()
  for (const name of names) {
    const key = keyOf(name)
    if (key !== undefined && !byKey.has(key)) byKey.set(key, name)
  }
  return {
    /**
     * The JSON beside a photo. Its name is the photo's, or begins like it if it was shortened, and
     * has the number of one of several photos of the same name at its end.
     */
    of: (photo: string): string | undefined => {
      for (const key of keysFor(plain(photo))) {
        const found = byKey.get(key)
        if (found !== undefined) return found
      }
      return undefined
    },
  }
}

/** No file name contains a slash. */
const keyFor = (stem: string, number: string): string => `${number}/${stem}`

function keyOf(json: string): string | undefined {
  const [, stem, number = ''] = /^(.*?)(\(\d{1,9}\))?\.json$/is.exec(plain(json)) ?? []
  return stem ? keyFor(stem, number) : undefined
}

/** The most likely first. */
function* keysFor(photo: string): Generator<string> {
  const { stem, number, ending } = partsOf(photo)
  // A photo can also have a number of its own.
  const ways = [
    [photo, ''],
    [stem + ending, number],
  ] as const
  for (const [name, numbered] of ways) {
    yield keyFor(name, numbered)
    for (let length = marker.length; length > 0; length--) {
      yield keyFor(name + marker.slice(0, length), numbered)
    }
  }
  for (const [name, numbered] of ways) {
    for (const beginning of beginningsOf(name)) yield keyFor(beginning, numbered)
  }
}

/** As long as a shortened name is at least, the longest first. */
function* beginningsOf(name: string): Generator<string> {
  for (let length = name.length - 1; length > 0; length--) {
    const beginning = name.slice(0, length)
    if (length < shortest.characters && Buffer.byteLength(beginning) < shortest.bytes) return
    yield beginning
  }
}

function partsOf(photo: string): PhotoName {
  const ending = /\.[^.]*$/.exec(photo)?.[0] ?? ''
  const base = photo.slice(0, photo.length - ending.length)
  const number = /\(\d{1,9}\)$/.exec(base)?.[0] ?? ''
  return { stem: base.slice(0, base.length - number.length), number, ending }
}

/**
 * The photo that 'IMG-edited.jpg' or 'IMG-edited(1).jpg' is an edited copy of: one of the folder's
 * `names`, which are JPEGs.
 */
export function originalOfEdited(name: string, names: ReadonlySet<string>): string | undefined {
  if (!isJpegName(name)) return undefined
  const { stem, number, ending } = partsOf(plain(name))
  const lower = stem.toLowerCase()
  const mark = editedMarks.find((mark) => lower.length > mark.length && lower.endsWith(mark))
  if (mark === undefined) return undefined
  const original = `${stem.slice(0, stem.length - mark.length)}${number}${ending}`
  for (const each of [original, original.normalize('NFD')]) if (names.has(each)) return each
  return undefined
}
