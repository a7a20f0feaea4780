import { type JpegSegment, marker } from './jpeg.ts'

/** The length of a segment has 16 bits and includes itself. */
const maxPayloadBytes = 65_533

const iccName = Buffer.from('ICC_PROFILE\0', 'latin1')
// The name is followed by the chunk's number, from 1, and the number of chunks.
const iccHeaderBytes = iccName.length + 2
const maxIccChunks = 255

/** @throws {RangeError} if the parts are too long for a segment. */
export function jpegSegment(code: number, ...parts: Uint8Array[]): Buffer {
  const payload = Buffer.concat(parts)
  if (payload.length > maxPayloadBytes) throw new RangeError('a JPEG segment is limited to 64 KB')
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(payload.length + 2, 2)
  return Buffer.concat([head, payload])
}

/** None for a profile too long to embed (16 MB). */
export function iccSegments(icc: Uint8Array): Buffer[] {
  const chunkBytes = maxPayloadBytes - iccHeaderBytes
  const count = Math.ceil(icc.length / chunkBytes)
  if (count > maxIccChunks) return []
  return Array.from({ length: count }, (_, index) =>
    jpegSegment(
      marker.app2,
      iccName,
      Uint8Array.of(index + 1, count),
      icc.subarray(index * chunkBytes, (index + 1) * chunkBytes),
    ),
  )
}

/** null if the segment is something else (MPF, FlashPix). */
export function iccChunk(
  bytes: Uint8Array,
  segment: JpegSegment,
): { number: number; count: number; data: Uint8Array } | null {
  if (segment.marker !== marker.app2 || !startsWith(bytes, segment, 'ICC_PROFILE\0')) return null
  const data = segment.payload + iccHeaderBytes
  if (data > segment.end) return null
  return {
    number: bytes[data - 2]!,
    count: bytes[data - 1]!,
    data: bytes.subarray(data, segment.end),
  }
}

/** Whether a segment's payload begins with this name (Latin-1, including the closing NUL). */
export function startsWith(bytes: Uint8Array, segment: JpegSegment, name: string): boolean {
  if (segment.end - segment.payload < name.length) return false
  for (let at = 0; at < name.length; at++) {
    if (bytes[segment.payload + at] !== name.charCodeAt(at)) return false
  }
  return true
}
