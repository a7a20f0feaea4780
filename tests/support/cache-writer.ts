// Fills the cache of the folder in its first argument beyond its budget until it is killed.
import { createMediaCache } from '../../src/storage/media-cache.ts'

const cache = createMediaCache({
  folder: process.argv[2]!,
  budget: 200_000,
  onEvicted: () => {},
  // Minutes pass quickly, so that files become old enough to be deleted.
  clock: {
    now: () => Math.round(Date.now() + performance.now() * 10_000),
    elapsed: () => performance.now() * 10_000,
  },
  hasSpace: async () => true,
})
console.log('started')
for (let round = 0; ; round++) {
  const numbers = Array.from({ length: 8 }, (_, part) => round * 8 + part)
  await Promise.all(
    numbers.map(async (number) => {
      const size = 1000 + (number % 5000)
      const key = `renditions/${number % 10}/${number % 700}-${size}.avif`
      await cache.put(key, new Uint8Array(size).fill(number))
      if (number % 7 === 0) await cache.remove([key])
    }),
  )
}
