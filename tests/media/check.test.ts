import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReadOnly } from '../../src/core/database/open-read-only.ts'
import { createPhotoMatcher } from '../../src/gallery/photos/filter/matches-photo.ts'
import { savedCopiesIn } from '../../src/operations/backup/saved-copy.ts'
import { type CheckCounts, type CheckOptions, check } from '../../src/operations/check/check.ts'
import type { Problem } from '../../src/operations/check/problem.ts'
import { refusalToRepair } from '../../src/operations/check/repair.ts'
import { workOnOriginals } from '../../src/operations/check/work-on-originals.ts'
import type { OriginalsMessage } from '../../src/operations/originals/messages.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { type BucketGallery, openBucketGallery } from '../support/bucket-gallery.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import { describeWith } from '../support/needs.ts'

setDefaultTimeout(60_000)

const plain: CheckOptions = { isDeep: false, sample: undefined }
const deep: CheckOptions = { isDeep: true, sample: undefined }

async function checked({ library, open }: BucketGallery, options = plain) {
  const reader = openReadOnly(library.databasePath)
  const problems: Problem[] = []
  let counts: CheckCounts | undefined
  for await (const event of check(options, {
    ...{ reader, library, openBucket: open },
    matcherOf: createPhotoMatcher(reader),
  })) {
    if ('problem' in event) problems.push(event.problem)
    else counts = event.counts
  }
  reader.close()
  return { problems, texts: problems.map(({ text }) => text), counts: counts! }
}

const flipped = (bytes: Buffer) => {
  const copy = Buffer.from(bytes)
  copy[copy.length >> 1]! ^= 1
  return copy
}

describeWith(needsCeph)('bucket checks', () => {
  let ceph: Ceph
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph[Symbol.asyncDispose]())

  test('a check of a gallery in a bucket finds nothing wrong when every object is intact, at any depth', async () => {
    await using gallery = await openBucketGallery(ceph)
    const downloads = []
    for (const options of [plain, deep, { isDeep: false, sample: 0.05 }]) {
      gallery.asked.download = 0
      const { problems, counts } = await checked(gallery, options)
      expect(problems).toEqual([])
      expect(counts).toMatchObject({ total: 3, photos: 3, cameras: 1 })
      const lasting = [...gallery.contents.keys()].filter((key) => !key.startsWith('renditions/'))
      expect(counts.lasting).toBe(lasting.length)
      expect(counts.renditions).toBeGreaterThan(10)
      expect(readdirSync(join(gallery.data, 'tmp'))).toEqual([])
      downloads.push(gallery.asked.download)
    }
    // The md5 of each object comes with the listing, so that nothing has to be looked at alone.
    expect(gallery.asked).toMatchObject({ head: 0, list: 3 * 4 })
    const pictures = [...gallery.contents.keys()].filter((key) => !key.startsWith('removed/'))
    expect(downloads.slice(0, 2)).toEqual([0, pictures.length])
    expect(downloads[2]).toBeLessThan(pictures.length)
  })

  test('the rolling check of a gallery in a bucket compares what the bucket reports, and downloads nothing', async () => {
    await using gallery = await openBucketGallery(ceph)
    const [missing, changed, whole] = gallery.photos.map(({ id }) => id) as [string, string, string]
    for (const id of [missing, changed]) await gallery.bucket.remove(originalKey(id))
    await gallery.put(originalKey(changed), flipped(gallery.contents.get(originalKey(changed))!))
    const messages: OriginalsMessage[] = []
    const pass = { cursor: '', leftMs: 0 }
    for await (const message of workOnOriginals(
      { task: 'check', folders: [], pass },
      {
        library: gallery.library,
        openBucket: gallery.open,
        openSaved: async (folder) => savedCopiesIn(folder),
        giveWay: () => Promise.resolve(),
      },
    )) {
      messages.push(message)
    }
    const found = messages.flatMap((message) =>
      message.kind === 'damaged' ? [[message.original, message.fault]] : [],
    )
    expect(found.sort()).toEqual(
      [
        [missing, 'missing'],
        [changed, 'changed'],
      ].sort(),
    )
    expect(messages).toContainEqual({
      ...{ kind: 'read', cursor: [missing, changed, whole].sort()[2]!, read: 3, total: 3 },
      isComplete: true,
    })
    expect(gallery.asked).toMatchObject({ list: 0, download: 0 })
  })

  test('a check of a gallery in a bucket names a photo whose original is missing, cut or changed in the bucket', async () => {
    await using gallery = await openBucketGallery(ceph)
    const key = originalKey(gallery.photos[0]!.id)
    const whole = gallery.contents.get(key)!
    const where = `s3://${gallery.name}/gallery/${key}`
    const name = 'The original of "Sunset" (IMG_1.jpg, in the album "Iceland")'
    const cases = [
      [undefined, `${name} is missing: ${where}`],
      [
        whole.subarray(0, 100),
        `${name} is damaged (100 bytes instead of ${whole.length}): ${where}`,
      ],
      [flipped(whole), `${name} is damaged (its content has changed): ${where}`],
    ] as const
    for (const [bytes, text] of cases) {
      await gallery.bucket.remove(key)
      if (bytes) await gallery.put(key, bytes)
      gallery.asked.download = 0
      const { texts, problems } = await checked(gallery)
      expect(texts).toEqual([text])
      expect(problems[0]).toMatchObject({
        advice: `If you have the photo elsewhere, upload or import the same file again, which puts the original back; or copy ${key} in the folder of a backup to s3://${gallery.name}/gallery/${key}.`,
        isOriginal: true,
      })
      expect(gallery.asked.download).toBe(0)
      expect((await checked(gallery, deep)).texts).toEqual([text])
    }
  })

  test('a check of a gallery in a bucket names a good copy that is left in the bucket or in the data folder', async () => {
    await using gallery = await openBucketGallery(ceph)
    const [photo] = gallery.photos
    const key = originalKey(photo!.id)
    const whole = gallery.contents.get(key)!
    await gallery.bucket.remove(key)
    await gallery.put(`removed/${photo!.id}.jpg`, whole)
    const advice = async () => (await checked(gallery)).problems[0]!.advice
    expect(await advice()).toBe(
      `A good copy is left in the bucket: download s3://${gallery.name}/gallery/removed/${photo!.id}.jpg, and vitrine import puts it back.`,
    )
    const path = gallery.library.original(photo!.id)
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, whole)
    expect(await advice()).toBe(`A good copy is left: vitrine import ${path} puts it back.`)
  })

  test('a check of a gallery in a bucket names missing or damaged pictures, but not those that are only in a cache', async () => {
    await using gallery = await openBucketGallery(ceph)
    const own = [...gallery.contents.keys()].filter((key) =>
      key.includes(gallery.photos[0]!.fileName.slice(0, 32)),
    )
    const [missing, damaged] = own
    await gallery.bucket.remove(missing!)
    await gallery.bucket.remove(damaged!)
    await gallery.put(damaged!, Buffer.alloc(gallery.contents.get(damaged!)!.length, 7))
    // One made on request is in the cache of the serving machine only.
    const database = new Database(gallery.library.databasePath)
    database.run(
      "INSERT INTO rendition (photo, variant, width, format, bytes, is_kept, used_at) VALUES (1, 'photo', 2, 'jpeg', 5, 0, 0)",
    )
    database.close()
    const shallow = await checked(gallery)
    expect(shallow.problems).toMatchObject([{ isMinor: true, repair: { kind: 'render' } }])
    const found = await checked(gallery, deep)
    expect(found.texts).toEqual([
      expect.stringContaining(`is missing: s3://${gallery.name}/gallery/${missing}`),
      expect.stringContaining(`is damaged: s3://${gallery.name}/gallery/${damaged}`),
    ])
    const camera = [...gallery.contents.keys()].find((key) => /^cameras\/.*-\d+\./.test(key))!
    await gallery.bucket.remove(camera)
    const again = await checked(gallery)
    expect(again.problems.filter(({ isMinor }) => !isMinor)).toMatchObject([
      { text: expect.stringContaining(`/gallery/${camera}`), repair: { kind: 'camera' } },
    ])
  })

  test('a check of a gallery in a bucket reports strays with advice, and a repair neither moves nor deletes them', async () => {
    await using gallery = await openBucketGallery(ceph)
    const keys = ['cameras/stray.png', 'originals/ab/stray.jpg', 'renditions/ab/stray.avif']
    for (const key of keys) await gallery.put(key, Buffer.from('stray'))
    const { problems, texts, counts } = await checked(gallery)
    const name = (key: string) => `s3://${gallery.name}/gallery/${key}`
    expect(texts.toSorted()).toEqual(
      keys.map((key) => `An object in the bucket belongs to no photo: ${name(key)}`),
    )
    expect(problems.filter(({ repair }) => repair)).toEqual([])
    expect(refusalToRepair(problems, counts)).toBeUndefined()
    const advice = problems.find(({ text }) => text.endsWith('.jpg'))!.advice
    expect(advice).toContain(
      `download it (aws s3 cp ${name(keys[1]!)} . --region us-east-1) and import it`,
    )
    expect(advice).toContain(`To delete it: aws s3 rm ${name(keys[1]!)} --region us-east-1`)
  })

  test('a check of a gallery in a bucket ignores objects added or removed after the listing', async () => {
    await using gallery = await openBucketGallery(ceph)
    const key = originalKey(gallery.photos[1]!.id)
    await gallery.bucket.remove(key)
    await gallery.put('originals/ab/gone.jpg', Buffer.from('gone'))
    const reader = openReadOnly(gallery.library.databasePath)
    const files = await gallery.open({ library: gallery.library, libraryId: gallery.libraryId })
    await files.recall(key)
    await gallery.put(key, gallery.contents.get(key)!)
    await gallery.bucket.remove('originals/ab/gone.jpg')
    const problems: Problem[] = []
    const matcherOf = createPhotoMatcher(reader)
    const parts = { reader, matcherOf, library: gallery.library, openBucket: async () => files }
    for await (const event of check(plain, parts)) {
      if ('problem' in event) problems.push(event.problem)
    }
    reader.close()
    expect(problems).toEqual([])
    expect(gallery.asked.head).toBe(2)
  })

  test('a check of a gallery in a bucket says when the listing has only sizes, and reads an object before it calls a photo damaged', async () => {
    await using gallery = await openBucketGallery(ceph)
    // As with encryption by KMS: the listing has something else, and looking at one says so.
    const open: BucketGallery['open'] = async (asked) => {
      const files = await gallery.open(asked)
      const without = async (key: string, md5: string | undefined) => {
        const found = await files.recall(key)
        return found && { size: found.size, md5 }
      }
      return {
        ...files,
        recall: (key) => without(key, '0'.repeat(32)),
        find: (key) => without(key, undefined),
      }
    }
    const { problems, counts } = await checked({ ...gallery, open })
    expect(problems).toEqual([])
    expect(counts.notes).toEqual([
      expect.stringMatching(/^The bucket does not report the md5 of 3 photos, .+ --deep downloads/),
    ])
    expect((await checked({ ...gallery, open }, deep)).problems).toMatchObject([])
  })

  test('a check of a gallery in a bucket lists what a move has left in the data folder, and not as strays', async () => {
    await using gallery = await openBucketGallery(ceph)
    for (const [key, bytes] of gallery.contents) {
      if (!/^(originals|renditions)/.test(key)) continue
      mkdirSync(join(gallery.data, key, '..'), { recursive: true })
      writeFileSync(join(gallery.data, key), bytes)
    }
    const { problems, counts } = await checked(gallery)
    expect(problems).toEqual([])
    expect(counts.notes).toEqual([
      expect.stringMatching(
        /^\d+ files are left in originals\/, renditions\/ and cameras\/ of .+, and take [\d.]+ KB\. .+ you can delete/,
      ),
    ])
  })

  test('a check of a gallery in a bucket says in one line that the bucket is out of reach, not that everything is missing', async () => {
    await using gallery = await openBucketGallery(ceph)
    await ceph.gateway.kill()
    await expect(checked(gallery)).rejects.toThrow(
      /^The bucket “photos-\w+” (cannot be reached|is not available)/,
    )
    await ceph.gateway.start()
    await expect(checked({ ...gallery, open: undefined as never })).rejects.toThrow(
      'The photos of this gallery are in a bucket. Say which with --media (VITRINE_MEDIA)',
    )
  })
})
