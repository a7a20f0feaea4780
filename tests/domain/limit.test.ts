import { describe, expect, test } from 'bun:test'
import { eachLimit, limit, mapLimit, mapLimitInOrder } from '../../src/core/concurrency/limit.ts'

/** Work that ends when it is told to, and how many pieces were under way at most. */
function heldWork() {
  const held = new Map<string, () => void>()
  const counts = { most: 0, begun: 0 }
  let running = 0
  const work = async (name: string) => {
    running++
    counts.begun++
    counts.most = Math.max(counts.most, running)
    await new Promise<void>((resolve) => held.set(name, resolve))
    running--
    return name
  }
  /** Ends the pieces of work one after another, each as soon as it has begun. */
  const end = async (...names: readonly string[]) => {
    for (const name of names) {
      while (!held.has(name)) await Bun.sleep(0)
      held.get(name)!()
      await Bun.sleep(0)
    }
  }
  return { counts, work, end }
}

describe('limit', () => {
  test('a limit lets as many run as it allows, and the others wait in order', async () => {
    const { counts, work, end } = heldWork()
    const limited = limit(2)
    const ends: string[] = []
    const all = ['a', 'b', 'c', 'd'].map((name) =>
      limited(() => work(name)).then(() => ends.push(name)),
    )
    expect(limited.waiting()).toBe(2)
    await end('b', 'c')
    expect(limited.waiting()).toBe(0)
    await end('d', 'a')
    await Promise.all(all)
    expect(counts.most).toBe(2)
    expect(ends).toEqual(['b', 'c', 'd', 'a'])
  })

  test('a limit gives the slot of failed work to the next in line', async () => {
    const limited = limit(1)
    await expect(limited(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await limited(() => Promise.resolve('yes'))).toBe('yes')
  })
})

describe('mapping', () => {
  test('limited mapping yields results as they finish', async () => {
    const { counts, work, end } = heldWork()
    const results = Array.fromAsync(mapLimit(['a', 'b', 'c'], 2, work))
    await end('b', 'c', 'a')
    expect(await results).toEqual(['b', 'c', 'a'])
    expect(counts.most).toBe(2)
  })

  test('limited mapping yields results in the order of the items', async () => {
    const { counts, work, end } = heldWork()
    const results = Array.fromAsync(mapLimitInOrder(['a', 'b', 'c'], 2, work))
    await end('b', 'a', 'c')
    expect(await results).toEqual(['a', 'b', 'c'])
    expect(counts.most).toBe(2)
  })

  test('limited mapping throws the first failure', async () => {
    const work = (item: number) =>
      item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item)
    await expect(Array.fromAsync(mapLimit([1, 2, 3], 2, work))).rejects.toThrow('two')
    await expect(Array.fromAsync(mapLimitInOrder([1, 2, 3], 3, work))).rejects.toThrow('two')
  })
})

describe('each item', () => {
  test('fewer items are worked on at a time if they are large', async () => {
    const { counts, work, end } = heldWork()
    const sizes = { a: 6, b: 6, c: 20 }
    const options = { most: 4, mostBytes: 10, bytesOf: (item: keyof typeof sizes) => sizes[item] }
    const done = eachLimit(['a', 'b', 'c'] as const, options, async (item) => {
      await work(item)
    })
    await end('a', 'b', 'c')
    await done
    expect(counts).toEqual({ most: 1, begun: 3 })
  })

  test('work on each item stops after a failure unless all are to be tried, and waits for what had begun', async () => {
    const done: number[] = []
    const work = async (item: number) => {
      if (item === 0) throw new Error('no')
      await Bun.sleep(10)
      done.push(item)
    }
    await expect(eachLimit([1, 0, 2, 3], { most: 2 }, work)).rejects.toThrow('no')
    expect(done).toEqual([1])
    const options = { most: 2, triesAll: true }
    await expect(eachLimit([1, 0, 2, 3], options, work)).rejects.toThrow('no')
    expect(done.slice(1).sort()).toEqual([1, 2, 3])
  })
})
