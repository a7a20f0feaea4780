import type { SharpOptions } from 'sharp'
import { type CameraPictureSize, cameraPictureSizes } from '../../contract/cameras/camera-specs.ts'
import { AppError } from '../../core/errors.ts'
import { DecodeError, refusalOf } from '../../images/decode-error.ts'
import { type JpegFile, openJpeg } from '../../images/jpeg-file.ts'
import { pictureData } from '../../images/picture-data.ts'
import { loadSharp } from '../../images/sharp.ts'
import { type PictureFormat, pictureFormat } from './picture-bytes.ts'

const maxPixels = 50e6
const decodeTimeoutSeconds = 60
/** Cameras themselves write files with a stray byte here and there. */
const failOn = 'truncated'
const originalSide = 2048

export type CameraPicture = {
  readonly format: PictureFormat
  readonly files: { readonly size: CameraPictureSize; readonly bytes: Uint8Array }[]
}

type Pixels = { data: Buffer; width: number; height: number; channels: 3 | 4 }

/**
 * Renders a camera's picture in all sizes, upright, in sRGB and without metadata. Transparent
 * pictures become PNG, because they are shown on light and dark pages; all others JPEG.
 * @throws AppError 415 if it is neither JPEG nor PNG, 413 for too many pixels, 400 if it cannot be
 * decoded.
 */
export async function makeCameraPicture(bytes: Uint8Array): Promise<CameraPicture> {
  const sent = pictureFormat(bytes)
  if (!sent) throw new AppError(415, 'the file is not a JPEG or PNG picture')
  // Outside the try block: if libvips cannot be loaded, the file is not to blame.
  await loadSharp()
  const pixels = await decode(bytes, sent)
  const format = hasTransparency(pixels) ? 'png' : 'jpg'
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
    // As for photos, a JPEG's warnings are not limited, but its scans are.
    jpeg = format === 'jpg' ? openJpeg(sent) : undefined
    return await readPixels(jpeg ? await dataOf(jpeg) : sent, {
      failOn: jpeg?.lacksEnd ? 'warning' : failOn,
      unlimited: jpeg !== undefined,
      limitInputPixels: false,
    })
  } catch (error) {
    throw refusalOf(error, jpeg)
  }
}

/** For libvips, with the orientation as it is read for photos. */
async function dataOf({ bytes, structure }: JpegFile): Promise<Uint8Array> {
  const { readMetadata } = await import('../../images/metadata.ts')
  const { orientation } = await readMetadata(bytes)
  return pictureData(bytes, structure, { orientation, keepsProfile: true })
}

async function readPixels(bytes: Uint8Array, options: SharpOptions): Promise<Pixels> {
  const sharp = await loadSharp()
  const { width, height } = await sharp(bytes, options).metadata().catch(isDamaged)
  if (width * height > maxPixels) {
    throw new AppError(413, `the picture has more than ${maxPixels / 1e6} megapixels`)
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

function hasTransparency({ data, channels }: Pixels): boolean {
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
