import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { OriginalFault } from '../../contract/site/original-faults.ts'
import { noAccess } from '../../core/database/folder-access.ts'
import { shellWord } from '../../core/shell-word.ts'
import { canBeDecoded } from '../../images/can-be-decoded.ts'
import { md5Of } from '../../images/md5.ts'
import type { Library } from '../../storage/library.ts'
import type { MediaFiles } from '../../storage/media-files.ts'
import { originalKey } from '../../storage/media-keys.ts'
import { type CheckParts, nameOf, type Problem } from './problem.ts'
import type { CheckedPhoto } from './store.ts'

/** How thoroughly one original is read. */
export type Depth = 'size' | 'hash' | 'decode'

/**
 * What is wrong with a photo's original; undefined if it is whole, or if the photo was deleted or
 * restored meanwhile: a fault is seen twice, the second time with the row as it is then.
 */
export async function checkOriginal(
  photo: CheckedPhoto,
  depth: Depth,
  parts: CheckParts,
): Promise<Problem | undefined> {
  const { store, library, files } = parts
  const found = await confirmedFault(photo, depth, parts)
  if (!found) return undefined
  const { now, fault } = found
  const key = originalKey(photo.original)
  const text = `${whichOriginal(now)} of ${nameOf(now, store)} ${fault.text}: ${files.nameOf(key)}`
  if (fault.isForbidden) {
    const advice = noAccess(library.original(photo.original), library.root)
    return { text, advice, isOriginal: true }
  }
  const copy = parts.findInBackup?.(key, now.bytes)
  if (copy === undefined) return { text, advice: await adviceFor(now, parts), isOriginal: true }
  const { md5, bytes } = now
  const repair = { kind: 'put back', key, from: copy.source, md5, bytes } as const
  return { text, advice: `Its copy is ${copy.name}.`, repair, isOriginal: true }
}

/** Looks twice, the second time with the row as it is then. */
export async function confirmedFault(
  photo: CheckedPhoto,
  depth: Depth,
  parts: Pick<CheckParts, 'store' | 'files' | 'countUnhashed'>,
): Promise<{ readonly now: CheckedPhoto; readonly fault: Fault } | undefined> {
  const { store } = parts
  if (!(await faultOf(photo, depth, parts, 'recall'))) return undefined
  const now = store.original(photo.original)
  const fault = now && (await faultOf(now, depth, parts, 'find'))
  // A deletion removes the row before the file.
  if (!now || !fault || !store.original(photo.original)) return undefined
  return { now, fault }
}

function whichOriginal({ is_current, is_waiting }: CheckedPhoto): string {
  if (is_current === 1) return 'The original'
  return is_waiting === 1 ? 'A possible new version' : 'An earlier version'
}

/** A forbidden file is there, but this user may not read it. */
type Fault = {
  readonly kind: OriginalFault
  readonly text: string
  readonly isForbidden: boolean
}

async function faultOf(
  photo: CheckedPhoto,
  depth: Depth,
  { files, countUnhashed }: Pick<CheckParts, 'files' | 'countUnhashed'>,
  look: 'recall' | 'find',
): Promise<Fault | undefined> {
  const key = originalKey(photo.original)
  try {
    const found = await files[look](key)
    if (!found) return missing
    if (found.size !== photo.bytes) {
      return fault('changed', `is damaged (${found.size} bytes instead of ${photo.bytes})`)
    }
    if (found.md5 !== undefined && found.md5 !== photo.md5) return changed
    if (depth !== 'size') return await contentFault(photo, depth, files)
    if (files.kind === 'bucket' && found.md5 === undefined) countUnhashed()
    return undefined
  } catch (error) {
    return unreadable(error, files)
  }
}

const fault = (kind: OriginalFault, text: string): Fault => ({ kind, text, isForbidden: false })
const missing = fault('missing', 'is missing')
const changed = fault('changed', 'is damaged (its content has changed)')

async function contentFault(
  photo: CheckedPhoto,
  depth: 'hash' | 'decode',
  files: MediaFiles,
): Promise<Fault | undefined> {
  await using file = await files.open(originalKey(photo.original))
  if (!file) return missing
  if ((await md5Of(file.path)) !== photo.md5) return changed
  const { orientation, adobe_rgb } = photo
  const isAdobeRgb = adobe_rgb === 1
  if (depth === 'hash' || (await canBeDecoded(file.path, { orientation, isAdobeRgb }))) {
    return undefined
  }
  return fault('changed', 'cannot be decoded')
}

/** @throws the error if it is about more than this one file. */
function unreadable(error: unknown, { kind }: MediaFiles): Fault {
  const { code } = error as NodeJS.ErrnoException
  // Then it is so for a whole folder of them.
  if (code === 'ENOTDIR') throw error
  // A server that starts empties tmp/, where the copy was; anything else is about all photos.
  if (kind === 'bucket' && code !== 'ENOENT') throw error
  const isForbidden = code === 'EACCES' || code === 'EPERM'
  return { kind: 'unreadable', text: `cannot be read (${code ?? String(error)})`, isForbidden }
}

/** Names a good copy that is still in the data folder or the bucket, if there is one. */
async function adviceFor(
  photo: CheckedPhoto,
  { library, files, findSaved }: CheckParts,
): Promise<string> {
  const again = 'upload or import the same file again, which puts the original back'
  const copy = await copyOf(photo, library, files)
  if (copy) return `A good copy is left: vitrine import ${shellWord(copy)} puts it back.`
  const object = files.kind === 'bucket' ? await copyInBucket(photo, files) : undefined
  if (object) {
    return `A good copy is left in the bucket: download ${object}, and vitrine import puts it back.`
  }
  const key = originalKey(photo.original)
  const where =
    files.kind === 'bucket'
      ? `to ${files.nameOf(key)}`
      : `to ${library.original(photo.original)}, with the owner of the files beside it`
  const saved = findSaved?.(key, photo.bytes)
  if (saved && (await isCopyOf(saved, photo))) {
    return `The last backup has it: copy ${saved} ${where}.`
  }
  return `If you have the photo elsewhere, ${again}; or copy ${key} in the folder of a backup ${where}.`
}

/** A backup on the same disk can share the damaged file itself, by a hard link. */
const isCopyOf = (path: string, { md5 }: CheckedPhoto): Promise<boolean> =>
  md5Of(path).then(
    (found) => found === md5,
    () => false,
  )

async function copyInBucket(photo: CheckedPhoto, files: MediaFiles): Promise<string | undefined> {
  for await (const keys of files.keysIn('removed')) {
    for (const key of keys) {
      if (!key.startsWith(`removed/${photo.original}`)) continue
      const found = await files.find(key)
      if (found?.size === photo.bytes && found.md5 === photo.md5) return files.nameOf(key)
    }
  }
  return undefined
}

/** Also what a move to a bucket has left. */
async function copyOf(
  photo: CheckedPhoto,
  library: Library,
  { kind }: MediaFiles,
): Promise<string | undefined> {
  const aside = [library.removedFolder, library.quarantine]
  for (const folder of kind === 'bucket' ? [...aside, library.originals] : aside) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (!entry.isFile() || !entry.name.startsWith(photo.original)) continue
      const path = join(entry.parentPath, entry.name)
      if (await isCopyOf(path, photo)) return path
    }
  }
  return undefined
}
