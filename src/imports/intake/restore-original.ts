import { AppError } from '../../core/errors.ts'
import type { Photos } from '../../gallery/photos/photos.ts'
import type { KnownOriginal } from '../../gallery/photos/row.ts'
import { syncFile } from '../../storage/library.ts'
import type { Media, ReceivedFile } from '../../storage/media.ts'
import { originalKey } from '../../storage/media-keys.ts'

/**
 * Puts a file in the place of the same photo's original if that is missing or damaged. A crash
 * leaves the old file, the new one or none, and the same file can be added again.
 * @returns false if the original is whole.
 * @throws AppError 503 if the photo was deleted meanwhile.
 */
export async function restoreOriginal(
  file: ReceivedFile,
  { id, original: name, is_current }: KnownOriginal,
  { photos, media }: { photos: Pick<Photos, 'originalOfMd5' | 'renew'>; media: Media },
): Promise<boolean> {
  const original = originalKey(name)
  const state = await media.compare(original, file)
  if (state === 'same') return false
  await syncFile(file.path)
  await media.replaceFile(original, file)
  if (photos.originalOfMd5(file.md5)?.original !== name) {
    await media.remove([original])
    throw new AppError(503, 'this photo was deleted while its original was restored; try again')
  }
  // What was rendered from a damaged original may show the damage.
  if (state === 'different' && is_current === 1) await photos.renew(id)
  return true
}
