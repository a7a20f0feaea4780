// A camera is one camera, however its files spell its model and maker.
import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Camera } from '../../src/contract/cameras/cameras.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { Facets } from '../../src/contract/search/facets.ts'
import type { Browser } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { textureJpeg } from '../support/jpegs.ts'
import { takeBackTo } from '../support/old-folder.ts'
import { camera } from '../support/photos.ts'

const listed = async (browser: Browser): Promise<[string, number][]> =>
  (await browser.data<Camera[]>('/api/cameras')).map(({ id, photoCount }) => [id, photoCount])

const found = async (browser: Browser, query: string): Promise<number> =>
  (await browser.data<PhotoList>(`/api/photos?${query}`)).total

const facet = async (browser: Browser, query = '') =>
  (
    await browser.data<{ facets: Facets }>(`/api/photos?limit=1&facets=camera${query}`)
  ).facets.camera!.map(({ value, count }) => [value, count])

const byModel = (model: string) => `cameraModel=${encodeURIComponent(model)}`

async function withPhotos(spellings: readonly (readonly [make: string, model: string])[]) {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (const [make, model] of spellings) {
    photos.push(await upload(gallery, owner, camera({ make, model })))
  }
  return { gallery, owner, photos }
}

test.each([
  {
    what: 'the maker repeated in the model',
    id: 'eos-r5',
    spellings: [
      ['Canon', 'EOS R5'],
      ['Canon', 'Canon EOS R5'],
      ['CANON INC.', 'Canon Canon EOS R5'],
      ['Canon', 'EOS  R5 '],
      ['Canon', 'canon eos r5'],
      ['Canon', 'EOS R5\0\0'],
    ],
  },
  {
    what: 'a maker spelled in several ways',
    id: 'nikon-d850',
    spellings: [
      ['NIKON CORPORATION', 'NIKON D850'],
      ['Nikon', 'D850'],
      ['nikon', 'Nikon-D850'],
      ['', 'D850'],
    ],
  },
  {
    what: 'a maker that is not known',
    id: 'x1',
    spellings: [
      ['Acme', 'X1'],
      ['ACME', 'Acme X1'],
      ['Acme Ltd.', 'ACME  x1'],
    ],
  },
  {
    what: 'a designation beside its name',
    id: 'ilce-7m3',
    spellings: [
      ['SONY', 'ILCE-7M3'],
      ['Sony', 'Sony ilce-7m3'],
      ['Sony', 'α7 III'],
    ],
  },
  {
    what: 'a model that was first without a maker',
    id: 'nikon-z-6-2',
    spellings: [
      ['', 'Z 6_2'],
      ['NIKON CORPORATION', 'NIKON Z 6_2'],
      ['Nikon', 'Z 6_2'],
    ],
  },
] as const)('a camera with $what counts as one camera', async ({ id, spellings }) => {
  const { gallery, owner, photos } = await withPhotos(spellings)
  await using _ = gallery
  expect(await listed(owner)).toEqual([[id, photos.length]])
  expect(await facet(owner)).toEqual([[id, photos.length]])
  for (const { cameraModel } of photos) {
    const model = cameraModel ?? ''
    const spelled = model.toLowerCase().replace(/\s+|_/g, '-')
    const reached = await owner.data<Camera>(`/api/cameras/${encodeURIComponent(spelled)}`)
    expect([model, reached.id, reached.photoCount]).toEqual([model, id, photos.length])
    expect([model, await found(owner, byModel(model))]).toEqual([model, photos.length])
    const filter = `camera=${encodeURIComponent(spelled)}`
    expect([model, await found(owner, filter)]).toEqual([model, photos.length])
    expect([model, await found(owner, `-${filter}`)]).toEqual([model, 0])
    // The chosen value is the one entry of the facet.
    expect(await facet(owner, `&${filter}`)).toEqual([[spelled, photos.length]])
  }
})

test('cameras of other makers, models or without a maker remain their own', async () => {
  const { gallery, owner } = await withPhotos([
    ['FUJIFILM', 'Fujifilm X100'],
    ['LEICA', 'Leica X100'],
    ['Canon', 'EOS R5'],
    ['Canon', 'EOS R5 C'],
    ['NIKON CORPORATION', 'NIKON D850'],
    ['', 'D85'],
    ['EASTMAN KODAK COMPANY', 'KODAK'],
    ['EASTMAN KODAK COMPANY', 'DIGITAL CAMERA'],
  ])
  await using _ = gallery
  expect((await listed(owner)).toSorted()).toEqual([
    ['d85', 1],
    ['digital-camera', 1],
    ['eos-r5', 1],
    ['eos-r5-c', 1],
    ['fujifilm-x100', 1],
    ['kodak', 1],
    ['leica-x100', 1],
    ['nikon-d850', 1],
  ])
  for (const id of ['canon', 'r5', 'eos', 'constructor', '__proto__', 'd850x']) {
    expect([id, (await owner.get(`/api/cameras/${id}`)).status]).toEqual([id, 404])
  }
})

test('a visitor’s camera counts the photos that they can list, in every spelling', async () => {
  const { gallery, owner, photos } = await withPhotos([
    ['Canon', 'EOS R5'],
    ['Canon', 'Canon EOS R5'],
    ['Canon', 'CANON EOS R5'],
    ['Nikon', 'D850'],
    ['Nikon', 'Nikon D850'],
  ])
  await using _ = gallery
  await makeAlbum(owner, 'Stream', [photos[1]!, photos[2]!], { isPhotostream: true })
  const visitor = gallery.asVisitor()
  expect(await listed(visitor)).toEqual([['eos-r5', 2]])
  expect(await facet(visitor)).toEqual([['eos-r5', 2]])
  for (const model of ['EOS R5', 'Canon EOS R5', 'CANON EOS R5']) {
    expect(await found(visitor, byModel(model))).toBe(2)
  }
  expect(await found(visitor, byModel('D850'))).toBe(0)
  for (const id of ['d850', 'nikon-d850']) {
    expect((await visitor.get(`/api/cameras/${id}`)).status).toBe(404)
    expect(await (await visitor.get(`/camera/${id}`)).text()).not.toMatch(/d850/i)
  }
  for (const path of ['/camera/canon-eos-r5', '/camera/eos-r5']) {
    const page = await (await visitor.get(path)).text()
    expect(page).toMatch(/<link rel="canonical" href="[^"]*\/camera\/eos-r5"/)
  }
  const feed = await visitor.get('/camera/canon-eos-r5/feed.json')
  expect(((await feed.json()) as { items: unknown[] }).items).toHaveLength(2)
})

test('an album that fills itself has the photos of every spelling', async () => {
  const { gallery, owner } = await withPhotos([['Canon', 'Canon EOS R5']])
  await using _ = gallery
  const album = await makeAlbum(owner, 'R5', [])
  const other = await makeAlbum(owner, 'Others', [])
  const fill = (id: string, rule: string) =>
    owner.data<Album>(`/api/albums/${id}`, { method: 'PUT', body: { rule } })
  await fill(album.id, 'camera=canon-eos-r5')
  await fill(other.id, byModel('EOS R5'))
  const inAlbum = async ({ id }: Album) =>
    (await owner.data<PhotoList>(`/api/albums/${id}/photos`)).total
  expect(await inAlbum(album)).toBe(1)
  await upload(gallery, owner, camera({ make: 'Canon', model: 'EOS R5' }))
  expect([await inAlbum(album), await inAlbum(other)]).toEqual([2, 2])
  await upload(gallery, owner, camera({ make: 'Canon', model: 'EOS R6' }))
  expect([await inAlbum(album), await inAlbum(other)]).toEqual([2, 2])
})

test('an older gallery’s two cameras become one, with what the owner entered', async () => {
  const old = await openGallery()
  const owner = await old.asOwner()
  const models = ['EOS R5', 'Canon EOS R5', 'Fujifilm X100', 'Leica X100'] as const
  for (const model of models) {
    await upload(old, owner, camera({ make: model.includes('EOS') ? 'Canon' : '', model }))
  }
  const album = await makeAlbum(owner, 'R5', [])
  await owner.data(`/api/albums/${album.id}`, { method: 'PUT', body: { rule: 'camera=eos-r5' } })
  const form = new FormData()
  const picture = new Uint8Array(await textureJpeg(300, 200))
  form.append('cameraImage', new Blob([picture], { type: 'image/jpeg' }), 'a.jpg')
  await owner.request('/api/cameras/eos-r5/image/upload', { method: 'PUT', body: form })
  await old.abandon()
  const tables = ['camera', 'camera_model', 'photo', 'rendition', 'album', 'album_photo']
  takeBackTo(26, old.data, tables, (database: Database) => {
    // As the older program had them: each spelling with a row of its own.
    database.run(`INSERT INTO camera (id, make, model, specs, image)
      SELECT 'canon-eos-r5', 'Canon', 'Canon EOS R5', '{"year":2020,"iso":"100"}', NULL`)
    database.run(`UPDATE camera SET specs = '{"iso":"51200","year":0}' WHERE id = 'eos-r5'`)
    database.run(`UPDATE camera_model SET camera = 'canon-eos-r5' WHERE model = 'Canon EOS R5'`)
    database.run(`DELETE FROM album_photo WHERE photo =
      (SELECT row_id FROM photo WHERE camera_model = 'Canon EOS R5')`)
    database.run('UPDATE album SET photo_count = (SELECT count(*) FROM album_photo)')
  })
  for (const time of ['the first', 'the second']) {
    const gallery = await openGallery({ data: old.data })
    const again = await gallery.asOwner()
    expect([time, await listed(again)]).toEqual([
      time,
      [
        ['eos-r5', 2],
        ['fujifilm-x100', 1],
        ['leica-x100', 1],
      ],
    ])
    for (const id of ['eos-r5', 'canon-eos-r5']) {
      const one = await again.data<Camera>(`/api/cameras/${id}`)
      expect(one).toMatchObject({ id: 'eos-r5', year: 2020, iso: '51200', photoCount: 2 })
      expect((await again.get(`/api/cameras/${id}/image`)).status).toBe(200)
      expect(await found(again, `camera=${id}`)).toBe(2)
    }
    expect(await facet(again)).toContainEqual(['eos-r5', 2])
    expect(await found(again, byModel('Canon EOS R5'))).toBe(2)
    const { total } = await again.data<PhotoList>(`/api/albums/${album.id}/photos`)
    expect(total).toBe(2)
    const changed = await again.put('/api/cameras/canon-eos-r5', { raw: true })
    expect(changed.status).toBe(200)
    if (time === 'the first') await gallery.abandon()
    else await gallery[Symbol.asyncDispose]()
  }
})
