import { AppError } from '../contract/app-error.ts'
import { longestSide } from '../contract/picture-sources.ts'
import { refusalOf } from '../images/decode-error.ts'
import { type JpegFile, openJpeg } from '../images/jpeg-file.ts'

/**
 * Checks the bytes, whatever the file is called. @throws AppError 415 if it is not a JPEG or one
 * that browsers do not show, 400 if it is damaged or incomplete, 413 above `maxPixels` or for a
 * side that no encoder can write.
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
  if (Math.max(width, height) > longestSide) {
    throw new AppError(
      413,
      `the picture is ${width} × ${height} pixels; the limit is ${longestSide} pixels per side`,
    )
  }
}

const megapixels = (pixels: number) => Math.round(pixels / 1e5) / 10
