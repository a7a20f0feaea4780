import type { Sharp } from 'sharp'
import { canvasSize, type Rect } from '../contract/photos/crop.ts'
import { DecodeError } from './decode-error.ts'
import type { RawPixels } from './encode.ts'
import type { Picture } from './picture.ts'
import { pictureData } from './picture-data.ts'
import { type PixelSource, pixelsInFile, pixelsInMemory } from './pixel-source.ts'
import { moved, needed, placementOf, rotatePixels } from './placement.ts'
import { loadSharp } from './sharp.ts'
import type { Size } from './variants.ts'

/** Decoding a 100-megapixel progressive file takes about 10 s on a small machine. */
const decodeTimeoutSeconds = 120

/** Above this, pixels are kept in a file while they are rotated. */
const maxInMemoryPixels = 30e6

/** 'damaged' shows what can be read; 'whole' rejects a file with any libjpeg warning. */
type Acceptance = 'damaged' | 'whole'

/**
 * Decodes what is shown of a picture, in `size` (its own or smaller), as three 8-bit channels with
 * unconverted values.
 * @throws {DecodeError}
 */
export function decode(
  picture: Picture,
  size: Size,
  accepted: Acceptance = 'damaged',
): Promise<RawPixels> {
  return picture.rotation % 90 === 0
    ? decodeAtRightAngles(picture, size, accepted)
    : decodeRotated(picture, size, accepted)
}

/**
 * The same for a new file, and whether it is damaged. A damaged file is decoded twice: libvips'
 * warnings cannot be attributed to a file when several are decoded at a time, but the failure of a
 * strict decode can.
 */
export async function decodeFirst(
  picture: Picture,
  size: Size,
): Promise<{ pixels: RawPixels; isDamaged: boolean }> {
  try {
    return { pixels: await decode(picture, size, 'whole'), isDamaged: false }
  } catch (error) {
    if (!(error instanceof DecodeError) || error.code !== 'damaged') throw error
    return { pixels: await decode(picture, size), isDamaged: true }
  }
}

/** Rotated by right angles: pixels are not interpolated unless the size requires it. */
function decodeAtRightAngles(
  picture: Picture,
  size: Size,
  accepted: Acceptance,
): Promise<RawPixels> {
  const { crop, rotation } = picture
  const canvas = canvasSize(picture.full, rotation)
  const width = shrunk(canvas.width, size.width / crop.width)
  const height = shrunk(canvas.height, size.height / crop.height)
  const x = Math.min(Math.round((crop.x * width) / canvas.width), width - size.width)
  const y = Math.min(Math.round((crop.y * height) / canvas.height), height - size.height)
  const whole = rotation % 180 === 0 ? { width, height } : { width: height, height: width }
  return read(picture, { whole, rotation, part: { x, y, ...size } }, accepted)
}

/** Rotated by another angle: the visible part is read, then rotated and cropped in one step. */
async function decodeRotated(
  picture: Picture,
  size: Size,
  accepted: Acceptance,
): Promise<RawPixels> {
  const { crop, full } = picture
  const scale = Math.max(size.width / crop.width, size.height / crop.height)
  const whole = { width: shrunk(full.width, scale), height: shrunk(full.height, scale) }
  const placement = placementOf(picture, whole, size)
  const part = needed(placement, { x: 0, y: 0, ...size }, whole)
  // A crop in a corner of the canvas can show nothing of the photo.
  if (!part) return { data: Buffer.alloc(size.width * size.height * 3), ...size, channels: 3 }
  const source = await readForRotation(picture, { whole, rotation: 0, part }, accepted)
  try {
    return await rotatePixels(source, moved(placement, part.x, part.y), size)
  } finally {
    await source.close()
  }
}

async function readForRotation(
  picture: Picture,
  place: Place,
  accepted: Acceptance,
): Promise<PixelSource> {
  const { width, height } = place.part
  if (width * height > maxInMemoryPixels && picture.temporary) {
    try {
      const image = await opened(picture, place, accepted)
      return await pixelsInFile(image, place.part, picture.temporary())
    } catch {
      // The disk may be full or the photo damaged; reading into memory will show which.
    }
  }
  return pixelsInMemory(await read(picture, place, accepted))
}

const shrunk = (length: number, scale: number) =>
  Math.min(length, Math.max(1, Math.round(length * scale)))

/** A part of the upright photo, scaled down to `whole` and rotated by right angles. */
type Place = { whole: Size; rotation: number; part: Rect }

async function opened(
  { bytes, structure, orientation, mustConvert }: Picture,
  { whole, rotation, part }: Place,
  accepted: Acceptance,
): Promise<Sharp> {
  const sharp = await loadSharp()
  const { x: left, y: top, width, height } = part
  const data = pictureData(bytes, structure, { orientation, keepsProfile: mustConvert })
  const image = sharp(data, {
    ignoreIcc: !mustConvert,
    failOn: accepted === 'whole' ? 'warning' : 'truncated',
    // libvips gives up at the 100th warning, which one damaged spot can cause. The cost of a file
    // is limited before decoding: its pixels, and its scans in jpeg-scans.ts.
    unlimited: true,
    limitInputPixels: false,
  })
    .timeout({ seconds: decodeTimeoutSeconds })
    .autoOrient()
    .resize({ width: whole.width, height: whole.height, fit: 'fill' })
  if (rotation !== 0) image.rotate(rotation)
  return image.extract({ left, top, width, height }).toColourspace('srgb').removeAlpha()
}

async function read(picture: Picture, place: Place, accepted: Acceptance): Promise<RawPixels> {
  const { width, height } = place.part
  const image = await opened(picture, place, accepted)
  const startedAt = performance.now()
  try {
    return { data: await image.raw().toBuffer(), width, height, channels: 3 }
  } catch (error) {
    const hasTimedOut = performance.now() - startedAt >= decodeTimeoutSeconds * 1000
    throw new DecodeError(hasTimedOut ? 'too-slow' : 'damaged', error)
  }
}
