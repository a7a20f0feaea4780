/** What the maps, objects and buffers of one entry weigh besides its key and its bytes. */
const entryOverhead = 1024

/**
 * Keeps what was used last within a budget of bytes, which counts keys and a fixed cost for each
 * entry too: many small entries weigh more than their bodies.
 */
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
      // A map iterates in the order of insertion, so the last used goes to its end.
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    /** Adds a value, or weighs one again that has grown. */
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
