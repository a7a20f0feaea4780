import { describe, expect, test } from 'bun:test'
import type { Source } from '../../src/contract/imports/sources.ts'
import {
  type DriveGallery,
  importedMd5s,
  md5sOf,
  openDriveGallery,
  openImport,
} from '../support/drive-gallery.ts'
import { type FakeDrive, openFakeDrive } from '../support/fake-drive.ts'
import { letters } from '../support/mailbox.ts'
import { camera } from '../support/photos.ts'

const settings = {
  everyHours: null,
  subfolders: true,
  albumPerSubfolder: false,
  whenGone: 'nothing',
} as const

/** Waits until a source's run has ended. */
async function ended({ services }: DriveGallery, id: string): Promise<Source> {
  for (;;) {
    const source = services.sources.get(id)
    if (source.state !== 'running') return source
    await Bun.sleep(5)
  }
}

/** Compares and applies, as at the press of 'Sync now'. */
async function sync(gallery: DriveGallery, { id }: Pick<Source, 'id'>): Promise<Source> {
  await gallery.services.sources.sync(id, false)
  return ended(gallery, id)
}

async function addFolder(gallery: DriveGallery, folderId: string): Promise<Source> {
  const source = await gallery.services.sources.add({ kind: 'drive', folderId, ...settings })
  return sync(gallery, source)
}

const photosOf = ({ services }: DriveGallery) =>
  services.store.connection
    .query<{ id: string; md5: string; source_name: string }, []>(
      'SELECT id, md5, source_name FROM photo ORDER BY row_id',
    )
    .all()

const loseConnection = (fake: FakeDrive) => fake.oauth.withdraw()

describe('sources', () => {
  test('a source in Google Drive keeps its photos in step with the drive', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    const folder = fake.addFolder('2026')
    const inside = fake.addFolder('Trip', { parent: folder })
    const [a, b] = [
      fake.addFile(folder, { name: 'a.jpg', bytes: await camera() }),
      fake.addFile(inside, { name: 'b.jpg', bytes: await camera() }),
    ]
    const source = await addFolder(gallery, folder)
    expect(source).toMatchObject({
      ...{ kind: 'drive', name: '2026', folderId: folder, path: null, state: 'idle', photos: 2 },
      lastRun: { counts: { new: 2 }, failed: 0, error: null },
    })
    const before = photosOf(gallery)
    expect(before.map(({ md5 }) => md5).sort()).toEqual(md5sOf([a, b]))

    fake.update(inside, { name: 'Journey' })
    fake.update(a.id, { name: 'renamed.jpg', parent: inside })
    expect((await sync(gallery, source)).lastRun?.counts).toMatchObject({ new: 0, moved: 2 })
    expect(fake.totalFetches()).toBe(2)
    expect(
      photosOf(gallery)
        .map(({ source_name }) => source_name)
        .sort(),
    ).toEqual(['b.jpg', 'renamed.jpg'])

    fake.change(a.id, await camera())
    fake.update(b.id, { trashed: true })
    const { lastRun, photos } = await sync(gallery, source)
    expect(lastRun?.counts).toMatchObject({ changed: 1, gone: 1 })
    expect(photos).toBe(1)
    const after = photosOf(gallery)
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(after.map(({ md5 }) => md5).sort()).toEqual(md5sOf([a, b]))
    expect(fake.fetches(a.id)).toBe(2)
  })

  test('a source in Google Drive finds changes at the regular time with one request for a list', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    const folder = fake.addFolder('2026')
    const { id } = await addFolder(gallery, folder)
    const { sources } = gallery.services
    await sources.change(id, { everyHours: 1 })
    const file = fake.addFile(folder, { name: 'a.jpg', bytes: await camera() })
    const before = fake.lists()
    gallery.clock.advance(3_600_000)
    // As the timer does, which follows the real clock.
    await sources.change(id, { name: 'Renamed here' })
    while (sources.get(id).photos === 0) await Bun.sleep(5)
    expect(await ended(gallery, id)).toMatchObject({ name: 'Renamed here', state: 'idle' })
    expect(importedMd5s(gallery)).toEqual(md5sOf([file]))
    expect(fake.lists() - before).toBe(1)
  })

  test('a source in Google Drive adopts photos imported before, and imports their new versions', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder, files } = await openImport(fake, 3)
    await using _ = gallery
    await gallery.importAll()
    const before = photosOf(gallery)
    fake.change(files[1]!.id, await camera())
    const source = await addFolder(gallery, folder)
    expect(source).toMatchObject({ photos: 3, state: 'idle' })
    expect(photosOf(gallery).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
    expect(files.map(({ id }) => fake.fetches(id))).toEqual([1, 2, 1])
    // The import goes on working.
    const added = fake.addFile(folder, { name: 'new.jpg', bytes: await camera() })
    expect(await gallery.importAll()).toMatchObject({ state: 'FINISHED', done: 1 })
    expect((await sync(gallery, source)).photos).toBe(4)
    expect(fake.fetches(added.id)).toBe(1)
  })

  test('a source in Google Drive continues after a file that cannot be downloaded, and tries it again', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    const folder = fake.addFolder('2026')
    const [bad, good] = [
      fake.addFile(folder, { name: 'a.jpg', bytes: await camera() }),
      fake.addFile(folder, { name: 'b.jpg', bytes: await camera() }),
    ]
    fake.program.refuse = (path, query) =>
      path.endsWith(bad.id) && query.get('alt') === 'media' ? { status: 500 } : undefined
    const source = await addFolder(gallery, folder)
    expect(source).toMatchObject({ state: 'idle', photos: 1, lastRun: { failed: 1 } })
    expect(importedMd5s(gallery)).toEqual(md5sOf([good]))
    fake.program.refuse = () => undefined
    expect(await sync(gallery, source)).toMatchObject({ photos: 2, lastRun: { failed: 0 } })
    expect(fake.fetches(good.id)).toBe(1)
  })

  test('a source in Google Drive needs an existing folder and a connection', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    const add = (folderId: string) =>
      gallery.services.sources.add({ kind: 'drive', folderId, ...settings })
    await expect(add('anything')).rejects.toMatchObject({ code: 409 })
    await gallery.connect()
    await expect(add('anything')).rejects.toMatchObject({ code: 404 })
    const top = await add('root')
    expect(top).toMatchObject({ name: 'My Drive', folderId: fake.entry('root').id })
    await expect(add(fake.entry('root').id)).rejects.toMatchObject({ code: 409 })
  })
})

describe('lost connection', () => {
  test('a lost connection to Google Drive is shown at the source, and the owner gets one e-mail about it', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    const folder = fake.addFolder('2026')
    const source = await addFolder(gallery, folder)
    loseConnection(fake)
    for (let run = 0; run < 3; run++) {
      const { state, lastRun } = await sync(gallery, source)
      expect(state).toBe('failed')
      expect(lastRun?.error).toMatch(
        /^Google no longer accepts this connection\..*Connect again\.$/,
      )
    }
    const [letter, ...others] = await letters(gallery)
    expect(others).toEqual([])
    expect(letter!.to).toContain('ann@example.org')
    expect(letter!.text).toMatch(/^Subject: Connect Google Drive again for /m)
    expect(letter!.text).toContain('http://gallery.test/account/drive')

    await gallery.connect()
    fake.addFile(folder, { name: 'a.jpg', bytes: await camera() })
    expect(await sync(gallery, source)).toMatchObject({ state: 'idle', photos: 1 })
    loseConnection(fake)
    await sync(gallery, source)
    expect(await letters(gallery)).toHaveLength(2)
  })

  test('a lost connection of a gallery without sources is only shown', async () => {
    await using fake = await openFakeDrive()
    const { gallery } = await openImport(fake, 1)
    await using _ = gallery
    loseConnection(fake)
    expect(await gallery.importAll().catch((error: unknown) => error)).toMatchObject({ code: 409 })
    expect(gallery.drive.status().isLost).toBe(true)
    expect(await letters(gallery)).toEqual([])
  })
})
