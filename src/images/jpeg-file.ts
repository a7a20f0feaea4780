import { incomplete, JpegError, type JpegStructure, walkJpeg } from './jpeg.ts'
import { hasAllScans, limitScans } from './jpeg-scans.ts'

export type JpegFile = {
  /** The file, with an end of image added if it has none. */
  readonly bytes: Uint8Array
  readonly structure: JpegStructure
  /** The file ends in scan data; only a strict decode shows whether rows are missing too. */
  readonly lacksEnd: boolean
}

/**
 * Adds a missing end marker. `limitSize` can throw its own error before the scans are counted.
 * @throws {JpegError} like walkJpeg, and 'unsupported' for a file that takes too long to decode.
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
