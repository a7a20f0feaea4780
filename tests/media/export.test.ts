import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { exportGallery } from '../../src/operations/export/export-gallery.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { md5, newFolder } from '../support/backups.ts'
import { type BucketGallery, openBucketGallery } from '../support/bucket-gallery.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import { clearAway, runCommand } from '../support/executable.ts'
import { openGallery } from '../support/gallery.ts'
import { describeWith } from '../support/needs.ts'

setDefaultTimeout(60_000)

type ListedPhoto = { readonly id: string; readonly file: string | null; readonly md5: string }

describeWith(needsCeph)('bucket exports', () => {
  let ceph: Ceph
  let folder: string
  beforeAll(async () => {
    ceph = await startCeph()
    folder = await newFolder()
  })
  afterAll(async () => {
    await ceph?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
    await clearAway()
  })

  const exportInto = (target: string, { library, open }: BucketGallery) =>
    exportGallery({
      ...{ library, folder: target, version: '1.2.3', now: Date.now },
      onProgress: () => undefined,
      openBucket: open,
    })
  const listed = (target: string): ListedPhoto[] =>
    JSON.parse(readFileSync(join(target, 'data/photos.json'), 'utf8'))

  test('an export of a gallery in a bucket has every original, downloads none again, and can be imported', async () => {
    await using gallery = await openBucketGallery(ceph)
    const target = join(folder, 'whole')
    expect(await exportInto(target, gallery)).toMatchObject({ photos: 3, albums: 1, faults: [] })
    const photos = listed(target)
    const originals = gallery.photos.map(({ id }) => md5(gallery.contents.get(originalKey(id))!))
    expect(photos.map(({ md5 }) => md5).toSorted()).toEqual(originals.toSorted())
    for (const { file, md5: expected } of photos) {
      expect(md5(readFileSync(join(target, file!)))).toBe(expected)
    }

    gallery.asked.download = 0
    expect(await exportInto(target, gallery)).toMatchObject({ linked: 0, removed: 0, faults: [] })
    expect(gallery.asked.download).toBe(0)

    const data = join(folder, 'imported')
    const { code, text } = await runCommand(['import', target, '--data', data])
    expect([code, text]).toEqual([0, expect.stringContaining('3 imported')])
    await using imported = await openGallery({ data })
    const { connection } = imported.services.store
    expect(connection.query('SELECT title FROM photo ORDER BY title').values()).toEqual([
      ['Geyser'],
      ['Glacier'],
      ['Sunset'],
    ])
  })

  test('an export names photos whose objects are missing or damaged, and has all others', async () => {
    await using gallery = await openBucketGallery(ceph)
    const [missing, damaged, whole] = gallery.photos
    await gallery.bucket.remove(originalKey(missing!.id))
    const key = originalKey(damaged!.id)
    const bytes = Buffer.from(gallery.contents.get(key)!)
    bytes[bytes.length >> 1]! ^= 1
    await gallery.bucket.remove(key)
    await gallery.put(key, bytes)
    const target = join(folder, 'faulty')
    const { faults } = await exportInto(target, gallery)
    expect(faults.toSorted()).toEqual([
      `the original of ${damaged!.title} (${damaged!.id}) is missing or damaged`,
      `the original of ${missing!.title} (${missing!.id}) is missing or damaged`,
    ])
    const withFile = listed(target).filter(({ file }) => file !== null)
    expect(withFile.map(({ id }) => id)).toEqual([whole!.id])
  })
})
