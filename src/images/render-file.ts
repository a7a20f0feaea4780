import { rgbaToThumbHash } from 'thumbhash'
import type { Edit } from '../contract/photos/photos.ts'
import { decodeWarnings, refusalOf } from './decode-error.ts'
import { inspect } from './inspect.ts'
import type { PhotoMetadata } from './metadata.ts'
import { editedPicture, type Picture, pictureOf } from './picture.ts'
import { type Rendered, renderAtEdit, renderAtImport } from './render.ts'
import type { Credits } from './rights.ts'
import { loadSharp } from './sharp.ts'
import type { Size } from './variants.ts'

export type RenderFileOptions = {
  readonly creditsFor: (metadata: PhotoMetadata) => Credits
  readonly maxPixels: number
  /** The file's metadata, if it has been read already. */
  readonly metadata?: PhotoMetadata | undefined
  /** A path for pixels rotated by other than right angles. */
  readonly temporary: () => string
  /** The edit for a picture of this size, before rotation and crop; null for none. */
  readonly editFor?: (full: Size) => Edit | null
}

/** A rendered file, without its bytes. */
export type RenderedFile = {
  readonly metadata: PhotoMetadata
  readonly full: Size
  readonly edit: Edit | null
  /** After the edit. */
  readonly size: Size
  readonly renditions: Rendered['renditions']
  readonly thumbhash: Uint8Array
  /** What is wrong with a file that could still be decoded. */
  readonly warning: string | null
}

/**
 * Reads a JPEG's metadata and renders what is kept of it.
 * @throws AppError 400 if incomplete or not decodable, 413 for too many pixels, 415 if not a JPEG.
 */
export async function renderFile(
  bytes: Uint8Array,
  { creditsFor, maxPixels, metadata: known, temporary, editFor = () => null }: RenderFileOptions,
): Promise<RenderedFile> {
  const jpeg = inspect(bytes, maxPixels)
  // Loaded with the first import: exifr is large, and a gallery is seldom added to.
  const { readMetadata } = await import('./metadata.ts')
  const metadata = known ?? (await readMetadata(bytes))
  const whole = pictureOf(jpeg, metadata.orientation, metadata.interopR03)
  const edit = editFor(whole.full)
  const picture = editedPicture(whole, edit, temporary)
  // Outside the catch: the file is not to blame if libvips cannot be loaded.
  await loadSharp()
  const credits = creditsFor(metadata)
  const rendered = await render(picture, edit, credits, jpeg.lacksEnd).catch((error: unknown) => {
    throw refusalOf(error, jpeg)
  })
  // The garbage collector sees only small handles for the pixels just used, some 40 MB. Without
  // this, an import of many photos uses half as much memory again (scripts/bench).
  Bun.gc(true)
  const { width, height } = rendered.tiny.size
  return {
    metadata,
    full: whole.full,
    edit,
    size: picture.size,
    renditions: rendered.renditions,
    thumbhash: rgbaToThumbHash(width, height, rendered.tiny.rgba),
    warning: warningOf(jpeg.lacksEnd, rendered.isDamaged),
  }
}

async function render(picture: Picture, edit: Edit | null, credits: Credits, lacksEnd: boolean) {
  if (edit) return { ...(await renderAtEdit(picture, credits)), isDamaged: false }
  return renderAtImport(picture, credits, { mustBeWhole: lacksEnd })
}

function warningOf(lacksEnd: boolean, isDamaged: boolean): string | null {
  if (lacksEnd) return decodeWarnings.lacksEnd
  return isDamaged ? decodeWarnings.damaged : null
}
