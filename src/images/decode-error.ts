import { AppError } from '../contract/app-error.ts'
import { incompleteMessage, JpegError } from './jpeg.ts'

/**
 * Why a picture could not be decoded, in our own words. libvips keeps its messages per process:
 * with two decodes at a time, one gets the other's message or none.
 */
export class DecodeError extends Error {
  override readonly name = 'DecodeError'

  constructor(
    readonly code: 'damaged' | 'too-slow',
    cause?: unknown,
  ) {
    super(decodeMessages[code], { cause })
  }
}

const decodeMessages = {
  damaged: 'the picture data is damaged',
  'too-slow': 'the picture takes too long to decode',
}

/** The warning kept with a photo that decoded despite damage. */
export const decodeWarnings = {
  damaged: 'parts of the picture data are damaged',
  lacksEnd: 'the end marker is missing',
}

/**
 * The error for a picture that cannot be read or decoded; any other error is returned unchanged.
 * Damage in a file without its end means that rows are missing.
 */
export function refusalOf(error: unknown, { lacksEnd = false } = {}): unknown {
  if (error instanceof DecodeError) {
    const isCut = lacksEnd && error.code === 'damaged'
    return new AppError(400, isCut ? incompleteMessage : error.message)
  }
  if (!(error instanceof JpegError)) return error
  const isForeign = error.code === 'not-jpeg' || error.code === 'unsupported'
  return new AppError(isForeign ? 415 : 400, error.message)
}
