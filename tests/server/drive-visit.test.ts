import { describe, expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { openDriveGallery, openImport } from '../support/drive-gallery.ts'
import { type FakeDrive, openFakeDrive } from '../support/fake-drive.ts'
import { camera } from '../support/photos.ts'

const md5Of = (text: string) => createHash('md5').update(text).digest('hex')
const driveRequests = (fake: FakeDrive) => fake.paths.filter((path) => path.startsWith('/drive/'))

describe('visit', () => {
  test('a visit of the Drive screen lists the folder once: one response has everything shown', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder, files } = await openImport(fake, 3)
    await using _ = gallery
    await gallery.importAll()
    const { photos, trash } = gallery.services
    await trash.put([photos.idOfMd5(files[0]!.md5Checksum!)!])
    const bytes = await camera()
    fake.addFile(folder, { name: 'new.jpg', bytes })
    fake.addFile(folder, { name: 'kept.jpg', bytes: await camera(), canDownload: false })
    fake.addFile(folder, { name: 'other.HEIC', bytes, mimeType: 'image/heif' })
    const before = fake.paths.length
    expect(await gallery.drive.content()).toEqual({
      folder: 'Photos',
      new: 1,
      newBytes: bytes.length,
      total: 5,
      deleted: [
        {
          id: files[0]!.id,
          name: 'photo-0.jpg',
          mimeType: 'image/jpeg',
          md5Checksum: files[0]!.md5Checksum!,
          createdTime: files[0]!.createdTime,
          size: files[0]!.bytes!.length,
        },
      ],
      omitted: { types: [{ type: '.heic', count: 1 }], skipped: [] },
      blocked: [
        expect.objectContaining({
          name: 'kept.jpg',
          reason: 'its owner does not allow downloading it',
        }),
      ],
    })
    expect(fake.paths.length - before).toBe(1)
  })

  test('a visit of the Drive screen of a folder with 10,000 files costs ten requests, and eleven after a restart', async () => {
    await using fake = await openFakeDrive()
    const gallery = await openDriveGallery(fake, { keepFolder: true })
    await gallery.connect()
    const folder = fake.addFolder('Photos')
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    for (let n = 0; n < 10_000; n++) {
      const name = `photo-${n}.jpg`
      fake.addFile(folder, { name, bytes: new Uint8Array(), md5: md5Of(name) })
    }
    const before = fake.paths.length
    expect(await gallery.drive.content()).toMatchObject({ new: 10_000, total: 10_000 })
    expect(fake.paths.length - before).toBe(10)
    expect(await gallery.drive.check({ deleted: false })).toHaveLength(10_000)
    expect(fake.paths.length - before).toBe(20)
    await gallery.abandon()
    await using again = await openDriveGallery(fake, { data: gallery.data })
    await again.drive.content()
    expect(fake.paths.length - before).toBe(31)
  })

  test('a visit of the Drive screen during an import agrees with the counts of its job', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder, files } = await openImport(fake, 8)
    await using _ = gallery
    fake.addFile(folder, { name: 'a text.jpg', bytes: Buffer.from('no picture') })
    const gates = files.slice(2).map((file) => fake.gate(file.id))
    const { id } = await gallery.drive.schedule({})
    for (const [n, gate] of gates.entries()) {
      while (gallery.drive.get(id).done < n + 2) await Bun.sleep(2)
      const listing = gallery.drive.content()
      const content = await listing
      const { total, done, skipped, failed } = gallery.drive.get(id)
      expect(content.new).toBe(total - done - skipped - failed)
      gate.release()
    }
    expect(await gallery.services.jobs.awaited(id, 60_000)).toMatchObject({ done: 8, failed: 1 })
    expect(await gallery.drive.content()).toMatchObject({ new: 0 })
  })
})

test('JPEGs are found under other types if their name says so', async () => {
  await using fake = await openFakeDrive()
  const { gallery, folder } = await openImport(fake, 0)
  await using _ = gallery
  const add = async (name: string, mimeType: string) =>
    fake.addFile(folder, { name, mimeType, bytes: await camera() })
  await add('a.bin', 'image/jpeg')
  await add('b.JPG', 'application/octet-stream')
  await add('c.jpeg', 'image/jpg')
  await add('d.Jpeg', 'image/pjpeg')
  await add('raw.dng', 'application/octet-stream')
  await add('jpg', 'application/octet-stream')
  await add('f.jpg.zip', 'application/octet-stream')
  await add('g.jpg', 'text/plain')
  const list = await gallery.drive.list()
  expect(list.map((file) => file.name)).toEqual(['a.bin', 'b.JPG', 'c.jpeg', 'd.Jpeg'])
  expect(await gallery.importAll()).toMatchObject({ total: 4, done: 4 })
  expect(driveRequests(fake).length).toBeGreaterThan(4)
})

test('two downloads are decoded at once, and not more', async () => {
  await using fake = await openFakeDrive()
  const { gallery } = await openImport(fake, 12)
  await using _ = gallery
  const { ingest } = gallery.services
  const add = ingest.add
  let running = 0
  let most = 0
  ingest.add = async (...parameters) => {
    most = Math.max(most, ++running)
    try {
      return await add(...parameters)
    } finally {
      running--
    }
  }
  expect(await gallery.importAll()).toMatchObject({ done: 12 })
  expect(most).toBe(2)
})

describe('connection', () => {
  test('connecting to Google Drive shows the account, until it is disconnected', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    expect(gallery.drive.status().account).toBeNull()
    await gallery.connect()
    expect(gallery.drive.status()).toMatchObject({
      authenticated: true,
      account: 'ann@example.org',
    })
    await gallery.drive.disconnect()
    expect(gallery.drive.status().account).toBeNull()
  })

  test('connecting to Google Drive works without the account’s address', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    fake.program.refuse = (path) => (path.endsWith('/about') ? { status: 403 } : undefined)
    await gallery.connect()
    expect(gallery.drive.status()).toMatchObject({ authenticated: true, account: null })
  })

  test('connecting another account revokes the previous grant', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    fake.oauth.program.account = 'ben@example.org'
    await gallery.connect()
    expect(fake.oauth.liveAccounts()).toEqual(['ben@example.org'])
    expect(gallery.drive.status().account).toBe('ben@example.org')
    fake.addFolder('Photos')
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
  })

  test('connecting another account revokes a previous grant of which only the token is known', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    gallery.services.store.connection.run('UPDATE drive SET account = NULL')
    fake.oauth.program.account = 'ben@example.org'
    await gallery.connect()
    expect(fake.oauth.liveAccounts()).toEqual(['ben@example.org'])
  })

  test('connecting the same account again keeps the grant that was just renewed', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    await gallery.connect()
    fake.addFolder('Photos')
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    expect(gallery.drive.status()).toMatchObject({ authenticated: true, reason: null })
    expect(fake.oauth.calls.revoke).toBe(0)
  })

  test('connecting without the drive’s permission keeps a working connection, and says so', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    for (const consent of ['without the drive', 'nothing'] as const) {
      fake.oauth.program.consent = consent
      expect(await gallery.connect()).toBe('/account/drive?error=kept')
    }
    fake.addFolder('Photos')
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    expect(gallery.drive.status().authenticated).toBe(true)
  })
})
