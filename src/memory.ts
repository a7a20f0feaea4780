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

/** How long nothing is done before what earlier work has left behind is given back, in ms. */
const idleMs = 2000
/** Work that makes a collection worth its 20 to 40 ms: one picture, or this many requests. */
const worthwhile = 500

/** Gives free pages inside glibc's arenas back to the system; does nothing elsewhere. */
let trim = () => {}
/** Work since the last collection, in requests. */
let work = 0
let lastWorkAt = 0
let timer: Timer | undefined

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
    const { symbols } = dlopen('libc.so.6', {
      mallopt: { args: ['i32', 'i32'], returns: 'i32' },
      malloc_trim: { args: ['usize'], returns: 'i32' },
    })
    for (const [parameter, value] of settings) symbols.mallopt(parameter, value)
    trim = () => symbols.malloc_trim(0)
  } catch {
    // Not glibc, or a system that forbids native calls: more memory is used, nothing else changes.
  }
}

/**
 * Notes that a request was answered. Once the program has been idle for two seconds, memory is
 * collected and given back: an idle program allocates nothing, so nothing else would do it.
 */
export function noteRequest(): void {
  note(1)
}

/** The same for a picture, whose pixels look small to the collector: it sees only their handles. */
export function notePicture(): void {
  note(worthwhile)
}

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
