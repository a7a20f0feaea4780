import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createByteCache } from '../../src/core/byte-cache.ts'

const budget = 100_000
const createCache = () => createByteCache<Uint8Array>(budget, (bytes) => bytes.length)
const entries = Array.from({ length: 80 }, (_, number) => `entry ${number}`)
const kept = (cache: ReturnType<typeof createCache>) =>
  entries.filter((key) => cache.get(key) !== undefined)

test('the cache never exceeds its budget, and always has the entry that was added last', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 50_000 }), { minLength: 1 }), (sizes) => {
      const cache = createCache()
      for (const [number, size] of sizes.entries()) {
        cache.set(`${number}`, new Uint8Array(size))
        expect(cache.get(`${number}`)?.length).toBe(size)
      }
      const lengths = sizes.map((_, number) => cache.get(`${number}`)?.length ?? 0)
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(budget)
    }),
  )
})

test('the cache keeps its entries while it is in use, and only the last used ones once it is idle', async () => {
  const cache = createCache()
  for (const key of entries) cache.set(key, new Uint8Array(100))
  for (let time = 0; time < 15; time++) {
    await Bun.sleep(100)
    cache.set('in use', new Uint8Array(1))
  }
  expect(kept(cache)).toHaveLength(entries.length)
  await Bun.sleep(1500)
  const last = kept(cache)
  expect(last.length).toBeWithin(5, 15)
  expect(last).toEqual(entries.slice(-last.length))
  cache.set('entry 0', new Uint8Array(100))
  expect(cache.get('entry 0')).toBeDefined()
})
