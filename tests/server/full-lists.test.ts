import { expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import type { Browser } from '../support/browser.ts'
import { type CrowdedGallery, openCrowdedGallery } from '../support/crowded-gallery.ts'
import { upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'
import { head, slowReader } from '../support/raw-socket.ts'

/** These texts make the list 20 MB long, more than any buffer on the way can hold. */
const count = 6000
const description = 'x'.repeat(3000)
const end = '\r\n0\r\n\r\n'

const openLongList = () => openCrowdedGallery(count, { description })

/** More than a response's headers, so that photos have begun to come. */
const firstPart = 8192

/** Requests a full list and stops reading as soon as its photos begin. */
async function beginList({ port }: CrowdedGallery, path: string, browser?: Browser) {
  const cookies = [...(browser?.cookies ?? [])].map(([name, value]) => `${name}=${value}`)
  const headers = ['Host: localhost', ...(browser ? [`Cookie: ${cookies.join('; ')}`] : [])]
  const reader = slowReader(port, head('GET', path, headers), firstPart)
  await reader.begun
  return reader
}

const titled = (title: string) => `"title":"${title}"`

test('a photo hidden while a full list is being sent is not sent after that', async () => {
  await using crowded = await openLongList()
  const { owner, stream } = crowded
  const [last] = (
    await owner.data<{ photos: { id: string }[] }>(`/api/photos?limit=1&offset=${count - 1}`)
  ).photos
  const reader = await beginList(crowded, '/api/photos')
  await owner.put(`/api/albums/${stream.id}/photos/delete`, { photoIds: [last!.id] })
  await owner.put(`/api/photos/${last!.id}`, { id: last!.id, title: 'Written later' })
  const list = await reader.rest()
  expect(list).toContain(titled('Photo 1'))
  expect(list).not.toContain(titled('Photo 0'))
  expect(list).not.toContain('Written later')
  expect(list).toContain(`"length":${count - 1}}}`)
  expect(list).toEndWith(end)
})

test('a private photo uploaded while a list is being sent does not take a deleted one’s place', async () => {
  await using crowded = await openLongList()
  const { gallery, owner, stream } = crowded
  const oldest = await upload(gallery, owner, camera({ date: '1999:01:01 00:00:00' }))
  await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds: [oldest.id] })
  const reader = await beginList(crowded, '/api/photos')
  await owner.delete(`/api/photos/${oldest.id}`, { removeFiles: true })
  await upload(gallery, owner, camera({ title: 'Never public' }))
  const list = await reader.rest()
  expect(list).not.toContain('Never public')
  expect(list).toContain(`"length":${count}}}`)
  expect(list).toEndWith(end)
})

test('an album’s list is cut short once its code has changed', async () => {
  await using crowded = await openLongList()
  const { owner, stream } = crowded
  await owner.put(`/api/albums/${stream.id}`, { code: 'first' })
  const path = `/api/albums/${stream.id}/photos`
  const withCode = await beginList(crowded, `${path}?code=first`)
  const visitor = crowded.asVisitor()
  await visitor.get(`${path}?limit=1&code=first`)
  const withCookie = await beginList(crowded, path, visitor)
  await owner.put(`/api/albums/${stream.id}`, { code: 'second' })
  for (const reader of [withCode, withCookie]) {
    const list = await reader.rest()
    expect(list).toContain(titled(`Photo ${count - 1}`))
    expect(list).not.toContain(titled('Photo 0'))
    expect(list).not.toEndWith(end)
  }
})

test('the owner’s list is cut short once they sign out', async () => {
  await using crowded = await openLongList()
  const { owner } = crowded
  const reader = await beginList(crowded, '/api/photos', owner)
  await owner.get('/api/logout')
  const list = await reader.rest()
  expect(list).toContain(titled(`Photo ${count - 1}`))
  expect(list).not.toContain(titled('Photo 0'))
  expect(list).not.toEndWith(end)
})

test('an album’s ids come in its order, are rate-limited by address, and are never on its page', async () => {
  await using crowded = await openCrowdedGallery(2500)
  const { gallery, owner, stream } = crowded
  const visitor = crowded.asVisitor()
  const address = `/api/albums/${stream.id}`
  const list = await owner.data<PhotoList>('/api/photos')
  const ids = list.photos.map(({ id }) => id)
  const album = await visitor.data<Album>(address)
  expect(album).toMatchObject({ name: 'Stream', photoCount: 2500 })
  expect(album.photos).toEqual(ids)
  const renamed = { method: 'PUT', body: { name: 'Renamed' } }
  expect((await owner.data<Album>(address, renamed)).photos).toEqual(ids)
  expect(await visitor.data<Album>(`${address}?photos=false`)).not.toHaveProperty('photos')
  const page = await (await visitor.get(`/album/${stream.id}`)).text()
  expect(ids.filter((id) => page.includes(id)).length).toBeLessThan(20)
  for (let time = 0; time < 29; time++) await (await visitor.get(address)).bytes()
  expect((await visitor.get(address)).status).toBe(429)
  expect((await visitor.get(`${address}?photos=false`)).status).toBe(200)
  gallery.clock.advance(60_000)
  const removed = await owner.data<Album>(address, { method: 'DELETE' })
  expect(removed.photos).toEqual(ids)
})
