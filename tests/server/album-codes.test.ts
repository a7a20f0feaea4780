import { expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import { errorOf } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'

async function withCode(code = 'open sesame') {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner)
  const album = await makeAlbum(owner, 'Family', [photo])
  const address = `/api/albums/${album.id}`
  const setCode = (code: string) => owner.data<Album>(address, { method: 'PUT', body: { code } })
  expect((await setCode(code)).code).toBe(code)
  const query = `code=${encodeURIComponent(code)}`
  const image = `/api/thumbs/${photo.fileName}`
  return { gallery, owner, photo, album, address, image, query, setCode }
}

test('the code opens the album, its photos, their pages and their image files', async () => {
  const { gallery, photo, address, image, query } = await withCode()
  await using _ = gallery
  for (const path of [
    address,
    `${address}/photos?limit=9`,
    `/api/photos/${photo.id}`,
    `/photo/${photo.id}`,
    image,
    `/api/images/${photo.fileName}`,
  ]) {
    expect([path, (await gallery.asVisitor().get(path)).status]).toEqual([path, 404])
    const separator = path.includes('?') ? '&' : '?'
    const answer = await gallery.asVisitor().get(`${path}${separator}${query}`)
    expect([path, answer.status]).toEqual([path, 200])
    // Images can be revalidated; pages and data about them are not even stored.
    const isPicture = path.includes(photo.fileName)
    const caching = isPicture ? 'private, no-cache' : 'private, no-store'
    expect(answer.headers.get('cache-control')).toBe(caching)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^vitrine_albums=[^;]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    const text = await answer.text()
    if (!path.startsWith('/api/thumbs')) expect(text).not.toContain('open sesame')
  }
})

test('a browser that has given the code does not need it again; other browsers do', async () => {
  const { gallery, photo, address, image, query } = await withCode()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const album = await visitor.data<Album>(`${address}?${query}`)
  expect(album).toMatchObject({ name: 'Family', photos: [photo.id] })
  expect(album).not.toHaveProperty('code')
  for (const path of [address, `${address}/photos?limit=9`, `/api/photos/${photo.id}`, image]) {
    expect([path, (await visitor.get(path)).status]).toEqual([path, 200])
    expect([path, (await gallery.asVisitor().get(path)).status]).toEqual([path, 404])
  }
  const etag = (await visitor.get(image)).headers.get('etag')!
  const again = await visitor.get(image, { 'if-none-match': etag })
  expect(again.status).toBe(304)
})

test('the code does not reveal the album in any list, photostream or search', async () => {
  const { gallery, query, address } = await withCode()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  await visitor.get(`${address}?${query}`)
  expect(await visitor.data<Album[]>('/api/albums')).toEqual([])
  expect((await visitor.data<PhotoList>('/api/photos?limit=9')).total).toBe(0)
  expect((await visitor.data<PhotoList>('/api/photos/search?q=a&limit=9')).total).toBe(0)
})

test('changing the code locks out visitors with the old one; removing it opens the album to all', async () => {
  const { gallery, address, image, query, setCode } = await withCode()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  await visitor.get(`${address}?${query}`)
  expect((await visitor.get(image)).status).toBe(200)
  await setCode('another')
  expect((await visitor.get(image)).status).toBe(404)
  expect((await visitor.get(address)).status).toBe(404)
  await visitor.get(`${address}?code=another`)
  expect((await visitor.get(image)).status).toBe(200)
  await setCode('')
  expect((await gallery.asVisitor().get(image)).status).toBe(200)
  await setCode('third')
  expect((await visitor.get(image)).status).toBe(404)
  // A cookie from before the change stays invalid even if the old code is set again.
  await setCode('another')
  expect((await visitor.get(image)).status).toBe(404)
})

test('a browser keeps the codes of several albums, even if two albums have the same code', async () => {
  const { gallery, owner, address, query } = await withCode()
  await using _ = gallery
  const more: string[] = []
  for (const [name, code] of [
    ['B', 'bee'],
    ['C', 'open sesame'],
  ] as const) {
    const { id } = await makeAlbum(owner, name)
    await owner.put(`/api/albums/${id}`, { code })
    more.push(`/api/albums/${id}`)
  }
  const visitor = gallery.asVisitor()
  await visitor.get(`${address}?${query}`)
  expect((await visitor.get(more[0]!)).status).toBe(404)
  expect((await visitor.get(more[1]!)).status).toBe(200)
  await visitor.get(`${more[0]}?code=bee`)
  for (const path of [address, ...more]) expect((await visitor.get(path)).status).toBe(200)
})

test('after ten wrong codes in a minute, even the right one is refused; other pages still answer', async () => {
  const { gallery, address, query } = await withCode()
  await using _ = gallery
  for (let guess = 0; guess < 10; guess++) {
    expect((await gallery.asVisitor().get(`${address}?code=guess${guess}`)).status).toBe(404)
  }
  const refused = await gallery.asVisitor().get(`${address}?${query}`)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await errorOf(refused)).message).toContain('codes')
  const page = address.replace('/api/albums/', '/album/')
  for (const path of [page, page.replace('/album/', '/embed/album/')]) {
    const browser = gallery.asVisitor()
    const forPeople = await browser.get(`${path}?${query}`, { accept: 'text/html,*/*' })
    expect([path, forPeople.status]).toEqual([path, 429])
    expect(forPeople.headers.get('content-type')).toStartWith('text/html')
    expect(await forPeople.text()).toContain('<p>Too many wrong codes; wait a minute.</p>')
  }
  expect((await gallery.asVisitor().get('/api/albums')).status).toBe(200)
  gallery.clock.advance(60_000)
  expect((await gallery.asVisitor().get(`${address}?${query}`)).status).toBe(200)
})

test('too many wrong codes do not block requests that need no code', async () => {
  const { gallery, owner, photo, address, image } = await withCode()
  await using _ = gallery
  const open = await makeAlbum(owner, 'Open', [photo])
  for (let guess = 0; guess < 10; guess++) {
    expect((await gallery.asVisitor().get(`/api/user?code=${guess}`)).status).toBe(200)
  }
  const visitor = gallery.asVisitor()
  for (const path of [`/api/albums/${open.id}`, image, '/api/user', '/']) {
    expect([path, (await visitor.get(`${path}?code=old`)).status]).toEqual([path, 200])
  }
  expect((await visitor.get(`${address}?code=old`)).status).toBe(429)
  expect((await visitor.get(`/api/photos/${crypto.randomUUID()}?code=old`)).status).toBe(429)
  expect((await visitor.get(address)).status).toBe(404)
  expect((await owner.get(`${address}?code=old`)).status).toBe(200)
})

test('a code is ignored for an album without one', async () => {
  const { gallery, owner, query } = await withCode()
  await using _ = gallery
  const open = await makeAlbum(owner, 'Open')
  expect((await gallery.asVisitor().get(`/api/albums/${open.id}?${query}`)).status).toBe(200)
  expect((await gallery.asVisitor().get(`/api/albums/${open.id}?code=none`)).status).toBe(200)
})

test('a cover from an album with a code is shown only to visitors who have given the code', async () => {
  const { gallery, owner, photo, address, query } = await withCode()
  await using _ = gallery
  const coverPic = `/api/squares/${photo.fileName}`
  const open = await makeAlbum(owner, 'Open')
  await owner.put(`/api/albums/${open.id}`, { coverPic })
  const cover = async (browser = gallery.asVisitor()) =>
    (await browser.data<Album>(`/api/albums/${open.id}`)).coverPic
  expect(await cover()).toBe('')
  const visitor = gallery.asVisitor()
  await visitor.get(`${address}?${query}`)
  expect(await cover(visitor)).toBe(coverPic)
  expect(await cover(owner)).toBe(coverPic)
})
