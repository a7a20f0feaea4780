import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { UxConfig } from '../../src/contract/site/ux-config.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const unknownId = '019b7ca9-9070-7314-b84e-9ff82474a522'

/** A gallery with an album of `count` photos, newest first. */
async function withAlbum(count = 3) {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (let n = 0; n < count; n++) {
    photos.push(await upload(gallery, owner, camera({ date: `${2020 - n}:01:01 00:00:00` })))
  }
  const album = await makeAlbum(owner, 'Walks', photos)
  const ids = photos.map(({ id }) => id)
  return { gallery, owner, photos, ids, album, address: `/api/albums/${album.id}` }
}

const put = <T>(browser: Browser, path: string, body: unknown) =>
  browser.data<T>(path, { method: 'PUT', body })
const order = async (browser: Browser, address: string) =>
  (await browser.data<Album>(address)).photos

describe('albums', () => {
  test('an album changes only in the given fields', async () => {
    const { gallery, owner, address, photos } = await withAlbum(1)
    await using _ = gallery
    const coverPic = `/api/squares/${photos[0]!.fileName}`
    const changed = await put<Album>(owner, address, { description: 'On foot', coverPic })
    expect(changed).toMatchObject({ name: 'Walks', description: 'On foot', coverPic, code: '' })
    expect(await put<Album>(owner, address, { name: ' Long walks ' })).toMatchObject({
      name: 'Long walks',
      description: 'On foot',
      coverPic,
    })
    expect(await put<Album>(owner, address, {})).toEqual(await owner.data<Album>(address))
    expect((await put<Album>(owner, address, { coverPic: '' })).coverPic).toBe('')
  })

  test('an album can change the case of its name but not take another album’s name', async () => {
    const { gallery, owner, address } = await withAlbum(0)
    await using _ = gallery
    await makeAlbum(owner, 'Straße')
    expect((await put<Album>(owner, address, { name: 'WALKS' })).name).toBe('WALKS')
    const answer = await owner.put(address, { name: ' straße', description: 'lost' })
    expect([answer.status, (await errorOf(answer)).details]).toEqual([409, { field: 'name' }])
    expect((await owner.data<Album>(address)).description).toBe('')
  })

  test.each([
    ['name', ''],
    ['name', '   '],
    ['name', 'x'.repeat(121)],
    ['name', 'a\u0000b'],
    ['name', 7],
    ['description', 'x'.repeat(2001)],
    ['coverPic', 'javascript:alert(1)'],
    ['coverPic', '/api/squares/../../secret.jpg'],
    ['coverPic', 'http://example.org/a.jpg'],
    ['code', 'x'.repeat(201)],
    ['code', null],
    ['orderBy', 4],
    ['orderBy', '1'],
  ])('an album rejects %s = %j and changes nothing', async (field, value) => {
    const { gallery, owner, address } = await withAlbum(0)
    await using _ = gallery
    const before = await owner.data<Album>(address)
    const answer = await owner.put(address, { description: 'new', [field]: value })
    expect([answer.status, (await errorOf(answer)).details]).toEqual([400, { field }])
    expect(await owner.data<Album>(address)).toEqual(before)
  })

  test('an album is deleted without its photos and is no longer the photostream', async () => {
    const { gallery, owner, address, album, ids } = await withAlbum()
    await using _ = gallery
    await owner.post('/api/user/config', { photoStreamAlbumId: album.id })
    const deleted = await owner.data<Album>(address, { method: 'DELETE' })
    expect(deleted).toMatchObject({ id: album.id, photos: ids })
    expect((await owner.get(address)).status).toBe(404)
    expect((await owner.delete(address)).status).toBe(404)
    expect((await owner.data<PhotoList>('/api/photos?limit=9')).total).toBe(3)
    expect((await owner.data<UxConfig>('/api/user/config')).photoStreamAlbumId).toBe('')
    expect((await gallery.asVisitor().data<PhotoList>('/api/photos?limit=9')).total).toBe(0)
  })
})

describe('order', () => {
  test('the order of an album follows orderBy: order added, upload date, original date, manual', async () => {
    const { gallery, owner, address, ids } = await withAlbum()
    await using _ = gallery
    const by = async (orderBy: number) => (await put<Album>(owner, address, { orderBy })).photos
    expect(await by(1)).toEqual(ids.toReversed())
    expect(await by(2)).toEqual(ids)
    expect(await by(1)).toEqual(ids.toReversed())
    expect(await by(3)).toEqual(ids.toReversed())
    expect(await by(0)).toEqual(ids)
  })

  test('the order of an album is saved by hand only for all photos; later ones follow, newest first', async () => {
    const { gallery, owner, address, ids } = await withAlbum()
    await using _ = gallery
    const wanted = [ids[2]!, ids[0]!, ids[1]!]
    const saved = await put<Album>(owner, `${address}/order`, { photos: wanted })
    expect([saved.photos, saved.orderBy]).toEqual([wanted, 3])
    const later = [await upload(gallery, owner), await upload(gallery, owner)]
    for (const { id } of later) await put(owner, `${address}/photos/add`, { photoIds: [id] })
    const all = [...wanted, later[1]!.id, later[0]!.id]
    expect(await order(owner, address)).toEqual(all)
    for (const photos of [
      wanted,
      [...all, unknownId],
      [...all.slice(1), all[1]!],
      [...all, all[0]!],
      [],
      ['x'],
    ]) {
      const answer = await owner.put(`${address}/order`, { photos })
      expect([answer.status, (await errorOf(answer)).details?.field]).toEqual([
        400,
        photos[0] === 'x' ? 'photos.0' : 'photos',
      ])
    }
    expect(await order(owner, address)).toEqual(all)
  })

  test('the order of an album stays automatic for fewer than two photos', async () => {
    const { gallery, owner, address, ids } = await withAlbum(1)
    await using _ = gallery
    const saved = await put<Album>(owner, `${address}/order`, { photos: ids })
    expect([saved.photos, saved.orderBy]).toEqual([ids, 0])
    expect((await put<Album>(owner, `${address}/order`, { photos: [] })).photos).toEqual(ids)
    const empty = await owner.data<Album>('/api/albums', { method: 'POST', body: { name: 'B' } })
    expect(empty.photos).toEqual([])
  })

  test('the order of an album accepts any permutation', async () => {
    const { gallery, owner, address, ids } = await withAlbum(5)
    await using _ = gallery
    const permutation = fc.shuffledSubarray(ids, { minLength: 5 })
    await fc.assert(
      fc.asyncProperty(permutation, async (photos) => {
        await put(owner, `${address}/order`, { photos })
        expect(await order(owner, address)).toEqual(photos)
        const { photos: listed } = await owner.data<PhotoList>(`${address}/photos?limit=9`)
        expect(listed.map(({ id }) => id)).toEqual(photos)
      }),
      { numRuns: 15 },
    )
  })
})

describe('albums of a photo', () => {
  test('the albums of a photo are set to exactly the given ones, keeping its position where it stays', async () => {
    const { gallery, owner, address, album, ids } = await withAlbum()
    await using _ = gallery
    const other = await makeAlbum(owner, 'Others')
    const set = (albumIds: string[]) =>
      put<Album[]>(owner, `/api/photos/${ids[0]}/albums/set`, { albumIds })
    const names = (albums: Album[]) => albums.map(({ name }) => name)
    expect(names(await set([other.id, album.id, album.id]))).toEqual(['Others', 'Walks'])
    expect(await order(owner, address)).toEqual(ids)
    expect(names(await set([other.id]))).toEqual(['Others'])
    expect(await order(owner, address)).toEqual(ids.slice(1))
    const refused = await owner.put(`/api/photos/${ids[0]}/albums/set`, {
      albumIds: [album.id, unknownId],
    })
    expect([refused.status, (await errorOf(refused)).details]).toEqual([400, { field: 'albumIds' }])
    expect(names(await owner.data<Album[]>(`/api/photos/${ids[0]}/albums`))).toEqual(['Others'])
    expect(await set([])).toEqual([])
    expect((await owner.put(`/api/photos/${unknownId}/albums/set`, { albumIds: [] })).status).toBe(
      404,
    )
  })

  test('the albums of a photo include one with a code only for visitors who have given it', async () => {
    const { gallery, owner, address, ids } = await withAlbum(1)
    await using _ = gallery
    await makeAlbum(owner, 'Open', [{ id: ids[0]! }])
    await put(owner, address, { code: 'secret' })
    const albums = (browser: Browser) => browser.data<Album[]>(`/api/photos/${ids[0]}/albums`)
    const visitor = gallery.asVisitor()
    expect((await albums(visitor)).map(({ name }) => name)).toEqual(['Open'])
    expect((await albums(owner)).map(({ name }) => name)).toEqual(['Open', 'Walks'])
    await visitor.get(`${address}?code=secret`)
    expect((await albums(visitor)).map(({ name }) => name)).toEqual(['Open', 'Walks'])
    expect(JSON.stringify(await albums(visitor))).not.toContain('code')
  })
})

test('albums are listed in natural order everywhere', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner)
  const inOrder = [
    '2 days',
    '10 days',
    'Album 1',
    'album 2',
    'Album 10',
    'Étude',
    'Lakes',
    'lakes 007',
  ]
  const added = [...inOrder].reverse()
  const made = new Map<string, Album>()
  for (const name of added) made.set(name, await makeAlbum(owner, name, [photo]))
  await owner.put(`/api/albums/${made.get('Lakes')!.id}`, { code: 'abc' })
  const names = async (browser: Browser, path: string) =>
    (await browser.data<Album[]>(path)).map(({ name }) => name)
  const open = inOrder.filter((name) => name !== 'Lakes')
  const visitor = gallery.asVisitor()
  expect(await names(owner, '/api/albums')).toEqual(inOrder)
  expect(await names(visitor, '/api/albums')).toEqual(open)
  expect(await names(owner, `/api/photos/${photo.id}/albums`)).toEqual(inOrder)
  const page = await (await visitor.get('/album')).text()
  expect([...page.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, name]) => name)).toEqual(open)
  // Names that are equal in natural order ('7' and '007') always have the same order.
  await makeAlbum(owner, 'lakes 7', [])
  const alike = (await names(owner, '/api/albums')).slice(-2)
  await owner.delete(`/api/albums/${made.get('lakes 007')!.id}`)
  await makeAlbum(owner, 'lakes 007', [])
  expect((await names(owner, '/api/albums')).slice(-2)).toEqual(alike)
})
