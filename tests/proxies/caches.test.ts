// nginx and Varnish with stock settings as shared caches, and an nginx that ignores Vary as some CDNs
// do: what they keep, and for how long.
import { expect } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { variantPaths } from '../../src/contract/photos/variants.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { configFor } from '../support/bucket-media.ts'
import { cardOf } from '../support/cards.ts'
import { needsCeph, startCeph } from '../support/ceph.ts'
import { evictAll } from '../support/evict-all.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { testWith, waitingTestWith } from '../support/needs.ts'
import { camera } from '../support/photos.ts'
import type { GallerySettings, Incident } from '../support/private-sweep.ts'
import { needs } from '../support/proxies.ts'
import { isHit, startCaches } from '../support/stock-caches.ts'

/** How long a hidden photo may be visible in a shared cache, in ms. */
const limitMs = 60_000
const modern = 'image/avif,image/webp,*/*'

/** Every variant in every format, and negotiated. */
const picturesOf = ({ fileName }: Photo): string[] =>
  Object.values(variantPaths).flatMap((path) =>
    path === 'images'
      ? [`/api/images/${fileName}`]
      : ['', '?f=avif', '?f=webp', '?f=jpg'].map((query) => `/api/${path}/${fileName}${query}`),
  )

const ways: RequestInit[] = [
  {},
  { headers: { accept: modern } },
  { headers: { range: 'bytes=0-9' } },
  { method: 'HEAD' },
]

/** The requests for hidden pictures that a cache answers with anything but 404. */
async function leaksOf(bases: Record<string, string>, pictures: readonly string[]) {
  const leaks: string[] = []
  for (const [name, base] of Object.entries(bases)) {
    for (const picture of pictures) {
      for (const way of ways) {
        const answer = await fetch(base + picture, way)
        const bytes = await answer.bytes()
        if (answer.status === 404 && !answer.headers.get('content-type')?.includes('image'))
          continue
        leaks.push(`${name} ${JSON.stringify(way)} ${picture}: ${answer.status}, ${bytes.length} B`)
      }
    }
  }
  return leaks
}

/** What is for machines and other sites, and names photos instead of showing them. */
const textsAbout = (photo: Photo, album: Album): string[] => [
  ...['/feed.atom', '/feed.json', '/sitemap.xml', '/map', '/camera/e-10/feed.json'],
  ...[`/album/${album.id}/feed.atom`, `/embed/album/${album.id}`, `/embed/photo/${photo.id}`],
  '/api/photos?limit=9&facets=camera,lens',
]

/** The texts that name one of the photos. */
async function textsNaming(
  photos: readonly Photo[],
  bases: Record<string, string>,
  texts: readonly string[],
) {
  const addresses = Object.values(bases).flatMap((base) => texts.map((path) => base + path))
  const naming: string[] = []
  for (const address of addresses) {
    const text = await (await fetch(address)).text()
    if (photos.some(({ id, fileName }) => text.includes(id) || text.includes(fileName)))
      naming.push(address)
  }
  return naming
}

/** `incident` happens while everything is requested for the last time. */
async function hideFromCaches(settings: GallerySettings, incident?: Incident) {
  await using gallery = await openGallery(settings)
  const owner = await gallery.asOwner()
  const [hidden, deleted, coded, secret, family] = (await Promise.all(
    Array.from({ length: 5 }, async () => upload(gallery, owner, camera())),
  )) as [Photo, Photo, Photo, Photo, Photo]
  const open = [hidden, deleted, coded]
  const stream = await makeAlbum(owner, 'Stream', [hidden, deleted], { isPhotostream: true })
  const toBeCoded = await makeAlbum(owner, 'Open', [coded])
  const setCode = ({ id }: Album) =>
    owner.data(`/api/albums/${id}`, { method: 'PUT', body: { code: 'open sesame' } })
  await setCode(await makeAlbum(owner, 'Family', [family]))
  await using caches = await startCaches(gallery)
  const { bases } = caches

  // Those with access look at private pictures through the caches first.
  const through = (base: string, { cookies }: Browser): Browser => {
    const browser = openBrowser(base)
    for (const [name, value] of cookies) browser.cookies.set(name, value)
    return browser
  }
  for (const base of Object.values(bases)) {
    for (const picture of [...picturesOf(secret), ...picturesOf(family)]) {
      expect((await through(base, owner).get(picture)).status).toBe(200)
    }
    for (const picture of picturesOf(family)) {
      const address = `${picture}${picture.includes('?') ? '&' : '?'}code=open+sesame`
      expect((await openBrowser(base).get(address)).status).toBe(200)
    }
  }
  const never = [...picturesOf(secret), ...picturesOf(family)]
  expect(await leaksOf(bases, never)).toEqual([])

  // A composed picture shows what is hidden too.
  const cards = await Promise.all(
    ['/', `/album/${toBeCoded.id}`].map((page) => cardOf(gallery.asVisitor(), page)),
  )
  expect(cards.filter((card) => card.startsWith('/api/cards/'))).toHaveLength(2)
  const pictures = [...open.flatMap(picturesOf), ...cards]
  for (const base of Object.values(bases)) {
    for (const picture of pictures) {
      expect((await fetch(base + picture)).status).toBe(200)
      const again = await fetch(base + picture)
      expect([again.status, isHit(again), base + picture]).toEqual([200, true, base + picture])
    }
  }

  const texts = textsAbout(hidden, toBeCoded)
  for (let times = 0; times < 2; times++) {
    const naming = await textsNaming(open, bases, texts)
    expect(naming.length).toBeGreaterThanOrEqual(7 * Object.keys(bases).length)
    expect(await textsNaming([secret, family], bases, texts)).toEqual([])
  }

  await owner.data(`/api/albums/${stream.id}/photos/delete`, {
    method: 'PUT',
    body: { photoIds: [hidden.id] },
  })
  await owner.data(`/api/photos/${deleted.id}`, { method: 'DELETE', body: { removeFiles: true } })
  await setCode(toBeCoded)
  const hiddenAt = performance.now()
  // Otherwise nothing would be tested.
  for (const base of Object.values(bases)) {
    expect((await fetch(base + picturesOf(hidden)[1]!)).status).toBe(200)
  }

  // One address of each photo is asked for again and again, the others only when the time is over:
  // a cache may answer the first request after a pause with what it has.
  const polled = [...open.map((photo) => picturesOf(photo)[1]!), ...cards]
  const shown = new Set(Object.values(bases).flatMap((base) => polled.map((path) => base + path)))
  while (shown.size > 0 && performance.now() - hiddenAt < limitMs) {
    await Bun.sleep(500)
    for (const address of shown) {
      if ((await fetch(address)).status === 404) shown.delete(address)
    }
  }
  expect([...shown]).toEqual([])
  const goneAfter = performance.now() - hiddenAt
  console.log(`gone from all caches after ${(goneAfter / 1000).toFixed(1)} s`)
  await Bun.sleep(limitMs - goneAfter)
  await incident?.begin?.(gallery)
  expect(await leaksOf(bases, pictures)).toEqual([])
  expect(await leaksOf(bases, never)).toEqual([])
  expect(await textsNaming([...open, secret, family], bases, texts)).toEqual([])
  await incident?.end?.()
}

waitingTestWith(needs('nginx'), needs('varnish'))(
  'a photo hidden while caches keep it is gone within 60 seconds, and never-public ones never leak',
  () => hideFromCaches({}),
  120_000,
)

waitingTestWith(needs('nginx'), needs('varnish'), needsCeph)(
  'so is one in a bucket that goes down afterwards, and whose files are no longer kept here',
  async () => {
    await using ceph = await startCeph()
    await hideFromCaches(configFor(ceph, await ceph.makeBucket()), {
      name: 'evicted and down',
      begin: async (gallery) => {
        await evictAll(gallery)
        await ceph.gateway.kill()
      },
      end: ceph.gateway.start,
    })
  },
  120_000,
)

testWith(needs('nginx'), needs('varnish'))(
  'no cache sends AVIF or WebP to a client that does not accept it',
  async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photos = [await upload(gallery, owner), await upload(gallery, owner)] as const
    await makeAlbum(owner, 'Stream', [...photos], { isPhotostream: true })
    await using caches = await startCaches(gallery)
    const typeOf = async (address: string, accept: string) => {
      const answer = await fetch(address, { headers: { accept } })
      const bytes = await answer.bytes()
      expect(answer.status).toBe(200)
      // What it says it is, and what it is.
      const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
      expect(answer.headers.get('content-type') === 'image/jpeg').toBe(isJpeg)
      return answer.headers.get('content-type') ?? ''
    }
    const folders = Object.values(variantPaths).filter((path) => path !== 'images')
    for (const base of Object.values(caches.bases)) {
      for (const folder of folders) {
        const best = folder === 'thumbs' ? 'image/avif' : 'image/webp'
        // The old addresses, asked first by a client that accepts everything, then by one that does not.
        const [first, second] = photos.map(({ fileName }) => `${base}/api/${folder}/${fileName}`)
        expect(await typeOf(first!, modern)).toBe(best)
        expect(await typeOf(first!, modern)).toBe(best)
        expect(await typeOf(first!, '*/*')).toBe('image/jpeg')
        expect(await typeOf(first!, 'image/jpeg')).toBe('image/jpeg')
        expect(await typeOf(second!, '*/*')).toBe('image/jpeg')
        expect([best, 'image/jpeg']).toContain(await typeOf(second!, modern))
        expect(await typeOf(second!, '*/*')).toBe('image/jpeg')
        // The addresses that pages use.
        for (const [f, type] of [
          ['avif', 'image/avif'],
          ['webp', 'image/webp'],
          ['jpg', 'image/jpeg'],
        ] as const) {
          for (const accept of [modern, '*/*', 'image/jpeg', modern]) {
            expect(await typeOf(`${first}?f=${f}`, accept)).toBe(type)
          }
        }
      }
    }
  },
  60_000,
)
