import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { originalKey } from '../images/media-keys.ts'
import type { LocalFile, Media } from '../media/media.ts'
import { originalFailure } from './missing-original.ts'
import type { Photos } from './photos.ts'

/** @throws Error with the code ENOENT if the file is missing, AppError 503 if it is out of reach. */
export async function originalBytes(id: string, media: Media): Promise<Uint8Array> {
  return Bun.file((await openOriginal(id, media)).path).bytes()
}

/**
 * The original of a photo, to be sent. It is looked at before the response is made: the server answers
 * a failure after that without any error handler.
 * @throws AppError 404 if there is no such photo, or its file is missing; 503 if it is out of reach.
 */
export async function originalFile(
  id: string,
  { photos, media }: { photos: Pick<Photos, 'sourceNameOf'>; media: Media },
): Promise<{ path: string; sourceName: string }> {
  const sourceName = photos.sourceNameOf(id)
  try {
    const { path } = await openOriginal(id, media)
    await access(path, constants.R_OK)
    return { path, sourceName }
  } catch (error) {
    // It may have been deleted meanwhile.
    const source_name = photos.sourceNameOf(id)
    throw originalFailure(error, { id, source_name }, 'owner')
  }
}

async function openOriginal(id: string, media: Media): Promise<LocalFile> {
  const key = originalKey(id)
  const file = await media.open(key)
  if (!file) throw Object.assign(new Error(`${key} is missing`), { code: 'ENOENT' })
  return file
}
