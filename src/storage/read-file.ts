import type { Media, ReceivedFile, StoredFile } from './media.ts'
import { originalKey } from './media-keys.ts'

/** Reads a file that was just received, or that is waiting in the media store. */
export async function readBytes(
  file: ReceivedFile | StoredFile,
  media: Pick<Media, 'open'>,
): Promise<Uint8Array> {
  if ('path' in file) return Bun.file(file.path).bytes()
  const key = originalKey(file.original)
  const stored = await media.open(key)
  if (!stored) throw new Error(`${key} is missing`)
  return Bun.file(stored.path).bytes()
}
