import { expect, test } from 'bun:test'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo, UploadedPhoto } from '../../src/contract/photos/photos.ts'
import { importFolder } from '../../src/imports/intake/import-folder.ts'
import type { ImportEvent } from '../../src/imports/intake/import-request.ts'
import type { Browser } from '../support/browser.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, makeAlbum, openGallery, send, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const damages: [string, (path: string) => Promise<void>][] = [
  ['missing', (path) => rm(path)],
  ['cut', (path) => truncate(path, 200)],
  [
    'changed',
    async (path) => {
      const bytes = await readFile(path)
      bytes[bytes.length >> 1]! ^= 1
      await writeFile(path, bytes)
    },
  ],
]

/** A cover follows the file name of its photo. */
const withoutFileName = (album: Album): Album => ({ ...album, coverPic: '' })

/** A photo that is liked, commented and in an album, and all of that. */
async function belovedPhoto(gallery: Gallery, owner: Browser) {
  const bytes = await camera({ title: 'Beloved', width: 300, height: 200 })
  const photo = await upload(gallery, owner, bytes)
  await makeAlbum(owner, 'Iceland', [photo], { isPhotostream: true })
  const ann = await gallery.asGuest('Ann')
  await ann.data(`/api/likes/${photo.id}/like`, { method: 'POST' })
  await ann.data(`/api/comments/${photo.id}`, { method: 'POST', body: { body: 'Lovely' } })
  const around = async () => ({
    likes: await owner.data(`/api/likes/${photo.id}`),
    comments: await owner.data(`/api/comments/${photo.id}`),
    albums: (await owner.data<Album[]>(`/api/photos/${photo.id}/albums`)).map(withoutFileName),
    photo: { ...(await owner.data<Photo>(`/api/photos/${photo.id}`)), fileName: '' },
  })
  return { bytes, photo, around, path: gallery.services.library.original(photo.id) }
}

test.each(damages)(
  'an upload of a photo whose original is %s restores it and keeps everything else',
  async (_, damage) => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const { bytes, photo, around, path } = await belovedPhoto(gallery, owner)
    const before = await around()
    await damage(path)
    const answer = await send(owner, bytes, { name: 'another-name.jpg' })
    expect(answer.status).toBe(200)
    const restored = (await answer.json()).data as UploadedPhoto
    expect([restored.id, restored.isRestored]).toEqual([photo.id, true])
    expect(await readFile(path)).toEqual(Buffer.from(bytes))
    expect(await around()).toEqual(before)
    for (const variant of ['thumbs', 'squares', 'portraits', 'landscapes', 'resizes', 'images']) {
      const shown = await owner.get(`/api/${variant}/${restored.fileName}`)
      expect([variant, shown.status]).toEqual([variant, 200])
    }
    // Whole again, it is a duplicate like any other.
    const again = await send(owner, bytes)
    expect(again.status).toBe(409)
    expect((await again.json()).error.details).toEqual({ photoId: photo.id })
  },
)

test('renditions of a damaged original are rendered again, under a new address', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const { bytes, photo, path } = await belovedPhoto(gallery, owner)
  const address = (fileName: string) => `/api/resizes/${fileName}?w=200`
  const good = await (await owner.get(address(photo.fileName))).bytes()
  const before = await filesIn(gallery.data, 'renditions')
  await truncate(path, 200)
  const { fileName } = (await (await send(owner, bytes)).json()).data as Photo
  expect(fileName).not.toBe(photo.fileName)
  expect((await owner.get(address(photo.fileName))).status).toBe(404)
  const files = await filesIn(gallery.data, 'renditions')
  expect(before.filter((file) => files.includes(file))).toEqual([])
  expect(await (await owner.get(address(fileName))).bytes()).toEqual(good)
})

test('twenty uploads at once of a photo whose original is missing restore it once', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const { bytes, photo, path } = await belovedPhoto(gallery, owner)
  await rm(path)
  const answers = await Promise.all(Array.from({ length: 20 }, () => send(owner, bytes)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([200, ...Array(19).fill(409)])
  expect((await owner.data<Photo>(`/api/photos/${photo.id}`)).id).toBe(photo.id)
})

test('a file that only looks like the photo does not replace its lost original', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const { bytes, photo, path } = await belovedPhoto(gallery, owner)
  await rm(path)
  const other = await send(owner, await camera({ title: 'Beloved', width: 300, height: 200 }))
  const created = (await other.json()).data as UploadedPhoto
  expect(created.id).not.toBe(photo.id)
  expect(created.isRestored).toBeUndefined()
  expect((await send(owner, bytes)).status).toBe(200)
})

test('an import restores originals and says for which files', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const { bytes, photo, path } = await belovedPhoto(gallery, owner)
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const file = join(folder, 'again.jpg')
  await writeFile(file, bytes)
  const run = async () => {
    const events: ImportEvent[] = []
    const request = { paths: [folder], isPhotostream: false }
    for await (const event of importFolder(request, gallery.services)) {
      events.push(event)
    }
    return events.slice(1, -1)
  }
  expect(await run()).toEqual([{ kind: 'duplicate', path: file }])
  await rm(path)
  expect(await run()).toEqual([{ kind: 'restored', path: file }])
  expect(await readFile(path)).toEqual(Buffer.from(bytes))
  expect(await run()).toEqual([{ kind: 'duplicate', path: file }])
  expect((await owner.data<Photo>(`/api/photos/${photo.id}`)).md5).toBe(photo.md5)
  await rm(folder, { recursive: true })
})
