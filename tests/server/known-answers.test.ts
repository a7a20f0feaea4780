import { expect, spyOn, test } from 'bun:test'
import fc from 'fast-check'
import { isFullRun } from '../support/executable.ts'
import { makeAlbum, openGallery, publicPhoto } from '../support/gallery.ts'

// Run for 10 minutes with --full.
const runs = isFullRun
  ? { numRuns: Number.POSITIVE_INFINITY, interruptAfterTimeLimit: 600_000 }
  : { numRuns: 150 }
const timeoutMs = isFullRun ? 700_000 : 60_000

/** A cookie of another site on the same host changes nothing, but is answered by the whole chain. */
const byChain = { Cookie: 'theirs=1' }

async function send(base: string, path: string, headers: Record<string, string>) {
  const answer = await fetch(base + path, { headers, decompress: false, redirect: 'manual' })
  const { 'x-request-id': id, date: _, ...others } = Object.fromEntries(answer.headers)
  return {
    id,
    answer: {
      status: answer.status,
      headers: others,
      body: Buffer.from(await answer.arrayBuffer()).toString('base64'),
    },
  }
}

test(
  'responses that are sent again equal those of the whole chain, in every header and byte',
  async () => {
    await using gallery = await openGallery({ sharedPages: 60 })
    const { owner, photo } = await publicPhoto(gallery)
    const album = await makeAlbum(owner, 'Open', [photo])
    const paths = [
      '/',
      '/?offset=12',
      '/photo',
      `/photo/${photo.id}`,
      `/photo/${photo.id}?code=wrong`,
      '/album',
      `/album/${album.id}`,
      '/camera',
      '/about',
      '/nothing/here',
      '/account',
      '/feed.xml',
      '/feed.json',
      '/robots.txt',
      '/sitemap.xml',
      '/api/photos?limit=12',
      '/api/photos?limit=x',
      '/api/photos',
      `/api/photos/${photo.id}`,
      '/api/photos/search?q=e',
      '/api/albums',
      `/api/albums/${album.id}/photos?limit=5`,
      '/api/cameras',
      '/api/user',
      '/api/user/config',
      '/api/places',
      '/api/health',
      '/api/openapi.json',
      `/api/images/${photo.fileName}`,
      `/api/thumbs/${photo.fileName}`,
      `/api/resizes/${photo.fileName}?w=400`,
      `/api/resizes/${photo.fileName}?w=400&f=webp`,
      `/api/resizes/${photo.fileName}?w=7`,
    ]
    const request = fc.record({
      path: fc.constantFrom(...paths),
      encoding: fc.constantFrom('br, gzip', 'gzip', 'gzip;q=0, br', 'identity', '', '*'),
      tag: fc.constantFrom('none', 'same', 'strong', 'list', 'any', 'other'),
      extra: fc.constantFrom(
        {},
        { Accept: 'text/html' },
        { Accept: 'image/avif,image/webp,*/*' },
        { Accept: 'image/webp' },
        { 'X-Request-Id': 'from-a-proxy' },
        { 'X-Request-Id': 'not valid!' },
        { 'X-Forwarded-For': '10.1.2.3' },
        { Range: 'bytes=0-9' },
        { 'If-Modified-Since': 'Fri, 02 Jan 2099 00:00:00 GMT' },
        { Authorization: 'Bearer x' },
        { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' },
      ),
      writes: fc.integer({ min: 0, max: 9 }),
    })
    const tags = new Map<string, string>()
    let written = 0
    let writer = owner
    await fc.assert(
      fc.asyncProperty(request, async ({ path, encoding, tag, extra, writes }) => {
        // So that no rate limit differs between the three requests.
        gallery.clock.advance(61_000)
        if (writes === 0) {
          // A session ends after a month, which is some 42,000 requests later.
          if (written % 1000 === 999) writer = await gallery.asOwner()
          const body = { name: `Ann ${written++}`, bio: '', pic: '' }
          await writer.data('/api/user', { method: 'PUT', body })
        }
        const etag = tags.get(path) ?? '"unknown"'
        const asked: Record<string, string> = {
          none: {},
          same: { 'If-None-Match': etag },
          strong: { 'If-None-Match': etag.replace('W/', '') },
          list: { 'If-None-Match': `"a", ${etag}` },
          any: { 'If-None-Match': '*' },
          other: { 'If-None-Match': '"other"' },
        }[tag] as Record<string, string>
        const headers = { 'Accept-Encoding': encoding, ...asked, ...(extra as object) }
        const chain = await send(gallery.base, path, { ...headers, ...byChain })
        const first = await send(gallery.base, path, headers)
        const again = await send(gallery.base, path, headers)
        expect(first.answer).toEqual(chain.answer)
        expect(again.answer).toEqual(chain.answer)
        const given = headers as Record<string, string>
        if (given['X-Request-Id'] === 'from-a-proxy') expect(again.id).toBe('from-a-proxy')
        else expect(again.id).not.toBe(first.id)
        const sent = chain.answer.headers.etag
        if (sent !== undefined) tags.set(path, sent)
      }),
      runs,
    )
  },
  timeoutMs,
)

test('a response is sent again without the chain of middlewares, until something is written', async () => {
  await using gallery = await openGallery()
  const { owner } = await publicPhoto(gallery)
  // A page says who the owner is, and the chain looks up albums' codes even for a cached page.
  using asked = spyOn(gallery.services.owner, 'user')
  using lookedUp = spyOn(gallery.services.grants, 'grantsOf')
  const countAt = async (path: string, headers = {}) => {
    asked.mockClear()
    lookedUp.mockClear()
    await (await fetch(gallery.base + path, { headers })).arrayBuffer()
    return asked.mock.calls.length + lookedUp.mock.calls.length
  }
  const withCode = { Cookie: 'vitrine_albums=unknown' }
  for (const path of ['/', '/album', '/photo']) {
    const write = (name: string) =>
      owner.data('/api/user', { method: 'PUT', body: { name, bio: '', pic: '' } })
    await write(`${path} before`)
    const whole = await countAt(path)
    expect(whole).toBeGreaterThan(0)
    expect(await countAt(path)).toBe(0)
    expect(await countAt(path, withCode)).toBeGreaterThan(0)
    await write(`${path} after`)
    expect(await countAt(path)).toBe(whole)
  }
})

test('a photo made private is gone at once from responses that were sent again', async () => {
  await using gallery = await openGallery()
  const { owner, photo, album } = await publicPhoto(gallery)
  const visitor = gallery.asVisitor()
  const paths = ['/', '/api/photos?limit=12', `/photo/${photo.id}`, `/api/photos/${photo.id}`]
  const pictures = ['thumbs', 'images'].map((kind) => `/api/${kind}/${photo.fileName}`)
  const shown = async (path: string) => (await (await visitor.get(path)).text()).includes(photo.id)
  for (const path of paths)
    for (let time = 0; time < 3; time++) expect(await shown(path)).toBe(true)
  for (const path of pictures)
    for (let time = 0; time < 3; time++) expect((await visitor.get(path)).status).toBe(200)
  await owner.data(`/api/albums/${album.id}/photos/delete`, {
    method: 'PUT',
    body: { photoIds: [photo.id] },
  })
  for (const path of paths) expect([path, await shown(path)]).toEqual([path, false])
  for (const path of pictures) expect([path, (await visitor.get(path)).status]).toEqual([path, 404])
  const list = await visitor.data<{ total: number }>('/api/photos?limit=12')
  expect(list.total).toBe(0)
  expect((await visitor.get(`/api/photos/${photo.id}`)).status).toBe(404)
})

test('responses that are sent again are never given to the owner or to guests', async () => {
  await using gallery = await openGallery()
  const { owner, photo } = await publicPhoto(gallery)
  const guest = await gallery.asGuest('Bea')
  const visitor = gallery.asVisitor()
  for (let time = 0; time < 3; time++) await visitor.get(`/api/photos/${photo.id}`)
  const own = await owner.data<{ md5?: string }>(`/api/photos/${photo.id}`)
  expect(own.md5).toBeString()
  const theirs = await guest.get(`/api/photos/${photo.id}`)
  expect(theirs.headers.get('Cache-Control')).toBe('private, no-store')
})
