// Whatever is asked about a hidden photo, the answer is as if it had never existed.
import { expect, test } from 'bun:test'
import { quickOrFull } from '../support/executable.ts'
import {
  cookieOf,
  embedsOf,
  hiddenPlaces,
  jsonOf,
  mapsOf,
  minuteMs,
  paths,
  queries,
  questions,
  right,
  shownPlaces,
  unknownName,
  wire,
  withHidden,
} from '../support/hidden.ts'
import { statusOf } from '../support/raw-socket.ts'
import { spread, unknownId } from './every-route.ts'

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
      [...jsonOf(id), ...embedsOf(gallery, id)].map((address) => [
        address,
        address.replace(id, unknownId),
      ]),
    ),
    ...albums.flatMap(({ id }) =>
      [`/album/${id}/feed.atom`, `/album/${id}/feed.json`, `/embed/album/${id}`, ...mapsOf(id)].map(
        (address) => [address, address.replace(id, unknownId)],
      ),
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
  for (const address of [...jsonOf(shown.id), ...embedsOf(gallery, shown.id)]) {
    expect(statusOf(await wire(gallery, 'GET', address, []))).toBe(200)
  }
}, 120_000)

test('no list and no page names what is hidden, for any viewer', async () => {
  const { gallery, concealed, albums, visitors, shown } = await withHidden()
  await using _ = gallery
  const secrets = [
    ...Object.values(concealed).flatMap(({ id, fileName, title }) => [id, fileName, title]),
    ...albums.flatMap(({ id, name }) => [id, `"${name}"`]),
    ...hiddenPlaces,
    right,
    'the new',
  ]
  for (const visitor of visitors) {
    for (const address of [
      '/',
      '/feed.atom',
      '/feed.json',
      '/camera/e-10/feed.atom',
      `/embed/photo/${shown.id}`,
      `/photo/${shown.id}`,
      '/photo',
      '/photo?cameraModel=E-10',
      '/photo?q=secret',
      '/photo?camera=e-10',
      '/photo?-keyword=nothing&year=2000..',
      `/photo/${shown.id}?make=olympus`,
      '/api/albums',
      '/api/cameras',
      '/api/cameras/e-10/evidence',
      '/api/lenses',
      '/api/keywords',
      '/api/archive',
      '/camera/e-10',
      '/lens',
      '/keyword',
      '/archive',
      '/api/photos?limit=100',
      '/api/photos',
      '/api/photos/search?q=secret&limit=100',
      '/api/photos?-rating=5&limit=100&facets=camera,make,lens,keyword,year,iso',
      '/api/photos?make=olympus&facets=keyword',
      '/api/photos/search?cameraModel=E-10&limit=100',
      `/api/photos/${shown.id}/albums`,
      '/map',
      '/map?at=52.52,13.41',
      '/api/places',
      '/api/user',
      '/api/user/config',
      '/sitemap.xml',
      '/robots.txt',
    ]) {
      const answer = await visitor.get(address)
      expect([address, answer.status]).toEqual([address, 200])
      const text = await answer.text()
      expect([address, secrets.filter((secret) => text.includes(secret))]).toEqual([address, []])
    }
    // The map does have the places of visible photos.
    const places = await (await visitor.get('/api/places')).text()
    expect(shownPlaces.filter((word) => places.includes(word))).toEqual(shownPlaces)
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
