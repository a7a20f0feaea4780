import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, spyOn, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { createMediaCache } from '../../src/storage/media-cache.ts'
import { testWith } from '../support/needs.ts'

const minute = 60_000
const hour = 60 * minute

let root: string
let time: number
let evicted: string[]
let opened: ReturnType<typeof createMediaCache>[]
const clock = { now: () => time, elapsed: () => time }

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vitrine-cache-'))
  time = Date.UTC(2026, 0, 2)
  evicted = []
  opened = []
})
afterEach(() => {
  for (const cache of opened) cache.close()
  rmSync(root, { recursive: true, force: true })
})

const folder = () => join(root, 'media-cache')
const indexPath = () => join(folder(), 'index.db')

type Changes = Partial<Parameters<typeof createMediaCache>[0]>

const openCache = (budget: number, changes: Changes = {}) => {
  const cache = createMediaCache({
    folder: folder(),
    budget,
    onEvicted: (keys) => evicted.push(...keys),
    clock,
    hasSpace: async () => true,
    ...changes,
  })
  opened.push(cache)
  return cache
}

/** Like a program that is killed: the index is not closed, and its locks are gone. */
const killed = (cache: ReturnType<typeof createMediaCache>) => {
  const copy = readFileSync(indexPath())
  cache.close()
  writeFileSync(indexPath(), copy)
}

const keyOf = (number: number) => `renditions/${String(number % 3).padStart(2, '0')}/${number}.avif`

const filesOnDisk = (at = folder()): Map<string, number> =>
  new Map(
    readdirSync(at, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('index.db'))
      .map((entry) => {
        const path = join(entry.parentPath, entry.name)
        return [path.slice(at.length + 1), statSync(path).size]
      }),
  )

/** What the index of a cache that is closed says. */
const filesInIndex = (): Map<string, number> => {
  const index = new Database(indexPath(), { readonly: true })
  try {
    return new Map(
      index
        .query<{ key: string; bytes: number }, []>('SELECT key, bytes FROM file')
        .all()
        .map(({ key, bytes }) => [key, bytes]),
    )
  } finally {
    index.close()
  }
}

const totalOf = (files: Map<string, number>) => [...files.values()].reduce((sum, n) => sum + n, 0)

/** Until the files have been counted again. */
const counted = async (cache: ReturnType<typeof createMediaCache>) => {
  while (!cache.isCounted()) await Bun.sleep(2)
  expect(cache.bytes()).toBe(totalOf(filesOnDisk()))
}

describe('cache', () => {
  test('the media cache has what was put into it, from bytes or from a file, which it moves', async () => {
    const cache = openCache(1000)
    const path = join(root, 'downloaded')
    writeFileSync(path, 'from a file', { mode: 0o600 })
    await cache.put('originals/aa/1.jpg', new TextEncoder().encode('from bytes'))
    await cache.put('originals/aa/2.jpg', path)
    expect(existsSync(path)).toBe(false)
    for (const [key, text] of [
      ['originals/aa/1.jpg', 'from bytes'],
      ['originals/aa/2.jpg', 'from a file'],
    ] as const) {
      const file = await cache.get(key)
      expect(file).toEqual({ path: join(folder(), key), bytes: text.length })
      expect(readFileSync(file!.path, 'utf8')).toBe(text)
      expect(statSync(file!.path).mode & 0o077).toBe(0)
    }
    expect(cache.bytes()).toBe(21)
    expect(await cache.get('originals/aa/3.jpg')).toBeUndefined()
    expect(await cache.has('originals/aa/2.jpg')).toBe(true)
    expect(await cache.has('originals/aa/3.jpg')).toBe(false)
  })

  test('the media cache deletes a file that does not have the expected size', async () => {
    const cache = openCache(1000)
    await cache.put(keyOf(1), new Uint8Array(10))
    expect(await cache.get(keyOf(1), 10)).toBeDefined()
    expect(await cache.get(keyOf(1), 11)).toBeUndefined()
    expect(await cache.get(keyOf(1), 10)).toBeUndefined()
    expect(cache.bytes()).toBe(0)
  })

  test('the media cache accepts the same file twice at the same time', async () => {
    const cache = openCache(1000)
    await Promise.all([1, 2].map(() => cache.put(keyOf(1), new Uint8Array(10))))
    expect((await cache.get(keyOf(1)))?.bytes).toBe(10)
    expect(cache.bytes()).toBe(10)
  })

  test('the media cache removes files, and ignores those that are not there', async () => {
    const cache = openCache(1000)
    for (const number of [1, 2, 3]) await cache.put(keyOf(number), new Uint8Array(10))
    await cache.remove([keyOf(1), keyOf(9), keyOf(3)])
    expect([...filesOnDisk().keys()]).toEqual([keyOf(2)])
    expect(cache.bytes()).toBe(10)
    expect(evicted).toEqual([])
  })

  test('the media cache accepts a file only if it is still needed', async () => {
    const cache = openCache(1000)
    expect(await cache.put(keyOf(1), new Uint8Array(10), () => false)).toBeUndefined()
    expect(filesOnDisk().size).toBe(0)
    expect(cache.bytes()).toBe(0)
  })

  test('the media cache above its budget deletes the least recently used files, down to nine tenths', async () => {
    const cache = openCache(1000)
    for (let number = 0; number < 10; number++) {
      await cache.put(keyOf(number), new Uint8Array(100))
      time += 2 * hour
    }
    await cache.get(keyOf(0))
    await cache.get(keyOf(2))
    time += 2 * hour
    await cache.put(keyOf(10), new Uint8Array(100))
    await cache.settle()
    expect(evicted).toEqual([1, 3].map(keyOf))
    expect(cache.bytes()).toBe(900)
    expect(await cache.get(keyOf(1))).toBeUndefined()
    expect(await cache.get(keyOf(0))).toBeDefined()
  })

  test('the media cache never deletes what was used in the last minute, even if no use was recorded', async () => {
    const cache = openCache(1000)
    for (let number = 0; number < 10; number++) await cache.put(keyOf(number), new Uint8Array(100))
    // Within the hour, the uses of the first ones are not written anywhere.
    time += 10 * minute
    for (const number of [0, 1, 2]) await cache.get(keyOf(number))
    time += 50_000
    await cache.put(keyOf(10), new Uint8Array(100))
    await cache.settle()
    expect(evicted.length).toBe(2)
    for (const number of [0, 1, 2, 10]) expect(evicted).not.toContain(keyOf(number))
  })

  test('the media cache keeps a file larger than the budget for a minute', async () => {
    const cache = openCache(1000)
    await cache.put(keyOf(1), new Uint8Array(5000))
    await cache.settle()
    expect((await cache.get(keyOf(1)))?.bytes).toBe(5000)
    time += 3 * minute
    await cache.settle()
    expect(filesOnDisk().size).toBe(0)
    expect(evicted).toEqual([keyOf(1)])
  })

  test('the media cache shrinks on a disk that is almost full, a tenth at a time', async () => {
    let most = 1000
    const cache = openCache(100_000, { hasSpace: async () => filesOnDisk().size <= most })
    for (let number = 0; number < 200; number++) await cache.put(keyOf(number), new Uint8Array(10))
    await cache.settle()
    time += 3 * minute
    most = 100
    // The free space that a file system reports can lag behind.
    for (const left of [180, 180, 162]) {
      await cache.settle()
      expect(filesOnDisk().size).toBe(left)
      if (left === 180) time += 6000
    }
    for (let count = 0; count < 10; count++) {
      time += minute
      await cache.settle()
    }
    // A step less than a tenth below what is needed.
    expect(filesOnDisk().size).toBeWithin(90, 101)
    expect(evicted.length).toBe(200 - filesOnDisk().size)
  })

  const memoryDisk = '/dev/shm'
  testWith({
    isMet: existsSync(memoryDisk) && statSync(memoryDisk).dev !== statSync(tmpdir()).dev,
    otherwise: 'there is only one disk',
  })('the media cache accepts a file from another disk', async () => {
    const cache = openCache(1000)
    const other = mkdtempSync(join(memoryDisk, 'vitrine-cache-'))
    try {
      const path = join(other, 'downloaded')
      writeFileSync(path, 'from another disk')
      await cache.put(keyOf(1), path)
      expect(existsSync(path)).toBe(false)
      expect(readFileSync((await cache.get(keyOf(1)))!.path, 'utf8')).toBe('from another disk')
      expect(readdirSync(join(folder(), 'new'))).toEqual([])
    } finally {
      rmSync(other, { recursive: true, force: true })
    }
  })

  test('the media cache records a use at most once an hour', async () => {
    const cache = openCache(1000)
    const { path } = (await cache.put(keyOf(1), new Uint8Array(10)))!
    const before = readFileSync(indexPath())
    time += hour - 1000
    await cache.get(keyOf(1))
    expect(readFileSync(indexPath()).equals(before)).toBe(true)
    time += 2000
    await cache.get(keyOf(1))
    expect(readFileSync(indexPath()).equals(before)).toBe(false)
    while (statSync(path).mtimeMs !== time) await Bun.sleep(1)
  })

  test('the media cache knows its files and their order after it was closed', async () => {
    const cache = openCache(1000)
    for (let number = 0; number < 9; number++) {
      await cache.put(keyOf(number), new Uint8Array(100))
      time += 2 * hour
    }
    await cache.get(keyOf(0))
    cache.close()
    const again = openCache(1000)
    expect(again.bytes()).toBe(900)
    time += 2 * hour
    for (const number of [10, 11]) await again.put(keyOf(number), new Uint8Array(100))
    await again.settle()
    expect(evicted).toEqual([1, 2].map(keyOf))
  })

  const losses: [string, () => void][] = [
    ['is missing', () => rmSync(indexPath())],
    ['is no database', () => writeFileSync(indexPath(), 'x'.repeat(10_000))],
    ['is empty', () => writeFileSync(indexPath(), '')],
    [
      'is of another version',
      () => {
        rmSync(indexPath())
        const other = new Database(indexPath(), { create: true })
        other.run('CREATE TABLE file (name TEXT)')
        other.close()
      },
    ],
  ]
  test.each(losses)(
    'the media cache whose index %s is usable at once, and counts its files',
    async (_, lose) => {
      const cache = openCache(10_000)
      for (let number = 0; number < 120; number++) {
        await cache.put(keyOf(number), new Uint8Array(50))
        time += 2 * hour
      }
      await cache.get(keyOf(0))
      time += 2 * hour
      cache.close()
      lose()
      const again = openCache(5000)
      expect(await again.get(keyOf(7), 50)).toBeDefined()
      await counted(again)
      await again.settle()
      expect(again.bytes()).toBeLessThanOrEqual(5000)
      expect(evicted).not.toContain(keyOf(0))
      expect(evicted).not.toContain(keyOf(7))
      expect(evicted).toContain(keyOf(1))
      expect(evicted).not.toContain(keyOf(119))
    },
  )

  test('the media cache rebuilds an index damaged in the middle while it is used', async () => {
    const cache = openCache(1_000_000)
    for (let number = 0; number < 3000; number++) {
      const path = join(folder(), keyOf(number))
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, 'x')
    }
    cache.close()
    rmSync(indexPath())
    const filled = openCache(1_000_000)
    await counted(filled)
    await filled.settle()
    filled.close()
    const bytes = readFileSync(indexPath())
    bytes.fill(0xa5, 5 * 4096)
    writeFileSync(indexPath(), bytes)

    const warned = spyOn(console, 'error').mockImplementation(() => {})
    try {
      const damaged = openCache(1_000_000)
      for (let number = 0; number < 3000; number += 100) {
        expect(await damaged.get(keyOf(number))).toBeDefined()
        await damaged.put(keyOf(number), new Uint8Array(2))
      }
      await counted(damaged)
      damaged.close()
      expect(filesInIndex()).toEqual(filesOnDisk())
      expect(warned.mock.calls.flat().join('\n')).toContain('The index of the media cache')
    } finally {
      warned.mockRestore()
    }
  })

  test('the media cache counts its files after the program was killed', async () => {
    const cache = openCache(10_000)
    for (let number = 0; number < 20; number++) await cache.put(keyOf(number), new Uint8Array(10))
    killed(cache)
    // Between the rename and the index, and between the deletion and the index.
    writeFileSync(join(folder(), keyOf(30)), 'lost in between')
    rmSync(join(folder(), keyOf(3)))
    mkdirSync(join(folder(), 'new'), { recursive: true })
    writeFileSync(join(folder(), 'new', 'half'), 'not whole')
    const again = openCache(10_000)
    await counted(again)
    expect(again.bytes()).toBe(19 * 10 + 15)
    expect(filesOnDisk().has('new/half')).toBe(false)
    await again.settle()
    again.close()
    expect(filesInIndex()).toEqual(filesOnDisk())
  })

  test('the media cache has only complete files, and counts them, after each of ten kills', async () => {
    for (let run = 0; run < 10; run++) {
      const writer = Bun.spawn(
        [
          process.execPath,
          fileURLToPath(import.meta.resolve('../support/cache-writer.ts')),
          folder(),
        ],
        { stdout: 'pipe', stderr: 'inherit' },
      )
      await writer.stdout.getReader().read()
      await Bun.sleep(50 + Math.random() * 200)
      writer.kill('SIGKILL')
      await writer.exited
      expect(filesOnDisk().size).toBeGreaterThan(0)
      time = Date.now() + 1000 * hour
      const cache = openCache(200_000)
      await counted(cache)
      await cache.settle()
      expect(cache.bytes()).toBeLessThanOrEqual(200_000)
      cache.close()
      expect(filesInIndex()).toEqual(filesOnDisk())
      for (const [key, size] of filesOnDisk()) expect(key).toEndWith(`-${size}.avif`)
    }
  })

  test('the media cache deletes files with a time in the future like others', async () => {
    const cache = openCache(10_000)
    const { path } = (await cache.put(keyOf(1), new Uint8Array(100)))!
    cache.close()
    rmSync(indexPath())
    utimesSync(path, (time + 1000 * hour) / 1000, (time + 1000 * hour) / 1000)
    const again = openCache(50)
    await counted(again)
    time += 3 * minute
    await again.settle()
    expect(evicted).toEqual([keyOf(1)])
    expect(again.bytes()).toBe(0)
  })

  const number = fc.integer({ min: 0, max: 30 })
  const operation = fc.oneof(
    fc.record({
      kind: fc.constant('put' as const),
      number,
      bytes: fc.integer({ min: 1, max: 400 }),
      wait: fc.constantFrom(0, 30_000, 3 * minute, 2 * hour),
    }),
    fc.record({
      kind: fc.constantFrom('get' as const, 'remove' as const, 'reopen' as const, 'kill' as const),
      number,
      bytes: fc.constant(0),
      wait: fc.constantFrom(0, 30_000, 3 * minute, 2 * hour),
    }),
  )

  test('the media cache stays within its budget, and keeps its last used files and its index, under any load', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 40 }), async (operations) => {
        rmSync(folder(), { recursive: true, force: true })
        evicted = []
        const model = new Map<string, { bytes: number; usedAt: number }>()
        let cache = openCache(1000)
        for (const { kind, number, bytes, wait } of operations) {
          const key = keyOf(number)
          time += wait
          evicted = []
          if (kind === 'put') {
            await cache.put(key, new Uint8Array(bytes))
            model.set(key, { bytes, usedAt: time })
          } else if (kind === 'get') {
            const file = await cache.get(key)
            expect(file?.bytes).toBe(model.get(key)?.bytes)
            const known = model.get(key)
            if (known) model.set(key, { ...known, usedAt: time })
          } else if (kind === 'remove') {
            await cache.remove([key])
            model.delete(key)
          } else {
            if (kind === 'kill') killed(cache)
            else cache.close()
            cache = openCache(1000)
            await counted(cache)
          }
          await cache.settle()
          // A program that ended does not know the last minute's uses that were not recorded.
          const justUsed = [...model]
            .filter(([, { usedAt }]) => time - usedAt < minute)
            .map(([name]) => name)
          if (kind !== 'reopen' && kind !== 'kill') {
            for (const name of evicted) expect(justUsed).not.toContain(name)
          }
          for (const name of evicted) model.delete(name)
          const left = [...model.values()].reduce((sum, file) => sum + file.bytes, 0)
          expect(cache.bytes()).toBe(left)
          expect(filesOnDisk()).toEqual(
            new Map([...model].map(([name, file]) => [name, file.bytes])),
          )
        }
        // With nothing in use, it settles within its budget.
        time += 3 * minute
        await cache.settle()
        expect(cache.bytes()).toBeLessThanOrEqual(1000)
        cache.close()
        expect(filesInIndex()).toEqual(filesOnDisk())
      }),
      { numRuns: 40 },
    )
  })
})
