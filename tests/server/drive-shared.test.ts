import { describe, expect, test } from 'bun:test'
import { openDriveGallery, refusalOf } from '../support/drive-gallery.ts'
import { type FakeDrive, openFakeDrive } from '../support/fake-drive.ts'
import { camera } from '../support/photos.ts'

/** A folder that someone shared out of a shared drive that the owner is no member of. */
async function sharedOut(fake: FakeDrive, name: string, photos: number) {
  const driveId = fake.addSharedDrive('Their studio', { isMember: false })
  const id = fake.addFolder(name, { driveId, isForeign: true })
  for (let n = 0; n < photos; n++) {
    fake.addFile(id, { name: `theirs-${n}.jpg`, bytes: await camera() })
  }
  return { id, driveId }
}

async function openConnected(fake: FakeDrive) {
  const gallery = await openDriveGallery(fake)
  await gallery.connect()
  return gallery
}

describe('shared out of a drive', () => {
  test('a folder from someone else’s shared drive can be chosen, checked and imported', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const { id } = await sharedOut(fake, 'Photos', 3)
    expect(await gallery.drive.setFolder({ driveFolderName: 'Photos' })).toEqual({
      driveFolderId: id,
      driveFolderName: 'Photos',
    })
    expect(await gallery.drive.check({ deleted: false })).toHaveLength(3)
    expect(await gallery.drive.content()).toMatchObject({ new: 3, total: 3 })
    expect(await gallery.importAll()).toMatchObject({ state: 'FINISHED', done: 3 })
  })

  test('a folder from someone else’s shared drive is described beside the owner’s folders of that name', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const own = fake.addFolder('Photos')
    const { id } = await sharedOut(fake, 'Photos', 2)
    const { code, details } = await refusalOf(
      gallery.drive.setFolder({ driveFolderName: 'Photos' }),
    )
    expect(code).toBe(409)
    expect(details?.folders).toMatchObject([
      { id: own, path: 'My Drive / Photos', photos: 0 },
      { id, path: 'Shared with me / Photos', photos: 2 },
    ])
  })

  test('a folder from someone else’s shared drive is listed as before once the owner becomes a member', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const driveId = fake.addSharedDrive('Studio')
    const id = fake.addFolder('Photos', { driveId })
    fake.addFile(id, { name: 'a.jpg', bytes: await camera() })
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    // Without the search of the whole drive, nothing would be found.
    expect(await gallery.drive.content()).toMatchObject({ new: 1 })
  })
})

test('a folder that cannot be described hides none of the others', async () => {
  await using fake = await openFakeDrive()
  await using gallery = await openConnected(fake)
  const own = fake.addFolder('Photos')
  const other = fake.addFolder('Photos')
  const { id } = await sharedOut(fake, 'Photos', 2)
  const refusals = [
    { status: 403, reason: 'insufficientFilePermissions' },
    { status: 404, reason: 'notFound' },
    { status: 500 },
  ]
  for (const refusal of refusals) {
    fake.program.refuse = (path, query) =>
      path.endsWith(id) || query.get('q')?.includes(id) ? refusal : undefined
    const { details } = await refusalOf(gallery.drive.setFolder({ driveFolderName: 'Photos' }))
    expect(details?.folders).toMatchObject([
      { id: own, path: 'My Drive / Photos', photos: 0 },
      { id: other, path: 'My Drive / Photos', photos: 0 },
      { id, path: 'Photos', photos: null },
    ])
  }
})

test('a folder that was moved to another drive is still found', async () => {
  await using fake = await openFakeDrive()
  await using gallery = await openConnected(fake)
  const [first, second] = [fake.addSharedDrive('One'), fake.addSharedDrive('Two')]
  const id = fake.addFolder('Photos', { driveId: first })
  const file = fake.addFile(id, { name: 'a.jpg', bytes: await camera() })
  await gallery.drive.setFolder({ driveFolderName: 'Photos' })
  for (const entry of [fake.entry(id), file]) entry.driveId = second
  for (let time = 0; time < 2; time++) {
    expect(await gallery.drive.content()).toMatchObject({ new: 1 })
  }
})
