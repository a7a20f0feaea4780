import { dlopen } from 'bun:ffi'

/** glibc's mallopt(3), as malloc.h numbers its parameters. */
const settings = [
  // M_ARENA_MAX: by default eight a core, each of which keeps what its threads once used.
  [-8, 2],
  // M_TRIM_THRESHOLD: what is free at the top of the heap goes back from this many bytes on.
  [-1, 128 * 1024],
  // M_MMAP_THRESHOLD: larger blocks are mapped, so that freeing one gives it back at once.
  [-3, 256 * 1024],
] as const

/**
 * Makes glibc return the memory that pictures took: without it a gallery that has imported 60
 * photos keeps twice as much for the rest of its life. Called before libvips and its threads
 * allocate anything. musl returns large blocks by itself and, like macOS and Windows, has no such
 * settings, so nothing happens there.
 */
export function returnFreedMemory(): void {
  // musl's loader answers to this name with itself; elsewhere it could be any file of that name.
  if (process.platform !== 'linux') return
  try {
    const { symbols } = dlopen('libc.so.6', { mallopt: { args: ['i32', 'i32'], returns: 'i32' } })
    for (const [parameter, value] of settings) symbols.mallopt(parameter, value)
  } catch {
    // Not glibc, or a system that forbids native calls: more memory is used, nothing else changes.
  }
}
