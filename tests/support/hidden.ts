// Photos that are hidden for different reasons, and the requests that could reveal them.
import { expect } from 'bun:test'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { variantPaths } from '../../src/contract/photos/variants.ts'
import type { Browser } from './browser.ts'
import { type Gallery, makeAlbum, openGallery, upload } from './gallery.ts'
import { camera } from './photos.ts'
import { head, rawExchange } from './raw-socket.ts'

export const paths = Object.values(variantPaths)
export const unknownName = `${'0'.repeat(32)}.jpg`
export const minuteMs = 60_000
export const right = 'open sesame'

/** The requests that can be made to an address; `etag` is the one its owner received. */
export const questions = (etag: string): [method: string, headers: string[]][] => [
  ['GET', []],
  ['HEAD', []],
  ['GET', ['Range: bytes=0-99']],
  ['HEAD', ['Range: bytes=0-99']],
  ['GET', ['Range: bytes=-1']],
  ['GET', ['Range: bytes=99999999-']],
  ['GET', ['Range: bytes=0-0,2-3']],
  ['GET', [`If-None-Match: ${etag}`]],
  ['HEAD', [`If-None-Match: ${etag}`]],
  ['GET', [`If-None-Match: W/${etag}`]],
  ['GET', ['If-None-Match: *']],
  ['GET', [`If-Match: ${etag}`]],
  ['GET', [`If-Range: ${etag}`, 'Range: bytes=0-99']],
  ['GET', ['If-Modified-Since: Fri, 31 Dec 2099 00:00:00 GMT']],
  ['GET', ['Accept: image/avif,image/webp', 'Accept-Encoding: br, gzip']],
  ['GET', ['X-Original-URL: /api/photos', 'X-HTTP-Method-Override: PUT']],
]

/** `w` on and off the ladder, a format, codes that are wrong or repeated, and one for another album. */
export const queries = [
  '',
  '?w=400',
  '?w=7',
  '?f=avif',
  '?code=wrong',
  `?code=${encodeURIComponent('other code')}`,
]

export const cookieOf = ({ cookies }: Browser): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** A raw response without its date and request id. */
export async function wire(gallery: Gallery, method: string, target: string, headers: string[]) {
  const host = `Host: 127.0.0.1:${gallery.port}`
  const answer = await rawExchange(gallery.port, head(method, target, [host, ...headers]))
  return answer.replace(/^(Date|X-Request-Id): .*\r\n/gim, '')
}

/** Where each photo was taken, as the start of its coordinates and its town. */
const spots: [gps: [number, number], words: string[]][] = [
  [
    [52.51629, 13.37772],
    ['52.516', '13.377', 'Berlin'],
  ],
  [
    [41.89021, 12.49223],
    ['41.890', '12.492', 'Rome'],
  ],
  [
    [50.08655, 14.41144],
    ['50.086', '14.411', 'Prague'],
  ],
  [
    [48.20849, 16.37318],
    ['48.208', '16.373', 'Vienna'],
  ],
  [
    [52.23198, 21.00673],
    ['52.231', '21.006', 'Warsaw'],
  ],
  [
    [48.85837, 2.29448],
    ['48.858', '2.294', 'Paris'],
  ],
]
/** Words that name the places of the hidden photos. */
export const hiddenPlaces = spots.slice(0, -1).flatMap(([, words]) => words)
export const shownPlaces = spots.at(-1)![1]

/**
 * Photos that are hidden for different reasons, in a gallery that shows exact places, and visitors with access to something else, now or
 * formerly.
 */
export async function withHidden(settings: Parameters<typeof openGallery>[0] = {}) {
  const gallery = await openGallery(settings)
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (let n = 0; n < 6; n++) {
    photos.push(await upload(gallery, owner, camera({ title: `Secret ${n}`, gps: spots[n]![0] })))
  }
  const exact = { whoSees: 'exact', homeZones: [] }
  await owner.data('/api/places/settings', { method: 'PUT', body: exact })
  const [priv, coded, recoded, hidden, deleted, shown] = photos as [
    Photo,
    Photo,
    Photo,
    Photo,
    Photo,
    Photo,
  ]
  const stream = await makeAlbum(owner, 'Stream', [shown, hidden, deleted], {
    isPhotostream: true,
  })
  const withCode = async (name: string, photos: Photo[], code: string) => {
    const album = await makeAlbum(owner, name, photos)
    await owner.data<Album>(`/api/albums/${album.id}`, { method: 'PUT', body: { code } })
    return album
  }
  const codedAlbum = await withCode('Coded', [coded], right)
  const recodedAlbum = await withCode('Recoded', [recoded], 'the old code')
  await withCode('Other', [shown], 'other code')

  const etags = new Map<string, string>()
  for (const photo of photos) {
    for (const path of paths) {
      const answer = await owner.get(`/api/${path}/${photo.fileName}`)
      expect(answer.status).toBe(200)
      etags.set(`${path}/${photo.fileName}`, answer.headers.get('etag')!)
    }
  }
  // Everything is requested before it is hidden, so that caches could remember it.
  const early = gallery.asVisitor()
  for (const photo of [hidden, deleted]) {
    for (const path of paths) {
      expect((await early.get(`/api/${path}/${photo.fileName}`)).status).toBe(200)
    }
    for (const address of jsonOf(photo.id)) expect((await early.get(address)).status).toBe(200)
  }
  const stale = gallery.asVisitor()
  const old = `/api/albums/${recodedAlbum.id}?code=the+old+code`
  expect((await stale.get(old)).status).toBe(200)
  expect((await stale.get(`/api/thumbs/${recoded.fileName}`)).status).toBe(200)
  const other = gallery.asVisitor()
  await other.get(`/api/thumbs/${shown.fileName}?code=other+code`)
  expect(other.cookies.has('vitrine_albums')).toBe(true)
  const forger = gallery.asVisitor()
  forger.cookies.set('vitrine_owner', 'A'.repeat(43))
  forger.cookies.set('vitrine_albums', `${codedAlbum.id}.${'A'.repeat(43)}`)
  const visitors = [gallery.asVisitor(), await gallery.asGuest('Gus'), stale, other, forger]

  await owner.data(`/api/albums/${recodedAlbum.id}`, { method: 'PUT', body: { code: 'the new' } })
  await owner.data(`/api/albums/${stream.id}/photos/delete`, {
    method: 'PUT',
    body: { photoIds: [hidden.id] },
  })
  await owner.data(`/api/photos/${deleted.id}`, { method: 'DELETE', body: { removeFiles: true } })
  return {
    gallery,
    owner,
    shown,
    concealed: { private: priv, coded, recoded, 'hidden again': hidden, deleted },
    albums: [codedAlbum, recodedAlbum],
    visitors,
    etags,
  }
}

export const jsonOf = (id: string) => [
  `/api/photos/${id}`,
  `/api/photos/${id}/albums`,
  `/api/likes/${id}`,
  `/api/comments/${id}`,
  `/api/photos?limit=2&around=${id}`,
  `/photo/${id}`,
]

export const mapsOf = (album: string) => [`/api/places?album=${album}`, `/map?album=${album}`]

/** What other sites and feed readers ask for; not even the owner gets it for a hidden photo. */
export const embedsOf = (gallery: Pick<Gallery, 'address'>, id: string) => [
  `/embed/photo/${id}`,
  `/api/oembed?url=${encodeURIComponent(gallery.address())}/photo/${id}`,
]
