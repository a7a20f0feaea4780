import { describe, expect, test } from 'bun:test'
import type {
  DriveFolderBrowse,
  DriveFoldersNamed,
  DriveFoldersQuery,
} from '../../src/contract/imports/drive.ts'
import {
  DriveFolderBrowse as BrowseSchema,
  DriveFolderChoice,
  DriveFoldersNamed as NamedSchema,
} from '../../src/contract/imports/drive.ts'
import { type DriveGallery, openDriveGallery, refusalOf } from '../support/drive-gallery.ts'
import { type FakeDrive, openFakeDrive } from '../support/fake-drive.ts'
import { camera } from '../support/photos.ts'

async function openConnected(fake: FakeDrive) {
  const gallery = await openDriveGallery(fake)
  await gallery.connect()
  return gallery
}
const choose = (gallery: DriveGallery, driveFolderName: string, driveFolderId?: string) =>
  gallery.drive.setFolder({ driveFolderName, ...(driveFolderId && { driveFolderId }) })
const browse = async (gallery: DriveGallery, query: DriveFoldersQuery = {}) =>
  BrowseSchema().parse(await gallery.drive.folders(query)) satisfies DriveFolderBrowse
const named = async (gallery: DriveGallery, name: string, pageToken?: string) =>
  NamedSchema().parse(
    await gallery.drive.folders({ name, ...(pageToken && { pageToken }) }),
  ) satisfies DriveFoldersNamed

describe('names', () => {
  test('a folder’s name is the same in both Unicode forms, whichever was typed', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const decomposed = fake.addFolder('Gru\u0308\u00dfe'.normalize('NFD'))
    const composed = fake.addFolder('Caf\u00e9')
    expect((await choose(gallery, 'Gr\u00fc\u00dfe')).driveFolderId).toBe(decomposed)
    expect((await choose(gallery, 'Cafe\u0301')).driveFolderId).toBe(composed)
  })

  test('a folder’s name is found in another case only if no folder has exactly this one', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const lower = fake.addFolder('photos')
    expect((await choose(gallery, 'PHOTOS')).driveFolderId).toBe(lower)
    expect(gallery.drive.chosenFolder().driveFolderName).toBe('photos')
    const exact = fake.addFolder('PHOTOS')
    expect((await choose(gallery, 'PHOTOS')).driveFolderId).toBe(exact)
    expect((await choose(gallery, 'photos')).driveFolderId).toBe(lower)
  })

  test('a folder’s name keeps spaces at its ends', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const plain = fake.addFolder('Photos')
    const blank = fake.addFolder(' Photos ')
    const parse = (driveFolderName: string) => DriveFolderChoice().parse({ driveFolderName })
    const choice = parse(' Photos ')
    expect((await gallery.drive.setFolder(choice)).driveFolderId).toBe(blank)
    expect(gallery.drive.chosenFolder().driveFolderName).toBe(' Photos ')
    expect((await gallery.drive.setFolder(parse('Photos'))).driveFolderId).toBe(plain)
    for (const name of ['', '   ', 'a\nb', 'x'.repeat(256)]) {
      expect(DriveFolderChoice().safeParse({ driveFolderName: name }).success).toBe(false)
    }
  })

  test('a name shared by many folders is answered page by page, without leaving any out', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const ids = Array.from({ length: 45 }, () => fake.addFolder('Photos'))
    const { details } = await refusalOf(choose(gallery, 'Photos'))
    const first = NamedSchema().parse({ folders: details?.folders, next: details?.next })
    const found = first.folders.map((folder) => folder.id)
    expect(found).toHaveLength(20)
    for (let { next } = first; next !== null; ) {
      const page = await named(gallery, 'Photos', next)
      found.push(...page.folders.map((folder) => folder.id))
      next = page.next
    }
    expect(found).toEqual(ids)
    expect(await named(gallery, 'Photos', '45')).toEqual({ folders: [], next: null })
    expect((await refusalOf(named(gallery, 'Photos', 'x'))).code).toBe(400)
    expect(await named(gallery, 'None')).toEqual({ folders: [], next: null })
  })
})

describe('folders', () => {
  test('the top of the owner’s drive can be chosen, by id or name, also in Google’s language', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    fake.addFile('root', { name: 'a.jpg', bytes: await camera() })
    const top = { driveFolderId: 'root', driveFolderName: 'My Drive' }
    expect(await choose(gallery, 'My Drive', 'root')).toEqual(top)
    expect(await gallery.importAll()).toMatchObject({ done: 1 })
    expect(await choose(gallery, 'My Drive')).toEqual(top)
    fake.entry('root').name = 'Meine Ablage'
    expect((await choose(gallery, 'Meine Ablage')).driveFolderId).toBe('root')
    expect((await choose(gallery, 'my drive')).driveFolderId).toBe('root')
  })

  test('the top of a shared drive can be chosen, by id or name', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const id = fake.addSharedDrive('Studio')
    fake.addFile(id, { name: 'a.jpg', bytes: await camera() })
    const top = { driveFolderId: id, driveFolderName: 'Studio' }
    expect(await choose(gallery, 'anything', id)).toEqual(top)
    expect(await gallery.drive.content()).toMatchObject({ new: 1 })
    expect(await choose(gallery, 'Studio')).toEqual(top)
    const other = fake.addFolder('Studio')
    const { details } = await refusalOf(choose(gallery, 'Studio'))
    expect(details?.folders).toMatchObject([
      { id, path: 'Studio', photos: 1 },
      { id: other, path: 'My Drive / Studio', photos: 0 },
    ])
  })

  test('a folder to which a shortcut leads can be chosen, by its name or id', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const year = fake.addFolder('2025')
    const id = fake.addFolder('Originals', { parent: year })
    fake.addFile(id, { name: 'a.jpg', bytes: await camera() })
    const shortcut = fake.addShortcut('Best of', id)
    expect(await choose(gallery, 'Best of')).toEqual({
      driveFolderId: id,
      driveFolderName: 'Best of',
    })
    expect(await choose(gallery, 'Best of', shortcut)).toMatchObject({ driveFolderId: id })
    expect(await gallery.drive.content()).toMatchObject({ new: 1 })
    // The folder itself and a shortcut of the same name are one.
    fake.addShortcut('Originals', id)
    expect(await choose(gallery, 'Originals')).toMatchObject({ driveFolderId: id })
    // Shortcuts to files, and to what is gone, are none.
    const [file] = [fake.addFile(year, { name: 'Best of 2', bytes: await camera() })]
    fake.addShortcut('To a file', file!.id)
    const gone = fake.addFolder('Gone')
    fake.addShortcut('To nothing', gone)
    fake.remove(gone)
    for (const name of ['To a file', 'To nothing']) {
      expect((await refusalOf(choose(gallery, name))).code).toBe(404)
    }
  })
})

describe('browsing', () => {
  test('the chooser leads from the top through all drives to a folder', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const studio = fake.addSharedDrive('Studio')
    fake.addSharedDrive('Office')
    fake.addSharedDrive('Not ours', { isMember: false })
    const year = fake.addFolder('2025')
    const summer = fake.addFolder('Summer', { parent: year })
    const foreign = fake.addFolder('From Ann', { isForeign: true })
    const job = fake.addFolder('Job 10', { driveId: studio })
    fake.addFolder('Job 9', { driveId: studio })
    fake.addFolder('In the bin', { trashed: true })
    fake.addFile('root', { name: 'a.jpg', bytes: await camera() })
    fake.addShortcut('Zum Sommer', summer)

    const top = await browse(gallery)
    expect(top.path).toEqual([])
    expect(top.folders).toEqual([
      { id: 'root', name: 'My Drive', canChoose: true },
      { id: 'shared', name: 'Shared with me', canChoose: false },
      { id: studio, name: 'Studio', canChoose: true },
    ])
    expect(await browse(gallery, { pageToken: top.next! })).toMatchObject({
      path: [],
      folders: [{ name: 'Office' }],
      next: null,
    })
    expect(await browse(gallery, { parent: 'root' })).toEqual({
      path: [{ id: 'root', name: 'My Drive' }],
      folders: [
        { id: year, name: '2025', canChoose: true },
        { id: summer, name: 'Zum Sommer', canChoose: true },
      ],
      next: null,
    })
    expect(await browse(gallery, { parent: summer })).toEqual({
      path: [
        { id: fake.entry('root').id, name: 'My Drive' },
        { id: year, name: '2025' },
        { id: summer, name: 'Summer' },
      ],
      folders: [],
      next: null,
    })
    expect(await browse(gallery, { parent: 'shared' })).toEqual({
      path: [{ id: 'shared', name: 'Shared with me' }],
      folders: [{ id: foreign, name: 'From Ann', canChoose: true }],
      next: null,
    })
    expect(await browse(gallery, { parent: studio })).toMatchObject({
      path: [{ id: studio, name: 'Studio' }],
      folders: [{ name: 'Job 9' }, { name: 'Job 10' }],
    })
    expect((await browse(gallery, { parent: job })).path).toEqual([
      { id: studio, name: 'Studio' },
      { id: job, name: 'Job 10' },
    ])
    expect((await browse(gallery, { parent: foreign })).path).toEqual([
      { id: 'shared', name: 'Shared with me' },
      { id: foreign, name: 'From Ann' },
    ])
  })

  test('the chooser shows many folders page by page, and refuses what it cannot read', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    fake.program.pageSize = 7
    const names = Array.from({ length: 20 }, (_, n) => `Folder ${n}`)
    for (const name of names) fake.addFolder(name)
    const found: string[] = []
    for (let pageToken: string | undefined, isLast = false; !isLast; ) {
      const page = await browse(gallery, { parent: 'root', ...(pageToken && { pageToken }) })
      found.push(...page.folders.map((folder) => folder.name))
      isLast = page.next === null
      pageToken = page.next ?? undefined
    }
    expect(found).toEqual(names)
    const wrong = browse(gallery, { parent: 'root', pageToken: 'made up' })
    expect((await refusalOf(wrong)).code).toBe(400)
    expect((await refusalOf(browse(gallery, { parent: 'unknown' }))).code).toBe(404)
  })

  test('the chooser shows the folders inside a folder shared from someone else’s drive', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openConnected(fake)
    const driveId = fake.addSharedDrive('Theirs', { isMember: false })
    const shared = fake.addFolder('Shared', { driveId, isForeign: true })
    const inner = fake.addFolder('Inner', { driveId, parent: shared })
    expect((await browse(gallery, { parent: shared })).folders).toMatchObject([{ id: inner }])
    expect((await browse(gallery, { parent: inner })).path).toEqual([
      { id: 'shared', name: 'Shared with me' },
      { id: shared, name: 'Shared' },
      { id: inner, name: 'Inner' },
    ])
  })
})
