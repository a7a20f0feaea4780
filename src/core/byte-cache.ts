/** The memory of an entry's map slots, objects and buffers, besides its key and bytes. */
const entryOverhead = 1024
/**
 * Once it has been unused for this long, in ms, a cache shrinks to this share of its budget: its
 * entries are scattered over memory that could not be returned otherwise. It is less than the wait
 * before the collection in memory.ts.
 */
const idleMs = 1000
const idleShare = 1 / 8

/** Keys and a fixed cost per entry count too: many small entries take more than their bodies. */
export function createByteCache<Value>(budget: number, bytesOf: (value: Value) => number) {
  const entries = new Map<string, { readonly value: Value; readonly bytes: number }>()
  let total = 0
  let usedAt = 0
  let timer: Timer | undefined

  const drop = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  const shrinkTo = (bytes: number) => {
    for (const oldest of entries.keys()) {
      if (total <= bytes) break
      drop(oldest)
    }
  }

  const shrinkWhenIdle = (ms: number): Timer =>
    setTimeout(() => {
      const busyFor = usedAt + idleMs - performance.now()
      timer = busyFor > 0 ? shrinkWhenIdle(busyFor) : undefined
      if (!timer) shrinkTo(budget * idleShare)
    }, ms).unref()

  return {
    get: (key: string): Value | undefined => {
      const entry = entries.get(key)
      if (!entry) return undefined
      usedAt = performance.now()
      // A map iterates in insertion order, so the most recently used goes to the end.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set: (key: string, value: Value): void => {
      drop(key)
      const bytes = entryOverhead + 2 * key.length + bytesOf(value)
      entries.set(key, { value, bytes })
      total += bytes
      shrinkTo(budget)
      usedAt = performance.now()
      timer ??= shrinkWhenIdle(idleMs)
    },
    counts: () => ({ entries: entries.size, bytes: total }),
    clear: (): void => {
      entries.clear()
      total = 0
    },
  }
}
