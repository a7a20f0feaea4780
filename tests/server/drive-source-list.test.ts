import { describe, expect, test } from 'bun:test'
import type { KnownItem, Listing } from '../../src/imports/folders/driver.ts'
import { openDriveGallery } from '../support/drive-gallery.ts'
import { openFakeDrive } from '../support/fake-drive.ts'

const folderName = '2026'

/** A folder in a drive that is listed again and again, and what is known of it, as of a source. */
async function openSource({ shared = false, hasSubfolders = true, isMember = true } = {}) {
  const fake = await openFakeDrive()
  const gallery = await openDriveGallery(fake)
  await gallery.connect()
  const driveId = shared ? fake.addSharedDrive('Studio', { isMember }) : undefined
  const top = fake.addFolder(folderName, { ...(driveId && { driveId, isForeign: !isMember }) })
  const driver = gallery.services.driveSources
  const { location, name } = await driver.check({
    kind: 'drive',
    folderId: top,
    everyHours: null,
    subfolders: hasSubfolders,
    albumPerSubfolder: false,
    whenGone: 'nothing',
  })
  const source = { id: 'source', location, name, hasSubfolders }
  const known = new Map<string, KnownItem>()
  let cursor: string | null = null

  /** Lists, remembers it as a source does, and counts the requests for lists. */
  const list = async (): Promise<Listing & { lists: number }> => {
    const before = fake.lists()
    const { signal } = new AbortController()
    const listing = await driver.list(source, { cursor, known: () => known.values(), signal })
    const items = new Map(listing.items.map((item) => [item.item, item]))
    const absent = [...known.keys()].filter((id) => !items.has(id))
    const gone = listing.kind === 'whole' ? absent : listing.gone
    for (const id of gone) known.set(id, { ...known.get(id)!, isGone: true })
    for (const [id, item] of items) known.set(id, { ...item, photo: null, isGone: false })
    cursor = listing.cursor
    return { ...listing, lists: fake.lists() - before }
  }
  const paths = () =>
    [...known.values()].flatMap(({ path, isGone }) => (isGone ? [] : [path])).sort()
  const add = (name: string, folder = top) =>
    fake.addFile(folder, { name, bytes: new TextEncoder().encode(`${name} in ${folder}`) })
  return {
    fake,
    gallery,
    driver,
    top,
    list,
    paths,
    add,
    [Symbol.asyncDispose]: async () => {
      await gallery[Symbol.asyncDispose]()
      await fake[Symbol.asyncDispose]()
    },
  }
}

describe('folders', () => {
  test('a folder in Google Drive is listed with the folders in it, 30 at a time', async () => {
    await using source = await openSource()
    source.add('a.jpg')
    source.add('notes.txt').mimeType = 'text/plain'
    const subfolders = Array.from({ length: 31 }, (_, n) =>
      source.fake.addFolder(`Day ${n}`, { parent: source.top }),
    )
    source.add('b.jpg', subfolders[30])
    const deepest = source.fake.addFolder('Best', { parent: subfolders[0]! })
    source.add('c/d.jpg', deepest)
    const { kind, items, lists } = await source.list()
    expect(kind).toBe('whole')
    expect(items.map(({ path }) => path).sort()).toEqual([
      'Day 0/Best/c_d.jpg',
      'Day 30/b.jpg',
      'a.jpg',
    ])
    expect(lists).toBe(3)
  })

  test('a folder in Google Drive leaves out bins and caches, whenever a folder becomes one', async () => {
    await using source = await openSource()
    const { fake, top, add, list, paths } = source
    add('a.jpg', fake.addFolder('@eaDir', { parent: top }))
    add('._b.jpg')
    add('b.HEIC').mimeType = 'image/heif'
    add('Letter').mimeType = 'application/vnd.google-apps.document'
    const trip = fake.addFolder('Trip', { parent: top })
    add('c.jpg', fake.addFolder('Recycle', { parent: trip }))
    expect((await list()).omitted).toEqual({
      types: [{ type: '.heic', count: 1 }],
      skipped: [{ name: '@eaDir', reason: 'thumbnails or caches', count: 1 }],
    })
    expect(paths()).toEqual(['Trip/Recycle/c.jpg'])
    fake.update(trip, { name: '#recycle' })
    expect((await list()).kind).toBe('changes')
    expect(paths()).toEqual([])
    fake.update(trip, { name: 'Trip' })
    await list()
    expect(paths()).toEqual(['Trip/Recycle/c.jpg'])
  })

  test('a folder in Google Drive is listed without its subfolders if they are not wanted', async () => {
    await using source = await openSource({ hasSubfolders: false })
    source.add('a.jpg')
    source.add('b.jpg', source.fake.addFolder('Inside', { parent: source.top }))
    await source.list()
    source.add('c.jpg', source.fake.addFolder('Also inside', { parent: source.top }))
    source.add('d.jpg')
    expect((await source.list()).kind).toBe('changes')
    expect(source.paths()).toEqual(['a.jpg', 'd.jpg'])
  })

  test('a folder in Google Drive of 1,000 files is listed once, and 50 changes of it cost one request for a list', async () => {
    await using source = await openSource()
    const { fake, top, add } = source
    const inside = fake.addFolder('Inside', { parent: top })
    const elsewhere = fake.addFolder('Elsewhere')
    const files = Array.from({ length: 1000 }, (_, n) => add(`${n}.jpg`, n % 2 ? top : inside))
    expect((await source.list()).lists).toBe(2)
    expect(await source.list()).toMatchObject({ kind: 'changes', items: [], gone: [], lists: 1 })

    for (const { id } of files.slice(0, 10)) fake.change(id, new Uint8Array([1, 2, 3]))
    for (const { id } of files.slice(10, 20)) fake.update(id, { trashed: true })
    for (const { id } of files.slice(20, 25)) fake.update(id, { parent: elsewhere })
    for (const { id } of files.slice(25, 30)) fake.remove(id)
    for (const { id, name } of files.slice(30, 40)) fake.update(id, { name: `renamed ${name}` })
    for (let n = 0; n < 10; n++) add(`new ${n}.jpg`)
    const { items, gone, lists } = await source.list()
    expect(items).toHaveLength(30)
    expect(new Set(gone)).toEqual(new Set(files.slice(10, 30).map(({ id }) => id)))
    expect(lists).toBe(1)
    expect(source.paths()).toHaveLength(990)
  })

  test('a folder with many changes is listed with further pages', async () => {
    await using source = await openSource()
    await source.list()
    source.fake.program.pageSize = 4
    for (let n = 0; n < 10; n++) source.add(`${n}.jpg`)
    expect(await source.list()).toMatchObject({ kind: 'changes', lists: 3 })
    expect(source.paths()).toHaveLength(10)
    expect(await source.list()).toMatchObject({ items: [], lists: 1 })
  })

  test('a folder in Google Drive follows folders that are moved, renamed, trashed and restored with their content', async () => {
    await using source = await openSource()
    const { fake, top, add, list, paths } = source
    const [trip, outside] = [fake.addFolder('Trip', { parent: top }), fake.addFolder('Outside')]
    const day = fake.addFolder('Day 1', { parent: trip })
    const arriving = fake.addFolder('Arriving', { parent: outside })
    add('a.jpg', day)
    add('b.jpg', trip)
    add('c.jpg', arriving)
    await list()
    expect(paths()).toEqual(['Trip/Day 1/a.jpg', 'Trip/b.jpg'])

    fake.update(trip, { name: 'Journey' })
    expect(await list()).toMatchObject({ kind: 'changes', gone: [], lists: 1 })
    expect(paths()).toEqual(['Journey/Day 1/a.jpg', 'Journey/b.jpg'])

    fake.update(day, { parent: top })
    fake.update(arriving, { parent: day })
    expect(await list()).toMatchObject({ kind: 'changes', lists: 2 })
    expect(paths()).toEqual(['Day 1/Arriving/c.jpg', 'Day 1/a.jpg', 'Journey/b.jpg'])

    fake.update(day, { trashed: true })
    const { gone } = await list()
    expect(gone).toHaveLength(2)
    expect(paths()).toEqual(['Journey/b.jpg'])

    fake.update(day, { trashed: false })
    expect((await list()).kind).toBe('changes')
    expect(paths()).toEqual(['Day 1/Arriving/c.jpg', 'Day 1/a.jpg', 'Journey/b.jpg'])

    fake.update(trip, { parent: outside })
    add('later.jpg', trip)
    await list()
    expect(paths()).toEqual(['Day 1/Arriving/c.jpg', 'Day 1/a.jpg'])
  })

  test('a folder in Google Drive is listed again if folders of one name are moved, or one was deleted for good', async () => {
    await using source = await openSource()
    const { fake, top, add, list, paths } = source
    const [one, two] = ['Same', 'Same'].map((name) => fake.addFolder(name, { parent: top }))
    add('a.jpg', one)
    const kept = add('b.jpg', two)
    await list()
    expect(paths()).toEqual(['Same/a.jpg', 'Same/b.jpg'])
    fake.update(one!, { name: 'Other' })
    expect((await list()).kind).toBe('whole')
    expect(paths()).toEqual(['Other/a.jpg', 'Same/b.jpg'])
    // Drive deletes what is in it too, but does not have to say so.
    fake.remove(two!)
    fake.entry(kept.id).trashed = true
    expect((await list()).kind).toBe('whole')
    expect(paths()).toEqual(['Other/a.jpg'])
  })

  test('a folder in Google Drive is listed again if Google no longer accepts the page token', async () => {
    await using source = await openSource()
    source.add('a.jpg')
    await source.list()
    source.fake.expirePageTokens()
    source.add('b.jpg')
    expect((await source.list()).kind).toBe('whole')
    expect(source.paths()).toEqual(['a.jpg', 'b.jpg'])
    expect((await source.list()).kind).toBe('changes')
  })

  test('a folder in Google Drive includes changes made while it is listed', async () => {
    await using source = await openSource()
    let isListing = false
    source.fake.program.refuse = (path) => {
      if (path === '/drive/v3/files' && !isListing) {
        isListing = true
        // After the answer was made up, as on a later page.
        setTimeout(() => source.add('late.jpg'))
      }
      return undefined
    }
    expect((await source.list()).items).toEqual([])
    await Bun.sleep(20)
    expect(await source.list()).toMatchObject({ kind: 'changes' })
    expect(source.paths()).toEqual(['late.jpg'])
  })

  test('a folder in Google Drive can be in a shared drive, with its own log of changes', async () => {
    await using source = await openSource({ shared: true })
    source.add('a.jpg')
    await source.list()
    source.add('b.jpg')
    source.fake.addFile(source.fake.addFolder('Mine'), { name: 'c.jpg', bytes: new Uint8Array(1) })
    expect(await source.list()).toMatchObject({ kind: 'changes', lists: 1 })
    expect(source.paths()).toEqual(['a.jpg', 'b.jpg'])
  })

  test('a folder of a shared drive without membership is listed each time', async () => {
    await using source = await openSource({ shared: true, isMember: false })
    source.add('a.jpg')
    await source.list()
    source.add('b.jpg')
    expect((await source.list()).kind).toBe('whole')
    expect(source.paths()).toEqual(['a.jpg', 'b.jpg'])
  })

  test('a folder that was trashed itself ends the run', async () => {
    await using source = await openSource()
    source.add('a.jpg')
    await source.list()
    source.fake.update(source.top, { trashed: true })
    await expect(source.list()).rejects.toThrow('the folder “2026” is no longer in the drive')
  })
})
