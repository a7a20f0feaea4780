// Which responses a CDN may keep with --shared-pages, and that all others stay private.
import { expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import { makeAlbum, openGallery, publicPhoto, upload } from '../support/gallery.ts'
import { writeOwnPages } from '../support/own-pages.ts'

const shared = 'public, max-age=0, must-revalidate, s-maxage=60'

/** A gallery with a public photo, an album with a code and one without. */
async function open(sharedPages: number) {
  const gallery = await openGallery({ sharedPages })
  const { owner, photo, album } = await publicPhoto(gallery)
  const hidden = await upload(gallery, owner)
  const coded = await makeAlbum(owner, 'Family', [hidden])
  const body = { code: 'open sesame' }
  await owner.data<Album>(`/api/albums/${coded.id}`, { method: 'PUT', body })
  const pages = [
    '/',
    '/?offset=12',
    '/photo',
    `/photo/${photo.id}`,
    '/photo?q=photo',
    '/photo?cameraModel=E-10&show=grid',
    '/album',
    `/album/${album.id}`,
    `/album/${album.id}/${photo.id}`,
    '/camera',
    '/lens',
    '/keyword',
    '/archive',
    '/camera/e-10',
    '/feed.atom',
    '/feed.json',
    `/album/${album.id}/feed.atom`,
    '/camera/e-10/feed.json',
    `/embed/photo/${photo.id}`,
    `/embed/album/${album.id}`,
    '/resume',
    '/about',
  ]
  writeOwnPages(gallery.data)
  return { gallery, owner, photo, coded, hidden, pages }
}

const cachingOf = (answer: Response) => answer.headers.get('cache-control')

test('no shared cache keeps a page by default', async () => {
  const { gallery, pages } = await open(0)
  await using _ = gallery
  for (const path of pages) {
    const answer = await gallery.asVisitor().get(path)
    expect([path, answer.status, cachingOf(answer)]).toEqual([path, 200, 'private, no-cache'])
    expect(answer.headers.get('vary')).toBe('Accept-Encoding')
  }
})

test('shared caches keep the pages of anonymous visitors as long as --shared-pages says', async () => {
  const { gallery, pages } = await open(60)
  await using _ = gallery
  for (const path of pages) {
    for (const method of ['GET', 'HEAD']) {
      const answer = await gallery.asVisitor().request(path, { method })
      expect([path, answer.status, cachingOf(answer)]).toEqual([path, 200, shared])
      expect(answer.headers.get('vary')).toBe('Accept-Encoding, Cookie')
      expect(answer.headers.get('set-cookie')).toBeNull()
    }
  }
  const visitor = gallery.asVisitor()
  const etag = (await visitor.get('/')).headers.get('etag')!
  const same = await visitor.get('/', { 'if-none-match': etag })
  expect([same.status, cachingOf(same)]).toEqual([304, shared])
  expect(same.headers.get('vary')).toBe('Accept-Encoding, Cookie')
  // Other sites on the same domain may have cookies of their own.
  expect(cachingOf(await visitor.get('/', { cookie: 'theme=dark' }))).toBe(shared)
})

test('no page of the owner, a guest or someone with a share code is ever shared', async () => {
  const { gallery, owner, coded, hidden, pages } = await open(60)
  await using _ = gallery
  const guest = await gallery.asGuest('Gus')
  const friend = gallery.asVisitor()
  const opened = await friend.get(`/album/${coded.id}?code=open+sesame`)
  expect([opened.status, cachingOf(opened)]).toEqual([200, 'private, no-store'])
  expect((await friend.get(`/album/${coded.id}/${hidden.id}`)).status).toBe(200)
  const former = gallery.asVisitor()
  former.cookies.set('vitrine_owner', 'A'.repeat(43))
  const known = gallery.asVisitor()
  known.cookies.set('vitrine_known', 'A'.repeat(43))
  for (const browser of [owner, guest, friend, former, known]) {
    for (const path of [...pages, `/album/${coded.id}`]) {
      const answer = await browser.get(path)
      expect([path, cachingOf(answer)]).toEqual([
        path,
        expect.stringMatching(/^private, no-(store|cache)$/),
      ])
      expect(answer.headers.get('vary')).toBe('Accept-Encoding, Cookie')
    }
  }
  for (const path of pages) {
    const address = `${path}${path.includes('?') ? '&' : '?'}code=`
    for (const code of ['open+sesame', 'wrong', '']) {
      gallery.clock.advance(60_000)
      expect(cachingOf(await gallery.asVisitor().get(address + code))).toStartWith('private')
    }
  }
})

test('only public pages are shared', async () => {
  const { gallery, photo, coded } = await open(60)
  await using _ = gallery
  for (const path of [
    '/account',
    '/account/profile',
    '/user/drive',
    '/guest',
    '/setup',
    '/album/',
    `/album/${coded.id}`,
    `/album/${coded.id}/feed.atom`,
    `/album/${coded.id}/feed.atom?code=open+sesame`,
    `/embed/album/${coded.id}`,
    `/embed/album/${coded.id}?code=open+sesame`,
    `/photo/${crypto.randomUUID()}`,
    '/nowhere',
    '/photostream',
    '/api/photos?limit=9',
    `/api/photos/${photo.id}`,
    '/api/albums',
    '/api/user',
    '/api/health',
    '/api/openapi.json',
  ]) {
    const answer = await gallery.asVisitor().get(path)
    expect([path, cachingOf(answer)]).toEqual([
      path,
      expect.stringMatching(/^private, no-(store|cache)$/),
    ])
  }
})

test('no page of a gallery that has no owner yet is shared', async () => {
  await using gallery = await openGallery({ sharedPages: 60 })
  for (const path of ['/', '/album', '/about', '/setup']) {
    expect(cachingOf(await gallery.asVisitor().get(path))).toStartWith('private')
  }
})
