/** How many files are copied at the same time. */
const lanes = 8
/** How many bytes of them: a large file can be in memory while it is sent. */
const bytesAtOnce = 64 * 2 ** 20

/**
 * Works on several items at the same time, fewer if they are large.
 * @throws the first error, after everything that had begun has ended.
 */
export async function inLanes<T>(
  items: AsyncIterable<T>,
  bytesOf: (item: T) => number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const active = new Set<Promise<void>>()
  let bytes = 0
  let failure: { error: unknown } | undefined
  const begin = (item: T, size: number) => {
    bytes += size
    const running = work(item)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => {
        bytes -= size
        active.delete(running)
      })
    active.add(running)
  }
  try {
    for await (const item of items) {
      const size = bytesOf(item)
      while (active.size >= lanes || (active.size > 0 && bytes + size > bytesAtOnce)) {
        await Promise.race(active)
      }
      if (failure) break
      begin(item, size)
    }
  } finally {
    await Promise.all(active)
  }
  if (failure) throw failure.error
}
