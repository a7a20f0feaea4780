// Photos that a visitor may not see change nothing in counts, charts and lists.
import { expect, test } from 'bun:test'
import type { KeywordPage, LensPage } from '../../src/contract/site/overviews.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const shown = { lens: 'Shown 35', title: 'Shown', keywords: ['Gate', 'Sea'], iso: 200 }
const hidden = [
  { lens: 'Shown 35', title: 'Private', keywords: ['Gate', 'Secret'], iso: 6400 },
  { lens: 'Secret 85', title: 'Private', keywords: ['Secret', 'GATE'], model: 'S-1' },
  { lens: 'Shown 35', title: 'Old', keywords: ['Sea'], date: '1999:01:01 03:00:00' },
  { lens: 'Shown 35', title: 'New', keywords: ['sea'], date: '2030:01:01 23:00:00', fTenths: 160 },
]

const addresses = [
  '/api/cameras/e-10/evidence',
  '/api/lenses',
  '/api/lenses/shown-35',
  '/api/keywords',
  '/api/keywords/gate',
  '/api/keywords/sea',
  '/api/archive',
  '/camera',
  '/camera/e-10',
  '/lens',
  '/lens/shown-35',
  '/keyword',
  '/keyword/gate',
  '/keyword/sea',
  '/archive',
]

const bodies = async (browser: Browser) => {
  const found: [string, number, string][] = []
  for (const address of addresses) {
    const answer = await browser.get(address)
    found.push([address, answer.status, await answer.text()])
  }
  return found
}

test('private photos change no byte of the responses to visitors', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const stream = await makeAlbum(owner, 'Stream', [], { isPhotostream: true })
  const photo = await upload(gallery, owner, camera(shown))
  await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds: [photo.id] })
  const visitors = [gallery.asVisitor(), await gallery.asGuest('Gus')]
  const before = await Promise.all(visitors.map(bodies))
  for (const [, status] of before.flat()) expect(status).toBe(200)

  const added = []
  for (const each of hidden) added.push(await upload(gallery, owner, camera(each)))
  await owner.post(`/api/likes/${added[0]!.id}/like`, {})
  const coded = await makeAlbum(owner, 'Coded', added)
  await owner.put(`/api/albums/${coded.id}`, { code: 'sesame' })
  expect(await Promise.all(visitors.map(bodies))).toEqual(before)
  // The owner's own pages count them.
  const own = await bodies(owner)
  expect(own[1]![2]).toContain('Secret 85')
  expect(own[0]![2]).toContain('"photoCount":4')

  // As if the rest had never existed.
  const never: [string, string][] = [
    ['/api/lenses/secret-85', '/api/lenses/never-85'],
    ['/api/keywords/secret', '/api/keywords/never'],
    ['/api/cameras/s-1/evidence', '/api/cameras/n-1/evidence'],
  ]
  for (const visitor of visitors) {
    for (const [one, other] of never) {
      const [secret, unknown] = [await visitor.get(one), await visitor.get(other)]
      expect([one, secret.status]).toEqual([one, 404])
      expect(await errorOf(secret)).toEqual(await errorOf(unknown))
    }
    for (const path of ['/lens/secret-85', '/keyword/secret']) {
      const page = await visitor.get(path)
      const text = await page.text()
      expect([path, page.status, /Secret 85|Private/.test(text)]).toEqual([path, 404, false])
    }
  }

  // Their album's code proves that they may be seen, but they are in no list of photos.
  const holder = gallery.asVisitor()
  await holder.data(`/api/albums/${coded.id}?code=sesame`)
  const lens = await holder.data<LensPage>('/api/lenses/secret-85')
  expect(lens).toMatchObject({ name: 'Secret 85', photoCount: 0, evidence: { charts: [] } })
  const keyword = await holder.data<KeywordPage>('/api/keywords/secret')
  expect(keyword).toMatchObject({ label: 'Secret', count: 0, photos: [], related: [] })
  const text = await (await holder.get('/keyword/secret')).text()
  expect(text).toContain('Its photos are in albums, not in the photostream.')
  await owner.put(`/api/albums/${coded.id}`, { code: 'another' })
  expect((await holder.get('/api/lenses/secret-85')).status).toBe(404)
})

test('a hidden photo disappears from counts, charts and lists at once', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const stream = await makeAlbum(owner, 'Stream', [], { isPhotostream: true })
  const kept = await upload(gallery, owner, camera(shown))
  await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds: [kept.id] })
  const visitor = gallery.asVisitor()
  const before = await bodies(visitor)
  const photos = []
  for (const each of hidden) photos.push(await upload(gallery, owner, camera(each)))
  const photoIds = photos.map(({ id }) => id)
  await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds })
  const between = await bodies(visitor)
  for (const [index, address] of addresses.entries()) {
    expect([address, between[index]![2] === before[index]![2]]).toEqual([address, false])
  }
  expect((await visitor.get('/api/lenses/secret-85')).status).toBe(200)
  await owner.put(`/api/albums/${stream.id}/photos/delete`, { photoIds })
  expect(await bodies(visitor)).toEqual(before)
  expect((await visitor.get('/api/lenses/secret-85')).status).toBe(404)
})
