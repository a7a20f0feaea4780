import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { readFile, rm, truncate } from 'node:fs/promises'
import { importedMd5s, openImport } from '../support/drive-gallery.ts'
import { openFakeDrive } from '../support/fake-drive.ts'
import { camera } from '../support/photos.ts'

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const notAllowed = 'its owner does not allow downloading it'

describe('missing checksums', () => {
  test('files without a checksum are each imported once, and not fetched again', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 0)
    await using _ = gallery
    const photos = [await camera(), await camera(), await camera()]
    const files = photos.map((bytes, n) =>
      fake.addFile(folder, { name: `view-${n}.jpg`, bytes, md5: '' }),
    )
    expect(await gallery.drive.content()).toMatchObject({ new: 3, total: 3, blocked: [] })
    expect(await gallery.drive.list()).toMatchObject([
      { md5Checksum: '' },
      { md5Checksum: '' },
      { md5Checksum: '' },
    ])
    expect(await gallery.importAll()).toMatchObject({ total: 3, done: 3 })
    expect(importedMd5s(gallery)).toEqual(photos.map(md5Of).sort())
    expect(await gallery.drive.content()).toMatchObject({ new: 0, total: 3 })
    expect(await gallery.importAll()).toMatchObject({ total: 0 })
    expect(files.map((file) => fake.fetches(file.id))).toEqual([1, 1, 1])
  })

  test('files without a checksum that are in the gallery already are recognised when they arrive, and once', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder, files } = await openImport(fake, 1)
    await using _ = gallery
    await gallery.importAll()
    const same = fake.addFile(folder, { name: 'same.jpg', bytes: files[0]!.bytes!, md5: '' })
    expect(await gallery.importAll()).toMatchObject({ total: 1, done: 0, skipped: 1 })
    expect(await gallery.importAll()).toMatchObject({ total: 0 })
    expect(fake.fetches(same.id)).toBe(1)
    expect(importedMd5s(gallery)).toHaveLength(1)
  })

  test('an imported file without a checksum restores its lost original', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder, files } = await openImport(fake, 1)
    await using _ = gallery
    await gallery.importAll()
    const { library, photos } = gallery.services
    const original = library.original(photos.idOfMd5(files[0]!.md5Checksum!)!)
    await rm(original)
    fake.addFile(folder, { name: 'same.jpg', bytes: files[0]!.bytes!, md5: '' })
    expect(await gallery.importAll()).toMatchObject({ total: 1, done: 1, skipped: 0 })
    expect(await readFile(original)).toEqual(Buffer.from(files[0]!.bytes!))
    expect(await gallery.importAll()).toMatchObject({ total: 0 })
  })

  test('files without a checksum that were deleted here are listed as deleted, not as new', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 0)
    await using _ = gallery
    const bytes = await camera()
    fake.addFile(folder, { name: 'view.jpg', bytes, md5: '' })
    await gallery.importAll()
    const { photos, trash } = gallery.services
    await trash.put([photos.idOfMd5(md5Of(bytes))!])
    expect(await gallery.drive.content()).toMatchObject({
      new: 0,
      deleted: [{ name: 'view.jpg' }],
    })
  })

  test('files without a checksum are fetched again when their content changes', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 0)
    await using _ = gallery
    const file = fake.addFile(folder, { name: 'view.jpg', bytes: await camera(), md5: '' })
    await gallery.importAll()
    fake.change(file.id, await camera())
    expect(await gallery.importAll()).toMatchObject({ total: 1, replaced: 1 })
    expect(importedMd5s(gallery)).toHaveLength(1)
  })

  test('files without a checksum that arrive incomplete are fetched once more', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 0)
    await using _ = gallery
    const bytes = await camera()
    const file = fake.addFile(folder, { name: 'view.jpg', bytes, md5: '' })
    file.size = String(bytes.length + 10)
    fake.program.refuse = (_, query) => {
      if (query.get('alt') === 'media' && fake.fetches(file.id) > 0)
        file.size = String(bytes.length)
      return undefined
    }
    expect(await gallery.importAll()).toMatchObject({ total: 1, done: 1, failed: 0 })
  })
})

describe('blocked downloads', () => {
  test('files without permission to download are listed with that reason, and neither counted as new nor fetched', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 1)
    await using _ = gallery
    const bytes = [await camera(), await camera()]
    const files = ['a.jpg', 'b.jpg'].map((name, n) =>
      fake.addFile(folder, { name, bytes: bytes[n]!, md5: '', canDownload: false }),
    )
    const content = await gallery.drive.content()
    expect(content).toMatchObject({ new: 1, total: 3 })
    expect(content.blocked).toEqual(
      files.map((file) => ({ fileId: file.id, name: file.name, reason: notAllowed })),
    )
    expect(await gallery.importAll()).toMatchObject({ total: 1, done: 1, failed: 0 })
    expect(await gallery.importAll([files[0]!.id])).toMatchObject({
      total: 1,
      failed: 1,
      failures: [{ fileId: files[0]!.id, name: 'a.jpg', reason: notAllowed }],
    })
    // It is among those that cannot be downloaded, and not a second time among the failed ones.
    expect((await gallery.drive.content()).blocked).toHaveLength(2)
    expect(gallery.drive.failures({}).total).toBe(0)
    expect(files.map((file) => fake.fetches(file.id))).toEqual([0, 0])
    files[0]!.capabilities = { canDownload: true }
    expect(await gallery.importAll()).toMatchObject({ total: 1, done: 1 })
    expect(gallery.drive.failures({}).total).toBe(0)
  })

  test('files without permission to download are listed once, even if they failed before they were blocked', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 1)
    await using _ = gallery
    fake.program.refuse = (path) => (path.endsWith(files[0]!.id) ? { status: 500 } : undefined)
    await gallery.importAll()
    expect(gallery.drive.failures({}).total).toBe(1)
    fake.program.refuse = () => undefined
    files[0]!.capabilities = { canDownload: false }
    expect((await gallery.drive.content()).blocked).toHaveLength(1)
    expect(gallery.drive.failures({}).total).toBe(0)
  })

  test('files without permission to download are replaced by a downloadable file of the same content', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 0)
    await using _ = gallery
    const bytes = await camera()
    const blocked = fake.addFile(folder, { name: 'a.jpg', bytes, canDownload: false })
    const free = fake.addFile(folder, { name: 'b.jpg', bytes })
    expect(await gallery.drive.content()).toMatchObject({ new: 1, blocked: [] })
    expect(await gallery.importAll()).toMatchObject({ total: 1, done: 1, failed: 0 })
    expect([fake.fetches(blocked.id), fake.fetches(free.id)]).toEqual([0, 1])
  })
})

test('a failed file is replaced by another one of the same content', async () => {
  await using fake = await openFakeDrive()
  const { gallery, folder } = await openImport(fake, 0)
  await using _ = gallery
  const bytes = await camera()
  const [first, , third] = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) =>
    fake.addFile(folder, { name, bytes }),
  )
  fake.program.refuse = (path, query) =>
    query.get('alt') === 'media' && !path.endsWith(third!.id)
      ? { status: 403, reason: 'cannotDownloadFile' }
      : undefined
  expect(await gallery.importAll()).toMatchObject({ total: 1, done: 1, failed: 0, failures: [] })
  expect(gallery.drive.failures({}).total).toBe(0)
  expect(await gallery.drive.content()).toMatchObject({ new: 0 })
  expect(fake.fetches(first!.id)).toBe(0)
})

test('a selected file restores the lost or cut original of its photo', async () => {
  await using fake = await openFakeDrive()
  const { gallery, files } = await openImport(fake, 2)
  await using _ = gallery
  await gallery.importAll()
  const { library, photos } = gallery.services
  const [lost, cut] = files.map((file) => library.original(photos.idOfMd5(file.md5Checksum!)!)) as [
    string,
    string,
  ]
  await rm(lost)
  await truncate(cut, 100)
  const ids = files.map((file) => file.id)
  expect(await gallery.importAll(ids)).toMatchObject({ total: 2, done: 2, skipped: 0 })
  expect(await readFile(lost)).toEqual(Buffer.from(files[0]!.bytes!))
  expect(await readFile(cut)).toEqual(Buffer.from(files[1]!.bytes!))
  expect(await gallery.importAll(ids)).toMatchObject({ total: 2, done: 0, skipped: 2 })
  expect(importedMd5s(gallery)).toHaveLength(2)
})
