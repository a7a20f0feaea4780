import { describe, expect, test } from 'bun:test'
import { eachLimit, limit, mapLimit, mapLimitInOrder } from '../../src/core/concurrency/limit.ts'

/** Work that ends in the given number of ms, and how many pieces were under way at most. */
function counted() {
  let running = 0
  const counts = { most: 0, begun: 0 }
  const work = async (ms: number) => {
    running++
    counts.begun++
    counts.most = Math.max(counts.most, running)
    await Bun.sleep(ms)
    running--
    return ms
  }
  return { counts, work }
}

describe('a limit', () => {
  test('lets as many run as it says, and the others wait in order', async () => {
    const { counts, work } = counted()
    const limited = limit(2)
    const ends: number[] = []
    const all = [20, 5, 5, 5].map((ms, index) =>
      limited(() => work(ms)).then(() => ends.push(index)),
    )
    expect(limited.waiting()).toBe(2)
    await Promise.all(all)
    expect(counts.most).toBe(2)
    expect(ends).toEqual([1, 2, 3, 0])
  })

  test('gives the place of failed work to the next', async () => {
    const limited = limit(1)
    await expect(limited(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await limited(() => Promise.resolve('yes'))).toBe('yes')
  })
})

describe('limited mapping', () => {
  test('yields results as they come, or in the order of the items', async () => {
    const { counts, work } = counted()
    expect(await Array.fromAsync(mapLimit([40, 5, 10], 2, work))).toEqual([5, 10, 40])
    expect(await Array.fromAsync(mapLimitInOrder([40, 5, 10], 2, work))).toEqual([40, 5, 10])
    expect(counts.most).toBe(2)
  })

  test('throws the first failure', async () => {
    const work = (item: number) =>
      item === 2 ? Promise.reject(new Error('two')) : Promise.resolve(item)
    await expect(Array.fromAsync(mapLimit([1, 2, 3], 2, work))).rejects.toThrow('two')
    await expect(Array.fromAsync(mapLimitInOrder([1, 2, 3], 3, work))).rejects.toThrow('two')
  })
})

describe('limited work on each item', () => {
  test('is fewer at a time if the items are large', async () => {
    const { counts, work } = counted()
    const options = { most: 4, mostBytes: 10, bytesOf: (item: number) => item }
    await eachLimit([6, 6, 20], options, async (item) => void (await work(item)))
    expect(counts).toEqual({ most: 1, begun: 3 })
  })

  test('ends after a failure unless all are to be tried, and waits for what had begun', async () => {
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
