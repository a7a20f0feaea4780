import { Database } from 'bun:sqlite'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openReadOnly } from '../../src/core/database/open-read-only.ts'
import { createPhotoMatcher } from '../../src/gallery/photos/filter/matches-photo.ts'
import { makeBackup } from '../../src/operations/backup/make-backup.ts'
import { restoreBackup } from '../../src/operations/backup/restore-backup.ts'
import { check } from '../../src/operations/check/check.ts'
import { openBucket } from '../../src/storage/bucket.ts'
import { bucketFiles } from '../../src/storage/bucket-files.ts'
import { libraryAt } from '../../src/storage/library.ts'
import type { OpenBucketFiles } from '../../src/storage/media-files.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { lastingFiles, md5, newFolder, restoreInto } from '../support/backups.ts'
import { type BucketGallery, openBucketGallery } from '../support/bucket-gallery.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import { filesIn } from '../support/folder-faults.ts'
import { describeWith } from '../support/needs.ts'

setDefaultTimeout(60_000)

describeWith(needsCeph)('bucket restores', () => {
  let ceph: Ceph
  let folder: string
  let data: string
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.[Symbol.asyncDispose]())
  beforeEach(async () => {
    folder = await newFolder()
    data = join(folder, 'data')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  /** A backup of the gallery, whose data folder is lost. */
  const backUp = async ({ library, open }: BucketGallery) => {
    const backup = join(folder, 'backup')
    const { faults } = await makeBackup({
      ...{ library, folder: backup, keep: undefined, hasSecret: false, version: '1.2.3' },
      now: Date.now,
      onProgress: () => undefined,
      openBucket: open,
    })
    expect(faults).toEqual([])
    return backup
  }
  const restore = (backup: string, open: OpenBucketFiles) =>
    restoreBackup({
      ...{ data, folder: backup, at: undefined },
      onProgress: () => undefined,
      openBucket: open,
    })
  const otherBucket = async () => {
    const name = await ceph.makeBucket()
    const bucket = openBucket({ ...ceph, address: { bucket: name, prefix: '' } })
    const open: OpenBucketFiles = async ({ library }) =>
      bucketFiles({
        ...{ bucket, library, address: `s3://${name}`, awsFlags: '' },
        onListed: () => undefined,
      })
    return { name, bucket, open }
  }
  const faultsOf = async (open: OpenBucketFiles) => {
    const library = libraryAt(data)
    const reader = openReadOnly(library.databasePath)
    const problems = []
    for await (const event of check(
      { isDeep: true, sample: undefined },
      { reader, library, openBucket: open, matcherOf: createPhotoMatcher(reader) },
    )) {
      if ('problem' in event) problems.push(event.problem)
    }
    reader.close()
    return problems
  }
  const media = () => {
    const database = new Database(libraryAt(data).databasePath, { readonly: true })
    const { media } = database.query('SELECT media FROM library').get() as { media: string }
    database.close()
    return media
  }

  test('a restore into an intact bucket uploads nothing and makes no picture again', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = await backUp(gallery)
    gallery.asked.head = 0
    gallery.asked.download = 0
    const { faults, bucket } = await restore(backup, gallery.open)
    expect(faults).toEqual([])
    const lasting = [...gallery.contents.keys()].filter((key) => !key.startsWith('renditions/'))
    expect(bucket).toMatchObject({ uploaded: 0, present: lasting.length })
    expect(gallery.asked).toMatchObject({ head: 0, download: 0 })
    expect(media()).toBe('bucket')
    for (const name of ['originals', 'cameras', 'removed']) {
      expect(await filesIn(data, name)).toEqual([])
    }
    expect(existsSync(join(data, 'restore.json'))).toBe(false)
    expect(await faultsOf(gallery.open)).toEqual([])
  })

  test('a restore into a bucket uploads what is missing, and has missing pictures made again on request', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = await backUp(gallery)
    const [photo] = gallery.photos
    const renditions = [...gallery.contents.keys()].filter((key) =>
      key.includes(photo!.fileName.slice(0, 32)),
    )
    await gallery.bucket.remove(originalKey(photo!.id))
    await gallery.bucket.remove(renditions[0]!)
    expect((await restore(backup, gallery.open)).bucket).toMatchObject({ uploaded: 1 })
    expect(await faultsOf(gallery.open)).toEqual([])
    const database = new Database(libraryAt(data).databasePath, { readonly: true })
    expect(database.query('SELECT count(*) AS count FROM rendition WHERE bytes = 0').get()).toEqual(
      { count: 1 },
    )
    database.close()
  })

  test('a restore into an empty bucket uploads every file of the backup', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = await backUp(gallery)
    const other = await otherBucket()
    const { faults, bucket, restored } = await restore(backup, other.open)
    expect(faults).toEqual([])
    expect(bucket!.name).toBe(`s3://${other.name}`)
    expect(bucket!.uploaded).toBeLessThanOrEqual(restored)
    for (const [key, bytes] of gallery.contents) {
      const expected = key.startsWith('renditions/') ? undefined : md5(bytes)
      expect(await ceph.objectMd5(other.name, key)).toBe(expected)
    }
    const problems = await faultsOf(other.open)
    expect(problems.every(({ isMinor }) => isMinor)).toBe(true)
  })

  test('a restore stops at another object under a name, replaces nothing, and continues once it is gone', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = await backUp(gallery)
    const other = await otherBucket()
    const key = originalKey(gallery.photos[1]!.id)
    const bytes = new TextEncoder().encode('something else')
    await other.bucket.create(key, { bytes }, { size: bytes.length, md5: md5(bytes) }, 'image/jpeg')
    await expect(restore(backup, other.open)).rejects.toThrow(
      `The bucket has other content than the backup under these names: s3://${other.name}/${key}. Vitrine never replaces an object.`,
    )
    expect(await ceph.objectMd5(other.name, key)).toBe(md5(bytes))
    expect(await ceph.listObjects(other.name)).toHaveLength(1)
    expect(existsSync(join(data, 'vitrine.db'))).toBe(false)
    await other.bucket.remove(key)
    expect((await restore(backup, other.open)).faults).toEqual([])
    expect(media()).toBe('bucket')
  })

  test('a restore that was interrupted continues, and leaves nothing of another attempt in the folder', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = await backUp(gallery)
    const other = await otherBucket()
    let count = 0
    const failing: OpenBucketFiles = async (asked) => {
      const files = await other.open(asked)
      return {
        ...files,
        add: async (...words) => {
          if (++count > 3) throw new Error('the bucket went away')
          return files.add(...words)
        },
      }
    }
    await expect(restore(backup, failing)).rejects.toThrow('the bucket went away')
    expect(existsSync(join(data, 'restore.json'))).toBe(true)
    expect((await restore(backup, other.open)).bucket).toMatchObject({ present: 3 })
    expect((await faultsOf(other.open)).every(({ isMinor }) => isMinor)).toBe(true)
  })

  test('a restore of a damaged file in the backup reports it, unless the bucket has an intact copy', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = await backUp(gallery)
    const key = originalKey(gallery.photos[2]!.id)
    const damaged = readFileSync(join(backup, key))
    damaged[0]! ^= 1
    writeFileSync(join(backup, key), damaged)
    expect((await restore(backup, gallery.open)).faults).toEqual([])
    rmSync(data, { recursive: true })
    const other = await otherBucket()
    const { faults } = await restore(backup, other.open)
    expect(faults).toEqual([`${key} is damaged in the backup`])
    expect(await ceph.objectMd5(other.name, key)).toBeUndefined()
  })

  test('a restore can leave out the bucket, and then puts the photos into the folder', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = await backUp(gallery)
    expect((await restoreInto(data, backup)).bucket).toBeUndefined()
    expect(media()).toBe('folder')
    const lasting = [...gallery.contents].filter(([key]) => !key.startsWith('renditions/'))
    expect(await lastingFiles(data)).toMatchObject(
      Object.fromEntries(lasting.map(([key, bytes]) => [key, md5(bytes)])),
    )
  })
})
