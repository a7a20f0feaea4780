import type { RawPixels } from './encode.ts'

/**
 * Frees the memory of pixels at once; nothing may use them afterwards. The collector sees no more
 * of them than their handles, and would let hundreds of megabytes pile up.
 */
export function freePixels(...all: RawPixels[]): void {
  for (const { data } of all) {
    const { buffer, byteLength } = data
    // A small Buffer may share its memory with others, and equal sizes share their pixels.
    const isWhole = buffer.byteLength === byteLength
    if (buffer instanceof ArrayBuffer && isWhole && !buffer.detached) buffer.transfer(0)
  }
}
