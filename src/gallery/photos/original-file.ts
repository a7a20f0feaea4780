import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { LocalFile, Media } from '../../storage/media.ts'
import { originalKey } from '../../storage/media-keys.ts'
import { originalFailure } from './missing-original.ts'
import type { Photos } from './photos.ts'

/** @throws Error with the code ENOENT if the file is missing, AppError 503 if it is out of reach. */
export async function originalBytes(original: string, media: Media): Promise<Uint8Array> {
  return Bun.file((await openOriginal(original, media)).path).bytes()
}

/**
 * The original of a photo, to be sent. It is checked before the response is created, because error
 * handlers are not called for later failures.
 * @throws AppError 404 if there is no such photo, or its file is missing; 503 if it is out of reach.
 */
export async function originalFile(
  id: string,
  { photos, media }: { photos: Pick<Photos, 'sourceOf'>; media: Media },
): Promise<{ path: string; sourceName: string }> {
  const { original, source_name: sourceName } = photos.sourceOf(id)
  try {
    const { path } = await openOriginal(original, media)
    await access(path, constants.R_OK)
    return { path, sourceName }
  } catch (error) {
    // It may have been deleted meanwhile.
    throw originalFailure(error, { id, ...photos.sourceOf(id) }, 'owner')
  }
}

async function openOriginal(original: string, media: Media): Promise<LocalFile> {
  const key = originalKey(original)
  const file = await media.open(key)
  if (!file) throw Object.assign(new Error(`${key} is missing`), { code: 'ENOENT' })
  return file
}
