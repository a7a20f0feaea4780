import { expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { variantPaths } from '../../src/contract/photos/variants.ts'
import { recentWarnings } from '../../src/core/log.ts'
import { type Gallery, makeAlbum, openGallery, send, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'
import { head, rawExchange, statusOf } from '../support/raw-socket.ts'

const paths = Object.values(variantPaths)
const unknownName = `${'0'.repeat(32)}.jpg`

/** A raw response without the headers that differ between any two responses. */
async function wire(gallery: Gallery, method: string, target: string, headers: string[]) {
  const host = `Host: 127.0.0.1:${gallery.port}`
  const answer = await rawExchange(gallery.port, head(method, target, [host, ...headers]))
  return answer.replace(/^(Date|X-Request-Id): .*\r\n/gim, '')
}

/** The requests that could reveal a hidden photo; `etag` is the one its owner received. */
const questions = (etag: string): [string, string[]][] => [
  ['GET', []],
  ['HEAD', []],
  ['GET', ['Range: bytes=0-99']],
  ['HEAD', ['Range: bytes=0-99']],
  ['GET', ['Range: bytes=99999999-']],
  ['GET', [`If-None-Match: ${etag}`]],
  ['HEAD', [`If-None-Match: ${etag}`]],
  ['GET', ['If-None-Match: *']],
  ['GET', [`If-Range: ${etag}`, 'Range: bytes=0-99']],
  ['GET', ['Accept: image/avif,image/webp']],
  ['GET', ['Cookie: vitrine_owner=guessed']],
]

async function expectHidden(gallery: Gallery, photo: Photo, etags: Map<string, string>) {
  for (const path of paths) {
    for (const query of ['', '?w=400', '?w=7', '?f=avif', '?f=x', '?code=x']) {
      for (const [method, headers] of questions(etags.get(path)!)) {
        // Ten wrong codes a minute are allowed.
        if (query.includes('code')) gallery.clock.advance(60_000)
        const hidden = await wire(
          gallery,
          method,
          `/api/${path}/${photo.fileName}${query}`,
          headers,
        )
        const never = await wire(gallery, method, `/api/${path}/${unknownName}${query}`, headers)
        expect(statusOf(hidden)).toBe(404)
        expect(hidden).toBe(never)
      }
    }
  }
}

async function etagsFor(gallery: Gallery, photo: Photo) {
  const owner = await gallery.asOwner()
  const etags = new Map<string, string>()
  for (const path of paths) {
    const answer = await owner.get(`/api/${path}/${photo.fileName}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    etags.set(path, answer.headers.get('etag')!)
  }
  return etags
}

test('files of a private photo are answered to a visitor as if it had never existed', async () => {
  await using gallery = await openGallery()
  const photo = await upload(gallery, await gallery.asOwner())
  await expectHidden(gallery, photo, await etagsFor(gallery, photo))
})

test('a private photo without its original is answered as if it had never existed', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const bytes = await camera()
  const photo = await upload(gallery, owner, bytes)
  const etags = await etagsFor(gallery, photo)
  await rm(gallery.services.library.original(photo.id))
  await expectHidden(gallery, photo, etags)
  expect(recentWarnings().filter(({ text }) => text.includes(photo.id))).toEqual([])
  expect((await send(owner, bytes)).status).toBe(200)
})

test('files are available while the photo is public, but not once it is private or deleted', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner)
  const etags = await etagsFor(gallery, photo)
  const stream = await makeAlbum(owner, 'Photostream', [photo], { isPhotostream: true })
  for (const path of paths) {
    const answer = await gallery.asVisitor().get(`/api/${path}/${photo.fileName}`)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable, s-maxage=45',
    )
  }
  await owner.put(`/api/albums/${stream.id}/photos/delete`, { photoIds: [photo.id] })
  await expectHidden(gallery, photo, etags)
  await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds: [photo.id] })
  expect((await gallery.asVisitor().get(`/api/thumbs/${photo.fileName}`)).status).toBe(200)
  await owner.delete(`/api/photos/${photo.id}`, { removeFiles: true })
  await expectHidden(gallery, photo, etags)
  expect((await owner.get(`/api/images/${photo.fileName}`)).status).toBe(404)
})

test('an album without a code shows its files to everyone, one with a code does not', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner)
  const etags = await etagsFor(gallery, photo)
  const album = await makeAlbum(owner, 'Family', [photo])
  expect((await gallery.asVisitor().get(`/api/images/${photo.fileName}`)).status).toBe(200)
  await gallery.services.store.write(() =>
    gallery.services.store.connection.run("UPDATE album SET code = 'secret' WHERE id = ?", [
      album.id,
    ]),
  )
  await expectHidden(gallery, photo, etags)
  const visitor = gallery.asVisitor()
  for (const path of [
    `/api/photos/${photo.id}`,
    `/api/albums/${album.id}`,
    `/api/albums/${album.id}/photos`,
    `/photo/${photo.id}`,
  ]) {
    expect((await visitor.get(path)).status).toBe(404)
  }
  expect(await visitor.data<unknown[]>('/api/albums')).toEqual([])
})

test('no spelling of an image address escapes the folder', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner)
  await makeAlbum(owner, 'Photostream', [photo], { isPhotostream: true })
  const climbs = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%00', '%c0%ae%c0%ae', '....']
  const slashes = ['/', '%2f', '%5c', '\\', '%252f', '//', '%c0%af']
  const targets = climbs.flatMap((climb) =>
    slashes.flatMap((slash) => [
      `${climb}${slash}${climb}${slash}vitrine.db`,
      `${climb}${slash}originals${slash}${photo.id.slice(-2)}${slash}${photo.id}.jpg`,
    ]),
  )
  const others = [
    `${photo.fileName}%00`,
    `${photo.fileName}%00.png`,
    `${photo.fileName}%0a`,
    `${photo.fileName}/`,
    `${photo.fileName}/x`,
    `${photo.fileName};x`,
    `./${photo.fileName}/../../thumbs`,
    `%2f${photo.fileName}`,
    photo.fileName.toUpperCase(),
    photo.fileName.replace('.jpg', ''),
    photo.fileName.replace('.jpg', '.JPG'),
    photo.fileName.replace('.jpg', '.jpg.jpg'),
    `${photo.fileName.slice(0, 31)}.jpg`,
    `${photo.fileName.slice(0, 31)}%25.jpg`,
    `${photo.fileName.slice(0, 31)}_.jpg`,
    "' OR 1=1 --.jpg",
    '%',
    '%zz',
    '%ff.jpg',
    '',
    '.',
    '..',
  ]
  for (const target of [...targets, ...others]) {
    for (const path of ['images', 'thumbs']) {
      const answer = await wire(gallery, 'GET', `/api/${path}/${target.replaceAll(' ', '+')}`, [])
      expect([target, statusOf(answer)]).toEqual([target, 404])
      expect(answer).not.toContain('SQLite format')
      expect(answer).not.toContain('Content-Type: image')
    }
  }
})
