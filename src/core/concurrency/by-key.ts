/** Runs work of one key one at a time, in the order of its requests; other keys do not wait. */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** A queue for each key. If work fails, the work behind it is still done. */
export function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const before = last.get(key)
    const mine = before ? before.then(work, work) : work()
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}
