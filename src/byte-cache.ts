/** What an entry's map slots, objects and buffers take besides its key and bytes. */
const entryOverhead = 1024

/** Keys and a fixed cost per entry count too: many small entries take more than their bodies. */
export function createByteCache<Value>(budget: number, bytesOf: (value: Value) => number) {
  const entries = new Map<string, { readonly value: Value; readonly bytes: number }>()
  let total = 0

  const drop = (key: string) => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }

  return {
    get: (key: string): Value | undefined => {
      const entry = entries.get(key)
      if (!entry) return undefined
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
      for (const oldest of entries.keys()) {
        if (total <= budget) break
        drop(oldest)
      }
    },
    clear: (): void => {
      entries.clear()
      total = 0
    },
  }
}
