import type { RawPixels } from './encode.ts'

/**
 * Frees the memory of pixels at once; they must not be used afterwards. The garbage collector sees
 * only their small handles and would let hundreds of megabytes pile up.
 */
export function freePixels(...all: RawPixels[]): void {
  for (const { data } of all) {
    const { buffer, byteLength } = data
    // A small Buffer can share its memory with others, and equal sizes share their pixels.
    const isWhole = buffer.byteLength === byteLength
    if (buffer instanceof ArrayBuffer && isWhole && !buffer.detached) buffer.transfer(0)
  }
}
