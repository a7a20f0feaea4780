import { AppError } from '../contract/app-error.ts'
import { JpegError, type JpegStructure, walkJpeg } from '../images/jpeg.ts'

/**
 * Looks at what the bytes are, whatever the file was called.
 * @throws AppError 415 for what is no JPEG or one of a kind browsers cannot show, 400 for an
 * incomplete one, 413 above `maxPixels`.
 */
export function inspect(bytes: Uint8Array, maxPixels: number): JpegStructure {
  const structure = walk(bytes)
  const { width, height } = structure.frame
  if (width < 1 || height < 1) throw new AppError(400, 'the picture has no pixels')
  if (width * height > maxPixels) {
    throw new AppError(
      413,
      `the picture has ${megapixels(width * height)} megapixels, more than the ${megapixels(maxPixels)} that are taken in`,
    )
  }
  return structure
}

function walk(bytes: Uint8Array): JpegStructure {
  try {
    return walkJpeg(bytes)
  } catch (error) {
    if (!(error instanceof JpegError)) throw error
    switch (error.code) {
      case 'not-jpeg':
        throw new AppError(415, 'this is not a JPEG file')
      case 'unsupported':
        throw new AppError(415, `this kind of JPEG cannot be shown: ${error.message}`)
      case 'incomplete':
        throw new AppError(400, 'file is incomplete')
    }
  }
}

const megapixels = (pixels: number) => Math.round(pixels / 1e5) / 10
