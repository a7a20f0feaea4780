import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeBackup } from '../../src/operations/backup/make-backup.ts'
import { libraryAt } from '../../src/storage/library.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { lastingFiles, md5, newFolder, restoreInto } from '../support/backups.ts'
import { type BucketGallery, openBucketGallery } from '../support/bucket-gallery.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import { filesIn } from '../support/folder-faults.ts'
import { openGallery } from '../support/gallery.ts'
import { describeWith } from '../support/needs.ts'

setDefaultTimeout(60_000)

const backUp = ({ library, open }: BucketGallery, folder: string, verifiesAll = false) =>
  makeBackup({
    library,
    folder,
    keep: undefined,
    hasSecret: false,
    verifiesAll,
    version: '1.2.3',
    now: Date.now,
    onProgress: () => undefined,
    openBucket: open,
  })

/** The md5 of what a backup must have of the bucket, by its path. */
const wanted = ({ contents }: BucketGallery) =>
  Object.fromEntries(
    [...contents]
      .filter(([key]) => !key.startsWith('renditions/'))
      .map(([key, bytes]) => [key, md5(bytes)]),
  )

const copied = async (folder: string) =>
  Object.fromEntries(
    (
      await Promise.all(
        ['originals', 'cameras', 'removed'].map((name) => filesIn(folder, name).catch(() => [])),
      )
    )
      .flat()
      .map((path) => [path, md5(readFileSync(join(folder, path)))]),
  )

describeWith(needsCeph)('bucket backups', () => {
  let ceph: Ceph
  let folder: string
  beforeAll(async () => {
    ceph = await startCeph()
    folder = await newFolder()
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await ceph[Symbol.asyncDispose]()
  })

  test('a backup of a gallery in a bucket has every file, and is restored into a folder as the same gallery', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = join(folder, 'whole')
    const report = await backUp(gallery, backup)
    const files = wanted(gallery)
    expect(report).toMatchObject({
      photos: 3,
      faults: [],
      added: { cloned: 0, linked: 0, copied: 0, downloaded: Object.keys(files).length },
    })
    expect(await copied(backup)).toEqual(files)
    expect(readdirSync(join(backup, 'tmp'))).toEqual([])
    expect(readdirSync(join(gallery.data, 'tmp'))).toEqual([])

    const data = join(folder, 'restored')
    expect((await restoreInto(data, backup)).faults).toEqual([])
    expect(await lastingFiles(data)).toMatchObject(files)
    await using restored = await openGallery({ data })
    expect(restored.services.media.kind).toBe('folder')
    const photo = gallery.photos[0]!
    const shown = await (await restored.asOwner()).get(`/api/photos/${photo.id}/original`)
    expect(md5(await shown.bytes())).toBe(files[originalKey(photo.id)]!)
  })

  test('a backup of a gallery in a bucket downloads only what is new', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = join(folder, 'again')
    await backUp(gallery, backup)
    gallery.asked.download = 0
    const second = await backUp(gallery, backup)
    expect(second.added.downloaded).toBe(0)
    expect(second.unchanged).toBe(Object.keys(wanted(gallery)).length)
    rmSync(join(backup, originalKey(gallery.photos[1]!.id)))
    gallery.asked.head = 0
    expect((await backUp(gallery, backup)).added.downloaded).toBe(1)
    expect(gallery.asked).toMatchObject({ download: 1, head: 0 })
    expect(await copied(backup)).toEqual(wanted(gallery))
  })

  test('a backup of a gallery in a bucket downloads a damaged copy again, unless the bucket has lost the file too', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = join(folder, 'rotten')
    await backUp(gallery, backup)
    const [rotten, lost] = gallery.photos.map(({ id }) => originalKey(id))
    for (const key of [rotten!, lost!]) {
      const bytes = readFileSync(join(backup, key))
      bytes[bytes.length >> 1]! ^= 1
      writeFileSync(join(backup, key), bytes)
    }
    await gallery.bucket.remove(lost!)
    const report = await backUp(gallery, backup, true)
    expect(report.readAgain).toBe(report.unchanged)
    expect(report.replaced).toEqual([expect.stringContaining(join(backup, rotten!))])
    expect(report.faults).toEqual([
      expect.stringContaining(
        `(${join(backup, lost!)}) and missing in the gallery: upload or import`,
      ),
    ])
    expect(md5(readFileSync(join(backup, rotten!)))).toBe(wanted(gallery)[rotten!]!)
  })

  test('a backup of a gallery in a bucket uses the same folder after the photos are moved', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = join(folder, 'moved')
    await backUp(gallery, backup)
    const data = join(folder, 'moved-data')
    await restoreInto(data, backup)
    const inFolder = { ...gallery, library: libraryAt(data), open: undefined as never }
    const none = { cloned: 0, linked: 0, copied: 0, downloaded: 0 }
    expect(await backUp(inFolder, backup)).toMatchObject({ added: none, faults: [] })
    gallery.asked.download = 0
    expect(await backUp(gallery, backup)).toMatchObject({ added: none, faults: [] })
    expect(gallery.asked.download).toBe(0)
  })

  test('a backup of a gallery in a bucket names what is missing or damaged in the bucket', async () => {
    await using gallery = await openBucketGallery(ceph)
    const [missing, damaged] = gallery.photos
    await gallery.bucket.remove(originalKey(missing!.id))
    const key = originalKey(damaged!.id)
    const bytes = Buffer.from(gallery.contents.get(key)!)
    bytes[bytes.length >> 1]! ^= 1
    await gallery.bucket.remove(key)
    await gallery.put(key, bytes)
    const { faults, added } = await backUp(gallery, join(folder, 'faults'))
    expect(faults.toSorted()).toEqual([
      `the original of Glacier (${damaged!.id}) is damaged`,
      `the original of Sunset (${missing!.id}) is missing`,
    ])
    expect(added.downloaded).toBe(Object.keys(wanted(gallery)).length - 2)
  })

  test('a backup of a gallery in a bucket also has what the data folder keeps aside', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = join(folder, 'aside')
    writeFileSync(join(gallery.data, 'quarantine/found.jpg'), 'found')
    writeFileSync(join(gallery.data, 'removed/older.jpg'), 'older')
    expect((await backUp(gallery, backup)).faults).toEqual([])
    expect(readFileSync(join(backup, 'quarantine/found.jpg'), 'utf8')).toBe('found')
    expect(readFileSync(join(backup, 'removed/older.jpg'), 'utf8')).toBe('older')
    expect(statSync(join(backup, `removed/${gallery.removed.id}.jpg`)).size).toBeGreaterThan(0)
  })

  test('a backup of a gallery in a bucket stops with one line when the bucket becomes unreachable, and the next one continues', async () => {
    await using gallery = await openBucketGallery(ceph)
    const backup = join(folder, 'interrupted')
    let downloads = 0
    const failing: BucketGallery = {
      ...gallery,
      open: async (asked) => {
        const files = await gallery.open(asked)
        return {
          ...files,
          download: async (key, path) => {
            if (++downloads === 6) await ceph.gateway.kill()
            return files.download(key, path)
          },
        }
      },
    }
    await expect(backUp(failing, backup)).rejects.toThrow(
      /^The bucket “photos-\w+” (cannot be reached|is not available|did not)/,
    )
    await ceph.gateway.start()
    expect(readdirSync(join(backup, 'snapshots'))).toEqual([])
    const already = Object.keys(await copied(backup)).length
    expect(already).toBeGreaterThan(0)
    const report = await backUp(gallery, backup)
    expect(report.unchanged).toBe(already)
    expect(report.faults).toEqual([])
    expect(await copied(backup)).toEqual(wanted(gallery))
    expect(readdirSync(join(backup, 'tmp'))).toEqual([])
  })
})
