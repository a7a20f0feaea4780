// A photo that stops being public: the next response of every address is as if it had never been
// there, whatever was cached and whatever the client already has.
import { expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { unknownId } from '../abuse/every-route.ts'
import type { Browser } from '../support/browser.ts'
import { cardOf } from '../support/cards.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

type Things = {
  gallery: Gallery
  owner: Browser
  stream: Album
  open: Album
  photo: Photo
}

/** Whether the album stays open, in which case its addresses answer as before the photo came. */
type Way = { isAlbumOpen: boolean; hide: (things: Things) => Promise<unknown> }

const removeFrom = (owner: Browser, album: Album, { id }: Photo) =>
  owner.data(`/api/albums/${album.id}/photos/delete`, { method: 'PUT', body: { photoIds: [id] } })

const ways: Record<string, Way> = {
  'taken out of its albums': {
    isAlbumOpen: true,
    hide: async ({ owner, stream, open, photo }) => {
      await removeFrom(owner, stream, photo)
      await removeFrom(owner, open, photo)
    },
  },
  deleted: {
    isAlbumOpen: true,
    hide: ({ owner, photo }) =>
      owner.data(`/api/photos/${photo.id}`, { method: 'DELETE', body: { removeFiles: true } }),
  },
  'put behind a code': {
    isAlbumOpen: false,
    hide: async ({ owner, stream, open, photo }) => {
      await removeFrom(owner, stream, photo)
      await owner.data(`/api/albums/${open.id}`, { method: 'PUT', body: { code: 'open sesame' } })
    },
  },
}

const facets = 'facets=camera,make,lens,keyword,year,month,iso,f,focal,orientation'
const oEmbedOf = (gallery: Gallery, path: string) =>
  `/api/oembed?url=${encodeURIComponent(gallery.address() + path)}`

/** What shows the photo among others. */
const listsOf = () => [
  '/',
  '/photo',
  '/photo?keyword=gate',
  '/map',
  '/feed.atom',
  '/feed.json',
  '/camera/e-10/feed.atom',
  '/keyword/gate/feed.json',
  '/sitemap.xml',
  '/camera',
  '/camera/e-10',
  '/lens',
  '/keyword',
  '/keyword/gate',
  '/archive',
  '/api/cameras/e-10/evidence',
  '/api/lenses',
  '/api/keywords',
  '/api/keywords/gate',
  '/api/archive',
  '/api/places',
  `/api/photos?limit=9&${facets}`,
  `/api/photos?limit=9&iso=100..&${facets}`,
  `/api/photos/search?limit=9&q=gate&${facets}`,
]
const albumListsOf = ({ id }: Album) => [
  `/album/${id}`,
  `/map?album=${id}`,
  `/album/${id}/feed.atom`,
  `/album/${id}/feed.json`,
  `/embed/album/${id}`,
  `/api/albums/${id}`,
  `/api/albums/${id}/photos?limit=9&${facets}`,
  `/api/places?album=${id}`,
]

/** What is only there because of the photo, each with the same for what never existed. */
const onesOf = (gallery: Gallery, { id, fileName }: Photo, open: Album): [string, string][] => [
  ...[
    `/photo/${id}`,
    `/album/${open.id}/${id}`,
    `/embed/photo/${id}`,
    `/api/photos/${id}`,
    `/api/photos/${id}/albums`,
    oEmbedOf(gallery, `/photo/${id}`),
    oEmbedOf(gallery, `/album/${open.id}/${id}`),
  ].map((address): [string, string] => [address, address.replace(id, unknownId)]),
  [`/api/images/${fileName}`, `/api/images/${'0'.repeat(32)}.jpg`],
  ...[
    '/lens/secret-85',
    '/api/lenses/secret-85',
    '/api/cards/lenses/secret-85',
    '/camera/s-1',
    '/camera/s-1/feed.json',
    '/api/cameras/s-1',
    '/api/cameras/s-1/evidence',
    '/api/cards/cameras/s-1',
    '/keyword/secret',
    '/keyword/secret/feed.atom',
    '/api/keywords/secret',
  ].map((address): [string, string] => [address, address.replace(/secret|s-1/, 'never')]),
]

/** Only answers that are kept have an ETag, which `*` matches. */
function statusesFor(isThere: boolean, etag: string | undefined): number[] {
  if (!isThere) return [404]
  return etag === '*' ? [200, 304] : [200]
}

type Answer = { status: number; text: string; etag: string | undefined }

async function read(browser: Browser, address: string, etag?: string): Promise<Answer> {
  const answer = await browser.get(address, etag ? { 'if-none-match': etag } : undefined)
  const text = await answer.text()
  return { status: answer.status, text, etag: answer.headers.get('etag') ?? undefined }
}

/** Where an error page or a response repeats what was asked. */
const withoutAddress = (text: string, address: string) => {
  const last = address.split(/[/=]/).at(-1)!
  return text.replaceAll(decodeURIComponent(address), '').replaceAll(last, '')
}

/** Of the files in a zip file, which stand in it as they are. */
const zipNames = (bytes: Uint8Array): Set<string> =>
  new Set(
    Buffer.from(bytes)
      .toString('latin1')
      .match(/\d+ [\w ]+\.jpg/g),
  )

const cases = Object.keys(ways).flatMap((name) =>
  [0, 60].map((sharedPages) => [name, sharedPages] as const),
)

test.each(cases)(
  'a photo that is %s is gone from the next response (pages shared for %i s)',
  (name, sharedPages) => revoke(ways[name]!, sharedPages),
  60_000,
)

async function revoke({ isAlbumOpen, hide }: Way, sharedPages: number) {
  await using gallery = await openGallery({ sharedPages })
  const owner = await gallery.asOwner()
  await owner.data('/api/places/settings', {
    method: 'PUT',
    body: { whoSees: 'exact', homeZones: [] },
  })
  const stream = await makeAlbum(owner, 'Stream', [], { isPhotostream: true })
  const open = await makeAlbum(owner, 'Open')
  await owner.data(`/api/albums/${open.id}`, { method: 'PUT', body: { downloadable: true } })
  const publish = async (bytes: Promise<Uint8Array>) => {
    const photo = await upload(gallery, owner, bytes)
    const body = { photoIds: [photo.id] }
    for (const { id } of [stream, open])
      await owner.data(`/api/albums/${id}/photos/add`, { method: 'PUT', body })
    return photo
  }
  const shared = { keywords: ['Gate'], gps: [48.85837, 2.29448] as [number, number] }
  await publish(camera({ ...shared, title: 'Kept', lens: 'Shown 35', iso: 200 }))
  const visitors = [gallery.asVisitor(), await gallery.asGuest('Gus')]
  const lists = [...listsOf(), ...albumListsOf(open)]
  const pages = ['/', '/map', '/camera/e-10', '/lens/shown-35', `/album/${open.id}`]
  const cardsOf = () => Promise.all(pages.map((page) => cardOf(gallery.asVisitor(), page)))
  const before = new Map<string, string>()
  for (const visitor of visitors) {
    for (const address of lists) {
      const { status, text } = await read(visitor, address)
      expect([address, status]).toEqual([address, 200])
      before.set(`${visitors.indexOf(visitor)} ${address}`, text)
    }
  }
  const cardsBefore = await cardsOf()

  const secret = { title: 'Secret', lens: 'Shown 35', iso: 6400, date: '1987:02:03 23:00:00' }
  const photo = await publish(camera({ ...shared, ...secret, keywords: ['Gate', 'Secret'] }))
  // Its camera and its lens have no other photo.
  const other = await publish(
    camera({ ...shared, title: 'Secret', model: 'S-1', lens: 'Secret 85' }),
  )
  const both = [photo, other]
  const ones = [...onesOf(gallery, photo, open), ...onesOf(gallery, other, open)]
  const etags = new Map<string, string | undefined>()
  for (const visitor of visitors) {
    // A second time, from whatever keeps responses.
    for (const address of [...lists, ...ones.map(([one]) => one)].flatMap((each) => [each, each])) {
      const { status, text, etag } = await read(visitor, address)
      expect([address, status]).toEqual([address, 200])
      etags.set(address, etag)
      const key = `${visitors.indexOf(visitor)} ${address}`
      if (before.has(key)) expect([address, text === before.get(key)]).toEqual([address, false])
    }
  }
  const cards = await cardsOf()
  for (const [index, card] of cards.entries()) {
    expect(card).toStartWith('/api/cards/')
    expect(card).not.toBe(cardsBefore[index]!)
    expect((await gallery.asVisitor().get(card)).status).toBe(200)
  }
  const download = `/api/albums/${open.id}/download`
  const zip = await (await gallery.asVisitor().get(download)).bytes()
  expect(zipNames(zip)).toEqual(new Set(['1 Kept.jpg', '2 Secret.jpg', '3 Secret.jpg']))

  for (const each of both) await hide({ gallery, owner, stream, open, photo: each })

  for (const [index, visitor] of visitors.entries()) {
    for (const address of lists) {
      for (const etag of [etags.get(address), undefined]) {
        const { status, text } = await read(visitor, address, etag)
        const isGone = !isAlbumOpen && address.includes(open.id)
        expect([address, status]).toEqual([address, isGone ? 404 : 200])
        expect([address, /Secret|S-1|1987/.test(text)]).toEqual([address, false])
        for (const { id, fileName } of both) {
          expect([address, text.includes(id) || text.includes(fileName)]).toEqual([address, false])
        }
        if (isAlbumOpen) {
          expect([address, text]).toEqual([address, before.get(`${index} ${address}`)!])
        }
      }
    }
    for (const [one, never] of ones) {
      for (const etag of [etags.get(one), '*', undefined]) {
        const [gone, unknown] = [await read(visitor, one, etag), await read(visitor, never, etag)]
        // The page of an unknown camera lists the cameras there are, so there is something for `*`.
        const isThere = one.startsWith('/camera/s-1') && !one.includes('feed')
        expect([one, gone.status]).toEqual([one, unknown.status])
        expect(statusesFor(isThere, etag), one).toContain(gone.status)
        const said = withoutAddress(gone.text, one)
        expect([one, said]).toEqual([one, withoutAddress(unknown.text, never)])
      }
    }
    for (const card of cards) {
      for (const method of ['GET', 'HEAD']) {
        expect([card, (await visitor.request(card, { method })).status]).toEqual([card, 404])
      }
    }
    const answer = await visitor.get(download)
    expect(answer.status).toBe(isAlbumOpen ? 200 : 404)
    const names = zipNames(await answer.bytes())
    expect(names).toEqual(new Set(isAlbumOpen ? ['1 Kept.jpg'] : []))
  }
  // The version says which photos a picture shows.
  const after = await cardsOf()
  expect(after.slice(0, -1)).toEqual(cardsBefore.slice(0, -1))
  expect(after.at(-1)).toBe(isAlbumOpen ? cardsBefore.at(-1)! : '')
}
