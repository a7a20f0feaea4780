import { expect, test } from 'bun:test'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import { filterKeys } from '../../src/contract/search/photo-filter.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

async function withPhotos() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const files = [
    camera({ make: 'NIKON CORPORATION', model: 'NIKON D700', date: '2009:03:31 23:05:00' }),
    camera({ make: 'NIKON CORPORATION', model: 'NIKON D700', date: '2010:06:01 12:00:00' }),
    camera({ make: 'EASTMAN KODAK COMPANY', model: 'KODAK CX7530', width: 64, height: 96 }),
    camera({ make: 'RICOH IMAGING', model: 'PENTAX K-3', date: null, gps: [48, 11] }),
  ]
  const photos: Photo[] = []
  for (const file of files) photos.push(await upload(gallery, owner, await file))
  const keywords = [['Red Fox', 'draft'], ['red  fox', 'Snow'], ['draft'], []]
  for (const [index, { id }] of photos.entries()) {
    await owner.put(`/api/photos/${id}`, { id, keywords: keywords[index] })
  }
  await makeAlbum(owner, 'Stream', photos.slice(0, 3), { isPhotostream: true })
  const read = (browser: Browser, query: string, list = '/api/photos') =>
    browser.data<PhotoList>(`${list}?limit=20&${query}`)
  const found = async (browser: Browser, query: string, list?: string) => {
    const answer = await read(browser, query, list)
    expect(answer.total).toBe(answer.length)
    return answer.photos.map(({ id }) => photos.findIndex((photo) => photo.id === id)).sort()
  }
  return { gallery, owner, photos, found, read }
}

test('several values of a filter mean or, several keys mean and, and a minus excludes', async () => {
  const { gallery, owner, found } = await withPhotos()
  await using _ = gallery
  for (const [query, expected] of [
    ['camera=nikon-d700', [0, 1]],
    ['camera=NIKON D700&camera=kodak-cx7530', [0, 1, 2]],
    ['make=kodak', [2]],
    ['make=eastman kodak company', [2]],
    ['make=pentax', [3]],
    ['keyword=red fox', [0, 1]],
    ['keyword=RED%20%20FOX&-keyword=draft', [1]],
    ['-keyword=draft', [1, 3]],
    ['keyword=snow&keyword=draft&make=nikon', [0, 1]],
    ['year=2009', [0]],
    ['year=2009..2010', [0, 1]],
    ['year=2010..2009', []],
    ['-year=2009', [1, 2, 3]],
    ['month=3..6', [0, 1, 2]],
    ['month=12..3', [0]],
    ['hour=22..4', [0]],
    ['hour=12', [1]],
    ['orientation=portrait', [2]],
    ['aspect=portrait', [2]],
    ['aspect=landscape', [0, 1, 3]],
    ['location=yes', [3]],
    ['location=no', [0, 1, 2]],
    ['iso=80', [0, 1, 2, 3]],
    ['iso=80..<80', []],
    ['f=2.8', [0, 1, 2, 3]],
    ['f=<2.8', []],
    ['exposure=1/250', [0, 1, 2, 3]],
    ['exposure=>1/250', []],
    ['focal=9', [0, 1, 2, 3]],
    ['rating=1..', []],
    ['q=fox&year=2010', [1]],
    ['cameraModel=NIKON D700&month=6', [1]],
  ] as const) {
    expect([query, await found(owner, query)]).toEqual([query, [...expected]])
    expect([query, await found(owner, query, '/api/photos/search')]).toEqual([query, [...expected]])
  }
})

test('a place is known only to the owner', async () => {
  const { gallery, owner, photos, found, read } = await withPhotos()
  await using _ = gallery
  const album = await makeAlbum(owner, 'Open', photos)
  const visitor = gallery.asVisitor()
  expect(await found(visitor, 'location=yes')).toEqual([0, 1, 2])
  expect(await found(visitor, '-location=yes', `/api/albums/${album.id}/photos`)).toEqual([
    0, 1, 2, 3,
  ])
  const { facets } = await read(visitor, 'facets=location,make')
  expect(Object.keys(facets ?? {})).toEqual(['make'])
  expect((await read(owner, 'facets=location')).facets?.location).toEqual([
    { value: 'no', label: 'No', count: 3 },
    { value: 'yes', label: 'Yes', count: 1 },
  ])
})

test('only the owner filters by upload, visibility, albums and title, and sees the newest first', async () => {
  const { gallery, owner, photos, found, read } = await withPhotos()
  await using _ = gallery
  for (const [index, { id }] of photos.entries()) {
    await owner.put(`/api/photos/${id}`, { id, title: index === 0 ? '' : `Photo ${index}` })
  }
  const open = await makeAlbum(owner, 'Open', photos.slice(2))
  const closed = await makeAlbum(owner, 'Closed', photos.slice(3))
  await owner.put(`/api/albums/${closed.id}`, { code: 'kin-only' })
  const visitor = gallery.asVisitor()
  const year = new Date(photos[0]!.uploadDate).getFullYear()
  for (const [query, expected] of [
    ['is=public', [0, 1, 2, 3]],
    ['is=private', []],
    ['albums=any', [0, 1, 2, 3]],
    ['title=no', [0]],
    ['-title=no', [1, 2, 3]],
    ['uploaded=today', [0, 1, 2, 3]],
    ['uploaded=1d&uploaded=1999', [0, 1, 2, 3]],
    [`uploaded=${year}..&-uploaded=2000`, [0, 1, 2, 3]],
    ['uploaded=..2000', []],
    ['upload=unknown', []],
  ] as const) {
    expect([query, await found(owner, query)]).toEqual([query, [...expected]])
    expect([query, await found(visitor, query)]).toEqual([query, [0, 1, 2]])
  }
  await owner.put(`/api/albums/${open.id}/photos/delete`, { photoIds: [photos[3]!.id] })
  expect(await found(owner, 'is=private')).toEqual([3])
  expect(await found(owner, 'albums=none')).toEqual([])
  await owner.put(`/api/albums/${closed.id}/photos/delete`, { photoIds: [photos[3]!.id] })
  expect(await found(owner, 'albums=none')).toEqual([3])
  expect(await found(owner, '-is=public')).toEqual([3])

  const keys = 'is,albums,title,uploaded,upload'
  expect((await read(visitor, `facets=${keys},make`)).facets).toHaveProperty('make')
  expect(Object.keys((await read(visitor, `facets=${keys},make`)).facets!)).toEqual(['make'])
  expect((await read(owner, `facets=${keys}`)).facets).toMatchObject({
    is: [
      { value: 'public', label: 'Public', count: 3 },
      { value: 'private', label: 'Private', count: 1 },
    ],
    albums: [{ label: 'In an album' }, { label: 'In no album', count: 1 }],
    title: [
      { value: 'yes', count: 3 },
      { value: 'no', label: 'Untitled', count: 1 },
    ],
    uploaded: [{ value: '1d', label: 'last 24 hours', count: 4 }, { count: 4 }, { count: 4 }],
  })
  expect((await visitor.get('/photo?is=private&year=2009')).headers.get('location')).toBe(
    '/photo?year=2009',
  )

  const idsOf = async (browser: Browser, query: string) =>
    (await read(browser, query)).photos.map(({ id }) => photos.findIndex((one) => one.id === id))
  expect(await idsOf(owner, 'order=added')).toEqual([3, 2, 1, 0])
  expect(await idsOf(owner, 'order=added&make=nikon')).toEqual([1, 0])
  expect(await idsOf(visitor, 'order=added')).toEqual(await idsOf(visitor, ''))
  expect((await visitor.get('/photo?order=added')).headers.get('location')).toBe('/photo')
  const around = `order=added&around=${photos[1]!.id}&limit=2`
  const page = await owner.data<PhotoList>(`/api/photos?${around}`)
  expect([page.offset, page.photos.map(({ id }) => id)]).toEqual([
    2,
    [photos[1]!.id, photos[0]!.id],
  ])
  const more = await upload(gallery, owner, await camera({ title: 'More' }))
  const newest = await owner.data<PhotoList>('/api/photos?order=added&limit=1')
  expect(newest.photos[0]!.id).toBe(more.id)
  expect(await errorOf(await owner.get('/api/photos?order=random'))).toMatchObject({ code: 400 })
})

test('a malformed filter is refused with the name of its parameter', async () => {
  await using gallery = await openGallery()
  const visitor = gallery.asVisitor()
  for (const [query, field, message] of [
    ['iso=high', 'iso', 'iso: must be a number or a range, such as 50, 24..35, >3200 or ..2'],
    ['hour=25', 'hour', 'hour: must be a number from 0 to 23 or a range of them, such as 18..'],
    ['month=6..13', 'month', 'month: must be a number from 1 to 12'],
    ['rating=..9', 'rating', 'rating: must be a number from 0 to 5'],
    ['-aspect=round', '-aspect', '-aspect: must be one of landscape, square, portrait'],
    ['camera=', 'camera', 'camera: must have 1 to 200 characters'],
    ['facets=camera,shoes', 'facets', 'facets: must be some of camera'],
    ['limit=1&limit=2', 'limit', 'limit: must be given only once'],
    [
      Array.from({ length: 51 }, (_, index) => `year=${2000 + index}`).join('&'),
      'year',
      'year: only 50 values can be combined',
    ],
  ] as const) {
    const answer = await visitor.get(`/api/photos?${query}`)
    expect(answer.status).toBe(400)
    const error = await errorOf(answer)
    expect(error.message).toStartWith(message)
    expect(error.details).toEqual({ field })
  }
})

test('facets count what another choice would find', async () => {
  const { gallery, owner, read } = await withPhotos()
  await using _ = gallery
  const { facets } = await read(owner, 'make=kodak&facets=make,keyword,camera,iso,year')
  expect(facets).toEqual({
    make: [
      { value: 'nikon', label: 'Nikon', count: 2 },
      { value: 'kodak', label: 'Kodak', count: 1 },
      { value: 'pentax', label: 'Pentax', count: 1 },
    ],
    keyword: [{ value: 'draft', label: 'draft', count: 1 }],
    camera: [{ value: 'kodak-cx7530', label: 'Kodak CX7530', count: 1 }],
    iso: [{ value: '50..<100', label: 'ISO 50–99', count: 1 }],
    year: [{ value: '2024', label: '2024', count: 1 }],
  })
})

test('nothing reveals to a visitor photos that they cannot see', async () => {
  const { gallery, owner, photos, read, found } = await withPhotos()
  await using _ = gallery
  const { id } = await makeAlbum(owner, 'Family', [photos[3]!])
  await owner.put(`/api/albums/${id}`, { code: 'family' })
  const visitor = gallery.asVisitor()
  const everything = filterKeys.join()
  for (const query of ['make=pentax', 'camera=pentax-k-3', 'q=pentax', '-make=nikon&-make=kodak']) {
    const list = await read(visitor, `${query}&facets=${everything}`)
    expect([query, list.total]).toEqual([query, 0])
    expect(JSON.stringify(list.facets)).not.toMatch(/pentax/i)
  }
  const counts = JSON.stringify((await read(visitor, `facets=${everything}`)).facets)
  expect(counts).not.toMatch(/pentax/i)
  expect(counts).toMatch(/nikon/i)
  const page = await (await visitor.get('/photo?camera=pentax-k-3')).text()
  expect(page).not.toContain('Pentax K-3')

  const inAlbum = `/api/albums/${id}/photos`
  const refused = await visitor.get(`${inAlbum}?limit=9&make=pentax&facets=make`)
  expect(refused.status).toBe(404)
  expect((await visitor.get(`/album/${id}?make=pentax`)).status).toBe(404)
  expect(await found(visitor, 'make=pentax&code=family', inAlbum)).toEqual([3])
})

test('pages show what the filter of their address finds, and name it', async () => {
  const { gallery, owner, photos } = await withPhotos()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const { id } = await makeAlbum(owner, 'Open', photos)
  const titleOf = async (path: string) => {
    const text = await (await visitor.get(path)).text()
    return /<title>([^<]*)</.exec(text)?.[1]
  }
  for (const [path, title] of [
    ['/photo?camera=nikon-d700', 'Camera: Nikon D700'],
    ['/photo?iso=50..&-keyword=red+fox', 'ISO 50 and above · Without keyword red  fox'],
    ['/photo?month=6..8&month=3', 'Month: March or June to August'],
    ['/photo?q=fox&keyword=snow', 'Search: fox · Keyword: Snow'],
    [`/album/${id}?make=kodak`, 'Open: Maker: Kodak'],
  ] as const) {
    expect([path, await titleOf(path)]).toEqual([path, `${title} · Ann Example`])
  }
  const first = await visitor.get(`/photo/${photos[1]!.id}?camera=nikon-d700`)
  expect(await first.text()).toContain('1 of 2')
  const elsewhere = await visitor.get(`/album/${id}/${photos[2]!.id}?camera=nikon-d700`)
  expect(elsewhere.status).toBe(404)
  for (const [path, target] of [
    ['/photo?iso=high&year=2009', '/photo?year=2009'],
    ['/photo?location=yes', '/photo'],
    ['/photo?hour=25&year=2009', '/photo?year=2009'],
    [`/album/${id}?-location=no&q=fox`, `/album/${id}?q=fox`],
  ] as const) {
    const answer = await visitor.get(path)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, target])
  }
  expect((await owner.get('/photo?location=yes')).status).toBe(200)
})

test('values that are excluded or find nothing are named, if the caller can see one', async () => {
  const { gallery, owner, photos, read } = await withPhotos()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const titleOf = async (browser: Browser, path: string) =>
    /<title>([^<]*) ·/.exec(await (await browser.get(path)).text())?.[1]
  for (const [query, text, names] of [
    [
      '-camera=kodak-cx7530',
      'Not taken with Kodak CX7530',
      { camera: { 'kodak-cx7530': 'Kodak CX7530' } },
    ],
    [
      'camera=nikon-d700&iso=12345',
      'Camera: Nikon D700 · ISO 12345',
      { camera: { 'nikon-d700': 'Nikon D700' } },
    ],
    ['-keyword=red fox', 'Without keyword red  fox', { keyword: { 'red fox': 'red  fox' } }],
    ['-camera=pentax-k-3', 'Not taken with pentax-k-3', { camera: {} }],
    ['camera=~pentax', 'Camera: “pentax”', { camera: {} }],
  ] as const) {
    const list = await read(visitor, query)
    expect([query, list.filter, list.names]).toEqual([query, text, names])
    expect(await titleOf(visitor, `/photo?${query}`)).toContain(text)
  }
  expect((await read(owner, '-camera=pentax-k-3')).filter).toBe('Not taken with Pentax K-3')
  const { id } = await makeAlbum(owner, 'Family', [photos[3]!])
  await owner.put(`/api/albums/${id}`, { code: 'family' })
  expect((await read(visitor, '-camera=pentax-k-3')).names).toEqual({ camera: {} })
  await visitor.get(`/api/albums/${id}?code=family`)
  expect((await read(visitor, '-camera=pentax-k-3')).names).toEqual({
    camera: { 'pentax-k-3': 'Pentax K-3' },
  })
})

test('keywords and parts of names are found with and without diacritics', async () => {
  const { gallery, owner, photos, found } = await withPhotos()
  await using _ = gallery
  await owner.put(`/api/photos/${photos[0]!.id}`, { id: photos[0]!.id, keywords: ['München'] })
  await owner.put(`/api/photos/${photos[1]!.id}`, { id: photos[1]!.id, keywords: ['munchen'] })
  await owner.put(`/api/photos/${photos[2]!.id}`, { id: photos[2]!.id, keywords: ['Île'] })
  for (const [query, expected] of [
    ['keyword=munchen', [0, 1]],
    ['keyword=MÜNCHEN', [0, 1]],
    ['keyword=muenchen', [0]],
    ['keyword=~munch', [0, 1]],
    ['keyword=~mü', [0, 1]],
    ['keyword=ile', [2]],
    ['-keyword=munchen', [2, 3]],
  ] as const) {
    expect([query, await found(owner, query)]).toEqual([query, [...expected]])
  }
})

test('a date without a time has no hour', async () => {
  const gallery = await openGallery()
  await using _ = gallery
  const owner = await gallery.asOwner()
  await upload(gallery, owner, await camera({ date: '2009:03:31 00:00:00' }))
  await upload(gallery, owner, await camera({ date: '2009:03:31 00:00:01' }))
  await upload(gallery, owner, await camera({ date: '2009:03:31 00:30:00' }))
  const list = await owner.data<PhotoList>('/api/photos?limit=9&hour=0&facets=hour,year')
  expect(list.total).toBe(2)
  expect(list.facets).toEqual({
    hour: [{ value: '0', label: '00:00', count: 2 }],
    year: [{ value: '2009', label: '2009', count: 2 }],
  })
})

test('search engines are kept out of words, combinations and empty results', async () => {
  const { gallery, owner, photos } = await withPhotos()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const { id } = await makeAlbum(owner, 'Open', photos)
  for (const [path, isKeptOut] of [
    ['/photo?camera=nikon-d700', false],
    ['/photo?keyword=snow&keyword=draft', false],
    ['/photo?camera=nikon-d700&year=2009', true],
    ['/photo?camera=nikon-d700&-keyword=draft', true],
    ['/photo?keyword=nothing', true],
    ['/photo?q=fox', true],
    ['/photo?cameraModel=NIKON+D700&show=grid', false],
    [`/album/${id}`, false],
    [`/album/${id}?make=kodak`, false],
    [`/album/${id}?make=kodak&q=fox`, true],
    ['/', false],
  ] as const) {
    const page = await (await visitor.get(path)).text()
    expect([path, page.includes('<meta name="robots" content="noindex">')]).toEqual([
      path,
      isKeptOut,
    ])
  }
})
