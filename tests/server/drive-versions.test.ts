// Files of the drive whose contents changed, and those that seem to be new versions of photos.
import { expect, test } from 'bun:test'
import { ownerViewer } from '../../src/contract/people/viewer.ts'
import { type DriveGallery, importedMd5s, openImport } from '../support/drive-gallery.ts'
import { openFakeDrive } from '../support/fake-drive.ts'
import { camera } from '../support/photos.ts'

const exported = (title: string) => camera({ serial: '12345', title })

const photosOf = ({ services }: DriveGallery) =>
  services.photos.list({ kind: 'all' }, {}, ownerViewer).photos

test('a file with a new content gives its photo a new version', async () => {
  await using fake = await openFakeDrive()
  const { gallery, files } = await openImport(fake, 3)
  await using _ = gallery
  await gallery.importAll()
  const before = photosOf(gallery)
  const [changed] = files
  fake.change(changed!.id, await camera({ title: 'Edited', date: '1999:01:01 00:00:00' }))
  expect(await gallery.importAll()).toMatchObject({ total: 1, done: 0, replaced: 1, waiting: 0 })
  const after = photosOf(gallery)
  expect(after.map(({ id }) => id).sort()).toEqual(before.map(({ id }) => id).sort())
  const photo = after.find(({ title }) => title === 'Edited')!
  expect(photo.sourceName).toBe(changed!.name)
  const versions = gallery.services.versions.list(photo.id)
  expect(versions.map(({ rule }) => rule)).toEqual(['item', null])
  // What the owner chose to show stays, although the drive still has the newer content.
  await gallery.services.versions.show(photo.id, photo.id)
  expect(await gallery.importAll()).toMatchObject({ total: 0, replaced: 0 })
})

test('a file imported before files of the drive were remembered gives its photo a new version too', async () => {
  await using fake = await openFakeDrive()
  const { gallery, files } = await openImport(fake, 2)
  await using _ = gallery
  await gallery.importAll()
  gallery.services.store.connection.run('DELETE FROM photo_item')
  // An import that finds nothing new is enough to learn them.
  await gallery.importAll()
  fake.change(files[0]!.id, await camera({ title: 'Edited', date: '1999:01:01 00:00:00' }))
  expect(await gallery.importAll()).toMatchObject({ total: 1, replaced: 1 })
})

test('another file that matches a photo waits for a decision, and then belongs to it', async () => {
  await using fake = await openFakeDrive()
  const { gallery, folder } = await openImport(fake, 0)
  await using _ = gallery
  fake.addFile(folder, { name: 'Tor.jpg', bytes: await exported('First') })
  await gallery.importAll()
  const [photo] = photosOf(gallery)
  const second = fake.addFile(folder, { name: 'tor.JPG', bytes: await exported('Second') })
  expect(await gallery.importAll()).toMatchObject({ total: 1, done: 0, waiting: 1, percent: 100 })
  // It is not fetched again while it waits.
  expect(await gallery.importAll()).toMatchObject({ total: 0 })
  expect(fake.fetches(second.id)).toBe(1)
  const [pending] = gallery.services.pendingFiles.list()
  expect(pending).toMatchObject({
    fileName: 'tor.JPG',
    source: 'drive',
    rule: 'name and time',
    photo: { id: photo!.id },
  })
  await gallery.services.pendingFiles.decide(pending!.id, 'replace')
  expect(importedMd5s(gallery)).toEqual([second.md5Checksum!])
  fake.change(second.id, await exported('Third'))
  expect(await gallery.importAll()).toMatchObject({ total: 1, replaced: 1, waiting: 0 })
  expect(photosOf(gallery).map(({ id, title }) => [id, title])).toEqual([[photo!.id, 'Third']])
})
