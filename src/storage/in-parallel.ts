/**
 * Does the work for all items, at most `most` at a time, and resolves or rejects only when none is
 * under way any more. After a failure no other begins, unless `tryAll`.
 * @throws the first failure.
 */
export async function inParallel<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
  { tryAll = false } = {},
): Promise<void> {
  const failures: unknown[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length && (tryAll || failures.length === 0)) {
      try {
        await work(items[next++]!)
      } catch (error) {
        failures.push(error)
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker))
  if (failures.length > 0) throw failures[0]
}

/** Lets at most `most` run at a time. */
export function createTurns(most: number) {
  const waiting: (() => void)[] = []
  let free = most
  return {
    waiting: () => waiting.length,
    take: async <T>(work: () => Promise<T>): Promise<T> => {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        const next = waiting.shift()
        if (next) next()
        else free++
      }
    },
  }
}
