// To a visitor, a camera used only for hidden photos does not exist.
import { expect, spyOn, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Camera } from '../../src/contract/cameras/cameras.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { textureJpeg } from '../support/jpegs.ts'
import { camera } from '../support/photos.ts'

const picture = await textureJpeg(900, 600)
const publicCaching = 'public, max-age=45'
const privateCaching = 'private, no-cache'

/** Cameras of photos that are private, in the photostream, in a public album, and behind a code. */
async function withCameras() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const taken = async (model: string) => upload(gallery, owner, camera({ model, title: model }))
  const secret = await taken('Secret 1')
  const stream = await makeAlbum(owner, 'Stream', [await taken('Shown 1')], { isPhotostream: true })
  const open = await makeAlbum(owner, 'Open', [await taken('Open 1')])
  const coded = await makeAlbum(owner, 'Coded', [await taken('Coded 1')])
  await owner.data<Album>(`/api/albums/${coded.id}`, { method: 'PUT', body: { code: 'sesame' } })
  const ids = ['secret-1', 'shown-1', 'open-1', 'coded-1']
  for (const id of ids) {
    const form = new FormData()
    form.append('cameraImage', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'a.jpg')
    const set = await owner.request(`/api/cameras/${id}/image/upload`, {
      method: 'PUT',
      body: form,
    })
    expect(set.status).toBe(200)
  }
  return { gallery, owner, secret, stream, open, coded, ids }
}

const idsOf = async (browser: Browser): Promise<string[]> =>
  (await browser.data<Camera[]>('/api/cameras')).map(({ id }) => id)

const imagesOf = (id: string) =>
  ['', '/48', '/192', '/512'].map((size) => `/api/cameras/${id}/image${size}`)

/** Expects every address of a camera to answer as if it had never existed. */
async function expectNone(browser: Browser, id: string, model: string): Promise<void> {
  expect(await idsOf(browser)).not.toContain(id)
  for (const [one, other] of [
    [`/api/cameras/${id}`, '/api/cameras/never-1'],
    ...imagesOf(id).map((path) => [path, path.replace(id, 'never-1')]),
  ] as [string, string][]) {
    for (const headers of [{}, { 'if-none-match': '*' }, { range: 'bytes=0-9' }]) {
      const [hidden, never] = [await browser.get(one, headers), await browser.get(other, headers)]
      expect([one, hidden.status]).toEqual([one, 404])
      expect(await errorOf(hidden)).toEqual(await errorOf(never))
      const headersOf = ({ headers }: Response) =>
        [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)).toSorted()
      expect(headersOf(hidden)).toEqual(headersOf(never))
    }
  }
  const search = `/api/photos/search?limit=9&cameraModel=`
  expect(await browser.data(search + encodeURIComponent(model))).toEqual(
    await browser.data(`${search}Never+1`),
  )
  // The page of an unknown camera shows the first camera.
  for (const path of ['/camera', `/camera/${id}`, '/camera/never-1']) {
    const page = await browser.get(path)
    const text = await page.text()
    expect([path, page.status, text.includes(id), text.includes(model)]).toEqual([
      path,
      200,
      false,
      false,
    ])
  }
}

test('visitors see the cameras of the photos they can see, and no others', async () => {
  const { gallery, owner, coded, ids } = await withCameras()
  await using _ = gallery
  expect((await idsOf(owner)).toSorted()).toEqual(ids.toSorted())
  const holder = gallery.asVisitor()
  await holder.data(`/api/albums/${coded.id}?code=sesame`)
  for (const browser of [gallery.asVisitor(), await gallery.asGuest('Gus'), holder]) {
    const own = browser === holder ? ['coded-1', 'open-1', 'shown-1'] : ['open-1', 'shown-1']
    expect((await idsOf(browser)).toSorted()).toEqual(own)
    await expectNone(browser, 'secret-1', 'Secret 1')
    if (browser !== holder) await expectNone(browser, 'coded-1', 'Coded 1')
    for (const id of own) {
      expect((await browser.data<Camera>(`/api/cameras/${id}`)).id).toBe(id)
      expect(await (await browser.get(`/camera/${id}`)).text()).toContain(`/camera/${id}"`)
      for (const path of imagesOf(id)) {
        const image = await browser.get(path)
        const caching = id === 'coded-1' ? privateCaching : publicCaching
        expect([path, image.status, image.headers.get('cache-control')]).toEqual([
          path,
          200,
          caching,
        ])
        const etag = image.headers.get('etag')!
        expect((await browser.get(path, { 'if-none-match': etag })).status).toBe(304)
      }
    }
  }
  const own = await owner.get('/api/cameras/secret-1/image')
  expect([own.status, own.headers.get('cache-control')]).toEqual([200, privateCaching])
})

test('a camera’s count equals what a search for it lists, for each viewer', async () => {
  const { gallery, owner, coded, ids } = await withCameras()
  await using _ = gallery
  const holder = gallery.asVisitor()
  await holder.data(`/api/albums/${coded.id}?code=sesame`)
  for (const [browser, count] of [
    [owner, ids.length],
    [holder, 3],
    [gallery.asVisitor(), 2],
  ] as const) {
    const known = await browser.data<Camera[]>('/api/cameras')
    expect(known.length).toBe(count)
    for (const { id, model, photoCount } of known) {
      const address = `/api/photos/search?limit=9&cameraModel=${encodeURIComponent(model)}`
      const { total } = await browser.data<{ total: number }>(address)
      expect([id, photoCount]).toEqual([id, total])
      expect((await browser.data<Camera>(`/api/cameras/${id}`)).photoCount).toBe(total)
    }
  }
})

test('a camera appears and disappears with its last visible photo, and with its album’s code', async () => {
  const { gallery, owner, secret, stream, open } = await withCameras()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  await owner.put(`/api/albums/${stream.id}/photos/add`, { photoIds: [secret.id] })
  expect(await idsOf(visitor)).toContain('secret-1')
  expect((await visitor.get('/api/cameras/secret-1/image')).status).toBe(200)
  await owner.put(`/api/albums/${stream.id}/photos/delete`, { photoIds: [secret.id] })
  await expectNone(visitor, 'secret-1', 'Secret 1')

  await owner.put(`/api/albums/${open.id}`, { code: 'closed' })
  await expectNone(visitor, 'open-1', 'Open 1')
  const holder = gallery.asVisitor()
  await holder.data(`/api/albums/${open.id}?code=closed`)
  expect(await idsOf(holder)).toContain('open-1')
  await owner.put(`/api/albums/${open.id}`, { code: 'another' })
  await expectNone(holder, 'open-1', 'Open 1')

  await owner.put(`/api/albums/${open.id}`, { code: '' })
  expect(await idsOf(visitor)).toContain('open-1')
  const [{ id } = { id: '' }] = (
    await owner.data<{ photos: { id: string }[] }>(`/api/albums/${open.id}/photos?limit=1`)
  ).photos
  await owner.delete(`/api/photos/${id}`, { removeFiles: true })
  await expectNone(visitor, 'open-1', 'Open 1')
  // The owner keeps the camera's data.
  expect(await idsOf(owner)).toContain('open-1')
})

test('the photos of cameras are counted once for all visitors, until something changes', async () => {
  const { gallery, owner } = await withCameras()
  await using _ = gallery
  const visitors = [gallery.asVisitor(), await gallery.asGuest('Gus')]
  using listing = spyOn(gallery.services.photos, 'namesOf')
  using querying = spyOn(gallery.services.photos, 'cameraCounts')
  for (const expected of [1, 2]) {
    for (const visitor of visitors) {
      for (const path of [
        '/camera',
        '/api/cameras',
        '/api/cameras/shown-1',
        ...imagesOf('open-1'),
      ]) {
        expect((await visitor.get(path)).status).toBe(200)
      }
    }
    expect(listing.mock.calls.filter(([kind]) => kind === 'camera')).toHaveLength(expected)
    expect(querying).not.toHaveBeenCalled()
    await owner.put('/api/user', { bio: 'New' })
  }
})
