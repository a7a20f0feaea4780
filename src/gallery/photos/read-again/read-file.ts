import { JpegError } from '../../../images/jpeg.ts'
import type { PhotoMetadata } from '../../../images/metadata.ts'
import { metadataSegments } from '../../../images/metadata-segments.ts'
import type { Media } from '../../../storage/media.ts'
import { originalKey } from '../../../storage/media-keys.ts'
import { originalBytes } from '../original-file.ts'

/** Few files have more metadata than that; the rest of a file is the picture. */
const firstBytes = 256 * 1024

/**
 * Reads the metadata of an original, usually from its beginning alone.
 * @throws Error with the code ENOENT if the file is missing, JpegError if it is damaged, AppError
 * 503 if it is out of reach.
 */
export async function readFile(original: string, media: Media): Promise<PhotoMetadata> {
  const { readMetadata } = await import('../../../images/metadata.ts')
  const beginning = await media.beginning(originalKey(original), firstBytes)
  const isEnough = beginning && metadataSegments(beginning).areAll
  const bytes = isEnough ? beginning : await originalBytes(original, media)
  // Otherwise a damaged file would empty every field.
  if (!metadataSegments(bytes).areAll) throw new JpegError('damaged', 'the picture is missing')
  return readMetadata(bytes)
}
