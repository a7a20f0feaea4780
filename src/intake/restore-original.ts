import { rm } from 'node:fs/promises'
import { AppError } from '../contract/app-error.ts'
import { type Library, placeDurably, sizeOf, syncFile } from '../images/library.ts'
import { md5Of } from '../images/md5.ts'
import type { Photos } from '../photos/photos.ts'
import type { ReceivedFile } from './receive.ts'

/**
 * Puts a file in the place of the same photo's original if that is missing or damaged. The rename
 * leaves either the old or the new file, so a crash needs no clean-up.
 * @returns false if the original is whole.
 * @throws AppError 503 if the photo was deleted meanwhile.
 */
export async function restoreOriginal(
  file: ReceivedFile,
  id: string,
  { photos, library }: { photos: Pick<Photos, 'idOfMd5' | 'renew'>; library: Library },
): Promise<boolean> {
  const original = library.original(id)
  const state = await stateOf(original, file)
  if (state === 'whole') return false
  await syncFile(file.path)
  await placeDurably(file.path, original)
  if (photos.idOfMd5(file.md5) !== id) {
    await rm(original, { force: true })
    throw new AppError(503, 'this photo was deleted while its original was restored; try again')
  }
  // What was rendered from a damaged original may show the damage.
  if (state === 'damaged') await photos.renew(id)
  return true
}

async function stateOf(
  path: string,
  { bytes, md5 }: ReceivedFile,
): Promise<'whole' | 'missing' | 'damaged'> {
  try {
    const size = await sizeOf(path)
    if (size === undefined) return 'missing'
    return size === bytes && (await md5Of(path)) === md5 ? 'whole' : 'damaged'
  } catch {
    return 'damaged'
  }
}
