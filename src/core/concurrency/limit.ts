/** Runs work as soon as fewer than the limit are running; the others wait in order. */
export type Limit = {
  <T>(work: () => Promise<T>): Promise<T>
  /** How many are waiting. */
  readonly waiting: () => number
}

/** At most `most` pieces of work at a time. */
export function limit(most: number): Limit {
  const waiting: (() => void)[] = []
  let free = most
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
  return Object.assign(run, { waiting: () => waiting.length })
}

/**
 * Works on the items, at most `most` at a time, and yields each result as soon as it is there. No
 * item is taken while the reader is busy with a result.
 * @throws the first error; other work that has begun continues.
 */
export async function* mapLimit<T, R>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  type Outcome = { readonly lane: number; readonly result: R }
  const rest = items[Symbol.iterator]()
  const running = new Map<number, Promise<Outcome>>()
  const begin = (lane: number) => {
    const next = rest.next()
    if (next.done) running.delete(lane)
    else
      running.set(
        lane,
        work(next.value).then((result) => ({ lane, result })),
      )
  }
  for (let lane = 0; lane < most; lane++) begin(lane)
  while (running.size > 0) {
    const { lane, result } = await Promise.race(running.values())
    begin(lane)
    yield result
  }
}

/** Like {@link mapLimit}, but the results come in the order of the items. */
export async function* mapLimitInOrder<T, R>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<R>,
): AsyncGenerator<R> {
  const running: Promise<R>[] = []
  for (const item of items) {
    if (running.length >= most) yield await running.shift()!
    const mine = work(item)
    // Its failure is thrown when it is its turn, unless another one comes first.
    mine.catch(() => undefined)
    running.push(mine)
  }
  while (running.length > 0) yield await running.shift()!
}

export type EachLimit<T> = {
  /** How many at a time. */
  readonly most: number
  /** Continues after a failure; otherwise no other item is begun. */
  readonly triesAll?: boolean
  /** Fewer at a time if they are large: together at most `mostBytes`, or a single one. */
  readonly bytesOf?: (item: T) => number
  readonly mostBytes?: number
}

/**
 * Works on all items, several at a time.
 * @throws the first failure, after everything that had begun has ended.
 */
export async function eachLimit<T>(
  items: Iterable<T> | AsyncIterable<T>,
  options: EachLimit<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const { most, triesAll = false, bytesOf = () => 0, mostBytes = 0 } = options
  const running = new Set<Promise<void>>()
  const failures: unknown[] = []
  let bytes = 0
  const begin = (item: T, size: number) => {
    bytes += size
    const mine = work(item)
      .catch((error: unknown) => {
        failures.push(error)
      })
      .finally(() => {
        bytes -= size
        running.delete(mine)
      })
    running.add(mine)
  }
  try {
    for await (const item of items) {
      const size = bytesOf(item)
      while (running.size >= most || (running.size > 0 && bytes + size > mostBytes)) {
        await Promise.race(running)
      }
      if (failures.length > 0 && !triesAll) break
      begin(item, size)
    }
  } finally {
    await Promise.all(running)
  }
  if (failures.length > 0) throw failures[0]
}
