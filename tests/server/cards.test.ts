// The composed pictures that links to the home page, an album or a camera are shown with.
import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Album } from '../../src/contract/albums/albums.ts'
import { lensId } from '../../src/contract/cameras/lens-id.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { adobeRgbCompatibleProfile } from '../../src/images/colour.ts'
import { cardCells } from '../../src/images/compose-card.ts'
import { walkJpeg } from '../../src/images/jpeg.ts'
import { iccSegments } from '../../src/images/jpeg-segments.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import type { Browser } from '../support/browser.ts'
import { cardOf } from '../support/cards.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { inserted, segment } from '../support/jpegs.ts'
import { makePhotos } from '../support/made-photos.ts'

const colours = ['#d03030', '#30b040', '#3050d0', '#d0c030', '#a030b0', '#30b0b0', '#808080']
const publicCaching = 'public, max-age=31536000, immutable, s-maxage=45'
const code = 'open sesame'
let made = 0

/** A photo of one colour; the comment makes each file different. */
async function plain(colour: string, { width = 300, height = 200 } = {}): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const bytes = await sharp({ create: { width, height, channels: 3, background: colour } })
    .jpeg({ quality: 95 })
    .toBuffer()
  return inserted(bytes, 2, segment(0xfe, `${++made}`))
}

async function withPhotos(count: number) {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (const colour of colours.slice(0, count)) {
    photos.push(await upload(gallery, owner, plain(colour)))
  }
  return { gallery, owner, photos }
}

const change = (owner: Awaited<ReturnType<Gallery['asOwner']>>, { id }: Album, body: object) =>
  owner.data<Album>(`/api/albums/${id}`, { method: 'PUT', body })

/** The colour at a point, each channel within a JPEG's error. */
async function colourAt(bytes: Uint8Array, x: number, y: number): Promise<number[]> {
  const sharp = await loadSharp()
  const area = { left: Math.round(x), top: Math.round(y), width: 1, height: 1 }
  return [...(await sharp(bytes).extract(area).raw().toBuffer())]
}

function expectColour(found: number[], expected: string) {
  const wanted = [1, 3, 5].map((at) => Number.parseInt(expected.slice(at, at + 2), 16))
  const isNear = found.every((value, channel) => Math.abs(value - wanted[channel]!) < 12)
  expect(isNear ? expected : found.join()).toBe(expected)
}

const shownFor = { 1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 6, 7: 6 } as const

test.each([1, 2, 3, 4, 5, 6, 7] as const)(
  'a share image of %i photos shows the first ones in full cells with the background between them',
  async (count) => {
    const { gallery, owner, photos } = await withPhotos(count)
    await using _ = gallery
    const album = await makeAlbum(owner, 'Colours', photos)
    const card = await cardOf(gallery.asVisitor(), `/album/${album.id}`)
    expect(card).toStartWith(`/api/cards/albums/${album.id}?v=`)
    const answer = await gallery.asVisitor().get(card)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cache-control')).toBe(publicCaching)
    const bytes = await answer.bytes()
    const sharp = await loadSharp()
    const { width, height, space, icc, iptc } = await sharp(bytes).metadata()
    expect([width, height, space]).toEqual([1200, 630, 'srgb'])
    expect([icc, iptc]).toEqual([undefined, undefined])
    const cells = cardCells(count)
    expect(cells).toHaveLength(shownFor[count])
    for (const [index, { left, top, width, height }] of cells.entries()) {
      for (const [x, y] of [
        [0.5, 0.5],
        [0.05, 0.05],
        [0.95, 0.95],
      ] as const) {
        expectColour(await colourAt(bytes, left + x * width, top + y * height), colours[index]!)
      }
      const right = left + width
      const bottom = top + height
      if (right < 1200) expectColour(await colourAt(bytes, right + 4, top + height / 2), '#ffffff')
      else expect(right).toBe(1200)
      if (bottom < 630) expectColour(await colourAt(bytes, left + width / 2, bottom + 4), '#ffffff')
      else expect(bottom).toBe(630)
    }
  },
)

test('home, album and camera name their share image with its size and a text', async () => {
  const { gallery, owner, photos } = await withPhotos(3)
  await using _ = gallery
  const withCamera = await upload(gallery, owner)
  const album = await makeAlbum(owner, 'Stream', [...photos, withCamera], { isPhotostream: true })
  const [camera] = await owner.data<{ id: string }[]>('/api/cameras')
  for (const [page, path] of [
    ['/', '/api/cards/site'],
    [`/album/${album.id}`, `/api/cards/albums/${album.id}`],
    [`/camera/${camera!.id}`, `/api/cards/cameras/${camera!.id}`],
    ['/map', '/api/cards/site'],
    [`/map?album=${album.id}`, `/api/cards/albums/${album.id}`],
  ] as const) {
    const html = await (await gallery.asVisitor().get(page)).text()
    expect(html).toContain('<meta property="og:image:width" content="1200">')
    expect(html).toContain('<meta property="og:image:height" content="630">')
    expect(html).toMatch(/<meta property="og:image:alt" content="Photos [^"]+">/)
    const card = await cardOf(gallery.asVisitor(), page)
    expect(card).toStartWith(`${path}?v=`)
    expect((await gallery.asVisitor().get(card)).status).toBe(200)
    // Without a version, the picture at the address changes.
    const present = await gallery.asVisitor().get(path)
    expect([present.status, present.headers.get('cache-control')]).toEqual([
      200,
      'private, no-cache',
    ])
  }
  // A photo's page keeps the photo's own picture.
  expect(await cardOf(gallery.asVisitor(), `/photo/${withCamera.id}`)).toContain(
    withCamera.fileName,
  )
})

test('a photo of another colour space is converted to sRGB', async () => {
  const { gallery, owner } = await withPhotos(0)
  await using _ = gallery
  const profile = iccSegments(adobeRgbCompatibleProfile())
  const wide = await upload(gallery, owner, inserted(await plain('#40c040'), 2, ...profile))
  const album = await makeAlbum(owner, 'Wide', [wide])
  const card = await cardOf(gallery.asVisitor(), `/album/${album.id}`)
  const bytes = await (await gallery.asVisitor().get(card)).bytes()
  const [red, green] = await colourAt(bytes, 600, 300)
  // Outside sRGB: less red than none is cut off.
  expect(red).toBeLessThan(0x20)
  expect(green).toBeGreaterThan(0xba)
  expect(walkJpeg(bytes).segments.filter(({ marker }) => marker === 0xe2)).toEqual([])
})

test('a share image gets a new address when a photo is hidden, edited or moved, and the old one is gone', async () => {
  const { gallery, owner, photos } = await withPhotos(6)
  await using _ = gallery
  const album = await makeAlbum(owner, 'Stream', photos, { isPhotostream: true })
  const visitor = gallery.asVisitor()
  const seen = new Set<string>()
  const changes = [
    () => undefined,
    () =>
      owner.data(`/api/albums/${album.id}/photos/delete`, {
        method: 'PUT',
        body: { photoIds: [photos[0]!.id] },
      }),
    () =>
      owner.data(`/api/photos/${photos[2]!.id}/edit`, {
        method: 'PUT',
        body: { rotation: 90, x: 0, y: 0, width: 100, height: 100 },
      }),
    () =>
      owner.data(`/api/albums/${album.id}/order`, {
        method: 'PUT',
        body: { photos: [4, 5, 3, 2, 1].map((index) => photos[index]!.id) },
      }),
    () => owner.data('/api/user/config', { method: 'POST', body: { colorTheme: 'dark' } }),
    () =>
      owner.data(`/api/photos/${photos[5]!.id}`, { method: 'DELETE', body: { removeFiles: true } }),
  ]
  for (const makeChange of changes) {
    await makeChange()
    for (const old of seen) {
      for (const method of ['GET', 'HEAD']) {
        expect([old, (await visitor.request(old, { method })).status]).toEqual([old, 404])
      }
      expect((await visitor.get(old, { 'if-none-match': '*' })).status).toBe(404)
      expect((await owner.get(old)).status).toBe(404)
    }
    for (const page of ['/', `/album/${album.id}`]) {
      const card = await cardOf(visitor, page)
      expect([...seen]).not.toContain(card)
      expect((await visitor.get(card)).status).toBe(200)
      seen.add(card)
    }
    // One file for each set, and none of an earlier state.
    expect(await readdir(join(gallery.data, 'cards'))).toHaveLength(2)
  }
})

test('a share image is marked while AI crawlers are kept out, at an address of its own', async () => {
  const { gallery, owner, photos } = await withPhotos(3)
  await using _ = gallery
  const album = await makeAlbum(owner, 'Stream', photos, { isPhotostream: true })
  const visitor = gallery.asVisitor()
  const sharp = await loadSharp()
  const mark = 'http://ns.useplus.org/ldf/vocab/DMI-PROHIBITED-AIMLTRAINING'
  for (const page of ['/', `/album/${album.id}`]) {
    let old: string | undefined
    for (const keepAiOut of [true, false, true]) {
      await owner.data('/api/sharing', { method: 'PUT', body: { keepAiOut } })
      const card = await cardOf(visitor, page)
      for (const address of [card, card.split('?')[0]!]) {
        const bytes = await (await visitor.get(address)).bytes()
        const { xmp, exif } = await sharp(bytes).metadata()
        expect([address, xmp?.includes(mark) ?? false]).toEqual([address, keepAiOut])
        expect(exif === undefined).toBe(!keepAiOut)
      }
      if (old !== undefined) expect((await visitor.get(old)).status).toBe(404)
      old = card
    }
  }
})

test('a share image that anyone can see is for other sites too, any other is not', async () => {
  const { gallery, owner, photos } = await withPhotos(2)
  await using _ = gallery
  const album = await makeAlbum(owner, 'Stream', photos.slice(0, 1), { isPhotostream: true })
  const coded = await makeAlbum(owner, 'Family', photos.slice(1))
  await change(owner, coded, { code })
  const policyOf = async (browser: Browser, card: string) => {
    const { status, headers } = await browser.get(card)
    expect([card, status]).toEqual([card, 200])
    return headers.get('cross-origin-resource-policy')
  }
  for (const browser of [gallery.asVisitor(), owner]) {
    for (const page of ['/', `/album/${album.id}`]) {
      const card = await cardOf(browser, page)
      expect(await policyOf(browser, card)).toBe('cross-origin')
      const etag = (await browser.get(card)).headers.get('etag')!
      const known = await browser.get(card, { 'if-none-match': etag })
      expect([known.status, known.headers.get('cross-origin-resource-policy')]).toEqual([
        304,
        'cross-origin',
      ])
    }
  }
  const query = `?${new URLSearchParams({ code })}`
  const card = await cardOf(gallery.asVisitor(), `/album/${coded.id}${query}`)
  expect(await policyOf(gallery.asVisitor(), card)).toBe('same-origin')
  const holder = gallery.asVisitor()
  await holder.get(`/album/${coded.id}${query}`)
  for (const browser of [holder, owner]) {
    expect(await policyOf(browser, `/api/cards/albums/${coded.id}`)).toBe('same-origin')
  }
})

test('a share image disappears with the last photo', async () => {
  const { gallery, owner, photos } = await withPhotos(1)
  await using _ = gallery
  const album = await makeAlbum(owner, 'Stream', photos, { isPhotostream: true })
  const visitor = gallery.asVisitor()
  const card = await cardOf(visitor, '/')
  expect((await visitor.get(card)).status).toBe(200)
  await owner.data(`/api/albums/${album.id}/photos/delete`, {
    method: 'PUT',
    body: { photoIds: photos.map(({ id }) => id) },
  })
  const nothing = await (await visitor.get('/api/cards/none')).text()
  for (const address of [card, '/api/cards/site', `/api/cards/albums/${album.id}`]) {
    const answer = await visitor.get(address)
    expect([answer.status, await answer.text()]).toEqual([404, nothing])
  }
  expect(await cardOf(visitor, '/')).toBe('')
})

test('the owner’s page names the share image that visitors get, without private photos', async () => {
  const { gallery, owner, photos } = await withPhotos(3)
  await using _ = gallery
  await makeAlbum(owner, 'Stream', photos.slice(0, 1), { isPhotostream: true })
  const card = await cardOf(owner, '/')
  expect(card).toBe(await cardOf(gallery.asVisitor(), '/'))
  const bytes = await (await owner.get(card)).bytes()
  expectColour(await colourAt(bytes, 300, 315), colours[0]!)
  expectColour(await colourAt(bytes, 900, 315), colours[0]!)
})

test('an album with a code has a share image only with its code, and no cache can keep it', async () => {
  const { gallery, owner, photos } = await withPhotos(2)
  await using _ = gallery
  const album = await makeAlbum(owner, 'Family', photos)
  const open = await cardOf(gallery.asVisitor(), `/album/${album.id}`)
  expect((await gallery.asVisitor().get(open)).headers.get('cache-control')).toBe(publicCaching)
  await change(owner, album, { code })

  const refused = await gallery.asVisitor().get(open)
  const never = await gallery
    .asVisitor()
    .get('/api/cards/albums/019b7ca9-9070-7314-b84e-9ff82474a522')
  expect([refused.status, await refused.text()]).toEqual([404, await never.text()])

  const query = new URLSearchParams({ code })
  const card = await cardOf(gallery.asVisitor(), `/album/${album.id}?${query}`)
  expect(card).toContain(`${query}`)
  // A link preview has no cookies: the address alone must do.
  const opened = await gallery.asVisitor().get(card)
  expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
  expect((await owner.get(card.replace(`&${query}`, ''))).status).toBe(200)
  expect((await gallery.asVisitor().get(card.replace(`&${query}`, ''))).status).toBe(404)
  const grantee = gallery.asVisitor()
  await grantee.get(`/album/${album.id}?${query}`)
  expect((await grantee.get(card.replace(`&${query}`, ''))).status).toBe(200)
  await change(owner, album, { code: 'another one' })
  expect((await grantee.get(card)).status).toBe(404)
})

test('a camera has no share image while visitors can see none of its photos', async () => {
  const { gallery, owner } = await withPhotos(0)
  await using _ = gallery
  await upload(gallery, owner)
  const [camera] = await owner.data<{ id: string }[]>('/api/cameras')
  const address = `/api/cards/cameras/${camera!.id}`
  for (const browser of [gallery.asVisitor(), owner]) {
    expect((await browser.get(address)).status).toBe(404)
  }
})

test('share images made by an earlier process are deleted, and made again', async () => {
  const { gallery, owner, photos } = await withPhotos(2)
  await using _ = gallery
  await makeAlbum(owner, 'Stream', photos, { isPhotostream: true })
  await Bun.write(join(gallery.data, 'cards', 'left.jpg'), 'left')
  const card = await cardOf(owner, '/')
  const first = await (await owner.get(card)).bytes()
  expect(await readdir(join(gallery.data, 'cards'))).toHaveLength(1)
  const again = await owner.get(card, { range: 'bytes=0-9' })
  expect([again.status, await again.bytes()]).toEqual([206, first.slice(0, 10)])
  expect((await owner.get(card, { 'if-none-match': again.headers.get('etag')! })).status).toBe(304)
  const [name] = await readdir(join(gallery.data, 'cards'))
  await Bun.write(join(gallery.data, 'cards', name!), 'cut')
  expect(await (await owner.get(card)).bytes()).toEqual(first)
})

test('a lens has a share image of the photos that visitors can see', async () => {
  const { gallery, owner } = await withPhotos(0)
  await using _ = gallery
  const [made] = await makePhotos(1)
  const photo = await upload(gallery, owner, made!.bytes)
  const address = `/api/cards/lenses/${lensId(photo.lensMake, photo.lensModel)}`
  expect(address).toEndWith('/dakon-65mm')
  expect((await owner.get(address)).status).toBe(404)
  await makeAlbum(owner, 'Stream', [photo], { isPhotostream: true })
  expect((await gallery.asVisitor().get(address)).status).toBe(200)
  expect((await gallery.asVisitor().get('/api/cards/lenses/other')).status).toBe(404)
})
