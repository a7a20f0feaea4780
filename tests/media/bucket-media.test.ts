import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../../src/core/errors.ts'
import { type Bucket, openBucket } from '../../src/storage/bucket.ts'
import { BucketError } from '../../src/storage/bucket-error.ts'
import { createBucketMedia } from '../../src/storage/bucket-media.ts'
import type { BucketOptions } from '../../src/storage/bucket-requests.ts'
import { openLibrary } from '../../src/storage/library.ts'
import { createMediaCache } from '../../src/storage/media-cache.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import { describeWith } from '../support/needs.ts'

const original = 'originals/0f/1f0f.jpg'
const tile = 'renditions/0f/ab0f-thumb-320.avif'

describeWith(needsCeph)('media', () => {
  let ceph: Ceph
  let root: string
  const opened: { close: () => void }[] = []

  beforeAll(async () => {
    ceph = await startCeph()
    root = mkdtempSync(join(tmpdir(), 'vitrine-bucket-media-'))
  })
  afterAll(async () => {
    for (const cache of opened) cache.close()
    rmSync(root, { recursive: true, force: true })
    await ceph?.[Symbol.asyncDispose]()
  })

  /** A gallery's media; `calls` counts the requests, and `changes` replaces some methods. */
  const openMedia = async (
    options: {
      bucketName?: string
      bucketOptions?: Partial<BucketOptions>
      change?: (bucket: Bucket) => Partial<Bucket>
      ready?: () => Promise<void>
    } = {},
  ) => {
    const name = options.bucketName ?? (await ceph.makeBucket())
    const real = openBucket({
      address: { bucket: name, prefix: 'gallery' },
      endpoint: ceph.endpoint,
      region: ceph.region,
      keyId: ceph.keyId,
      secret: ceph.secret,
      deadlinesMs: { answer: 2000, idle: 2000 },
      ...options.bucketOptions,
    })
    const changed = { ...real, ...options.change?.(real) }
    const calls: string[] = []
    const bucket = Object.fromEntries(
      Object.entries(changed).map(([method, work]) => [
        method,
        (...words: never[]) => {
          calls.push(method)
          return (work as (...words: never[]) => unknown)(...words)
        },
      ]),
    ) as Bucket
    const library = openLibrary(join(mkdtempSync(join(root, 'gallery-')), 'data'))
    const cache = createMediaCache({
      folder: join(library.root, 'media-cache'),
      budget: 2 ** 30,
      onEvicted: () => {},
    })
    opened.push(cache)
    const media = createBucketMedia({
      bucket,
      library,
      cache,
      ready: options.ready ?? (async () => {}),
    })
    const newFile = (bytes: Uint8Array) => {
      const path = library.temporary()
      writeFileSync(path, bytes)
      return { path, bytes: bytes.length, md5: md5Of(bytes) }
    }
    return {
      name,
      media,
      cache,
      calls,
      newFile,
      bucket: real,
      stored: (key: string) => ceph.objectMd5(name, `gallery/${key}`),
      keys: async () => (await ceph.listObjects(name)).map(({ key }) => key.slice(8)).sort(),
      /** Names of files in tmp/. */
      leftovers: () => readdirSync(join(library.root, 'tmp')),
      uncache: (...keys: string[]) => cache.remove(keys),
    }
  }

  test('the bucket storage adds an original, from a file or from bytes, and keeps it in the cache', async () => {
    const { media, newFile, stored, calls, leftovers } = await openMedia()
    const [one, two] = [randomBytes(100_000), new Uint8Array(randomBytes(500))]
    await media.addFile(original, newFile(one))
    await media.addBytes('cameras/x-original.png', two)
    expect(await stored(original)).toBe(md5Of(one))
    expect(await stored('cameras/x-original.png')).toBe(md5Of(two))
    const file = await media.open(original, one.length)
    expect(readFileSync(file!.path).equals(one)).toBe(true)
    expect((await media.open('cameras/x-original.png'))?.bytes).toBe(500)
    expect(calls).toEqual(['create', 'create'])
    expect(leftovers()).toEqual([])
  })

  test('the bucket storage never replaces an original', async () => {
    const { media, newFile, stored } = await openMedia()
    const [one, other] = [randomBytes(100), randomBytes(100)]
    await media.addFile(original, newFile(one))
    await media.addFile(original, newFile(one))
    const failure = await failureOf(media.addFile(original, newFile(other)))
    expect(failure).not.toBeInstanceOf(AppError)
    expect(failure).toBeInstanceOf(Error)
    expect(await stored(original)).toBe(md5Of(one))
  })

  test('the bucket storage fetches a file that is not in the cache once for ten simultaneous requests', async () => {
    const { media, newFile, calls, uncache, leftovers } = await openMedia()
    const bytes = randomBytes(300_000)
    await media.addFile(original, newFile(bytes))
    await uncache(original)
    calls.length = 0
    const files = await Promise.all(
      Array.from({ length: 10 }, () => media.open(original, bytes.length)),
    )
    for (const file of files) expect(readFileSync(file!.path).equals(bytes)).toBe(true)
    expect(calls).toEqual(['download'])
    await media.open(original)
    expect(calls).toEqual(['download'])
    expect(leftovers()).toEqual([])
  })

  test('the bucket storage has no file that the bucket lacks, or that has another size', async () => {
    const { media, newFile, cache } = await openMedia()
    expect(await media.open(original)).toBeUndefined()
    expect(await media.sizeOf(original)).toBeUndefined()
    await media.addFile(original, newFile(randomBytes(100)))
    expect(await media.open(original, 101)).toBeUndefined()
    expect((await media.open(original, 100))?.bytes).toBe(100)
    expect(await media.sizeOf(original)).toBe(100)
    // A cached file of another size is fetched again.
    await cache.put(original, new Uint8Array(7))
    expect((await media.open(original, 100))?.bytes).toBe(100)
  })

  test('the bucket storage adds renditions, and replaces older ones with the same keys', async () => {
    const { media, stored } = await openMedia()
    const files = Array.from(
      { length: 20 },
      (_, number) => [`renditions/0f/${number}.avif`, new Uint8Array(randomBytes(2000))] as const,
    )
    await media.addDerived([[files[3]![0], new Uint8Array(10)]])
    await media.addDerived(files)
    for (const [key, bytes] of files) {
      expect(await stored(key)).toBe(md5Of(bytes))
      expect(md5Of(readFileSync((await media.open(key))!.path))).toBe(md5Of(bytes))
    }
  })

  test('the bucket storage creates no rendition after it reported that it could not', async () => {
    let creating = 0
    const { media, keys } = await openMedia({
      change: (bucket) => ({
        create: async (key, ...words) => {
          creating++
          try {
            if (key.includes('/3.')) throw new AppError(503, 'broken')
            await Bun.sleep(30)
            return await bucket.create(key, ...words)
          } finally {
            creating--
          }
        },
      }),
    })
    const files = Array.from(
      { length: 20 },
      (_, number) => [`renditions/0f/${number}.avif`, new Uint8Array(10)] as const,
    )
    expect((await failureOf(media.addDerived(files))).message).toBe('broken')
    expect(creating).toBe(0)
    const left = await keys()
    expect(left.length).toBeLessThan(7)
    await Bun.sleep(100)
    expect(await keys()).toEqual(left)
  })

  test('the bucket storage replaces a damaged file with an intact one', async () => {
    const { media, newFile, stored, uncache } = await openMedia()
    const [damaged, whole] = [randomBytes(100), randomBytes(100)]
    await media.addFile(original, newFile(damaged))
    await media.replaceFile(original, newFile(whole))
    expect(await stored(original)).toBe(md5Of(whole))
    expect(readFileSync((await media.open(original))!.path).equals(whole)).toBe(true)
    await uncache(original)
    expect(readFileSync((await media.open(original))!.path).equals(whole)).toBe(true)
    await media.remove([original])
    await media.replaceFile(original, newFile(whole))
    expect(await stored(original)).toBe(md5Of(whole))
  })

  test('the bucket storage does not keep the old file if it is replaced during a download', async () => {
    const downloaded = Promise.withResolvers<void>()
    const goOn = Promise.withResolvers<void>()
    const { media, newFile, uncache } = await openMedia({
      change: (bucket) => ({
        download: async (...words) => {
          const isThere = await bucket.download(...words)
          downloaded.resolve()
          await goOn.promise
          return isThere
        },
      }),
    })
    const [old, whole] = [randomBytes(100), randomBytes(100)]
    await media.addFile(original, newFile(old))
    await uncache(original)
    const opening = media.open(original)
    await downloaded.promise
    await media.replaceFile(original, newFile(whole))
    goOn.resolve()
    await opening
    expect(readFileSync((await media.open(original))!.path).equals(whole)).toBe(true)
  })

  test('the bucket storage compares a file with the stored one, also without an md5 in the ETag', async () => {
    for (const change of [
      () => ({}),
      (bucket: Bucket): Partial<Bucket> => ({
        head: async (key) => {
          const found = await bucket.head(key)
          return found && { ...found, md5: undefined }
        },
      }),
    ]) {
      const { media, newFile, leftovers } = await openMedia({ change })
      const bytes = randomBytes(5000)
      expect(await media.compare(original, { path: '', bytes: 5000, md5: md5Of(bytes) })).toBe(
        'absent',
      )
      await media.addFile(original, newFile(bytes))
      const same = { path: '', bytes: 5000, md5: md5Of(bytes) }
      expect(await media.compare(original, same)).toBe('same')
      expect(await media.compare(original, { ...same, md5: md5Of(randomBytes(1)) })).toBe(
        'different',
      )
      expect(await media.compare(original, { ...same, bytes: 4999 })).toBe('different')
      expect(leftovers()).toEqual([])
    }
  })

  test('the bucket storage keeps local files on this machine only', async () => {
    const { media, keys, calls } = await openMedia()
    await media.addLocal(tile, new Uint8Array(10))
    expect((await media.openLocal(tile, 10))?.bytes).toBe(10)
    await media.removeLocal([tile])
    expect(await media.openLocal(tile)).toBeUndefined()
    expect(calls).toEqual([])
    expect(await keys()).toEqual([])
  })

  test('the bucket storage removes files from the bucket and the cache, whether or not they exist', async () => {
    const { media, newFile, keys } = await openMedia()
    const added = Array.from({ length: 15 }, (_, number) => `originals/0f/${number}.jpg`)
    for (const key of added) await media.addFile(key, newFile(randomBytes(10)))
    await media.remove([...added.slice(1), 'originals/0f/none.jpg'])
    expect(await keys()).toEqual([added[0]!])
    expect(await media.open(added[1]!)).toBeUndefined()
  })

  test('the bucket storage tries to remove every file although one fails', async () => {
    const { media, newFile, keys } = await openMedia({
      change: (bucket) => ({
        remove: async (key) => {
          if (key.includes('/0.')) throw new AppError(503, 'broken')
          await bucket.remove(key)
        },
      }),
    })
    const added = Array.from({ length: 15 }, (_, number) => `originals/0f/${number}.jpg`)
    for (const key of added) await media.addFile(key, newFile(randomBytes(10)))
    expect((await failureOf(media.remove(added))).message).toBe('broken')
    expect(await keys()).toEqual([added[0]!])
  })

  test('the bucket storage moves a file, aside if its new key is in use, and again after an interruption', async () => {
    const { media, newFile, stored, keys, leftovers } = await openMedia()
    const [one, two] = [randomBytes(10), randomBytes(10)]
    await media.addFile(original, newFile(one))
    await media.move(original, 'removed/x.jpg')
    expect(await stored('removed/x.jpg')).toBe(md5Of(one))
    await media.move(original, 'removed/x.jpg')
    await media.addFile(original, newFile(two))
    await media.move(original, 'removed/x.jpg')
    expect(await stored('removed/x-1.jpg')).toBe(md5Of(two))
    // As if the program had been killed before the old key was removed.
    await media.addFile(original, newFile(two))
    await media.move(original, 'removed/x.jpg')
    expect(await keys()).toEqual(['removed/x-1.jpg', 'removed/x.jpg'])
    expect(await media.open(original)).toBeUndefined()
    expect(leftovers()).toEqual([])
  })

  test('the bucket storage leaves a file that may still be needed where it is', async () => {
    const { media, newFile, keys } = await openMedia()
    await media.addFile(original, newFile(randomBytes(10)))
    expect(await media.moveToQuarantine(original)).toBeUndefined()
    expect(await keys()).toEqual([original])
  })

  test('the bucket storage sends nothing to a bucket that may not be its own, and serves its cache', async () => {
    const { media, newFile, cache, calls } = await openMedia({
      ready: async () => {
        throw new AppError(503, 'not ready')
      },
    })
    await cache.put(tile, new Uint8Array(10))
    expect((await media.open(tile, 10))?.bytes).toBe(10)
    for (const attempt of everyRequest(media, newFile(randomBytes(10)))) {
      expect((await failureOf(attempt())).message).toBe('not ready')
    }
    expect(calls).toEqual([])
  })

  test('the bucket storage without its gateway answers 503, opens cached files, and recovers afterwards', async () => {
    const { media, newFile, stored, uncache, leftovers } = await openMedia()
    const [cached, uncached] = [randomBytes(1000), randomBytes(1000)]
    await media.addFile(original, newFile(cached))
    await media.addFile('originals/0f/other.jpg', newFile(uncached))
    await uncache('originals/0f/other.jpg')
    const warned = spyOn(console, 'error').mockImplementation(() => {})
    try {
      for (const [stop, start] of [
        [ceph.gateway.kill, ceph.gateway.start],
        [ceph.gateway.pause, ceph.gateway.resume],
      ] as const) {
        await stop()
        try {
          expect((await media.open(original))?.bytes).toBe(1000)
          const file = newFile(randomBytes(10))
          const failures = await Promise.all(
            everyRequest(media, file).map((attempt) => failureOf(attempt())),
          )
          for (const failure of failures) {
            expect(failure).toMatchObject({
              code: 503,
              message: 'the photo store is not answering; try again shortly',
              headers: { 'Retry-After': '5' },
            })
          }
          expect(existsSync(file.path)).toBe(true)
          rmSync(file.path)
        } finally {
          await start()
        }
        const again = await media.open('originals/0f/other.jpg')
        expect(readFileSync(again!.path).equals(uncached)).toBe(true)
        await uncache('originals/0f/other.jpg')
      }
      expect(warned.mock.calls.length).toBe(1)
    } finally {
      warned.mockRestore()
    }
    const later = randomBytes(10)
    await media.addFile('originals/0f/later.jpg', newFile(later))
    expect(await stored('originals/0f/later.jpg')).toBe(md5Of(later))
    expect(leftovers()).toEqual([])
  })

  test('the bucket storage makes only one visitor at a time wait for a bucket that does not answer', async () => {
    let isSilent = true
    let waiting = 0
    let most = 0
    const { media, newFile, calls, uncache } = await openMedia({
      change: (bucket) => ({
        download: async (...words) => {
          if (!isSilent) return bucket.download(...words)
          most = Math.max(most, ++waiting)
          await Bun.sleep(20)
          waiting--
          throw new BucketError('unavailable', 'It does not answer.')
        },
      }),
    })
    const added = Array.from({ length: 60 }, (_, number) => `originals/0f/${number}.jpg`)
    for (const key of added) await media.addFile(key, newFile(randomBytes(10)))
    await uncache(...added)
    const warned = spyOn(console, 'error').mockImplementation(() => {})
    try {
      expect(await failureOf(media.open(added[0]!))).toMatchObject({ code: 503 })
      calls.length = 0
      most = 0
      const failures = await Promise.all(added.map((key) => failureOf(media.open(key))))
      for (const failure of failures) expect(failure).toMatchObject({ code: 503 })
      expect(most).toBe(1)

      isSilent = false
      const files = await Promise.all(added.map((key) => media.open(key, 10)))
      for (const file of files) expect(file?.bytes).toBe(10)
    } finally {
      warned.mockRestore()
    }
  })

  test('the bucket storage makes room in the cache on a full disk, and answers 503 if that is not enough', async () => {
    let full = 1
    const { media, newFile, cache, uncache, leftovers } = await openMedia({
      change: (bucket) => ({
        download: async (...words) => {
          if (full-- > 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
          return bucket.download(...words)
        },
      }),
    })
    await media.addFile(original, newFile(randomBytes(100)))
    await uncache(original)
    const settled = spyOn(cache, 'settle')
    expect((await media.open(original))?.bytes).toBe(100)
    expect(settled).toHaveBeenCalled()
    await uncache(original)
    full = 2
    expect(await failureOf(media.open(original))).toMatchObject({ code: 503 })
    expect((await media.open(original))?.bytes).toBe(100)
    expect(leftovers()).toEqual([])
  })

  test('a full bucket gives a 507, and one that refuses access tells only the operator why', async () => {
    const { name, media, newFile } = await openMedia()
    await ceph.setQuota(name, 4096)
    const warned = spyOn(console, 'error').mockImplementation(() => {})
    try {
      const full = await failureOf(media.addFile(original, newFile(randomBytes(100_000))))
      expect(full).toMatchObject({ code: 507 })
      expect(full.message).toContain('the photo store is full')

      warned.mockClear()
      const wrong = await openMedia({ bucketName: name, bucketOptions: { secret: 'wrong' } })
      for (const attempt of everyRequest(wrong.media, wrong.newFile(randomBytes(10)))) {
        const failure = await failureOf(attempt())
        expect(failure).toMatchObject({ code: 503, headers: { 'Retry-After': '30' } })
        expect(failure.message).not.toMatch(/bucket|key|secret|region|S3/i)
      }
      expect(warned.mock.calls.length).toBe(1)
      expect(warned.mock.calls[0]!.join()).toContain('check the secret')
    } finally {
      warned.mockRestore()
    }
  })

  test('the bucket storage does not keep a download that was changed on its way', async () => {
    const name = await ceph.makeBucket()
    let damage = false
    await using proxy = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: async (request) => {
        const { pathname, search } = new URL(request.url)
        const response = await fetch(`${ceph.endpoint}${pathname}${search}`, {
          method: request.method,
          headers: request.headers,
          body: request.method === 'PUT' ? await request.bytes() : null,
        })
        const body = await response.bytes()
        if (damage && body.length > 0) body[10]! ^= 1
        const headers = new Headers(response.headers)
        return new Response(request.method === 'HEAD' ? null : body, {
          status: response.status,
          headers,
        })
      },
    })
    const { media, newFile, uncache, leftovers } = await openMedia({
      bucketName: name,
      bucketOptions: { endpoint: proxy.url.origin },
    })
    const bytes = randomBytes(1000)
    await media.addFile(original, newFile(bytes))
    await uncache(original)
    damage = true
    const warned = spyOn(console, 'error').mockImplementation(() => {})
    try {
      expect(await failureOf(media.open(original))).toMatchObject({ code: 503 })
    } finally {
      warned.mockRestore()
    }
    expect(await media.openLocal(original)).toBeUndefined()
    expect(leftovers()).toEqual([])
    damage = false
    expect(readFileSync((await media.open(original))!.path).equals(bytes)).toBe(true)
  })
})

type Opened = ReturnType<typeof createBucketMedia>

/** Every method that needs the bucket, for files that are not in the cache. */
const everyRequest = (
  media: Opened,
  file: { path: string; bytes: number; md5: string },
): (() => Promise<unknown>)[] => [
  () => media.open('originals/0f/other.jpg'),
  () => media.compare('originals/0f/other.jpg', file),
  () => media.sizeOf('originals/0f/other.jpg'),
  () => media.addFile('originals/0f/new.jpg', file),
  () => media.addBytes('originals/0f/new-bytes.jpg', new Uint8Array(5)),
  () => media.addDerived([['renditions/0f/new.avif', new Uint8Array(5)]]),
  () => media.replaceFile('originals/0f/none.jpg', file),
  () => media.remove(['originals/0f/none.jpg']),
  () => media.move('originals/0f/none.jpg', 'removed/x.jpg'),
]

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

async function failureOf(attempt: Promise<unknown>): Promise<Error> {
  const outcome = await attempt.then(
    (value) => ({ value }),
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(Error)
  return outcome as Error
}
