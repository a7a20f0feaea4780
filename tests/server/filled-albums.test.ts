import { describe, expect, test } from 'bun:test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Album, RulePreview } from '../../src/contract/albums/albums.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { UxConfig } from '../../src/contract/site/ux-config.ts'
import { importFolder } from '../../src/imports/intake/import-folder.ts'
import type { ImportEvent } from '../../src/imports/intake/import-request.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { type CameraOptions, camera } from '../support/photos.ts'

const fox = { title: 'Fox', keywords: ['fox'] }
const owl = { title: 'Owl', keywords: ['owl'] }

/** A gallery with these photos. */
async function withPhotos(...options: CameraOptions[]) {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (const each of options) photos.push(await upload(gallery, owner, camera(each)))
  return {
    gallery,
    owner,
    photos,
    add: (each: CameraOptions) => upload(gallery, owner, camera(each)),
  }
}

const fill = (owner: Browser, rule: string, more: object = {}) =>
  owner.data<Album>('/api/albums', { method: 'POST', body: { name: 'Filled', rule, ...more } })
const put = <T>(owner: Browser, path: string, body: unknown) =>
  owner.data<T>(path, { method: 'PUT', body })
const photosOf = async (owner: Browser, { id }: Pick<Album, 'id'>) =>
  (await owner.data<Album>(`/api/albums/${id}`)).photos!.toSorted()
const idsOf = (...photos: (Photo | undefined)[]) => photos.map((photo) => photo!.id).toSorted()
const preview = (owner: Browser, rule: string) =>
  owner.data<RulePreview>(`/api/albums/rule/preview?${new URLSearchParams({ rule })}`)

describe('albums', () => {
  test('an album with a rule contains the photos that match when it is created', async () => {
    const { gallery, owner, photos } = await withPhotos(fox, owl, fox)
    await using _ = gallery
    const album = await fill(owner, 'keyword=Fox')
    expect(album).toMatchObject({ rule: 'keyword=fox', photoCount: 2, orderBy: 0, code: '' })
    expect(await photosOf(owner, album)).toEqual(idsOf(photos[0], photos[2]))
  })

  test('an album with a rule gets each new photo that matches, at the same moment', async () => {
    const { gallery, owner, add } = await withPhotos()
    await using _ = gallery
    const album = await fill(owner, 'keyword=fox')
    const photo = await add(fox)
    await add(owl)
    expect(photo.visibleIn).toEqual([album.id])
    expect(await photosOf(owner, album)).toEqual([photo.id])
  })

  test('an album with a rule follows changes of keywords, title and crop, and deletions', async () => {
    const { gallery, owner, photos } = await withPhotos(fox, owl)
    await using _ = gallery
    const [first, second] = photos as [Photo, Photo]
    const foxes = await fill(owner, 'keyword=fox')
    const named = await fill(owner, 'q=owl', { name: 'Named' })
    const upright = await fill(owner, 'orientation=portrait', { name: 'Upright' })
    const { id } = second
    await put(owner, `/api/photos/${id}`, { id, keywords: ['fox'], title: 'Vixen' })
    expect(await photosOf(owner, foxes)).toEqual(idsOf(first, second))
    expect(await photosOf(owner, named)).toEqual([])
    const crop = { rotation: 0, x: 0, y: 0, width: 30, height: 60 }
    await put(owner, `/api/photos/${first.id}/edit`, crop)
    expect(await photosOf(owner, upright)).toEqual([first.id])
    await owner.data(`/api/photos/${first.id}/edit`, { method: 'DELETE' })
    expect(await photosOf(owner, upright)).toEqual([])
    await owner.data(`/api/photos/${id}`, { method: 'DELETE', body: {} })
    expect(await photosOf(owner, foxes)).toEqual([first.id])
  })

  test('an album with a rule finds a camera by its common name once a later photo reveals it', async () => {
    const longer = { model: 'ILCE-7 PROTOTYPE', make: 'SONY' }
    const { gallery, owner, photos, add } = await withPhotos(longer)
    await using _ = gallery
    const album = await fill(owner, 'q=α7')
    const before = await photosOf(owner, album)
    const later = await add({ model: 'ILCE-7', make: 'SONY' })
    expect(before).toEqual([])
    expect(await photosOf(owner, album)).toEqual(idsOf(photos[0], later))
    expect((await owner.data<PhotoList>('/api/photos/search?q=α7')).total).toBe(2)
  })

  test('an album with a rule is filled anew when its rule changes, and keeps the places of photos that stay', async () => {
    const { gallery, owner, photos } = await withPhotos(fox, owl, { ...fox, date: null })
    await using _ = gallery
    const album = await fill(owner, 'keyword=owl', { orderBy: 2 })
    const changed = await put<Album>(owner, `/api/albums/${album.id}`, {
      rule: 'keyword=fox&keyword=owl',
    })
    expect(changed.rule).toBe('keyword=fox&keyword=owl')
    expect(changed.photos!.toSorted()).toEqual(idsOf(...photos))
    const dated = await owner.data<PhotoList>('/api/photos')
    expect(changed.photos).toEqual(dated.photos.map(({ id }) => id))
  })

  test('an album with a rule takes over an album of chosen photos, and leaves those that match where they are', async () => {
    const { gallery, owner, photos } = await withPhotos(fox, owl, fox)
    await using _ = gallery
    const album = await makeAlbum(owner, 'Chosen', [photos[2]!, photos[1]!])
    await put(owner, `/api/albums/${album.id}`, { orderBy: 3 })
    const changed = await put<Album>(owner, `/api/albums/${album.id}`, { rule: 'keyword=fox' })
    expect(changed).toMatchObject({ orderBy: 0, photos: [photos[2]!.id, photos[0]!.id] })
  })

  test('an album with a rule keeps its photos and can be changed again once its rule is removed', async () => {
    const { gallery, owner, photos, add } = await withPhotos(fox, owl)
    await using _ = gallery
    const album = await fill(owner, 'keyword=fox')
    expect(await put<Album>(owner, `/api/albums/${album.id}`, { rule: '' })).toMatchObject({
      rule: '',
      photos: [photos[0]!.id],
    })
    await add(fox)
    expect(await photosOf(owner, album)).toEqual([photos[0]!.id])
    const body = { photoIds: [photos[1]!.id] }
    expect(await put<object>(owner, `/api/albums/${album.id}/photos/add`, body)).toEqual({
      numItems: 1,
    })
  })
})

describe('by hand', () => {
  test.each([
    ['photos/add', 'photoIds'],
    ['photos/delete', 'photoIds'],
    ['order', 'photos'],
  ])('manual changes of an album with a rule are refused: %s', async (path, field) => {
    const { gallery, owner, photos } = await withPhotos(fox, fox)
    await using _ = gallery
    const album = await fill(owner, 'keyword=fox')
    const ids = photos.map(({ id }) => id).reverse()
    const answer = await owner.put(`/api/albums/${album.id}/${path}`, { [field]: ids })
    expect([answer.status, (await errorOf(answer)).message]).toEqual([
      409,
      '“Filled” is a smart album; its photos cannot be added, removed or ordered by hand',
    ])
    expect(await photosOf(owner, album)).toEqual(idsOf(...photos))
  })

  test('setting a photo’s albums leaves it in those that fill themselves', async () => {
    const { gallery, owner, photos } = await withPhotos(fox, owl)
    await using _ = gallery
    const [first, second] = photos as [Photo, Photo]
    const album = await fill(owner, 'keyword=fox')
    const chosen = await makeAlbum(owner, 'Chosen')
    const set = (photo: Photo, albumIds: string[]) =>
      owner.put(`/api/photos/${photo.id}/albums/set`, { albumIds })
    expect((await set(first, [chosen.id])).status).toBe(200)
    expect(await photosOf(owner, album)).toEqual([first.id])
    expect(await photosOf(owner, chosen)).toEqual([first.id])
    expect((await set(first, [album.id])).status).toBe(200)
    expect(await photosOf(owner, chosen)).toEqual([])
    expect((await set(second, [chosen.id, album.id])).status).toBe(409)
    expect(await photosOf(owner, chosen)).toEqual([])
  })

  test('a manual order of an album with a rule is refused, at creation and later', async () => {
    const { gallery, owner } = await withPhotos(fox)
    await using _ = gallery
    const body = { name: 'Filled', rule: 'keyword=fox', orderBy: 3 }
    const refused = await owner.post('/api/albums', body)
    expect([refused.status, (await errorOf(refused)).details]).toEqual([400, { field: 'orderBy' }])
    expect(await owner.data<Album[]>('/api/albums')).toEqual([])
    const { id } = await fill(owner, 'keyword=fox')
    expect((await owner.put(`/api/albums/${id}`, { orderBy: 3 })).status).toBe(400)
    expect((await owner.put(`/api/albums/${id}`, { orderBy: 1 })).status).toBe(200)
  })

  test('an album with a rule cannot be the photostream, and the photostream cannot fill itself', async () => {
    const { gallery, owner, photos } = await withPhotos(fox)
    await using _ = gallery
    const filled = await fill(owner, 'keyword=fox')
    const stream = await makeAlbum(owner, 'Stream', photos, { isPhotostream: true })
    const chosen = await owner.post('/api/user/config', { photoStreamAlbumId: filled.id })
    expect([chosen.status, (await errorOf(chosen)).details]).toEqual([
      409,
      { field: 'photoStreamAlbumId' },
    ])
    const ruled = await owner.put(`/api/albums/${stream.id}`, { rule: 'keyword=owl' })
    expect([ruled.status, (await errorOf(ruled)).details]).toEqual([409, { field: 'rule' }])
    expect((await owner.data<UxConfig>('/api/user/config')).photoStreamAlbumId).toBe(stream.id)
    expect(await photosOf(owner, stream)).toEqual(idsOf(...photos))
  })
})

test('an import into an album that fills itself stops before the first file, and says why', async () => {
  const { gallery, owner } = await withPhotos()
  await using _ = gallery
  await fill(owner, 'keyword=fox')
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  await writeFile(join(folder, 'fox.jpg'), await camera(fox))
  for (const isPhotostream of [false, true]) {
    const events: ImportEvent[] = []
    const request = { paths: [folder], album: 'filled', isPhotostream }
    for await (const event of importFolder(request, gallery.services)) events.push(event)
    const reason =
      '“Filled” is a smart album; its photos cannot be added, removed or ordered by hand'
    expect(events).toEqual([{ kind: 'end', reason }])
  }
  expect((await owner.data<PhotoList>('/api/photos')).total).toBe(0)
  for await (const _event of importFolder(
    { paths: [folder], isPhotostream: false },
    gallery.services,
  ));
  await rm(folder, { recursive: true })
  expect((await owner.data<Album[]>('/api/albums'))[0]!.photoCount).toBe(1)
})

describe('rules', () => {
  test.each([
    ['nothing', '?'],
    ['an unknown key', 'colour=red'],
    ['a known and an unknown key', 'keyword=fox&colour=red'],
    ['a value that the key does not have', 'iso=fast'],
    ['a good and a bad value', 'iso=100&iso=fast'],
    ['the albums that contain a photo', 'keyword=fox&is=private'],
    ['an order', 'keyword=fox&order=added'],
    ['more than can be read', `keyword=${'x'.repeat(8000)}`],
  ])('a rule with %s is refused', async (_name, rule) => {
    const { gallery, owner } = await withPhotos()
    await using _ = gallery
    const refused = await owner.post('/api/albums', { name: 'Filled', rule })
    expect([refused.status, (await errorOf(refused)).details]).toMatchObject([
      400,
      { field: 'rule' },
    ])
    const query = new URLSearchParams({ rule })
    expect((await owner.get(`/api/albums/rule/preview?${query}`)).status).toBe(400)
  })

  test('a rule is stored in one form, and can contain what visitors can filter by, and the location', async () => {
    const { gallery, owner } = await withPhotos()
    await using _ = gallery
    const all =
      '-keyword=Draft&cameraModel=E-10&q=sea+side&iso=100..&camera=E-10&location=yes&rating=4..'
    const { rule } = await fill(owner, all)
    expect(rule).toBe(
      'camera=e-10&iso=100..&rating=4..&-keyword=draft&location=yes&q=sea+side&cameraModel=E-10',
    )
  })

  test('a rule counts the matching photos, and how many of them are still private', async () => {
    const { gallery, owner, photos } = await withPhotos(fox, fox, fox, owl)
    await using _ = gallery
    await makeAlbum(owner, 'Stream', [photos[0]!], { isPhotostream: true })
    const coded = await makeAlbum(owner, 'Coded', [photos[1]!])
    await put(owner, `/api/albums/${coded.id}`, { code: 'secret' })
    expect(await preview(owner, 'keyword=fox')).toEqual({ total: 3, notPublic: 2 })
    expect(await preview(owner, 'keyword=cat')).toEqual({ total: 0, notPublic: 0 })
    expect((await owner.data<Album[]>('/api/albums')).map(({ name }) => name)).not.toContain(
      'Filled',
    )
  })
})

describe('visibility', () => {
  test('visitors see what an open album fills itself with, also later additions, and never its rule', async () => {
    const { gallery, owner, photos, add } = await withPhotos(fox, owl)
    await using _ = gallery
    const visitor = gallery.asVisitor()
    const sees = async (photo: Photo) => (await visitor.get(`/api/photos/${photo.id}`)).status
    expect(await sees(photos[0]!)).toBe(404)
    const album = await fill(owner, 'keyword=fox')
    const later = await add(fox)
    expect([await sees(photos[0]!), await sees(later), await sees(photos[1]!)]).toEqual([
      200, 200, 404,
    ])
    for (const path of ['/api/albums', `/api/albums/${album.id}`, `/album/${album.id}`]) {
      const text = await (await visitor.get(path)).text()
      expect(text).toContain('Filled')
      expect(text).not.toContain('keyword=')
      expect(text).not.toContain('"rule"')
    }
    const { id } = photos[0]!
    await put(owner, `/api/photos/${id}`, { id, keywords: [] })
    expect(await sees(photos[0]!)).toBe(404)
  })

  test('visitors see nothing of a new album with a code unless they know the code', async () => {
    const { gallery, owner, photos } = await withPhotos(fox)
    await using _ = gallery
    const album = await fill(owner, 'keyword=fox', { code: 'secret' })
    expect(album.code).toBe('secret')
    const visitor = gallery.asVisitor()
    const seen = async () => (await visitor.get(`/api/photos/${photos[0]!.id}`)).status
    expect((await visitor.get(`/api/albums/${album.id}`)).status).toBe(404)
    expect(await seen()).toBe(404)
    const opened = await visitor.get(`/api/albums/${album.id}?code=secret`)
    expect(opened.status).toBe(200)
    expect(await opened.text()).not.toContain('"rule"')
    expect(await seen()).toBe(200)
  })

  test('visitors cannot query what a rule would find', async () => {
    const { gallery } = await withPhotos(fox)
    await using _ = gallery
    const answer = await gallery.asVisitor().get('/api/albums/rule/preview?rule=keyword%3Dfox')
    expect(answer.status).toBe(401)
  })
})
