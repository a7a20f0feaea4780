import { AppError } from '../core/errors.ts'
import { incompleteMessage, JpegError } from './jpeg.ts'

/**
 * Has our own message: libvips keeps its messages per process, and mixes them up between decodes.
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

export const decodeWarnings = {
  damaged: 'parts of the picture data are damaged',
  lacksEnd: 'the end marker is missing',
}

/**
 * A DecodeError if the picture is to blame; damage in a file without its end means missing rows.
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
