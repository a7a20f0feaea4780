import type { RawPixels } from './encode.ts'

/**
 * Frees the memory at once: the garbage collector sees only small handles for hundreds of
 * megabytes.
 */
export function freePixels(...all: RawPixels[]): void {
  for (const { data } of all) {
    const { buffer, byteLength } = data
    // A small Buffer can share its memory with others, and equal sizes share their pixels.
    const isWhole = buffer.byteLength === byteLength
    if (buffer instanceof ArrayBuffer && isWhole && !buffer.detached) buffer.transfer(0)
  }
}
