import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { noAccess } from '../database/folder-access.ts'
import { decode } from '../images/decode.ts'
import { freePixels } from '../images/free-pixels.ts'
import { openJpeg } from '../images/jpeg-file.ts'
import { type Library, sizeOf } from '../images/library.ts'
import { md5Of } from '../images/md5.ts'
import { pictureOf } from '../images/picture.ts'
import { within } from '../images/variants.ts'
import { nameOf, type Problem } from './problem.ts'
import type { CheckedPhoto, CheckStore } from './store.ts'

/** How thoroughly one original is read. */
export type Depth = 'size' | 'hash' | 'decode'

/** A decoder must read every byte, however small the result. */
const decodedSide = 400

/**
 * What is wrong with a photo's original; undefined if it is whole, or if the photo was deleted or
 * restored meanwhile: a fault is seen twice, the second time with the row as it is then.
 */
export async function checkOriginal(
  photo: CheckedPhoto,
  depth: Depth,
  { store, library }: { store: CheckStore; library: Library },
): Promise<Problem | undefined> {
  if (!(await faultOf(library.original(photo.id), photo, depth))) return undefined
  const now = store.photo(photo.id)
  const path = library.original(photo.id)
  const fault = now && (await faultOf(path, now, depth))
  // A deletion removes the row before the file.
  if (!now || !fault || !store.photo(photo.id)) return undefined
  return {
    text: `The original of ${nameOf(now, store)} ${fault.text}: ${library.relative(path)}`,
    advice: fault.isForbidden ? noAccess(path, library.root) : await adviceFor(now, library),
    isOriginal: true,
  }
}

/** A forbidden file is there, but this user may not read it. */
type Fault = { readonly text: string; readonly isForbidden: boolean }

async function faultOf(
  path: string,
  photo: CheckedPhoto,
  depth: Depth,
): Promise<Fault | undefined> {
  const fault = (text: string): Fault => ({ text, isForbidden: false })
  try {
    const size = await sizeOf(path)
    if (size === undefined) return fault('is missing')
    if (size !== photo.bytes) return fault(`is damaged (${size} bytes instead of ${photo.bytes})`)
    if (depth === 'size') return undefined
    if ((await md5Of(path)) !== photo.md5) return fault('is damaged (its content has changed)')
    if (depth === 'decode' && !(await canBeDecoded(path, photo))) return fault('cannot be decoded')
    return undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Then it is so for a whole folder of them.
    if (code === 'ENOTDIR') throw error
    const isForbidden = code === 'EACCES' || code === 'EPERM'
    return { text: `cannot be read (${code ?? String(error)})`, isForbidden }
  }
}

async function canBeDecoded(path: string, photo: CheckedPhoto): Promise<boolean> {
  const bytes = await Bun.file(path).bytes()
  try {
    const file = openJpeg(bytes)
    const picture = pictureOf(file, photo.orientation, photo.adobe_rgb === 1)
    // As at import: without its end marker, a file must lack nothing else.
    const accepted = file.lacksEnd ? 'whole' : 'damaged'
    freePixels(await decode(picture, within(picture.size, decodedSide), accepted))
    return true
  } catch {
    return false
  }
}

/** Names a whole copy that is still in the data folder, if there is one. */
async function adviceFor(photo: CheckedPhoto, library: Library): Promise<string> {
  const again = 'upload or import the same file again, which puts the original back'
  const copy = await copyOf(photo, library)
  if (copy) return `A whole copy is left: vitrine import "${copy}" puts it back.`
  return `If you have the photo elsewhere, ${again}; or copy the file from a backup.`
}

async function copyOf(photo: CheckedPhoto, library: Library): Promise<string | undefined> {
  for (const folder of [library.removedFolder, library.quarantine]) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (!entry.isFile() || !entry.name.startsWith(photo.id)) continue
      const path = join(entry.parentPath, entry.name)
      const isWhole = await md5Of(path).then(
        (md5) => md5 === photo.md5,
        () => false,
      )
      if (isWhole) return path
    }
  }
  return undefined
}
