import { type JpegSegment, type JpegStructure, marker } from './jpeg.ts'
import { iccChunk } from './jpeg-segments.ts'
import { exifSegment } from './rights.ts'

const comment = 0xfe

/**
 * A JPEG for libvips, without the metadata that libvips would read itself: a small malicious file
 * could keep it busy for seconds. The orientation is the one that this program has read, so that
 * there is only one reader.
 */
export function pictureData(
  bytes: Uint8Array,
  structure: JpegStructure,
  { orientation, keepsProfile }: { orientation: number; keepsProfile: boolean },
): Uint8Array {
  const isKept = (segment: JpegSegment) =>
    !isMetadata(segment) || (keepsProfile && iccChunk(bytes, segment) !== null)
  const left = structure.segments.filter((segment) => !isKept(segment))
  if (left.length === 0 && orientation === 1) return bytes
  const parts: Uint8Array[] = [bytes.subarray(0, 2)]
  if (orientation !== 1) parts.push(exifSegment(orientation, { creator: null, copyright: null }))
  let position = 2
  for (const { start, end } of left) {
    parts.push(bytes.subarray(position, start))
    position = end
  }
  parts.push(bytes.subarray(position))
  return Buffer.concat(parts)
}

/** JFIF and Adobe's APP14 say which colours the numbers are. */
const isMetadata = ({ marker: code }: JpegSegment): boolean =>
  code === comment || (code >= marker.app0 + 1 && code <= 0xef && code !== marker.app14)
