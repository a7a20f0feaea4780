import { refusalOf } from './decode-error.ts'
import type { JpegFile } from './jpeg-file.ts'
import { pictureOf } from './picture.ts'
import { renderPreview } from './render.ts'
import { loadSharp } from './sharp.ts'

/** The longer side, in pixels. */
const side = 400

/** A small JPEG of a file that is not a photo yet. @throws AppError 400 if it cannot be decoded. */
export async function previewOf(file: JpegFile): Promise<Uint8Array> {
  const { readMetadata } = await import('./metadata.ts')
  const { orientation, interopR03 } = await readMetadata(file.bytes)
  const picture = pictureOf(file, orientation, interopR03)
  // Outside the catch: the file is not to blame if libvips cannot be loaded.
  await loadSharp()
  return renderPreview(picture, side, file.lacksEnd ? 'whole' : 'damaged').catch(
    (error: unknown) => {
      throw refusalOf(error, file)
    },
  )
}
