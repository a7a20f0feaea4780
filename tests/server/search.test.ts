import { expect, test } from 'bun:test'
import fc from 'fast-check'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import type { Browser } from '../support/browser.ts'
import { errorOf } from '../support/browser.ts'
import { openCrowdedGallery } from '../support/crowded-gallery.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

async function withTexts() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const add = async (title: string, description: string, keywords: string[]) => {
    const photo = await upload(gallery, owner)
    await owner.put(`/api/photos/${photo.id}`, { id: photo.id, title, description, keywords })
    return photo
  }
  const photos = [
    await add('Café au lait', 'Breakfast in Zürich', ['coffee', 'morning light']),
    await add('Kaffee', 'no accents here', ['coffee']),
    await add('Ein Turm', 'seen from afar', ['Zürich', 'tower']),
  ]
  await makeAlbum(owner, 'Stream', photos.slice(0, 2), { isPhotostream: true })
  const found = async (browser: Browser, query: Record<string, string>) => {
    const search = new URLSearchParams({ limit: '20', ...query })
    const list = await browser.data<PhotoList>(`/api/photos/search?${search}`)
    expect(list.total).toBe(list.length)
    return list.photos.map(({ id }) => photos.findIndex((photo) => photo.id === id)).sort()
  }
  return { gallery, owner, photos, found }
}

test('words are found in title, description, keywords and camera, with or without accents', async () => {
  const { gallery, owner, found } = await withTexts()
  await using _ = gallery
  const { cameraMake } = (await owner.data<PhotoList>('/api/photos?limit=1')).photos[0]!
  for (const [q, expected] of [
    ['cafe', [0]],
    ['CAFÉ', [0]],
    ['zurich', [0, 2]],
    ['coffee', [0, 1]],
    ['light', [0]],
    ['breakfast coffee', [0]],
    ['coffee turm', []],
    ['tow', [2]],
    ['tow seen', []],
    [cameraMake!.toUpperCase(), [0, 1, 2]],
    ['nowhere', []],
    ['***', []],
    ['" OR 1', []],
    ['title:cafe', []],
  ] as const) {
    expect([q, await found(owner, { q })]).toEqual([q, [...expected]])
  }
})

test('a camera is found by the name that is shown and by the words in the file', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const cameras = [
    { make: 'EASTMAN KODAK COMPANY', model: 'KODAK DX4900 ZOOM DIGITAL CAMERA' },
    { make: 'Hewlett-Packard', model: 'HP PhotoSmart C945 (V01.61)' },
    { make: 'Hewlett-Packard', model: 'PhotoSmart 318' },
    { make: 'HTC', model: 'HTC One_M8' },
  ]
  const names: (string | null)[] = []
  for (const made of cameras) {
    const photo = await upload(gallery, owner, await camera(made))
    names.push(photo.cameraName)
    expect([photo.cameraMake, photo.cameraModel]).toEqual([made.make, made.model])
  }
  expect(names).toEqual(['Kodak DX4900', 'HP PhotoSmart C945', 'HP PhotoSmart 318', 'HTC One M8'])
  const found = async (q: string) => {
    const search = new URLSearchParams({ limit: '20', q })
    const list = await owner.data<PhotoList>(`/api/photos/search?${search}`)
    return list.photos.map(({ cameraName }) => names.indexOf(cameraName)).sort()
  }
  for (const [q, expected] of [
    ...names.map((name, index) => [name!, [index]] as const),
    ...cameras.map(({ make, model }, index) => [`${make} ${model}`, [index]] as const),
    ['Kodak', [0]],
    ['hp', [1, 2]],
    ['hp photosmart', [1, 2]],
    ['photosmart hp', [1, 2]],
    ['hp 318', [2]],
    ['hp kodak', []],
    ['hewlett', [1, 2]],
    ['One M8', [3]],
  ] as const) {
    expect([q, await found(q)]).toEqual([q, [...expected]])
  }
})

test('a camera is found by its common model name where the file has a designation', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const models = [
    { make: 'SONY', model: 'ILCE-7M3' },
    { make: 'SONY', model: 'ILCE-7' },
    { make: 'NIKON CORPORATION', model: 'NIKON Z 6_2' },
    { make: 'Canon', model: 'Canon EOS R6m2' },
    { make: 'Acme', model: 'X "1"' },
  ]
  for (const made of models) await upload(gallery, owner, await camera(made))
  const found = async (q: string) => {
    const search = new URLSearchParams({ limit: '20', q })
    const list = await owner.data<PhotoList>(`/api/photos/search?${search}`)
    return list.photos.map(({ cameraModel }) => cameraModel).sort()
  }
  for (const [q, expected] of [
    ['Sony α7 III', ['ILCE-7M3']],
    ['a7 iii', ['ILCE-7M3']],
    ['α7', ['ILCE-7', 'ILCE-7M3']],
    ['Nikon Z6', ['NIKON Z 6_2']],
    ['z6 ii', ['NIKON Z 6_2']],
    ['Canon EOS R6 Mark II', ['Canon EOS R6m2']],
    ['mark', ['Canon EOS R6m2']],
    ['mark iii', []],
    ['ILCE-7M3', ['ILCE-7M3']],
  ] as const) {
    expect([q, await found(q)]).toEqual([q, [...expected]])
  }
})

test('only the last word may be a prefix', async () => {
  const { gallery, owner, found } = await withTexts()
  await using _ = gallery
  expect(await found(owner, { q: 'cof break' })).toEqual([])
  expect(await found(owner, { q: 'coffee break' })).toEqual([0])
})

test('a changed or deleted photo is found only by its current texts', async () => {
  const { gallery, owner, photos, found } = await withTexts()
  await using _ = gallery
  await owner.put(`/api/photos/${photos[1]!.id}`, { id: photos[1]!.id, title: 'Tee' })
  expect(await found(owner, { q: 'kaffee' })).toEqual([])
  expect(await found(owner, { q: 'tee' })).toEqual([1])
  await owner.delete(`/api/photos/${photos[1]!.id}`, { removeFiles: true })
  expect(await found(owner, { q: 'tee' })).toEqual([])
})

test('a visitor finds only photos of the photostream; camera and words can be combined', async () => {
  const { gallery, owner, found, photos } = await withTexts()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  expect(await found(visitor, { q: 'zurich' })).toEqual([0])
  const { cameraModel } = (await owner.data<PhotoList>('/api/photos?limit=1')).photos[0]!
  expect(await found(visitor, { cameraModel: cameraModel! })).toEqual([0, 1])
  expect(await found(visitor, { cameraModel: cameraModel!, q: 'kaff' })).toEqual([1])
  expect(await found(owner, { cameraModel: 'Another', q: 'kaff' })).toEqual([])
  const around = new URLSearchParams({ q: 'coffee', limit: '1', around: photos[0]!.id })
  const page = await visitor.data<PhotoList>(`/api/photos/search?${around}`)
  expect([page.total, page.offset, page.photos[0]!.id]).toEqual([2, 0, photos[0]!.id])
  const hidden = new URLSearchParams({ q: 'zurich', limit: '1', around: photos[2]!.id })
  expect((await visitor.get(`/api/photos/search?${hidden}`)).status).toBe(404)
})

test('a search returns the list without what does not match, in its order, on every page', async () => {
  await using crowded = await openCrowdedGallery(260)
  for (const browser of [crowded.asVisitor(), crowded.owner]) {
    const all = (await browser.data<PhotoList>('/api/photos?limit=500')).photos
    for (const [q, pattern] of [
      ['13', /\b13/],
      ['photo 25', /\b25/],
      ['photo', /./],
      ['photo photo 17 p', /\b17\b/],
    ] as const) {
      const wanted = all.filter(({ title }) => pattern.test(title)).map(({ id }) => id)
      const page = (query: Record<string, string>) =>
        browser.data<PhotoList>(`/api/photos/search?${new URLSearchParams({ q, ...query })}`)
      for (const offset of [0, 7, wanted.length - 1, wanted.length, 999_999_999]) {
        const list = await page({ limit: '7', offset: String(offset) })
        expect([q, list.total]).toEqual([q, wanted.length])
        expect(list.photos.map(({ id }) => id)).toEqual(wanted.slice(offset, offset + 7))
      }
      const last = wanted.at(-1)!
      const around = await page({ limit: '7', around: last })
      expect(around.offset).toBe(Math.floor((wanted.length - 1) / 7) * 7)
      expect(around.photos.at(-1)!.id).toBe(last)
      expect((await page({})).photos.map(({ id }) => id)).toEqual(wanted)
    }
  }
})

test('words without a space between them must be adjacent; a seventh word has no effect', async () => {
  const { gallery, owner, photos, found } = await withTexts()
  await using _ = gallery
  const [one, two] = photos
  await owner.put(`/api/photos/${one!.id}`, { id: one!.id, title: 'Taken at f/2.8' })
  await owner.put(`/api/photos/${two!.id}`, { id: two!.id, title: '8 of 2, page f' })
  expect(await found(owner, { q: 'f/2.8' })).toEqual([0])
  expect(await found(owner, { q: '8 2 f' })).toEqual([0, 1])
  const six = 'taken at f/2.8 zurich'
  expect(await found(owner, { q: `${six} nowhere` })).toEqual([0])
  expect(await found(owner, { q: `nowhere ${six}` })).toEqual([])
})

test('an empty or too long search is rejected with the name of the field', async () => {
  const { gallery, owner } = await withTexts()
  await using _ = gallery
  for (const query of ['', 'q=', 'q=&cameraModel=', `q=${'x'.repeat(201)}`]) {
    const answer = await owner.get(`/api/photos/search?${query}`)
    expect([query, answer.status]).toEqual([query, 400])
    expect((await errorOf(answer)).details).toEqual({ field: 'q' })
  }
})

test('no text that can be typed breaks the search', async () => {
  const { gallery, owner } = await withTexts()
  await using _ = gallery
  const q = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(q, async (text) => {
      const search = new URLSearchParams({ limit: '5', q: text })
      expect((await owner.get(`/api/photos/search?${search}`)).status).toBe(200)
    }),
    { numRuns: 100 },
  )
})

test('a disabled search rejects words, but not cameras', async () => {
  await using gallery = await openGallery({ search: false })
  const owner = await gallery.asOwner()
  await upload(gallery, owner, camera())
  expect((await owner.get('/api/photos/search?q=a&limit=5')).status).toBe(404)
  expect((await owner.get('/api/photos/search?cameraModel=a&limit=5')).status).toBe(200)
})

test('the search box leaves the typed text unchanged', async () => {
  await using gallery = await openGallery()
  await gallery.asOwner()
  const page = await (await gallery.asVisitor().get('/')).text()
  const boxes = [...page.matchAll(/<input[^>]*type="search"[^>]*>/g)].map(([box]) => box)
  expect(boxes.length).toBeGreaterThan(0)
  for (const box of boxes) {
    for (const attribute of ['autocorrect="off"', 'autocapitalize="off"', 'spellcheck="false"']) {
      expect(box.toLowerCase()).toContain(attribute)
    }
  }
})
