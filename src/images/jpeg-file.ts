import { incomplete, JpegError, type JpegStructure, walkJpeg } from './jpeg.ts'
import { hasAllScans, limitScans } from './jpeg-scans.ts'

/** A JPEG that may be decoded. */
export type JpegFile = {
  /** The file, with an end of image added where it has none. */
  readonly bytes: Uint8Array
  readonly structure: JpegStructure
  /** The file ends in scan data: whether rows are missing as well, only a strict decode tells. */
  readonly lacksEnd: boolean
}

/**
 * Walks a file, and closes one that ends within its scan data. `limitSize` may refuse its size by an
 * error of its own, before its scans are counted.
 *
 * @throws {JpegError} as walkJpeg, and 'unsupported' for a file that would take too long to decode.
 */
export function openJpeg(
  bytes: Uint8Array,
  limitSize: (frame: JpegStructure['frame']) => void = () => {},
): JpegFile {
  const file = walkClosed(bytes)
  limitSize(file.structure.frame)
  limitScans(file.bytes, file.structure)
  if (file.lacksEnd && !hasAllScans(file.bytes, file.structure)) throw incomplete()
  return file
}

function walkClosed(bytes: Uint8Array): JpegFile {
  try {
    return { bytes, structure: walkJpeg(bytes), lacksEnd: false }
  } catch (error) {
    if (!(error instanceof JpegError) || error.code !== 'incomplete') throw error
    try {
      const closed = Buffer.concat([bytes, Uint8Array.of(0xff, 0xd9)])
      return { bytes: closed, structure: walkJpeg(closed), lacksEnd: true }
    } catch {
      throw error
    }
  }
}
