import { notFound } from '../contract/app-error.ts'
import { originalKey } from '../images/media-keys.ts'
import type { LocalFile, Media } from '../media/media.ts'
import type { Photos } from './photos.ts'

/** @throws Error with the code ENOENT if the file is missing, AppError 503 if it is out of reach. */
export async function originalBytes(id: string, media: Media): Promise<Uint8Array> {
  const key = originalKey(id)
  const file = await media.open(key)
  if (!file) throw Object.assign(new Error(`${key} is missing`), { code: 'ENOENT' })
  return Bun.file(file.path).bytes()
}

/** To be sent to the owner. @throws AppError 404, also if only the file is missing; 503. */
export async function originalFile(
  id: string,
  { photos, media }: { photos: Pick<Photos, 'sourceNameOf'>; media: Media },
): Promise<LocalFile & { readonly sourceName: string }> {
  const sourceName = photos.sourceNameOf(id)
  const file = await media.open(originalKey(id))
  if (!file) throw notFound()
  return { ...file, sourceName }
}
