// What others learn of where photos were taken: nothing, the town, or the place, and in a home zone
// never anything.
import { expect, test } from 'bun:test'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import { mapPath, maxListedTowns } from '../../src/contract/places/map-address.ts'
import type { PlaceGroup, PlaceSettings, Places } from '../../src/contract/places/places.ts'
import type { InitialData } from '../../src/contract/site/initial-data.ts'
import type { Status } from '../../src/contract/site/status.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { openCrowdedGallery } from '../support/crowded-gallery.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { embedsOf } from '../support/hidden.ts'
import { camera } from '../support/photos.ts'
import { mkfifo } from '../support/pipes.ts'
import { tileArchive } from '../support/vector-tiles.ts'

const home = { name: 'Home', latitude: 49.41, longitude: 8.69, radius: 2000 }
/** In the zone, outside it, in a private photo, and in an album with a code. */
const spots = {
  home: [49.4137, 8.6931],
  away: [48.85837, 2.29448],
  hidden: [52.51629, 13.37772],
  coded: [41.89021, 12.49223],
} as const
const code = 'open sesame'

async function withPlaces(whoSees: PlaceSettings['whoSees'], homeZones = [home]) {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos: Record<string, Photo> = {}
  for (const [name, gps] of Object.entries(spots)) {
    photos[name] = await upload(gallery, owner, camera({ title: name, gps: [gps[0], gps[1]] }))
  }
  const stream = await makeAlbum(owner, 'Stream', [photos.home!, photos.away!], {
    isPhotostream: true,
  })
  const coded = await makeAlbum(owner, 'Coded', [photos.coded!])
  await owner.data(`/api/albums/${coded.id}`, { method: 'PUT', body: { code } })
  await owner.data('/api/places/settings', { method: 'PUT', body: { whoSees, homeZones } })
  return { gallery, owner, photos, stream, coded }
}

/** Whatever a browser gets that could name a place. */
async function everything(
  browser: Browser,
  { gallery, photos, stream, coded }: Awaited<ReturnType<typeof withPlaces>>,
): Promise<string> {
  const ids = Object.values(photos).map(({ id }) => id)
  const addresses = [
    '/',
    '/photo',
    '/map',
    `/map?album=${stream.id}`,
    `/map?album=${coded.id}`,
    `/map?at=${home.latitude},${home.longitude}`,
    '/map?at=49.41,8.69',
    `/album/${stream.id}`,
    '/api/places',
    `/api/places?album=${stream.id}`,
    `/api/places?album=${coded.id}`,
    '/api/places/settings',
    '/api/photos',
    '/api/photos?location=yes',
    '/api/photos?limit=9',
    '/api/photos/search?q=home',
    '/api/albums',
    `/api/albums/${stream.id}`,
    `/api/albums/${stream.id}/photos`,
    `/api/albums/${coded.id}/photos`,
    `/api/albums/${coded.id}`,
    '/feed.atom',
    '/feed.json',
    '/sitemap.xml',
    ...[stream.id, coded.id].flatMap((id) => [
      `/album/${id}/feed.atom`,
      `/album/${id}/feed.json`,
      `/embed/album/${id}`,
    ]),
    ...ids.flatMap((id) => [
      `/photo/${id}`,
      `/api/photos/${id}`,
      `/album/${stream.id}/${id}`,
      ...embedsOf(gallery, id),
    ]),
  ]
  let text = ''
  for (const address of addresses) {
    const answer = await browser.get(address)
    text += `${address}\n${[...answer.headers].join('\n')}\n${await answer.text()}\n`
  }
  return text
}

/** The first digits of the coordinates, of which a town's have fewer. */
const digitsOf = ([latitude, longitude]: readonly [number, number]) =>
  [latitude, longitude].map((degrees) => /^\d+\.\d{3}/.exec(String(degrees))![0])

const others = async (gallery: Gallery, coded: { id: string }) => {
  const withCode = gallery.asVisitor()
  expect(
    (await withCode.get(`/api/albums/${coded.id}?code=${encodeURIComponent(code)}`)).status,
  ).toBe(200)
  return { visitor: gallery.asVisitor(), guest: await gallery.asGuest('Gus'), withCode }
}

test.each(['nobody', 'town', 'exact'] as const)(
  'responses to others reveal no coordinate that they must not know (places setting: %s)',
  async (whoSees) => {
    const made = await withPlaces(whoSees)
    await using gallery = made.gallery
    for (const [role, browser] of Object.entries(await others(gallery, made.coded))) {
      const text = await everything(browser, made)
      const known = Object.entries(spots).filter(([, spot]) =>
        digitsOf(spot).some((digits) => text.includes(digits)),
      )
      const expected =
        whoSees === 'exact' ? ['away', ...(role === 'withCode' ? ['coded'] : [])] : []
      expect([role, known.map(([name]) => name)]).toEqual([role, expected])
      for (const word of ['Heidelberg', 'Berlin', '49.41', '"gps"']) {
        // The address that asks for the home's town is the only thing to name it.
        const asked = text.replaceAll(/^\/map\?at=.*$/gm, '').replaceAll('49.41%2C8.69', '')
        expect([role, word, asked.includes(word)]).toEqual([role, word, false])
      }
      expect(text.includes('Paris')).toBe(whoSees !== 'nobody')
      expect(text.includes('"Rome"')).toBe(whoSees !== 'nobody' && role === 'withCode')
    }
    const own = await everything(made.owner, made)
    for (const spot of Object.values(spots)) {
      for (const digits of digitsOf(spot))
        expect([digits, own.includes(digits)]).toEqual([digits, true])
    }
  },
  60_000,
)

test.each(['nobody', 'town', 'exact'] as const)(
  'responses to other sites have no place at all, not even a public one (places setting: %s)',
  async (whoSees) => {
    const made = await withPlaces(whoSees, [])
    await using gallery = made.gallery
    const { photos, stream } = made
    const visitor = gallery.asVisitor()
    const { id } = photos.away!
    const addresses = [
      ...['/feed.atom', '/feed.json', `/album/${stream.id}/feed.atom`, '/sitemap.xml'],
      ...[`/album/${stream.id}/feed.json`, `/embed/album/${stream.id}`],
      ...embedsOf(gallery, id),
    ]
    const texts = new Map<string, string>()
    for (const address of addresses) {
      const answer = await visitor.get(address)
      expect([address, answer.status]).toEqual([address, 200])
      texts.set(address, await answer.text())
    }
    for (const address of ['/', `/photo/${id}`, `/album/${stream.id}`]) {
      const html = await (await visitor.get(address)).text()
      const data = html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)
      const head = html.matchAll(/<(?:meta|title)[^>]*>/g)
      const found = [...data].map(([, text]) => text)
      expect([address, found.length > 0]).toEqual([address, true])
      texts.set(address, [...found, ...[...head].map(([tag]) => tag)].join('\n'))
    }
    for (const [address, text] of texts) {
      const words = [...digitsOf(spots.away), ...digitsOf(spots.home), 'Paris', 'Heidelberg']
      const named = [...words, 'latitude', 'contentLocation'].filter((word) => text.includes(word))
      expect([address, named]).toEqual([address, []])
    }
  },
)

test('a town represents its photos where only towns are shown', async () => {
  const { gallery, photos } = await withPlaces('town')
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const photo = await visitor.data<Photo>(`/api/photos/${photos.away!.id}`)
  expect(photo.place).toEqual({
    town: 'Paris',
    country: 'France',
    latitude: 48.85,
    longitude: 2.35,
  })
  expect(await visitor.data<Places>('/api/places')).toEqual({
    total: 1,
    hasMore: false,
    hasTiles: false,
    groups: [{ town: 'Paris', country: 'France', latitude: 48.85, longitude: 2.35, count: 1 }],
    points: [
      {
        id: photos.away!.id,
        fileName: photos.away!.fileName,
        title: 'away',
        alt: null,
        latitude: 48.85,
        longitude: 2.35,
        group: 0,
      },
    ],
  })
})

test('a change of the places setting counts at once, also for cached answers', async () => {
  const { gallery, owner, photos } = await withPlaces('exact', [])
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const placeOf = async () =>
    (await visitor.data<Photo>(`/api/photos/${photos.home!.id}`)).place?.latitude
  const onMap = async () => (await visitor.data<Places>('/api/places')).total
  const hasLink = async () => (await (await visitor.get('/')).text()).includes('"hasMap":true')
  const set = (whoSees: string, homeZones: object[]) =>
    owner.data<PlaceSettings>('/api/places/settings', {
      method: 'PUT',
      body: { whoSees, homeZones },
    })
  expect([await placeOf(), await onMap(), await hasLink()]).toEqual([spots.home[0], 2, true])
  const settings = await set('exact', [home])
  expect([settings.located, settings.inZones]).toEqual([4, 1])
  expect([await placeOf(), await onMap(), await hasLink()]).toEqual([undefined, 1, true])
  await set('exact', [home, { name: 'Paris', latitude: 48.85, longitude: 2.3, radius: 9000 }])
  expect([await placeOf(), await onMap(), await hasLink()]).toEqual([undefined, 0, false])
  await set('nobody', [])
  expect([await placeOf(), await onMap(), await hasLink()]).toEqual([undefined, 0, false])
  await set('town', [])
  expect([await placeOf(), await onMap(), await hasLink()]).toEqual([49.41, 2, true])
})

test('no one sees places by default, and only the owner reads or changes that', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const none = { whoSees: 'nobody', homeZones: [], located: 0, inZones: 0 }
  expect(await owner.data<PlaceSettings>('/api/places/settings')).toEqual(none as PlaceSettings)
  const wrong: [object, string, string][] = [
    [
      { whoSees: 'everyone', homeZones: [] },
      ...(['whoSees', 'whoSees: must be one of nobody, town, exact'] as const),
    ],
    [
      { whoSees: 'town', homeZones: [{ ...home, radius: 10 }] },
      ...(['homeZones.0.radius', 'home zone 1: radius must be at least 50'] as const),
    ],
    [
      { whoSees: 'town', homeZones: [home, { ...home, latitude: 91 }] },
      ...(['homeZones.1.latitude', 'home zone 2: latitude must be at most 90'] as const),
    ],
    [
      { whoSees: 'town', homeZones: [{ ...home, name: ' ' }] },
      ...(['homeZones.0.name', 'home zone 1: name is required'] as const),
    ],
    [
      { whoSees: 'town', homeZones: Array.from({ length: 51 }, () => home) },
      ...(['homeZones', 'homeZones: must have at most 50 entries'] as const),
    ],
  ]
  for (const [body, field, message] of wrong) {
    const answer = await owner.request('/api/places/settings', { method: 'PUT', body })
    expect(answer.status).toBe(400)
    expect(await errorOf(answer)).toEqual({ code: 400, message, details: { field } })
  }
  for (const browser of [gallery.asVisitor(), await gallery.asGuest('Gus')]) {
    expect((await browser.get('/api/places/settings')).status).toBeGreaterThan(400)
  }
})

test('an album’s map needs its code, and a photo elsewhere is on no map', async () => {
  const { gallery, coded } = await withPlaces('exact')
  await using _ = gallery
  const visitor = gallery.asVisitor()
  for (const path of ['/api/places', '/map']) {
    expect((await visitor.get(`${path}?album=${coded.id}`)).status).toBe(404)
  }
  const opened = gallery.asVisitor()
  const query = `album=${coded.id}&code=${encodeURIComponent(code)}`
  expect((await opened.data<Places>(`/api/places?${query}`)).total).toBe(1)
  expect((await opened.get(`/map?album=${coded.id}`)).status).toBe(200)
  expect((await visitor.data<PhotoList>('/api/photos')).total).toBe(2)
})

test('the detailed map is sent in ranges', async () => {
  await using gallery = await openGallery()
  const visitor = gallery.asVisitor()
  expect((await visitor.get('/api/map/tiles')).status).toBe(404)
  await Bun.write(gallery.services.library.mapTilesPath, tileArchive())
  const part = await visitor.get('/api/map/tiles', { Range: 'bytes=2-6' })
  expect([part.status, await part.text()]).toEqual([206, 'Tiles'])
  expect((await visitor.get('/api/map/tiles', { Range: 'bytes=9999-' })).status).toBe(416)
})

test('an invalid detailed map is not sent, and Status says what is wrong', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const visitor = gallery.asVisitor()
  const path = gallery.services.library.mapTilesPath
  const put = (bytes: Uint8Array | string) => () => writeFileSync(path, bytes)
  for (const [place, said] of [
    [put('secret notes'), 'it is too short'],
    [put(''), 'it is too short'],
    [put(Buffer.alloc(4096, 'x')), 'it is no PMTiles archive'],
    [put(tileArchive({ header: { 7: 2 } })), 'it is a PMTiles archive of version 2'],
    [put(tileArchive().subarray(0, -1)), 'its end is missing'],
    [put(tileArchive({ header: { 99: 2 } })), 'it has no vector tiles'],
    [put(tileArchive({ root: Buffer.from('secret') })), 'its root directory is damaged'],
    [
      put(Buffer.concat([tileArchive(), Buffer.from('secret')])),
      'it has bytes that belong to none of its sections',
    ],
    [() => mkdirSync(path), 'it is not a file'],
    [() => mkfifo(path), 'it is not a file'],
  ] as const) {
    place()
    expect((await visitor.get('/api/map/tiles')).status).toBe(404)
    const { problems } = await owner.data<Status>('/api/status')
    expect(problems.filter(({ kind }) => kind === 'files')).toEqual([
      expect.objectContaining({
        text: `${path} is not shown as the detailed map: ${said}.`,
        advice: 'Replace it with a PMTiles archive of version 3, or delete it.',
      }),
    ])
    rmSync(path, { recursive: true })
  }
  for (const target of ['map.pmtiles', 'nowhere']) {
    symlinkSync(target, path)
    expect((await visitor.get('/api/map/tiles')).status).toBe(404)
    rmSync(path)
  }
  const elsewhere = join(gallery.data, 'tmp', 'elsewhere.pmtiles')
  writeFileSync(elsewhere, tileArchive())
  symlinkSync(elsewhere, path)
  expect((await visitor.get('/api/map/tiles')).status).toBe(200)
  rmSync(elsewhere)
})

test('the page of a map lists the towns with the most photos, and any requested town', async () => {
  await using crowded = await openCrowdedGallery(600)
  const { store } = crowded.gallery.services
  await store.write(() => {
    store.connection.run("UPDATE place_setting SET who_sees = 'exact'")
    // Two degrees apart, so that most are near towns of their own.
    store.connection.run(
      'UPDATE photo SET latitude = 37 + row_id % 9 * 2, longitude = -5 + row_id / 9 * 0.5',
    )
  })
  const visitor = crowded.asVisitor()
  const all = await visitor.data<Places>('/api/places')
  expect(all.groups.length).toBeGreaterThan(maxListedTowns)
  const pageOf = async (at?: PlaceGroup) => {
    const page = await (await visitor.get(mapPath(undefined, at))).text()
    const data = JSON.parse(/id="initial-data">([^<]*)</.exec(page)![1]!) as InitialData
    return data.places!
  }
  const whole = await pageOf()
  expect(whole.groups).toEqual(all.groups.slice(0, maxListedTowns))
  expect([whole.total, whole.points]).toEqual([all.total, []])
  for (const place of [0, maxListedTowns - 1, maxListedTowns, all.groups.length - 1]) {
    const listed = await pageOf(all.groups[place]!)
    const at = Math.min(place, maxListedTowns)
    expect(listed.groups[at]).toEqual(all.groups[place]!)
    const points = all.points.filter(({ group }) => group === place)
    expect(points.length).toBe(all.groups[place]!.count)
    expect(listed.points).toEqual(points.map((point) => ({ ...point, group: at })))
  }
})
