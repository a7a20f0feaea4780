import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Bucket, openBucket } from '../../src/storage/bucket.ts'
import { BucketError } from '../../src/storage/bucket-error.ts'
import type { BucketOptions } from '../../src/storage/bucket-requests.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import { describeWith } from '../support/needs.ts'

const mebibyte = 1024 * 1024

describeWith(needsCeph)('objects', () => {
  let ceph: Ceph
  let folder: string

  beforeAll(async () => {
    ceph = await startCeph()
    console.log(
      `Ceph started in ${Math.round(ceph.startedInMs)} ms, ${Math.round(ceph.memory() / mebibyte)} MiB`,
    )
    folder = mkdtempSync(join(tmpdir(), 'vitrine-bucket-'))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await ceph?.[Symbol.asyncDispose]()
  })

  const optionsFor = (bucket: string): BucketOptions => ({
    address: { bucket, prefix: 'gallery' },
    endpoint: ceph.endpoint,
    region: ceph.region,
    keyId: ceph.keyId,
    secret: ceph.secret,
  })
  const newBucket = async (changes: Partial<BucketOptions> = {}) => {
    const name = await ceph.makeBucket()
    return { name, bucket: openBucket({ ...optionsFor(name), ...changes }) }
  }

  test('a bucket creates an object below its prefix, from bytes or from a file', async () => {
    const { name, bucket } = await newBucket()
    const photo = content(300_000)
    const path = join(folder, 'photo.jpg')
    writeFileSync(path, photo.bytes)
    expect(await bucket.create('a/bytes.jpg', photo, photo.expected, 'image/jpeg')).toBe('created')
    expect(await bucket.create('a/file.jpg', { path }, photo.expected, 'image/jpeg')).toBe(
      'created',
    )
    for (const key of ['a/bytes.jpg', 'a/file.jpg']) {
      expect(await ceph.objectMd5(name, `gallery/${key}`)).toBe(photo.expected.md5)
      expect(await bucket.head(key)).toEqual(photo.expected)
      expect(await bytesOf(bucket, key)).toEqual(photo.bytes)
    }
    const response = await bucket.read('a/bytes.jpg')
    expect(response?.size).toBe(300_000)
    await response?.body.cancel()
  })

  test('a bucket reports that the same content exists, and never replaces other content', async () => {
    const { name, bucket } = await newBucket()
    const [first, second] = [content(1000), content(1000)]
    expect(await create(bucket, 'x', first)).toBe('created')
    expect(await create(bucket, 'x', first)).toBe('exists')
    expect(await kindOf(create(bucket, 'x', second))).toBe('conflict')
    expect(await kindOf(create(bucket, 'x', content(999)))).toBe('conflict')
    expect(await ceph.objectMd5(name, 'gallery/x')).toBe(first.expected.md5)
  })

  test('a bucket lets one of ten racing creators win', async () => {
    const { name, bucket } = await newBucket()
    const same = content(200_000)
    const outcomes: string[] = await Promise.all(
      Array.from({ length: 10 }, () => create(bucket, 'same', same)),
    )
    expect(outcomes.sort()).toEqual(['created', ...Array.from({ length: 9 }, () => 'exists')])

    const others = Array.from({ length: 10 }, () => content(200_000))
    const kinds: string[] = await Promise.all(
      others.map((one) => create(bucket, 'other', one).catch((error) => error.kind)),
    )
    expect(kinds.toSorted()).toEqual([...Array.from({ length: 9 }, () => 'conflict'), 'created'])
    const winner = others[kinds.indexOf('created')]!
    expect(await ceph.objectMd5(name, 'gallery/other')).toBe(winner.expected.md5)
  })

  test('a bucket stores nothing whose md5 or size differs from the expected one', async () => {
    const { name, bucket } = await newBucket()
    const { bytes, expected } = content(5000)
    const md5 = '0'.repeat(32)
    expect(await kindOf(bucket.create('x', { bytes }, { ...expected, md5 }, 'image/jpeg'))).toBe(
      'conflict',
    )
    expect(
      await kindOf(bucket.create('x', { bytes }, { ...expected, size: 4999 }, 'image/jpeg')),
    ).toBe('conflict')
    expect(await ceph.listObjects(name)).toEqual([])
  })

  test('a file that cannot be read is no failure of the bucket', async () => {
    const { bucket } = await newBucket()
    const creating = bucket.create('x', { path: join(folder, 'absent') }, content(1).expected, 'x')
    expect(await creating.catch((error) => error.code)).toBe('ENOENT')
  })

  test('a bucket keeps odd keys apart and rejects those that would reach another object', async () => {
    const { name, bucket } = await newBucket()
    const keys = [
      'with blank.jpg',
      'a+b',
      'a%2Bb',
      'a%b',
      'ünïcödé/写真 😀.jpg',
      "it's (1)!*~$&,;=@[].jpg",
      'what?x=1&y#z',
      '<tag> "quoted" &amp;',
      `long/${'k'.repeat(1000)}`,
    ]
    const contents = new Map(keys.map((key) => [key, content(50)]))
    for (const [key, one] of contents) expect(await create(bucket, key, one)).toBe('created')
    for (const [key, one] of contents) expect(await bytesOf(bucket, key)).toEqual(one.bytes)
    expect((await ceph.listObjects(name)).map(({ key }) => key).sort()).toEqual(
      keys.map((key) => `gallery/${key}`).sort(),
    )
    const listed = await Array.fromAsync(bucket.list(''))
    expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort())

    for (const key of ['', '/x', 'x/', 'a//b', './x', 'a/../b', 'a\\b', 'a\nb', 'x'.repeat(1020)]) {
      expect(await kindOf(bucket.head(key))).toBe('refused')
    }
  })

  test('a bucket reads ranges', async () => {
    const { bucket } = await newBucket()
    const one = content(1000)
    await create(bucket, 'x', one)
    const part = await bucket.read('x', { range: [10, 19] })
    expect(part?.size).toBe(10)
    expect(await new Response(part?.body).bytes()).toEqual(one.bytes.slice(10, 20))
    const rest = await bucket.read('x', { range: [990, 2000] })
    expect(await new Response(rest?.body).bytes()).toEqual(one.bytes.slice(990))
  })

  test('a bucket tells an absent object from an absent bucket', async () => {
    const { bucket } = await newBucket()
    expect(await bucket.head('x')).toBeUndefined()
    expect(await bucket.read('x')).toBeUndefined()
    expect(await bucket.download('x', join(folder, 'absent'))).toBe(false)
    expect(await bucket.remove('x')).toBeUndefined()
    expect(existsSync(join(folder, 'absent'))).toBe(false)

    const missing = openBucket(optionsFor('no-such-bucket'))
    for (const request of requestsOf(missing)) {
      const error = await failureOf(request())
      expect(error.kind).toBe('refused')
      expect(error.message).toContain('There is no bucket “no-such-bucket”')
    }
  })

  test('a bucket removes an object', async () => {
    const { name, bucket } = await newBucket()
    await create(bucket, 'x', content(5))
    await bucket.remove('x')
    expect(await ceph.listObjects(name)).toEqual([])
  })

  test('a bucket lists more objects than fit on one page, of its prefix only', async () => {
    const { name, bucket } = await newBucket()
    const one = content(10)
    const keys = Array.from({ length: 1005 }, (_, n) => `many/${n}.jpg`)
    const waiting = [...keys]
    const work = async () => {
      for (let key = waiting.pop(); key; key = waiting.pop()) await create(bucket, key, one)
    }
    await Promise.all(Array.from({ length: 8 }, work))
    await create(bucket, 'few/1.jpg', one)
    const neighbour = openBucket({
      ...optionsFor(name),
      address: { bucket: name, prefix: 'gallery-two' },
    })
    await create(neighbour, 'many/other.jpg', one)

    const listed = await Array.fromAsync(bucket.list('many/'))
    expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort())
    expect(listed[0]).toEqual({ key: listed[0]!.key, ...one.expected })
    expect((await Array.fromAsync(bucket.list(''))).length).toBe(1006)
  })

  test('a bucket downloads to a new file, and leaves none with other content', async () => {
    const { bucket } = await newBucket()
    const one = content(3 * mebibyte)
    await create(bucket, 'x', one)
    const path = join(folder, 'downloaded')
    expect(await bucket.download('x', path, one.expected)).toBe(true)
    expect(new Uint8Array(readFileSync(path))).toEqual(one.bytes)
    // An existing file is not replaced, nor deleted.
    expect(await bucket.download('x', path).catch((error) => error.code)).toBe('EEXIST')
    expect(existsSync(path)).toBe(true)

    const other = join(folder, 'other')
    for (const wrong of [{ md5: '0'.repeat(32) }, { size: 5 }]) {
      expect(await kindOf(bucket.download('x', other, wrong))).toBe('conflict')
      expect(existsSync(other)).toBe(false)
    }
  })

  test('a gateway killed during an upload stores nothing', async () => {
    const { name, bucket } = await newBucket()
    const large = content(60 * mebibyte)
    const path = join(folder, 'large')
    writeFileSync(path, large.bytes)
    for (const delayMs of [5, 30, 80]) {
      const creating = bucket
        .create(`killed-${delayMs}`, { path }, large.expected, 'image/jpeg')
        .catch((error) => error)
      await Bun.sleep(delayMs)
      await ceph.gateway.kill()
      const outcome = await creating
      await ceph.gateway.start()
      const md5 = await ceph.objectMd5(name, `gallery/killed-${delayMs}`)
      if (outcome === 'created') expect(md5).toBe(large.expected.md5)
      else {
        expect(outcome).toBeInstanceOf(BucketError)
        expect(outcome.kind).toBe('unavailable')
        expect([undefined, large.expected.md5]).toContain(md5)
      }
      // The next request works, over a new connection.
      expect(await create(bucket, `next-${delayMs}`, content(10))).toBe('created')
    }
  })

  test('a gateway killed during a download leaves no file', async () => {
    const { bucket } = await newBucket()
    const large = content(60 * mebibyte)
    await create(bucket, 'x', large)
    const before = readdirSync(folder)
    const response = await bucket.read('x')
    const reader = response!.body.getReader()
    await reader.read()
    const path = join(folder, 'half')
    const downloading = kindOf(bucket.download('x', path, large.expected))
    const isStarted = () => existsSync(path) && Bun.file(path).size > 0
    while (!isStarted()) await Bun.sleep(1)
    await ceph.gateway.kill()
    expect(await downloading).toBe('unavailable')
    expect(readdirSync(folder)).toEqual(before)
    const rest = async () => {
      while (!(await reader.read()).done);
    }
    expect(await kindOf(rest())).toBe('unavailable')
    await ceph.gateway.start()
    expect(await bucket.download('x', path, large.expected)).toBe(true)
  })

  test('a bucket that does not answer is unavailable within the deadline', async () => {
    const { bucket } = await newBucket({ deadlinesMs: { answer: 300, idle: 300 } })
    const one = content(100)
    await create(bucket, 'x', one)
    const requests = [...requestsOf(bucket), () => bucket.download('x', join(folder, 'never'))]
    ceph.gateway.pause()
    for (const request of requests) expect(await kindOf(request())).toBe('unavailable')
    ceph.gateway.resume()
    await ceph.gateway.kill()
    for (const request of requests) expect(await kindOf(request())).toBe('unavailable')
    await ceph.gateway.start()
    expect(await bucket.head('x')).toEqual(one.expected)
    expect(existsSync(join(folder, 'never'))).toBe(false)
  })

  test('an abort signal ends a request to a bucket with its own reason', async () => {
    const { bucket } = await newBucket()
    await create(bucket, 'x', content(10))
    const reason = new Error('The gallery is stopping.')
    const stop = new AbortController()
    ceph.gateway.pause()
    const attempts = [
      bucket.head('x', stop.signal),
      create(bucket, 'y', content(5), stop.signal),
      Array.fromAsync(bucket.list('', stop.signal)),
    ].map((attempt) => attempt.catch((error) => error))
    stop.abort(reason)
    expect(await Promise.all(attempts)).toEqual([reason, reason, reason])
    ceph.gateway.resume()
  })

  test('a full bucket reports that and stores nothing', async () => {
    const { name, bucket } = await newBucket()
    await ceph.setQuota(name, 100_000)
    expect(await create(bucket, 'fits', content(50_000))).toBe('created')
    expect(await kindOf(create(bucket, 'too-much', content(90_000)))).toBe('full')
    expect((await ceph.listObjects(name)).map(({ key }) => key)).toEqual(['gallery/fits'])
  })

  test('wrong keys for a bucket are refused with what to check, and nothing secret', async () => {
    const { name } = await newBucket()
    const secret = 'a-secret-that-is-wrong'
    const wrongSecret = openBucket({ ...optionsFor(name), secret })
    const wrongId = openBucket({ ...optionsFor(name), keyId: 'NOBODY' })
    for (const [bucket, advice] of [
      [wrongSecret, 'check the secret'],
      [wrongId, 'check the key ID'],
    ] as const) {
      for (const request of requestsOf(bucket)) {
        const error = await failureOf(request())
        expect(error.kind).toBe('refused')
        expect(error.message).toContain(advice)
        expect(Bun.inspect(error)).not.toMatch(/a-secret-that|X-Amz|Signature=/)
      }
    }
    expect(await ceph.listObjects(name)).toEqual([])
  })
})

const content = (size: number) => {
  const bytes = new Uint8Array(randomBytes(size))
  return { bytes, expected: { size, md5: createHash('md5').update(bytes).digest('hex') } }
}

const create = (
  bucket: Bucket,
  key: string,
  { bytes, expected }: ReturnType<typeof content>,
  signal?: AbortSignal,
) => bucket.create(key, { bytes }, expected, 'image/jpeg', signal)

/** Every kind of request, one after the other. */
const requestsOf = (bucket: Bucket) => [
  () => bucket.head('x'),
  () => bucket.read('x'),
  () => bucket.remove('y'),
  () => create(bucket, 'new', content(100)),
  () => Array.fromAsync(bucket.list('')),
]

const bytesOf = async (bucket: Bucket, key: string) =>
  new Response((await bucket.read(key))?.body).bytes()

async function failureOf(attempt: Promise<unknown>): Promise<BucketError> {
  const error = await attempt.then(
    (value) => value,
    (error) => error,
  )
  expect(error).toBeInstanceOf(BucketError)
  return error as BucketError
}

const kindOf = async (attempt: Promise<unknown>) => (await failureOf(attempt)).kind
