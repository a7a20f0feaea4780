// Whatever is asked about a hidden photo, the answer is as if it had never existed.
import { expect, test } from 'bun:test'
import type { Album } from '../../src/contract/albums.ts'
import type { Photo } from '../../src/contract/photos.ts'
import { variantPaths } from '../../src/contract/vocabulary.ts'
import type { Browser } from '../support/browser.ts'
import { quickOrFull } from '../support/executable.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'
import { head, rawExchange, statusOf } from '../support/raw-socket.ts'
import { spread, unknownId } from './every-route.ts'

const paths = Object.values(variantPaths)
const unknownName = `${'0'.repeat(32)}.jpg`
const minuteMs = 60_000
const right = 'open sesame'

/** The requests that can be made to an address; `etag` is the one its owner received. */
const questions = (etag: string): [method: string, headers: string[]][] => [
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
const queries = [
  '',
  '?w=400',
  '?w=7',
  '?f=avif',
  '?code=wrong',
  `?code=${encodeURIComponent('other code')}`,
]

const cookieOf = ({ cookies }: Browser): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** A raw response without its date and request id. */
async function wire(gallery: Gallery, method: string, target: string, headers: string[]) {
  const host = `Host: 127.0.0.1:${gallery.port}`
  const answer = await rawExchange(gallery.port, head(method, target, [host, ...headers]))
  return answer.replace(/^(Date|X-Request-Id): .*\r\n/gim, '')
}

/**
 * Photos that are hidden for different reasons, and visitors with access to something else, now or
 * formerly.
 */
async function withHidden() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (let n = 0; n < 6; n++) {
    photos.push(await upload(gallery, owner, camera({ title: `Secret ${n}` })))
  }
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

const jsonOf = (id: string) => [
  `/api/photos/${id}`,
  `/api/photos/${id}/albums`,
  `/api/likes/${id}`,
  `/api/comments/${id}`,
  `/api/photos?limit=2&around=${id}`,
  `/photo/${id}`,
]

test('hidden files in all variants are answered as if they had never existed', async () => {
  const { gallery, concealed, visitors, etags, shown, owner } = await withHidden()
  await using _ = gallery
  const cookies = visitors.map(cookieOf)
  const all = Object.entries(concealed).flatMap(([reason, { fileName }]) =>
    paths.flatMap((path) =>
      queries.flatMap((query) =>
        questions(etags.get(`${path}/${fileName}`)!).flatMap(([method, headers]) =>
          cookies.map((cookie) => ({
            label: `${reason}: ${method} ${path}${query} ${headers} ${cookie.slice(0, 20)}`,
            ask: (name: string) =>
              wire(gallery, method, `/api/${path}/${name}${query}`, [
                ...headers,
                ...(cookie ? [`Cookie: ${cookie}`] : []),
              ]),
            fileName,
          })),
        ),
      ),
    ),
  )
  expect(all.length).toBe(14_400)
  const leaks: string[] = []
  for (const [index, { label, ask, fileName }] of spread(all, quickOrFull(0.1, 1)).entries()) {
    // Ten wrong codes a minute are allowed.
    if (index % 4 === 0) gallery.clock.advance(minuteMs)
    const answer = await ask(fileName)
    if (statusOf(answer) !== 404 || answer !== (await ask(unknownName))) {
      leaks.push(`${label}: ${answer.slice(0, 200)}`)
    }
  }
  expect(leaks.slice(0, 10)).toEqual([])
  // The same requests are answered to those with access.
  for (const path of paths) {
    const address = `/api/${path}/${shown.fileName}`
    expect(statusOf(await wire(gallery, 'GET', address, []))).toBe(200)
    const known = `If-None-Match: ${etags.get(`${path}/${shown.fileName}`)}`
    expect(statusOf(await wire(gallery, 'GET', address, [known]))).toBe(304)
    const closed = `/api/${path}/${concealed.coded.fileName}`
    expect((await owner.get(closed)).status).toBe(200)
    gallery.clock.advance(minuteMs)
    const opened = await gallery.asVisitor().get(`${closed}?code=${encodeURIComponent(right)}`)
    expect(opened.status).toBe(200)
  }
}, 600_000)

test('requests about a hidden photo or album are answered as if it had never existed', async () => {
  const { gallery, concealed, albums, visitors, shown } = await withHidden()
  await using _ = gallery
  const addresses = [
    ...Object.values(concealed).flatMap(({ id }) =>
      jsonOf(id).map((address) => [address, address.replace(id, unknownId)]),
    ),
    ...albums.flatMap(({ id }) =>
      ['', '/photos?limit=9', '/photos'].map((rest) => [
        `/api/albums/${id}${rest}`,
        `/api/albums/${unknownId}${rest}`,
      ]),
    ),
  ]
  const leaks: string[] = []
  for (const [hidden, never] of addresses) {
    for (const cookie of visitors.map(cookieOf)) {
      for (const [method, headers] of questions('W/"x"').filter((_, n) => n % 3 === 0)) {
        for (const query of ['', 'code=wrong', 'code=other+code']) {
          gallery.clock.advance(minuteMs)
          const [one, other] = [hidden!, never!].map((address) => {
            const target =
              query === '' ? address : `${address}${address.includes('?') ? '&' : '?'}${query}`
            return wire(gallery, method, target, [
              ...headers,
              ...(cookie ? [`Cookie: ${cookie}`] : []),
            ])
          })
          const answer = await one!
          if (statusOf(answer) !== 404 || answer !== (await other!)) {
            leaks.push(`${method} ${hidden} ${query} ${headers}: ${answer.slice(0, 200)}`)
          }
        }
      }
    }
  }
  expect(leaks.slice(0, 10)).toEqual([])
  for (const address of jsonOf(shown.id)) {
    expect(statusOf(await wire(gallery, 'GET', address, []))).toBe(200)
  }
}, 120_000)

test('no list and no page names what is hidden, for any viewer', async () => {
  const { gallery, concealed, albums, visitors, shown } = await withHidden()
  await using _ = gallery
  const secrets = [
    ...Object.values(concealed).flatMap(({ id, fileName, title }) => [id, fileName, title]),
    ...albums.flatMap(({ id, name }) => [id, `"${name}"`]),
    right,
    'the new',
  ]
  for (const visitor of visitors) {
    for (const address of [
      '/',
      `/photo/${shown.id}`,
      '/photo',
      '/photo?cameraModel=E-10',
      '/photo?q=secret',
      '/api/albums',
      '/api/cameras',
      '/api/photos?limit=100',
      '/api/photos',
      '/api/photos/search?q=secret&limit=100',
      '/api/photos/search?cameraModel=E-10&limit=100',
      `/api/photos/${shown.id}/albums`,
      '/api/user',
      '/api/user/config',
    ]) {
      const answer = await visitor.get(address)
      expect([address, answer.status]).toEqual([address, 200])
      const text = await answer.text()
      expect([address, secrets.filter((secret) => text.includes(secret))]).toEqual([address, []])
    }
  }
})

test('a guest cannot like or comment on what is hidden, nor learn that it exists', async () => {
  const { gallery, concealed } = await withHidden()
  await using _ = gallery
  const guest = await gallery.asGuest('Ben')
  const answers = async (id: string) => {
    const asked = [
      guest.post(`/api/likes/${id}/like`, {}),
      guest.post(`/api/likes/${id}/unlike`, {}),
      guest.get(`/api/guest/likes/${id}`),
      guest.post(`/api/comments/${id}`, { body: 'Fine' }),
      guest.delete(`/api/comments/${id}/${unknownId}`),
    ]
    return Promise.all(
      asked.map(async (asking) => {
        const answer = await asking
        return [answer.status, await answer.text()]
      }),
    )
  }
  const never = await answers(unknownId)
  for (const { id } of Object.values(concealed)) {
    // Five attempts a minute are allowed, whatever they are for.
    gallery.clock.advance(60_000)
    expect(await answers(id)).toEqual(never)
  }
  expect(await guest.data<string[]>('/api/guest/likes')).toEqual([])
})
