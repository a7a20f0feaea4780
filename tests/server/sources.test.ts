// Folders on this machine whose photos stay in sync.
import { describe, expect, test } from 'bun:test'
import {
  chmod,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { NewSource, Plan, Source } from '../../src/contract/imports/sources.ts'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import type { TrashList } from '../../src/contract/photos/trash.ts'
import type { PendingUpload } from '../../src/contract/photos/versions.ts'
import type { Rules } from '../../src/contract/site/rules.ts'
import type { Status } from '../../src/contract/site/status.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { needsPermissions, testWith } from '../support/needs.ts'
import { camera } from '../support/photos.ts'

type Wanted = Partial<Extract<NewSource, { kind: 'folder' }>>

const newFolder = () => mkdtemp(join(tmpdir(), 'vitrine-watched-'))
/** Files that were just written are waited for. */
const longAgo = new Date(Date.UTC(2025, 0, 1))

async function put(root: string, path: string, bytes?: Uint8Array, date = longAgo): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), bytes ?? (await camera()))
  await utimes(join(root, path), date, date)
}

/** A gallery with a source that is compared on request, unless it says otherwise. */
async function openSource(files: string[], wanted: Wanted = {}) {
  const gallery = await openGallery()
  const root = await newFolder()
  for (const path of files) await put(root, path)
  gallery.services.sources.start()
  const owner = await gallery.asOwner()
  const source = await owner.data<Source>('/api/sources', {
    method: 'POST',
    body: { kind: 'folder', path: root, everyHours: null, ...wanted },
  })
  const api = clientOf(owner, source.id)
  return {
    ...{ gallery, root, owner, source, ...api },
    [Symbol.asyncDispose]: async () => {
      await gallery.services.sources.stop()
      await rm(root, { recursive: true, force: true })
      await gallery[Symbol.asyncDispose]()
    },
  }
}

function clientOf(owner: Browser, id: string) {
  const address = `/api/sources/${id}`
  const get = () => owner.data<Source>(address)
  const ended = async (): Promise<Source> => {
    for (;;) {
      const source = await get()
      if (source.state !== 'running') return source
      await Bun.sleep(10)
    }
  }
  const post = async (action: string, body: object = {}): Promise<Source> => {
    await owner.data<Source>(`${address}/${action}`, { method: 'POST', body })
    return ended()
  }
  const photos = async () =>
    (await owner.data<PhotoList>('/api/photos?limit=100')).photos.map(({ id, sourceName }) => ({
      id,
      name: sourceName!,
    }))
  return {
    address,
    ended,
    post,
    sync: () => post('sync'),
    get,
    photos,
    names: async () => (await photos()).map(({ name }) => name).sort(),
    plan: (search = '') => owner.data<Plan>(`${address}/plan${search}`),
  }
}

const countsOf = ({ lastRun }: Source) => {
  const { new: added, changed, moved, gone, conflicting } = lastRun!.counts
  return [added, changed, moved, gone, conflicting]
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + 10_000
  while (!(await isSo())) {
    if (Date.now() > giveUpAt) throw new Error('it did not happen within 10 s')
    await Bun.sleep(50)
  }
}

describe('folders', () => {
  test('a folder in sync is imported, and importing it again changes nothing', async () => {
    await using folder = await openSource(['a.jpg', 'x/b.JPG', '.hidden.jpg', '.trash/c.jpg'])
    await put(folder.root, 'notes.txt', Buffer.from('not a photo'))
    const first = await folder.sync()
    expect(countsOf(first)).toEqual([2, 0, 0, 0, 0])
    expect([first.photos, first.state, first.lastRun!.error]).toEqual([2, 'idle', null])
    expect(await folder.names()).toEqual(['a.jpg', 'b.JPG'])
    const photo = (await folder.owner.data<PhotoList>('/api/photos?limit=100')).photos[0]!
    expect([photo.source, photo.isPublic]).toEqual(['folder', false])
    expect(countsOf(await folder.sync())).toEqual([0, 0, 0, 0, 0])
  })

  test('a folder in sync leaves bins, caches and other files out, and reports that', async () => {
    const skipped = ['@eaDir/a.jpg/SYNOPHOTO_THUMB_M.jpg', '#RECYCLE/b.jpg', 'x/.@__thumb/c.jpg']
    await using folder = await openSource(['Recycle/d.jpg', 'snapshot/e.jpg', ...skipped])
    await put(folder.root, 'x/f.HEIC', Buffer.from('not a photo'))
    await put(folder.root, 'Thumbs.db', Buffer.from('not a photo'))
    const { photos, omitted } = await folder.sync()
    expect([photos, await folder.names()]).toEqual([2, ['d.jpg', 'e.jpg']])
    expect(omitted).toEqual({
      types: [{ type: '.heic', count: 1 }],
      skipped: [
        { name: '#RECYCLE', reason: 'a recycle bin', count: 1 },
        { name: '.@__thumb', reason: 'thumbnails or caches', count: 1 },
        { name: '@eaDir', reason: 'thumbnails or caches', count: 1 },
      ],
    })
  })

  test('a folder in sync treats a file that was moved to a bin as deleted', async () => {
    const files = Array.from({ length: 22 }, (_, number) => `${number}.jpg`)
    await using folder = await openSource(files, { whenGone: 'trash' })
    await folder.sync()
    await mkdir(join(folder.root, '#recycle'))
    await mkdir(join(folder.root, 'x/.Trash-1000/files'), { recursive: true })
    await rename(join(folder.root, '1.jpg'), join(folder.root, '#recycle/1.jpg'))
    await rename(join(folder.root, '2.jpg'), join(folder.root, 'x/.Trash-1000/files/2.jpg'))
    expect(countsOf(await folder.sync())).toEqual([0, 0, 0, 2, 0])
    expect(await folder.names()).toHaveLength(20)
    await rename(join(folder.root, '#recycle/1.jpg'), join(folder.root, '1.jpg'))
    await folder.sync()
    expect(await folder.names()).toContain('1.jpg')
  })

  test('a folder in sync notices another file of the same size and time', async () => {
    await using folder = await openSource(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'])
    await folder.sync()
    const before = await folder.photos()
    const at = (name: string) => join(folder.root, name)
    const otherOf = async (name: string) => {
      const bytes = await readFile(at(name))
      // Another date inside, of the same length.
      const place = bytes.indexOf('2024:05:06 07:08:09')
      bytes.write('2024:05:06 07:08:10', place)
      return bytes
    }
    // Another inode; changed in place with its time put back; only touched; copied over itself.
    await put(folder.root, 'new.tmp', await otherOf('a.jpg'))
    await rename(at('new.tmp'), at('a.jpg'))
    await put(folder.root, 'b.jpg', await otherOf('b.jpg'))
    await chmod(at('c.jpg'), 0o600)
    await put(folder.root, 'same.tmp', await readFile(at('d.jpg')))
    await rename(at('same.tmp'), at('d.jpg'))
    expect(countsOf(await folder.sync())).toEqual([0, 2, 0, 0, 0])
    expect((await folder.photos()).map(({ id }) => id).sort()).toEqual(
      before.map(({ id }) => id).sort(),
    )
    for (const { id, name } of await folder.photos()) {
      const versions = await folder.owner.data<unknown[]>(`/api/photos/${id}/versions`)
      expect([name, versions.length]).toEqual([name, name < 'c' ? 2 : 1])
    }
    expect(countsOf(await folder.sync())).toEqual([0, 0, 0, 0, 0])
  })

  test('a folder that is renamed as a whole imports nothing', async () => {
    await using folder = await openSource(['2024/a.jpg', '2024/x/b.jpg', '2024/x/c.jpg'])
    await folder.sync()
    const before = await folder.photos()
    await rename(join(folder.root, '2024'), join(folder.root, 'Spring 2024'))
    expect(countsOf(await folder.sync())).toEqual([0, 0, 3, 0, 0])
    expect(await folder.photos()).toEqual(before)
    expect(countsOf(await folder.sync())).toEqual([0, 0, 0, 0, 0])
  })

  test('a folder that was copied to another disk imports nothing', async () => {
    await using folder = await openSource(['old/a.jpg', 'old/b.jpg'])
    await folder.sync()
    const before = await folder.photos()
    for (const name of ['a.jpg', 'b.jpg']) {
      await put(folder.root, `new/${name}`, await readFile(join(folder.root, 'old', name)))
    }
    await rm(join(folder.root, 'old'), { recursive: true })
    expect(countsOf(await folder.sync())).toEqual([0, 0, 2, 0, 0])
    expect(await folder.photos()).toEqual(before)
  })

  test('a folder in sync gives a photo the new name of its file', async () => {
    await using folder = await openSource(['a.jpg'])
    await folder.sync()
    await rename(join(folder.root, 'a.jpg'), join(folder.root, 'Sunset.jpg'))
    await folder.sync()
    expect(await folder.names()).toEqual(['Sunset.jpg'])
  })

  test('a folder in sync does not import a photo that was deleted in the gallery', async () => {
    await using folder = await openSource(['a.jpg', 'b.jpg'])
    await folder.sync()
    const [photo] = (await folder.photos()).filter(({ name }) => name === 'a.jpg')
    await folder.owner.data(`/api/photos/${photo!.id}`, {
      method: 'DELETE',
      body: { removeFiles: true },
    })
    expect(countsOf(await folder.sync())).toEqual([0, 0, 0, 0, 0])
    await rename(join(folder.root, 'a.jpg'), join(folder.root, 'c.jpg'))
    await folder.sync()
    expect(await folder.names()).toEqual(['b.jpg'])
  })

  test('a folder in sync finds photos that are in the gallery already', async () => {
    await using folder = await openSource([])
    const bytes = await camera()
    const photo = await upload(folder.gallery, folder.owner, bytes)
    await put(folder.root, 'a.jpg', bytes)
    expect((await folder.sync()).photos).toBe(1)
    expect((await folder.photos()).map(({ id }) => id)).toEqual([photo.id])
  })

  test('a folder in sync reports a file that is no photo once, and imports it when it is one', async () => {
    await using folder = await openSource(['good.jpg'])
    await put(folder.root, 'bad.jpg', Buffer.from('not a JPEG'))
    const first = await folder.sync()
    expect([first.lastRun!.failed, first.photos]).toEqual([1, 1])
    const { changes } = await folder.plan('?kind=new')
    expect(changes.map(({ path, state }) => [path, state]).sort()).toEqual([
      ['bad.jpg', 'failed'],
      ['good.jpg', 'done'],
    ])
    await put(folder.root, 'bad.jpg', undefined, new Date(Date.UTC(2025, 1, 1)))
    const second = await folder.sync()
    expect([second.lastRun!.failed, second.photos]).toEqual([0, 2])
  })

  test('a folder without its subfolders has only its own files', async () => {
    await using folder = await openSource(['a.jpg', 'x/b.jpg'], { subfolders: false })
    await folder.sync()
    expect(await folder.names()).toEqual(['a.jpg'])
    await folder.owner.data(folder.address, { method: 'PUT', body: { subfolders: true } })
    await folder.sync()
    expect(await folder.names()).toEqual(['a.jpg', 'b.jpg'])
  })

  test('a folder in sync keeps the photos of its subfolders when these are no longer included', async () => {
    await using folder = await openSource(['a.jpg', 'x/b.jpg'], { whenGone: 'trash' })
    await folder.sync()
    const include = (subfolders: boolean) =>
      folder.owner.data(folder.address, { method: 'PUT', body: { subfolders } })
    await include(false)
    await rm(join(folder.root, 'x/b.jpg'))
    expect((await folder.sync()).state).toBe('idle')
    expect(await folder.names()).toEqual(['a.jpg', 'b.jpg'])
    await include(true)
    expect((await folder.sync()).question).toEqual({ hidden: 1, photos: 2, recent: 0 })
  })

  test('a folder in sync does not follow links', async () => {
    await using folder = await openSource(['a.jpg'])
    const outside = await newFolder()
    await put(outside, 'secret.jpg')
    await symlink(outside, join(folder.root, 'linked'))
    await symlink(join(outside, 'secret.jpg'), join(folder.root, 'linked.jpg'))
    await folder.sync()
    expect(await folder.names()).toEqual(['a.jpg'])
    await rm(outside, { recursive: true })
  })

  test('a folder in sync has an album for each of its folders, which keep their names', async () => {
    await using folder = await openSource(['a.jpg', 'Trips/Rome/b.jpg', 'Trips/c.jpg'], {
      albumPerSubfolder: true,
    })
    await folder.sync()
    const albums = async () =>
      (await folder.owner.data<Album[]>('/api/albums')).map(({ id, name, photoCount }) => ({
        ...{ id, name, photoCount },
      }))
    const before = await albums()
    expect(before.map(({ name, photoCount }) => [name, photoCount])).toEqual([
      ['Trips', 1],
      ['Trips / Rome', 1],
    ])
    await rename(join(folder.root, 'Trips/Rome'), join(folder.root, 'Trips/Naples'))
    await folder.sync()
    expect(await albums()).toEqual([before[0]!, { ...before[1]!, name: 'Trips / Naples' }])
    await rename(join(folder.root, 'Trips/c.jpg'), join(folder.root, 'Trips/Naples/c.jpg'))
    await folder.sync()
    expect((await albums()).map(({ photoCount }) => photoCount)).toEqual([0, 2])
  })
})

describe('possible new versions', () => {
  const frame = { date: '2024:05:06 07:08:09', serial: 'ONE' }
  async function openMatching() {
    const folder = await openSource([], { albumPerSubfolder: true })
    const fields = { sourceId: 'gate.jpg' }
    const photo = await upload(folder.gallery, folder.owner, camera(frame), fields)
    await put(folder.root, 'x/gate.jpg', await camera(frame))
    const waiting = () => folder.owner.data<PendingUpload[]>('/api/uploads/pending')
    const decide = async (decision: string) => {
      const [pending] = await waiting()
      return folder.owner.post(`/api/uploads/pending/${pending!.id}`, { decision })
    }
    return { folder, photo, waiting, decide }
  }

  test('a file that may be a new version waits for the decision, and follows the photo once it is its version', async () => {
    const { folder, photo, waiting, decide } = await openMatching()
    await using _ = folder
    expect(countsOf(await folder.sync())).toEqual([0, 0, 0, 0, 0])
    expect((await folder.plan()).changes[0]).toMatchObject({ kind: 'new', state: 'left' })
    expect(
      (await waiting()).map((one) => [one.photo.id, one.source, one.sourceId, one.rule]),
    ).toEqual([[photo.id, 'folder', folder.source.id, 'name and time']])
    // Neither does the next comparison ask again.
    expect((await folder.sync()).waiting).toBe(1)
    expect(await waiting()).toHaveLength(1)
    expect((await decide('replace')).status).toBe(200)
    expect(await folder.sync()).toMatchObject({ photos: 1, waiting: 0 })
    expect((await folder.photos()).map(({ id }) => id)).toEqual([photo.id])
    const albums = await folder.owner.data<Album[]>(`/api/photos/${photo.id}/albums`)
    expect(albums.map(({ name }) => name)).toEqual(['x'])

    const bytes = await camera({ ...frame, title: 'Third' })
    const later = new Date(Date.UTC(2025, 1, 1))
    await put(folder.root, 'x/gate.jpg', bytes, later)
    expect(countsOf(await folder.sync())).toEqual([0, 1, 0, 0, 0])
    expect(await folder.photos()).toHaveLength(1)
  })

  test('a file that may be a new version is listed, however many older files wait', async () => {
    const { folder, photo, waiting } = await openMatching()
    await using _ = folder
    await folder.sync()
    folder.gallery.services.store.connection.run(
      `WITH RECURSIVE file(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM file LIMIT 501)
       INSERT INTO pending_upload (id, photo, original, md5, bytes, rule, origin, albums, received_at)
       SELECT printf('01997c11-0000-7000-8000-%012d', number), photo.row_id, number, number, 1,
         'document', '{"source":"local","sourceName":"a.jpg"}', '[]', number
       FROM file, photo WHERE photo.id = ?`,
      [photo.id],
    )
    const listed = await waiting()
    // Their files were never there.
    folder.gallery.services.store.connection.run(
      'DELETE FROM pending_upload WHERE received_at < 999',
    )
    expect([listed.length, listed.at(-1)!.sourceId]).toEqual([501, folder.source.id])
  })

  test('a file that may be a new version waits while its photo is in the trash, and is a photo once that is deleted', async () => {
    const { folder, photo, waiting } = await openMatching()
    await using _ = folder
    await folder.sync()
    const remove = () =>
      folder.owner.data(`/api/photos/${photo.id}`, { method: 'DELETE', body: {} })
    const inTrash = (action: string) =>
      folder.owner.data(`/api/trash/${action}`, { method: 'POST', body: { ids: [photo.id] } })
    await remove()
    await folder.sync()
    await folder.sync()
    expect(await folder.photos()).toEqual([])
    await inTrash('restore')
    await folder.sync()
    expect((await waiting()).map((one) => one.photo.id)).toEqual([photo.id])
    await remove()
    await folder.sync()
    await inTrash('delete')
    await folder.sync()
    expect((await folder.photos()).map(({ name }) => name)).toEqual(['gate.jpg'])
    expect(await folder.get()).toMatchObject({ photos: 1, waiting: 0 })
    expect(await waiting()).toEqual([])
  })

  test('a file that may be a new version is a photo of the source once the owner keeps both', async () => {
    const { folder, photo, decide } = await openMatching()
    await using _ = folder
    await folder.sync()
    expect((await decide('keep-both')).status).toBe(201)
    expect((await folder.sync()).photos).toBe(1)
    const [other] = (await folder.photos()).filter(({ id }) => id !== photo.id)
    const albums = await folder.owner.data<Album[]>(`/api/photos/${other!.id}/albums`)
    expect(albums.map(({ name }) => name)).toEqual(['x'])
  })
})

test('rules know the folders of a source, also after files were moved', async () => {
  await using folder = await openSource(['Trips/a.jpg'])
  const rules = [
    { conditions: [{ kind: 'folder', is: 'Trips' }], action: { kind: 'add to album', album: 'T' } },
  ]
  await folder.owner.data('/api/rules', { method: 'PUT', body: { rules } })
  await folder.sync()
  const [photo] = await folder.photos()
  const albums = await folder.owner.data<Album[]>(`/api/photos/${photo!.id}/albums`)
  expect(albums.map(({ name }) => name)).toEqual(['T'])
  const folders = async () => (await folder.owner.data<Rules>('/api/rules')).folders
  expect(await folders()).toEqual([join(folder.source.path!, 'Trips')])
  await rename(join(folder.root, 'Trips'), join(folder.root, 'Journeys'))
  await folder.sync()
  expect(await folders()).toEqual([join(folder.source.path!, 'Journeys')])
})

describe('changed files', () => {
  test('a changed file is a new version that keeps likes, comments and albums', async () => {
    await using folder = await openSource(['a.jpg'])
    await folder.sync()
    const [photo] = await folder.photos()
    await makeAlbum(folder.owner, 'Photostream', [photo!], { isPhotostream: true })
    const ann = await folder.gallery.asGuest('Ann')
    await ann.data(`/api/likes/${photo!.id}/like`, { method: 'POST' })
    await ann.data(`/api/comments/${photo!.id}`, { method: 'POST', body: { body: 'Lovely' } })
    const bytes = await camera({ title: 'Exported again' })
    await put(folder.root, 'a.jpg', bytes, new Date(Date.UTC(2025, 1, 1)))
    expect(countsOf(await folder.sync())).toEqual([0, 1, 0, 0, 0])
    expect((await folder.photos()).map(({ id }) => id)).toEqual([photo!.id])
    const { title } = await folder.owner.data<{ title: string }>(`/api/photos/${photo!.id}`)
    expect(title).toBe('Exported again')
    expect(await folder.owner.data(`/api/likes/${photo!.id}`)).toHaveLength(1)
    const original = await folder.owner.get(`/api/photos/${photo!.id}/original`)
    expect(Buffer.from(await original.arrayBuffer())).toEqual(Buffer.from(bytes))
  })

  test('a file with another date alone changes nothing', async () => {
    await using folder = await openSource(['a.jpg'])
    await folder.sync()
    const before = await folder.owner.data<PhotoList>('/api/photos?limit=100')
    await utimes(join(folder.root, 'a.jpg'), new Date(), new Date(Date.UTC(2025, 3, 1)))
    await folder.sync()
    expect(await folder.owner.data<PhotoList>('/api/photos?limit=100')).toEqual(before)
    expect(countsOf(await folder.sync())).toEqual([0, 0, 0, 0, 0])
  })

  test('a changed file of two photos is left for the owner', async () => {
    await using folder = await openSource(['a.jpg'])
    await put(folder.root, 'copy.jpg', await readFile(join(folder.root, 'a.jpg')))
    expect((await folder.sync()).photos).toBe(1)
    await put(folder.root, 'a.jpg', undefined, new Date(Date.UTC(2025, 1, 1)))
    const preview = await folder.post('sync', { preview: true })
    expect(preview.plan!.counts.conflicting).toBe(1)
    expect((await folder.plan()).changes[0]).toMatchObject({
      kind: 'conflicting',
      path: 'a.jpg',
      reason: 'another file is the same photo',
      state: 'planned',
    })
    expect(countsOf(await folder.post('apply'))).toEqual([0, 0, 0, 0, 0])
    const replaced = await folder.post('sync', { preview: true })
    expect(replaced.plan!.counts.conflicting).toBe(1)
    expect(countsOf(await folder.post('apply', { conflicts: 'replace' }))).toEqual([0, 0, 0, 0, 1])
    expect(countsOf(await folder.sync())).toEqual([0, 0, 0, 0, 0])
  })
})

describe('trash', () => {
  const idOf = async (folder: Awaited<ReturnType<typeof openSource>>, wanted: string) =>
    (await folder.photos()).find(({ name }) => name === wanted)!.id
  const trash = (owner: Browser, id: string) =>
    owner.data(`/api/photos/${id}`, { method: 'DELETE', body: {} })
  const restore = (owner: Browser, id: string) =>
    owner.data('/api/trash/restore', { method: 'POST', body: { ids: [id] } })

  test('a changed file becomes its photo’s new version once the photo is restored from the trash', async () => {
    await using folder = await openSource(['a.jpg', 'b.jpg'])
    await folder.sync()
    const id = await idOf(folder, 'a.jpg')
    await trash(folder.owner, id)
    await put(folder.root, 'a.jpg', await camera(), new Date(Date.UTC(2025, 1, 1)))
    expect(countsOf(await folder.sync())).toEqual([0, 0, 0, 0, 0])
    expect(await folder.names()).toEqual(['b.jpg'])
    await restore(folder.owner, id)
    expect(countsOf(await folder.sync())).toEqual([0, 1, 0, 0, 0])
    const original = await folder.owner.get(`/api/photos/${id}/original`)
    expect(await original.bytes()).toEqual(await Bun.file(join(folder.root, 'a.jpg')).bytes())
    expect((await folder.get()).photos).toBe(2)
  })

  test('a renamed file stays its photo’s file while the photo is in the trash', async () => {
    await using folder = await openSource(['a.jpg', 'b.jpg', 'c.jpg'])
    await folder.sync()
    const [moved, copied] = [await idOf(folder, 'a.jpg'), await idOf(folder, 'b.jpg')]
    for (const id of [moved, copied]) await trash(folder.owner, id)
    await rename(join(folder.root, 'a.jpg'), join(folder.root, 'x.jpg'))
    const bytes = await readFile(join(folder.root, 'b.jpg'))
    await put(folder.root, 'y.jpg', bytes)
    await folder.sync()
    // Another file in the place of a trashed photo's is a photo of its own.
    await put(folder.root, 'a.jpg')
    await rm(join(folder.root, 'b.jpg'))
    await folder.sync()
    for (const id of [moved, copied]) await restore(folder.owner, id)
    expect((await folder.get()).photos).toBe(4)
    for (const path of ['x.jpg', 'y.jpg']) {
      await put(folder.root, path, await camera(), new Date(Date.UTC(2025, 1, 1)))
    }
    expect(countsOf(await folder.sync())).toEqual([0, 2, 0, 0, 0])
    for (const [id, path] of [
      [moved, 'x.jpg'],
      [copied, 'y.jpg'],
    ] as const) {
      const original = await folder.owner.get(`/api/photos/${id}/original`)
      expect(await original.bytes()).toEqual(await Bun.file(join(folder.root, path)).bytes())
    }
  })
})

describe('deletions', () => {
  const ten = Array.from({ length: 10 }, (_, index) => `${index}.jpg`)

  test('missing files change nothing unless the owner wants that', async () => {
    await using folder = await openSource(['a.jpg', 'b.jpg'])
    await folder.sync()
    await rm(join(folder.root, 'a.jpg'))
    expect(countsOf(await folder.sync())).toEqual([0, 0, 0, 1, 0])
    expect(await folder.names()).toEqual(['a.jpg', 'b.jpg'])
    expect((await folder.get()).photos).toBe(1)
  })

  test('missing files need approval before more than a tenth of the photos are hidden', async () => {
    await using folder = await openSource(ten, { whenGone: 'trash' })
    await folder.sync()
    await makeAlbum(folder.owner, 'Photostream', await folder.photos(), { isPhotostream: true })
    const visible = async () =>
      (await folder.gallery.asVisitor().data<PhotoList>('/api/photos?limit=100')).total
    await rm(join(folder.root, '0.jpg'))
    expect(countsOf(await folder.sync())).toEqual([0, 0, 0, 1, 0])
    expect(await visible()).toBe(9)

    for (const name of ten) await rm(join(folder.root, name), { force: true })
    const asking = await folder.sync()
    expect([asking.state, asking.question]).toEqual(['asking', { hidden: 9, photos: 9, recent: 1 }])
    expect((await folder.plan()).changes.map(({ hides }) => hides)).toEqual(Array(9).fill(true))
    const refused = await folder.owner.request(`${folder.address}/apply`, {
      method: 'POST',
      body: JSON.stringify({ hidden: 8 }),
      headers: { 'content-type': 'application/json' },
    })
    expect((await errorOf(refused)).code).toBe(409)
    expect(await visible()).toBe(9)
    expect((await folder.post('cancel')).state).toBe('idle')
    expect(await visible()).toBe(9)

    await folder.sync()
    expect(countsOf(await folder.post('apply', { gone: 'keep' }))).toEqual([0, 0, 0, 9, 0])
    expect(await visible()).toBe(9)
  })

  test('missing files also need approval if they disappear one after another within a day', async () => {
    await using folder = await openSource(ten, { whenGone: 'trash' })
    await folder.sync()
    const lose = async (name: string) => {
      await rm(join(folder.root, name))
      return folder.sync()
    }
    const asks = async (name: string) => (await lose(name)).question
    expect(await asks('0.jpg')).toBeNull()
    expect(await asks('1.jpg')).toEqual({ hidden: 1, photos: 9, recent: 1 })
    // What the owner agreed to no longer counts.
    await folder.post('apply', { gone: 'hide', hidden: 1 })
    folder.gallery.clock.advance(1000)
    for (const name of ten.slice(2)) await put(folder.root, `again ${name}`)
    await folder.sync()
    expect(await asks('2.jpg')).toBeNull()
    expect(await asks('3.jpg')).toMatchObject({ hidden: 1, recent: 1 })
    await folder.post('cancel')
    folder.gallery.clock.advance(86_400_000)
    expect((await folder.sync()).question).toBeNull()
    expect((await folder.get()).photos).toBe(14)
  })

  test('missing files are hidden once the owner agrees, and shown to the owner when they are back', async () => {
    await using folder = await openSource(['a.jpg', 'b.jpg'], { whenGone: 'trash' })
    await folder.sync()
    const before = await folder.photos()
    await makeAlbum(folder.owner, 'Photostream', before, { isPhotostream: true })
    const bytes = await readFile(join(folder.root, 'a.jpg'))
    await rm(join(folder.root, 'a.jpg'))
    await folder.sync()
    expect((await folder.post('apply', { hidden: 1 })).state).toBe('idle')
    const visible = await folder.gallery.asVisitor().data<PhotoList>('/api/photos?limit=100')
    expect(visible.total).toBe(1)
    const trashed = async () => (await folder.owner.data<TrashList>('/api/trash')).total
    expect([await folder.names(), await trashed()]).toEqual([['b.jpg'], 1])
    await put(folder.root, 'a.jpg', bytes)
    await folder.sync()
    expect((await folder.photos()).map(({ id }) => id).sort()).toEqual(
      before.map(({ id }) => id).sort(),
    )
    expect(await trashed()).toBe(0)
    expect((await folder.get()).photos).toBe(2)
  })

  test('missing files are ignored if the folder itself is missing', async () => {
    await using folder = await openSource(['a.jpg', 'b.jpg'], { whenGone: 'trash' })
    await folder.sync()
    await rename(folder.root, `${folder.root}-elsewhere`)
    const failed = await folder.sync()
    expect([failed.state, failed.photos]).toEqual(['failed', 2])
    expect(failed.lastRun!.error).toContain('connect')
    expect(countsOf(failed)).toEqual([0, 0, 0, 0, 0])
    await rename(`${folder.root}-elsewhere`, folder.root)
    const again = await folder.sync()
    expect([again.state, ...countsOf(again)]).toEqual(['idle', 0, 0, 0, 0, 0])
  })

  testWith(needsPermissions)('files in a folder that cannot be read are not missing', async () => {
    await using folder = await openSource(['x/a.jpg'], { whenGone: 'trash' })
    await folder.sync()
    await chmod(join(folder.root, 'x'), 0o000)
    const run = await folder.sync()
    await chmod(join(folder.root, 'x'), 0o700)
    expect([run.state, run.lastRun!.unreadable, run.photos]).toEqual(['idle', 1, 1])
  })
})

describe('watching', () => {
  test('a watched folder shows changes within seconds', async () => {
    await using folder = await openSource(['a.jpg'], { everyHours: 1 })
    await until(async () => (await folder.names()).length === 1)
    await folder.ended()
    await put(folder.root, 'x/b.jpg', undefined, new Date())
    await until(async () => (await folder.names()).length === 2)
    const before = await folder.photos()
    await rename(join(folder.root, 'x'), join(folder.root, 'y'))
    await until(async () => (await folder.get()).lastRun!.counts.moved === 1)
    await folder.ended()
    expect(await folder.photos()).toEqual(before)
  }, 20_000)

  test('a watched folder waits while a file is being written', async () => {
    await using folder = await openSource([], { everyHours: 1 })
    await folder.ended()
    const bytes = await camera({ width: 600, height: 400 })
    const path = join(folder.root, 'slow.jpg')
    for (let written = 0; written < bytes.length; written += Math.ceil(bytes.length / 6)) {
      await writeFile(path, bytes.subarray(0, written + Math.ceil(bytes.length / 6)))
      await Bun.sleep(300)
      expect((await folder.get()).lastRun?.failed ?? 0).toBe(0)
    }
    await until(async () => (await folder.names()).length === 1)
    expect((await folder.get()).lastRun!.failed).toBe(0)
  }, 20_000)
})

test('a restart in the middle of a run continues it, and imports every file once', async () => {
  const root = await newFolder()
  const names = Array.from({ length: 12 }, (_, index) => `${index}.jpg`)
  for (const name of names) await put(root, name)
  const first = await openGallery({ keepFolder: true })
  const owner = await first.asOwner()
  first.services.sources.start()
  const source = await owner.data<Source>('/api/sources', {
    method: 'POST',
    body: { kind: 'folder', path: root, everyHours: null },
  })
  await owner.data(`/api/sources/${source.id}/sync`, { method: 'POST', body: {} })
  await until(async () => (await clientOf(owner, source.id).names()).length >= 2)
  await first.services.sources.stop()
  await first.abandon()

  await using second = await openGallery({ data: first.data })
  second.services.sources.start()
  const again = clientOf(await second.asOwner(), source.id)
  const ended = await again.ended()
  await second.services.sources.stop()
  expect([ended.photos, ended.lastRun!.failed, ended.lastRun!.error]).toEqual([12, 0, null])
  expect((await again.names()).sort()).toEqual([...names].sort())
  await rm(root, { recursive: true })
}, 20_000)

test('a run is shown on the Status page', async () => {
  await using folder = await openSource(['a.jpg', 'b.jpg'])
  await put(folder.root, 'c.jpg', new TextEncoder().encode('no photo'))
  await folder.sync()
  const { connection } = folder.gallery.services.store
  const jobs = async () => (await folder.owner.data<Status>('/api/status')).jobs
  const job = {
    kind: 'source sync',
    source: folder.source.name,
    pausedUntil: null,
    pauseReason: null,
  } as const
  connection.run("UPDATE source SET stage = 'applying'")
  connection.run("UPDATE source_change SET state = 'planned' WHERE place = 0")
  expect(await jobs()).toEqual([{ ...job, total: 3, processed: 2, failed: 1, percent: 66 }])
  connection.run("UPDATE source SET stage = 'listing'")
  expect(await jobs()).toEqual([{ ...job, total: 0, processed: 0, failed: 0, percent: 0 }])
  connection.run('UPDATE source SET stage = NULL')
  expect(await jobs()).toEqual([])
})

describe('choosing', () => {
  const refusals: [string, (data: string, root: string) => string | Promise<string>][] = [
    ['a relative path', () => 'photos'],
    ['a folder that does not exist', (_, root) => join(root, 'missing')],
    ['a file', (_, root) => join(root, 'a.jpg')],
    ['the data folder', (data) => data],
    ['a folder in the data folder', (data) => join(data, 'originals')],
    ['a folder that contains the data folder', (data) => dirname(data)],
    [
      'a link into the data folder',
      async (data, root) => {
        await symlink(data, join(root, 'link'))
        return join(root, 'link')
      },
    ],
  ]
  test('the choice of a folder that cannot be followed is refused', async () => {
    await using folder = await openSource(['a.jpg'])
    for (const [what, pathOf] of refusals) {
      const path = await pathOf(folder.gallery.data, folder.root)
      const answer = await folder.owner.post('/api/sources', { kind: 'folder', path })
      expect([what, answer.status, (await errorOf(answer)).details?.field]).toEqual([
        ...[what, 400, 'path'],
      ])
    }
  })

  test('the choice of a folder twice, or of one in another, is refused', async () => {
    await using folder = await openSource(['x/a.jpg'])
    const { root } = folder
    const refusal = async (path: string) => {
      const answer = await folder.owner.post('/api/sources', { kind: 'folder', path })
      expect(answer.status).toBe(409)
      return (await errorOf(answer)).message
    }
    expect(await refusal(root)).toContain('is already a source')
    expect(await refusal(join(root, 'x'))).toBe(
      `“${join(root, 'x')}” is inside “${root}”, which is already a source`,
    )
    const outer = await newFolder()
    const inner = join(outer, 'x')
    await mkdir(inner)
    const body = { kind: 'folder', path: inner, everyHours: null }
    const { id } = await folder.owner.data<Source>('/api/sources', { method: 'POST', body })
    expect(await refusal(outer)).toBe(`“${outer}” contains “${inner}”, which is already a source`)
    await folder.owner.data(`/api/sources/${id}`, { method: 'DELETE' })
    await rm(outer, { recursive: true })
    await folder.owner.data(folder.address, { method: 'DELETE' })
    expect(await folder.owner.data<Source[]>('/api/sources')).toEqual([])
  })

  test('photos of a source are kept when it is removed', async () => {
    await using folder = await openSource(['a.jpg'])
    await folder.sync()
    await folder.owner.data(folder.address, { method: 'DELETE' })
    expect(await folder.names()).toEqual(['a.jpg'])
  })
})
