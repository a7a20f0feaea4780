import { afterAll, beforeAll, describe, expect, spyOn, test } from 'bun:test'
import { createHash } from 'node:crypto'
import type { AppError } from '../../src/core/errors.ts'
import { type Bucket, openBucket } from '../../src/storage/bucket.ts'
import { BucketError } from '../../src/storage/bucket-error.ts'
import type { BucketOptions } from '../../src/storage/bucket-requests.ts'
import { claimBucket, ForeignBucketError, markerKey } from '../../src/storage/marker.ts'
import { createReadiness } from '../../src/storage/readiness.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import { describeWith } from '../support/needs.ts'

describeWith(needsCeph)('marker', () => {
  let ceph: Ceph
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.[Symbol.asyncDispose]())

  const openAt = (name: string, prefix: string, changes: Partial<BucketOptions> = {}) =>
    openBucket({
      address: { bucket: name, prefix },
      endpoint: ceph.endpoint,
      region: ceph.region,
      keyId: ceph.keyId,
      secret: ceph.secret,
      deadlinesMs: { answer: 2000, idle: 2000 },
      ...changes,
    })
  const newBucket = async () => openAt(await ceph.makeBucket(), 'gallery')

  test('the marker of a bucket makes an empty folder this gallery’s, and admits it again', async () => {
    const name = await ceph.makeBucket()
    const bucket = openAt(name, 'gallery')
    expect(await claimBucket(bucket, 'one')).toBe('claimed')
    expect(await textOf(bucket, markerKey)).toBe('{"library":"one"}\n')
    expect(await claimBucket(bucket, 'one')).toBe('ours')
    // Other folders of the bucket belong to whoever comes first.
    expect(await claimBucket(openAt(name, 'another'), 'two')).toBe('claimed')
  })

  test('the marker of a bucket keeps another gallery out and says what to do', async () => {
    const bucket = await newBucket()
    await claimBucket(bucket, 'one')
    const failure = await foreign(claimBucket(bucket, 'two'))
    expect(failure.message).toContain('This bucket folder belongs to another gallery.')
    expect(failure.message).toContain('Choose another prefix with --media')
    expect(await textOf(bucket, markerKey)).toBe('{"library":"one"}\n')
  })

  test('the marker of a bucket is not written next to photos that may belong to someone else', async () => {
    for (const key of ['originals/0f/1.jpg', 'cameras/x-original.png', 'renditions/0f/1.avif']) {
      const bucket = await newBucket()
      await put(bucket, key, 'a photo')
      const failure = await foreign(claimBucket(bucket, 'one'))
      expect(failure.message).toContain('already contains photos')
      expect(failure.message).toContain('vitrine.json with the text {"library":"one"}')
      expect(await bucket.head(markerKey)).toBeUndefined()
      // Which is what the message advises.
      await put(bucket, markerKey, '{"library":"one"}')
      expect(await claimBucket(bucket, 'one')).toBe('ours')
    }
    const other = await newBucket()
    await put(other, 'notes.txt', 'nothing of a gallery')
    expect(await claimBucket(other, 'one')).toBe('claimed')
  })

  test.each([
    ['no JSON', 'library: one'],
    ['another value', '["one"]'],
    ['null', 'null'],
    ['no library', '{}'],
    ['a number', '{"library":1}'],
    ['nothing', ''],
    ['too much', `{"library":"${'x'.repeat(5000)}"}`],
  ])('a marker of a bucket with %s in it keeps every gallery out', async (_, text) => {
    const bucket = await newBucket()
    await put(bucket, markerKey, text)
    const failure = await foreign(claimBucket(bucket, 'one'))
    expect(failure.message).toContain('does not say which gallery')
  })

  test('the marker of a bucket admits one of ten racing galleries', async () => {
    const bucket = await newBucket()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        claimBucket(bucket, `gallery ${number}`).catch((error: unknown) => error),
      ),
    )
    expect(outcomes.filter((outcome) => outcome === 'claimed').length).toBe(1)
    expect(outcomes.filter((outcome) => outcome instanceof ForeignBucketError).length).toBe(9)
  })

  test('the marker of a bucket is unknown without the gateway, and is found once it is back', async () => {
    const bucket = await newBucket()
    await ceph.gateway.kill()
    const warned = quiet()
    const readiness = createReadiness({
      bucket,
      libraryId: 'one',
      timesMs: { first: 20, longest: 50 },
    })
    try {
      for (let count = 0; count < 3; count++) {
        expect(await refusalOf(readiness.ready())).toMatchObject({
          code: 503,
          message: 'the photo store is not answering; try again shortly',
          headers: { 'Retry-After': '5' },
        })
      }
      await ceph.gateway.start()
      while (await readiness.ready().catch(() => true)) await Bun.sleep(10)
      expect(await claimBucket(bucket, 'one')).toBe('ours')
      expect(warned.mock.calls.length).toBe(1)
    } finally {
      readiness.stop()
      warned.mockRestore()
    }
  })

  test('the marker of another gallery is refused without telling visitors why', async () => {
    const bucket = await newBucket()
    await claimBucket(bucket, 'another')
    const warned = quiet()
    const readiness = createReadiness({ bucket, libraryId: 'one', timesMs: { first: 20 } })
    try {
      for (let count = 0; count < 3; count++) {
        const refusal = await refusalOf(readiness.ready())
        expect(refusal).toMatchObject({ code: 503, headers: { 'Retry-After': '30' } })
        expect(refusal.message).not.toMatch(/bucket|another|prefix/)
        await Bun.sleep(30)
      }
      expect(warned.mock.calls.length).toBe(1)
      expect(warned.mock.calls[0]!.join()).toContain('belongs to another gallery')
    } finally {
      readiness.stop()
      warned.mockRestore()
    }
  })
})

describe('readiness', () => {
  /** A bucket whose marker is read by `read`. */
  const bucketWith = (read: Bucket['read']) => ({ read }) as Bucket
  const silent = () => new BucketError('unavailable', 'It does not answer.', 17)
  const markerOf = (library: string) => {
    const text = JSON.stringify({ library })
    return { size: text.length, md5: undefined, body: new Response(text).body! }
  }

  test('a request waits for a bucket’s readiness no longer than its patience', async () => {
    const answer = Promise.withResolvers<void>()
    const bucket = bucketWith(async () => {
      await answer.promise
      return markerOf('one')
    })
    const impatient = createReadiness({ bucket, libraryId: 'one', timesMs: { patience: 20 } })
    expect(await refusalOf(impatient.ready())).toMatchObject({ code: 503 })
    const patient = createReadiness({ bucket, libraryId: 'one', timesMs: { patience: 60_000 } })
    const ready = patient.ready()
    answer.resolve()
    await ready
    await impatient.ready()
  })

  test('the readiness of a bucket is checked again by a request, but not by every request', async () => {
    let asked = 0
    const warned = quiet()
    const readiness = createReadiness({
      bucket: bucketWith(async () => {
        asked++
        if (asked < 3) throw silent()
        return markerOf('one')
      }),
      libraryId: 'one',
      timesMs: { first: 600_000, asked: 30 },
    })
    try {
      for (let count = 0; count < 20; count++) {
        expect(await refusalOf(readiness.ready())).toMatchObject({
          code: 503,
          headers: { 'Retry-After': '17' },
        })
      }
      expect(asked).toBe(1)
      while (await readiness.ready().catch(() => true)) await Bun.sleep(1)
      expect(asked).toBe(3)
      await Promise.all(Array.from({ length: 10 }, () => readiness.ready()))
      expect(asked).toBe(3)
    } finally {
      readiness.stop()
      warned.mockRestore()
    }
  })

  test('the readiness of a bucket is no longer checked after the end', async () => {
    let asked = 0
    const warned = quiet()
    const readiness = createReadiness({
      bucket: bucketWith(async () => {
        asked++
        throw silent()
      }),
      libraryId: 'one',
      timesMs: { first: 5, longest: 5 },
    })
    while (asked < 3) await Bun.sleep(1)
    readiness.stop()
    const before = asked
    await Bun.sleep(50)
    expect(asked).toBeLessThanOrEqual(before + 1)
    warned.mockRestore()
  })
})

const quiet = () => spyOn(console, 'error').mockImplementation(() => {})

async function put(bucket: Bucket, key: string, text: string): Promise<void> {
  const bytes = new TextEncoder().encode(text)
  const md5 = createHash('md5').update(bytes).digest('hex')
  await bucket.create(key, { bytes }, { size: bytes.length, md5 }, 'text/plain')
}

const textOf = async (bucket: Bucket, key: string) =>
  new Response((await bucket.read(key))?.body).text()

const failureOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    (value) => expect.unreachable(`resolved to ${value}`),
    (error: unknown) => error,
  )

const refusalOf = async (attempt: Promise<unknown>) => (await failureOf(attempt)) as AppError

async function foreign(attempt: Promise<unknown>): Promise<Error> {
  const error = await failureOf(attempt)
  expect(error).toBeInstanceOf(ForeignBucketError)
  return error as Error
}
