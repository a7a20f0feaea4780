import { dlopen } from 'bun:ffi'

/** Parameters of glibc's mallopt(3), as numbered in malloc.h. */
const settings = [
  // M_ARENA_MAX: the default is eight per core, each of which keeps what its threads once used.
  [-8, 2],
  // M_TRIM_THRESHOLD: free memory at the top of the heap is returned from this many bytes on.
  [-1, 128 * 1024],
  // M_MMAP_THRESHOLD: larger blocks are mapped, so that freeing one returns it at once.
  [-3, 256 * 1024],
] as const

/** How long the program must be idle before memory is returned, in ms. */
const idleMs = 2000
/** Work that is worth a collection of 20 to 40 ms: one large piece of work, or this many requests. */
const worthwhile = 500

/** Returns free pages inside glibc's arenas to the system; does nothing elsewhere. */
let trim = () => {}
/** Since the last collection, in requests. */
let work = 0
let lastWorkAt = 0
let timer: Timer | undefined

/**
 * Makes glibc return the memory used for pictures: otherwise a gallery that has imported 60 photos
 * uses twice as much from then on. Must be called before libvips and its threads allocate anything.
 * musl returns large blocks by itself and, like macOS and Windows, has no such settings, so nothing
 * happens there.
 */
export function returnFreedMemory(): void {
  // On other systems this could be any file of that name; musl's loader returns itself for it.
  if (process.platform !== 'linux') return
  try {
    const { symbols } = dlopen('libc.so.6', {
      mallopt: { args: ['i32', 'i32'], returns: 'i32' },
      malloc_trim: { args: ['usize'], returns: 'i32' },
    })
    for (const [parameter, value] of settings) symbols.mallopt(parameter, value)
    trim = () => symbols.malloc_trim(0)
  } catch {
    // Not glibc, or native calls are forbidden: the program works, but uses more memory.
  }
}

/**
 * Call for every request. Memory is collected and returned after two idle seconds: an idle program
 * allocates nothing, so nothing else would trigger it.
 */
export function noteRequest(): void {
  note(1)
}

/**
 * Call after work that leaves much memory free: a picture, whose pixels do not count for the
 * collector because it sees only their handles, or the first read of all photos.
 */
export function noteLargeWork(): void {
  note(worthwhile)
}

/** How long ago the last work was, in ms. */
export const idleFor = (): number => performance.now() - lastWorkAt

function note(amount: number): void {
  work += amount
  lastWorkAt = performance.now()
  if (work >= worthwhile) timer ??= after(idleMs)
}

function after(ms: number): Timer {
  return setTimeout(() => {
    const busyFor = lastWorkAt + idleMs - performance.now()
    timer = busyFor > 0 ? after(busyFor) : undefined
    if (timer) return
    work = 0
    Bun.gc(true)
    trim()
  }, ms).unref()
}
