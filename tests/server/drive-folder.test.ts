import { describe, expect, test } from 'bun:test'
import { type DriveGallery, openDriveGallery, refusalOf } from '../support/drive-gallery.ts'
import { type FakeDrive, openFakeDrive } from '../support/fake-drive.ts'
import { camera } from '../support/photos.ts'

async function openConnected(fake: FakeDrive): Promise<DriveGallery> {
  const gallery = await openDriveGallery(fake)
  await gallery.connect()
  return gallery
}

const namesOf = (files: { name: string }[]) => files.map((file) => file.name)

describe('folder', () => {
  test('a folder in Google Drive is found by its name', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    fake.addFolder('photos')
    fake.addFolder('Photos', { trashed: true })
    const id = fake.addFolder('Photos')
    fake.addFile(id, { name: 'Photos', bytes: new Uint8Array(1) })
    expect(await gallery.drive.setFolder({ driveFolderName: 'Photos' })).toEqual({
      driveFolderId: id,
      driveFolderName: 'Photos',
    })
    expect(gallery.drive.chosenFolder().driveFolderId).toBe(id)
  })

  test.each(["it's", 'back\\slash', "\\' or name = 'x", '"quoted"', 'Grüße & 100 % + a/b'])(
    'a folder in Google Drive can be named %j',
    async (name) => {
      await using fake = await openFakeDrive()
      await using gallery = await openConnected(fake)
      fake.addFolder('x')
      const id = fake.addFolder(name)
      fake.addFile(id, { name: 'a.jpg', bytes: await camera() })
      expect((await gallery.drive.setFolder({ driveFolderName: name })).driveFolderId).toBe(id)
      expect(namesOf(await gallery.drive.list())).toEqual(['a.jpg'])
    },
  )

  test('a folder that does not exist in Google Drive answers 404 and changes nothing', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    fake.addFolder('Photos')
    const chosen = await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    const refusal = await refusalOf(gallery.drive.setFolder({ driveFolderName: 'Other' }))
    expect(refusal).toMatchObject({
      code: 404,
      message: 'there is no folder named “Other” in the drive',
    })
    expect(gallery.drive.chosenFolder()).toEqual(chosen)
  })

  test('an ambiguous folder name is answered with every candidate’s path, photo count and date', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const year = fake.addFolder('2024')
    const ids = [
      fake.addFolder('Photos'),
      fake.addFolder('Photos', { parent: year }),
      fake.addFolder('Photos', { isForeign: true }),
      fake.addFolder('Photos', { driveId: fake.addSharedDrive('Studio') }),
    ]
    for (const name of ['a.jpg', 'b.jpg']) {
      fake.addFile(ids[3]!, { name, bytes: await camera() })
    }
    fake.addFile(ids[0]!, { name: 'a.txt', bytes: Buffer.from('a'), mimeType: 'text/plain' })
    const made = ids.map((id) => ({ id, createdTime: fake.entry(id).createdTime }))
    const { code, details } = await refusalOf(
      gallery.drive.setFolder({ driveFolderName: 'Photos' }),
    )
    expect(code).toBe(409)
    expect(details?.folders).toEqual([
      { ...made[0], path: 'My Drive / Photos', photos: 0 },
      { ...made[1], path: 'My Drive / 2024 / Photos', photos: 0 },
      { ...made[2], path: 'Shared with me / Photos', photos: 0 },
      { ...made[3], path: 'Studio / Photos', photos: 2 },
    ])
    expect(gallery.drive.chosenFolder().driveFolderId).toBe('')
    const choice = { driveFolderName: 'Photos', driveFolderId: ids[1]! }
    expect((await gallery.drive.setFolder(choice)).driveFolderId).toBe(ids[1]!)
    const other = { driveFolderName: 'Photos', driveFolderId: year }
    expect(await gallery.drive.setFolder(other)).toEqual({
      driveFolderId: year,
      driveFolderName: '2024',
    })
    const unknown = { driveFolderName: 'Photos', driveFolderId: 'unknown' }
    expect((await refusalOf(gallery.drive.setFolder(unknown))).code).toBe(404)
  })

  test('a folder in a shared drive is found even if Google searches only some of the drives', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    fake.addSharedDrive('Office')
    const studio = fake.addSharedDrive('Studio')
    const id = fake.addFolder('Photos', { driveId: studio })
    fake.addFile(id, { name: 'a.jpg', bytes: await camera() })
    fake.program.isSearchCutShort = true
    expect((await gallery.drive.setFolder({ driveFolderName: 'Photos' })).driveFolderId).toBe(id)
    expect(namesOf(await gallery.drive.list())).toEqual(['a.jpg'])
  })

  test('a folder that was moved to the bin or never chosen answers 404', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    expect(await refusalOf(gallery.drive.list())).toMatchObject({
      code: 404,
      message: 'no Drive folder has been chosen yet',
    })
    const id = fake.addFolder('Photos')
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    fake.entry(id).trashed = true
    for (const call of [() => gallery.drive.list(), () => gallery.drive.schedule({})]) {
      expect(await refusalOf(call())).toMatchObject({
        code: 404,
        message: 'the folder “Photos” is no longer in the drive; choose another one',
      })
    }
    expect(gallery.drive.latest()).toEqual({ id: '' })
  })

  test('a folder in Google Drive answers 409 without a connection', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    const calls = [
      () => gallery.drive.setFolder({ driveFolderName: 'Photos' }),
      () => gallery.drive.list(),
      () => gallery.drive.check({ deleted: false }),
      () => gallery.drive.schedule({}),
      () => gallery.drive.uploadAwaited(),
    ]
    for (const call of calls) expect((await refusalOf(call())).code).toBe(409)
    expect(fake.paths).toEqual([])
  })
})

describe('list', () => {
  test('the list of a folder has all pages of its JPEGs, sorted by name, and nothing else', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    fake.program.pageSize = 7
    const folder = fake.addFolder('Photos')
    const bytes = await camera()
    const names = Array.from({ length: 23 }, (_, n) => `photo-${String(n).padStart(2, '0')}.jpg`)
    const files = names.toReversed().map((name) => fake.addFile(folder, { name, bytes }))
    fake.addFile(folder, { name: 'old.jpg', bytes, trashed: true })
    fake.addFile(folder, { name: 'raw.dng', bytes, mimeType: 'image/x-adobe-dng' })
    fake.addFile(fake.addFolder('Sub', { parent: folder }), { name: 'deep.jpg', bytes })
    fake.addFile(fake.addFolder('Elsewhere'), { name: 'else.jpg', bytes })
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    const list = await gallery.drive.list()
    expect(namesOf(list)).toEqual(names)
    const last = files[0]!
    expect(list.at(-1)).toEqual({
      id: last.id,
      name: last.name,
      mimeType: 'image/jpeg',
      md5Checksum: last.md5Checksum!,
      createdTime: last.createdTime,
      size: bytes.length,
    })
  })

  test('the list of a folder is retried after a pause when Google limits requests or has problems', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    fake.addFile(fake.addFolder('Photos'), { name: 'a.jpg', bytes: await camera() })
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    const refusals = [
      { status: 403, reason: 'rateLimitExceeded' },
      { status: 403, reason: 'userRateLimitExceeded' },
      { status: 429, retryAfterSeconds: 7 },
      { status: 503 },
    ]
    fake.program.refuse = () => refusals.shift()
    expect(namesOf(await gallery.drive.list())).toEqual(['a.jpg'])
    expect(gallery.pauses).toHaveLength(4)
    expect(gallery.pauses[2]).toBe(7000)
  })

  test('the list of a folder fails when Google’s problems continue, and at once for permanent errors', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    fake.addFolder('Photos')
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    fake.program.refuse = () => ({ status: 500 })
    expect((await refusalOf(gallery.drive.list())).code).toBe(503)
    expect(gallery.pauses).toHaveLength(4)
    fake.program.refuse = () => ({
      status: 403,
      reason: 'accessNotConfigured',
      message: 'The Drive API is not enabled.',
    })
    expect(await refusalOf(gallery.drive.list())).toMatchObject({
      code: 409,
      message: 'Google Drive rejected the request: The Drive API is not enabled.',
    })
    expect(gallery.pauses).toHaveLength(4)
    expect(gallery.drive.status().authenticated).toBe(true)
  })
})

describe('check', () => {
  test('the count of new photos contains each once, and none that the gallery already has', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const folder = fake.addFolder('Photos')
    const [here, twice, once] = [await camera(), await camera(), await camera()]
    fake.addFile(folder, { name: 'here.jpg', bytes: here })
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    await gallery.importAll()
    fake.addFile(folder, { name: 'here again.jpg', bytes: here })
    fake.addFile(folder, { name: 'twice.jpg', bytes: twice })
    fake.addFile(folder, { name: 'twice again.jpg', bytes: twice })
    fake.addFile(folder, { name: 'once.jpg', bytes: once })
    expect(namesOf(await gallery.drive.check({ deleted: false }))).toEqual([
      'once.jpg',
      'twice again.jpg',
    ])
    expect(await gallery.drive.check({ deleted: true })).toEqual([])
  })

  test('a folder’s individually deleted photos are listed separately and imported only on request', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const folder = fake.addFolder('Photos')
    const files = [
      fake.addFile(folder, { name: 'a.jpg', bytes: await camera() }),
      fake.addFile(folder, { name: 'b.jpg', bytes: await camera() }),
    ]
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    await gallery.importAll()
    const { photos, trash } = gallery.services
    await trash.put([photos.idOfMd5(files[0]!.md5Checksum!)!])

    expect(await gallery.drive.check({ deleted: false })).toEqual([])
    expect(namesOf(await gallery.drive.check({ deleted: true }))).toEqual(['a.jpg'])
    expect(await gallery.importAll()).toMatchObject({ state: 'FINISHED', total: 0, percent: 100 })
    expect(fake.fetches(files[0]!.id)).toBe(1)

    expect(await gallery.importAll([files[0]!.id])).toMatchObject({ total: 1, done: 1 })
    expect(await gallery.drive.check({ deleted: true })).toEqual([])
  })

  test('a folder’s individually deleted photos count as new after all photos were deleted', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const folder = fake.addFolder('Photos')
    for (const name of ['a.jpg', 'b.jpg']) fake.addFile(folder, { name, bytes: await camera() })
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    await gallery.importAll()
    const { trash, store } = gallery.services
    const [first] = store.connection.query<{ id: string }, []>('SELECT id FROM photo').all()
    await trash.put([first!.id])
    await trash.deleteEverything(true)
    expect(namesOf(await gallery.drive.check({ deleted: false }))).toEqual(['a.jpg', 'b.jpg'])
    expect(await gallery.drive.check({ deleted: true })).toEqual([])
  })
})
