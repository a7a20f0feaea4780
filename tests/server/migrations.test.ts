import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Album } from '../../src/contract/albums.ts'
import type { PhotoList } from '../../src/contract/photos.ts'
import type { Browser } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
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
  'a data folder of schema %i is migrated to the newest without losing anything',
  async (version) => {
    const old = await openGallery({ keepFolder: true })
    const owner = await old.asOwner()
    const shown = await upload(old, owner, camera({ model: 'x100v', title: 'Shown' }))
    // The same camera in another spelling, and the only photo of it in the photostream.
    await upload(old, owner, camera({ model: 'X100V', title: 'Hidden' }))
    await upload(old, owner, camera({ model: 'Other', title: 'Also hidden' }))
    const album = await makeAlbum(owner, 'Stream', [shown], { isPhotostream: true })
    const before = { owner: await viewOf(owner), visitor: await viewOf(old.asVisitor()) }
    await old[Symbol.asyncDispose]()

    const tables = ['camera', 'photo', 'rendition', 'album', 'album_photo']
    takeBackTo(version, old.data, tables, (database) => {
      database.run('UPDATE album SET photo_count = (SELECT count(*) FROM album_photo)')
      database.run(
        'UPDATE ux_config SET photostream_album = (SELECT rowid FROM album WHERE id = ?)',
        [album.id],
      )
    })

    await using gallery = await openGallery({ data: old.data })
    const after = {
      owner: await viewOf(await gallery.asOwner()),
      visitor: await viewOf(gallery.asVisitor()),
    }
    expect(after).toEqual(before)
    expect(after.owner.photos.total).toBe(3)
    expect(after.visitor.cameras).toHaveLength(1)
  },
)
