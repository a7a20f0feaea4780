import type { SharpOptions } from 'sharp'
import { AppError } from '../contract/app-error.ts'
import { type CameraPictureSize, cameraPictureSizes } from '../contract/camera-specs.ts'
import { DecodeError, refusalOf } from '../images/decode-error.ts'
import { type JpegFile, openJpeg } from '../images/jpeg-file.ts'
import { loadSharp } from '../images/sharp.ts'
import { type PictureFormat, pictureFormat } from './picture-bytes.ts'

const mostPixels = 50e6
const decodeTimeoutSeconds = 60
/** Cameras themselves write files with a stray byte here and there. */
const failOn = 'truncated'
/** The box that the largest picture kept fits in, in pixels. */
const originalSide = 2048

export type CameraPicture = {
  readonly format: PictureFormat
  readonly files: { readonly size: CameraPictureSize; readonly bytes: Uint8Array }[]
}

type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4 }

/**
 * A camera's picture in all its sizes, upright, in sRGB, with nothing of the file but its pixels.
 * What can be seen through stays PNG, since it stands on light and dark pages; all else is JPEG.
 * @throws AppError 415 for what is neither JPEG nor PNG, 413 for too many pixels, 400 for what
 * cannot be decoded.
 */
export async function makeCameraPicture(bytes: Uint8Array): Promise<CameraPicture> {
  const sent = pictureFormat(bytes)
  if (!sent) throw new AppError(415, 'the file is not a JPEG or PNG picture')
  // Outside the catch: a libvips that cannot be loaded is no fault of the file's.
  await loadSharp()
  const pixels = await decode(bytes, sent)
  const format = isSeeThrough(pixels) ? 'png' : 'jpg'
  const sides = [...cameraPictureSizes.map((size) => [size, size] as const)]
  const files: CameraPicture['files'] = []
  for (const [size, side] of [...sides, ['original', originalSide] as const]) {
    files.push({ size, bytes: await encode(pixels, side, format) })
  }
  return { format, files }
}

async function decode(sent: Uint8Array, format: PictureFormat): Promise<Pixels> {
  let jpeg: JpegFile | undefined
  try {
    // As for photos: the warnings of a JPEG are not limited, but its scans are.
    jpeg = format === 'jpg' ? openJpeg(sent) : undefined
    return await readPixels(jpeg?.bytes ?? sent, {
      failOn: jpeg?.lacksEnd ? 'warning' : failOn,
      unlimited: jpeg !== undefined,
      limitInputPixels: false,
    })
  } catch (error) {
    throw refusalOf(error, jpeg)
  }
}

async function readPixels(bytes: Uint8Array, options: SharpOptions): Promise<Pixels> {
  const sharp = await loadSharp()
  const { width, height } = await sharp(bytes, options).metadata().catch(isDamaged)
  if (width * height > mostPixels) {
    throw new AppError(413, `the picture has more than ${mostPixels / 1e6} megapixels`)
  }
  const { data, info } = await sharp(bytes, options)
    .timeout({ seconds: decodeTimeoutSeconds })
    .autoOrient()
    .resize({ width: originalSide, height: originalSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(isDamaged)
  return { data, width: info.width, height: info.height, channels: info.channels as 3 | 4 }
}

const isDamaged = (error: unknown): never => {
  throw new DecodeError('damaged', error)
}

function isSeeThrough({ data, channels }: Pixels): boolean {
  if (channels === 3) return false
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return true
  return false
}

async function encode({ data, ...raw }: Pixels, side: number, format: PictureFormat) {
  const sharp = await loadSharp()
  const image = sharp(data, { raw }).resize({
    width: side,
    height: side,
    fit: 'inside',
    withoutEnlargement: true,
  })
  return format === 'png'
    ? image.png({ compressionLevel: 9 }).toBuffer()
    : image.removeAlpha().jpeg({ quality: 88 }).toBuffer()
}
