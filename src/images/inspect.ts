import { maxSide } from '../contract/photos/picture-sources.ts'
import { AppError } from '../core/errors.ts'
import { refusalOf } from './decode-error.ts'
import { type JpegFile, openJpeg } from './jpeg-file.ts'

/**
 * @throws AppError 415 if the bytes are not a JPEG that browsers show, 400 if they are damaged or
 * incomplete, 413 above `maxPixels` or for a side that no encoder can write.
 */
export function inspect(bytes: Uint8Array, maxPixels: number): JpegFile {
  try {
    return openJpeg(bytes, (frame) => limitSize(frame, maxPixels))
  } catch (error) {
    throw refusalOf(error)
  }
}

function limitSize({ width, height }: { width: number; height: number }, maxPixels: number): void {
  if (width * height > maxPixels) {
    throw new AppError(
      413,
      `the picture has ${megapixels(width * height)} megapixels; the limit is ${megapixels(maxPixels)}`,
    )
  }
  if (Math.max(width, height) > maxSide) {
    throw new AppError(
      413,
      `the picture is ${width} × ${height} pixels; the limit is ${maxSide} pixels per side`,
    )
  }
}

const megapixels = (pixels: number) => Math.round(pixels / 1e5) / 10
