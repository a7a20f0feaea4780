import { maxSide } from '../contract/photos/picture-sources.ts'
import { iccProfileOf } from './colour.ts'
import { decode } from './decode.ts'
import { encode } from './encode.ts'
import { freePixels } from './free-pixels.ts'
import { type JpegSegment, marker, walkJpeg } from './jpeg.ts'
import { iccSegments, jpegSegment, startsWith } from './jpeg-segments.ts'
import type { Picture } from './picture.ts'
import { exifSegment, type Rights, xmpSegment } from './rights.ts'
import { type Size, within } from './variants.ts'

/** For edited originals, which have to be encoded again. */
const editedQuality = 95

/** The canvas of a rotated panorama is huge: 2,200 megapixels for 65,500 × 1,500. */
const maxEditedPixels = 100e6

// The name, version, units and density; the thumbnail's size follows.
const jfifBytes = 12
// The name, version, two flag words and the colour transform.
const adobeBytes = 12

/**
 * The same pixels, without decoding. Keeps only the segments needed for the picture, JFIF (without
 * thumbnail), the ICC profile and Adobe's APP14, and writes the rights. `icc` is embedded if the
 * file has no profile.
 * @throws {JpegError} for a file that is not one complete JPEG.
 */
export function makePublicOriginal(
  bytes: Uint8Array,
  rights: Rights,
  icc: Uint8Array | null = null,
): Uint8Array<ArrayBuffer> {
  const structure = walkJpeg(bytes)
  const xmp = xmpSegment(rights)
  const profile = iccProfileOf(bytes, structure) ?? icc
  return Buffer.concat([
    Uint8Array.of(0xff, 0xd8),
    ...jfif(bytes, structure.segments),
    exifSegment(rights.orientation, rights),
    ...(xmp ? [xmp] : []),
    ...(profile ? iccSegments(profile) : []),
    ...adobe(bytes, structure.segments),
    ...structure.segments.filter(isPicture).flatMap((segment) => copied(bytes, segment)),
    Uint8Array.of(0xff, 0xd9),
  ])
}

/** Encodes an edited original again: upright, with its profile and rights. */
export async function makeEditedOriginal(
  picture: Picture,
  rights: Rights,
): Promise<Uint8Array<ArrayBuffer>> {
  const pixels = await decode(picture, editedSize(picture))
  const jpeg = await encode(pixels, 'jpeg', {
    quality: editedQuality,
    hasFullChroma: true,
    icc: null,
  })
  freePixels(pixels)
  return makePublicOriginal(jpeg, { ...rights, orientation: 1 }, picture.profile)
}

/** The size of what is shown, scaled down if it exceeds JPEG's limit or the memory. */
function editedSize({ size, full }: Picture): Size {
  const most = Math.max(maxEditedPixels, full.width * full.height)
  const scale = Math.min(1, Math.sqrt(most / (size.width * size.height)))
  return within(size, Math.min(maxSide, Math.floor(Math.max(size.width, size.height) * scale)))
}

/** Tables, frame and scan headers; every APPn and COM is metadata. */
function isPicture({ marker: code }: JpegSegment): boolean {
  return code < marker.app0
}

function copied(bytes: Uint8Array, { start, end, scan }: JpegSegment): Uint8Array[] {
  const segment = bytes.subarray(start, end)
  return scan ? [segment, bytes.subarray(scan.start, scan.end)] : [segment]
}

function jfif(bytes: Uint8Array, segments: JpegSegment[]): Uint8Array[] {
  const found = lastBeforeScan(segments, (segment) => {
    const isLongEnough = segment.end - segment.payload >= jfifBytes + 2
    return segment.marker === marker.app0 && isLongEnough && startsWith(bytes, segment, 'JFIF\0')
  })
  if (!found) return []
  const head = bytes.subarray(found.payload, found.payload + jfifBytes)
  return [jpegSegment(marker.app0, head, Uint8Array.of(0, 0))]
}

/** Without Adobe's marker a decoder misinterprets RGB and YCCK. */
function adobe(bytes: Uint8Array, segments: JpegSegment[]): Uint8Array[] {
  const found = lastBeforeScan(segments, (segment) => {
    const isLongEnough = segment.end - segment.payload >= adobeBytes
    return segment.marker === marker.app14 && isLongEnough && startsWith(bytes, segment, 'Adobe')
  })
  if (!found) return []
  return [jpegSegment(marker.app14, bytes.subarray(found.payload, found.payload + adobeBytes))]
}

/** Decoders use the last such segment before the first scan. */
function lastBeforeScan(
  segments: JpegSegment[],
  isWanted: (segment: JpegSegment) => boolean,
): JpegSegment | undefined {
  const firstScan = segments.findIndex((segment) => segment.scan)
  return segments.slice(0, firstScan).findLast(isWanted)
}
