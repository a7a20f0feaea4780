import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import { openStore } from '../../src/core/database/open.ts'
import { md5Of } from '../../src/images/md5.ts'
import { rollBack } from '../../src/operations/rollback/rollback.ts'
import type { Browser } from '../support/browser.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { stateOf } from '../support/large-folder.ts'
import { takeBackTo } from '../support/old-folder.ts'
import { camera } from '../support/photos.ts'

const migrations = readdirSync(join(import.meta.dir, '../../migrations'))

/** What the owner and a visitor see; a migration must not change it. */
const viewOf = async (browser: Browser) => ({
  photos: await browser.data<PhotoList>('/api/photos'),
  albums: await browser.data<Album[]>('/api/albums'),
  cameras: await browser.data<object[]>('/api/cameras'),
})

test.each(migrations.slice(0, -1).map((_, index) => index + 1))(
  'a data folder of schema %i is migrated to the newest and rolled back without losing anything',
  async (version) => {
    const old = await openGallery({ keepFolder: true })
    const owner = await old.asOwner()
    // Older programs did not mark pictures as not for AI.
    await owner.data('/api/sharing', { method: 'PUT', body: { keepAiOut: false } })
    const shown = await upload(old, owner, camera({ model: 'x100v', title: 'Shown' }))
    // The same camera in another spelling, and the only photo of it in the photostream.
    await upload(old, owner, camera({ model: 'X100V', title: 'Hidden' }))
    await upload(old, owner, camera({ model: 'Other', title: 'Also hidden' }))
    const album = await makeAlbum(owner, 'Stream', [shown], { isPhotostream: true })
    const before = { owner: await viewOf(owner), visitor: await viewOf(old.asVisitor()) }
    const files = await filesIn(old.data, 'originals')
    await old[Symbol.asyncDispose]()

    const tables = ['camera', 'photo', 'rendition', 'album', 'album_photo']
    // From this schema on, the upgrade no longer derives the spellings.
    if (version >= 27) tables.push('camera_model')
    takeBackTo(version, old.data, tables, (database) => {
      database.run('UPDATE album SET photo_count = (SELECT count(*) FROM album_photo)')
      database.run(
        'UPDATE ux_config SET photostream_album = (SELECT rowid FROM album WHERE id = ?)',
        [album.id],
      )
    })

    const path = join(old.data, 'vitrine.db')
    const then = stateOf(path)
    expect(then).toMatchObject({ version, photos: 3 })

    {
      await using gallery = await openGallery({ data: old.data, keepFolder: true })
      const { upgrade } = gallery.services.store
      expect(upgrade).toMatchObject({ from: version, to: migrations.length })
      expect(stateOf(upgrade!.copy)).toEqual(then)
      expect(stateOf(path)).toEqual({ ...then, version: migrations.length })
      for (const photo of before.owner.photos.photos) {
        const md5 = await md5Of(gallery.services.library.original(photo.id))
        expect(md5).toBe(photo.md5!)
      }
      expect(await filesIn(old.data, 'originals')).toEqual(files)
      const after = {
        owner: await viewOf(await gallery.asOwner()),
        visitor: await viewOf(gallery.asVisitor()),
      }
      // What was edited is not known of photos from before it was recorded.
      const isRecorded = version >= 19
      if (!isRecorded) for (const photo of before.owner.photos.photos) photo.edited = null
      expect(after).toEqual(before)
      expect(after.owner.photos.total).toBe(3)
      expect(after.visitor.cameras).toHaveLength(1)
      const found = await gallery.asVisitor().data<PhotoList>('/api/photos/search?q=shówn&limit=5')
      expect(found.photos.map(({ title }) => title)).toEqual(['Shown'])
    }

    // What the upgrade itself has changed is not lost; only the sign-up above is.
    const { copy, lost, replaced } = rollBack(path, { mayLoseChanges: true })
    expect(lost.map(({ name }) => name)).toEqual(['the owner’s profile and password'])
    expect(copy.schema).toBe(version)
    expect(stateOf(path)).toEqual(then)
    expect(stateOf(replaced!)).toEqual({ ...then, version: migrations.length })
    await rm(old.data, { recursive: true })
  },
)

test('the newest copies of the last three schemas made before upgrades are kept', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const backups = join(folder, 'backups')
  await mkdir(backups)
  const path = join(folder, 'vitrine.db')
  const old = new Database(path, { create: true })
  for (const name of migrations.toSorted().slice(0, 7)) {
    old.run(readFileSync(join(import.meta.dir, '../../migrations', name), 'utf8'))
  }
  old.run('PRAGMA user_version = 7')
  old.close()
  const others = ['last.json', 'vitrine-schema-7-mine.db', 'notes.txt']
  const copies = [
    'vitrine-schema-2-20240101T000000Z.db',
    'vitrine-schema-5-20240301T000000Z.db',
    'vitrine-schema-6-20240401T000000Z.db',
    'vitrine-schema-6-20240402T000000Z.db',
    'vitrine-schema-7-20240501T000000Z.db',
  ]
  for (const name of [...others, ...copies, `${copies[4]}.part`]) {
    await writeFile(join(backups, name), name)
  }
  const store = openStore(path)
  const made = basename(store.upgrade!.copy)
  store.close()
  expect(made).toMatch(/^vitrine-schema-7-\d{8}T\d{6}Z\.db$/)
  expect((await readdir(backups)).sort()).toEqual(
    [...others, 'vitrine-schema-5-20240301T000000Z.db', copies[3]!, made].sort(),
  )
  expect((await stat(join(backups, made))).mode & 0o077).toBe(0)
  await rm(folder, { recursive: true })
})
