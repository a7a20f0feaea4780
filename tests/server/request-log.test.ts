// The JSON log has one line for each request, and a response is the same with and without it.
import { describe, expect, test } from 'bun:test'
import { warn } from '../../src/core/log.ts'
import { openCrowdedGallery } from '../support/crowded-gallery.ts'
import { openGallery, publicPhoto } from '../support/gallery.ts'
import { collectPrinted } from '../support/printed.ts'
import { head, slowReader } from '../support/raw-socket.ts'

describe('lines', () => {
  test('a line of the request log has the client, the request and its result', async () => {
    using printed = collectPrinted()
    await using gallery = await openGallery({ log: 'json', trustedProxies: ['127.0.0.1'] })
    const headers = { 'x-request-id': 'proxy-1', 'x-forwarded-for': '2001:db8::7' }
    const answer = await gallery.asVisitor().get('/api/user?secret=hush', headers)
    const body = await answer.arrayBuffer()
    expect(printed.requests()).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        level: 'info',
        event: 'request',
        id: 'proxy-1',
        method: 'GET',
        path: '/api/user',
        status: 200,
        ms: expect.any(Number),
        bytes: body.byteLength,
        address: '2001:db8::7',
        role: 'anonymous',
      },
    ])
    expect(answer.headers.get('x-request-id')).toBe('proxy-1')
  })

  test('a line of the request log is printed for every request, also refused ones, with the id that was sent', async () => {
    using printed = collectPrinted()
    await using gallery = await openGallery({ log: 'json' })
    const requests = [
      ['GET', '/', 200],
      ['GET', '/nowhere', 404],
      ['GET', '/api/nothing', 404],
      ['HEAD', '/', 200],
      ['HEAD', '/api/photos', 200],
      ['OPTIONS', '/api/user', 405],
      ['PUT', '/api/user', 401],
      ['POST', '/api/login', 400],
      ['GET', '/photo/', 308],
      ['GET', '/account', 302],
    ] as const
    for (const [method, path, status] of requests) {
      const answer = await gallery.asVisitor().request(path, {
        method,
        headers: { 'accept-encoding': 'identity', 'content-type': 'application/json' },
        ...(method === 'POST' && { body: 'no JSON' }),
      })
      const { byteLength: bytes } = await answer.arrayBuffer()
      const id = answer.headers.get('x-request-id')
      expect(printed.requests().at(-1)).toMatchObject({ id, method, path, status, bytes })
    }
    expect(printed.requests()).toHaveLength(requests.length)
  })

  test('a line of the request log names the role of the viewer', async () => {
    using printed = collectPrinted()
    await using gallery = await openGallery({ log: 'json' })
    const owner = await gallery.asOwner()
    const guest = await gallery.asGuest('Gus')
    const roleOf = async (browser: typeof owner, path = '/api/loggedin') => {
      await browser.get(path)
      return printed.requests().at(-1)?.role
    }
    const album = await owner.data<{ id: string }>('/api/albums', {
      method: 'POST',
      body: { name: 'Family', description: '', coverPic: '' },
    })
    await owner.data(`/api/albums/${album.id}`, { method: 'PUT', body: { code: 'kinship' } })
    expect(await roleOf(owner)).toBe('owner')
    expect(await roleOf(guest)).toBe('guest')
    expect(await roleOf(gallery.asVisitor())).toBe('anonymous')
    expect(await roleOf(gallery.asVisitor(), `/api/albums/${album.id}?code=kinship`)).toBe('code')
  })

  test('the request log is not printed with the text format', async () => {
    using printed = collectPrinted()
    await using gallery = await openGallery()
    await gallery.asVisitor().get('/')
    expect(printed.out).toEqual([])
  })
})

test('a list that is streamed is logged at its end, with all its bytes', async () => {
  using printed = collectPrinted()
  await using gallery = await openGallery({ log: 'json' })
  const { owner } = await publicPhoto(gallery)
  for (const path of ['/api/photos', '/api/photos?limit=10']) {
    const { byteLength } = await (await owner.get(path)).arrayBuffer()
    const line = printed.requests().at(-1)
    expect(line).toMatchObject({ path: '/api/photos', status: 200, bytes: byteLength })
    expect(line).not.toHaveProperty('cut')
  }
})

test('a list whose reader leaves is logged as cut short', async () => {
  using printed = collectPrinted()
  await using crowd = await openCrowdedGallery(
    3000,
    { description: 'x'.repeat(900) },
    { log: 'json' },
  )
  const [name, value] = [...crowd.owner.cookies][0]!
  const answer = slowReader(
    crowd.port,
    head('GET', '/api/photos', ['Host: localhost', `Cookie: ${name}=${value}`]),
  )
  await answer.begun
  await answer.leave()
  while (printed.requests().at(-1)?.path !== '/api/photos') await Bun.sleep(10)
  expect(printed.requests().at(-1)).toMatchObject({ status: 200, cut: true })
})

test.each(['image/jpeg', 'image/avif,image/webp,*/*'])(
  'a picture is logged with the bytes sent, whole or in part (%s)',
  async (accept) => {
    using printed = collectPrinted()
    await using gallery = await openGallery({ log: 'json' })
    const { owner, photo } = await publicPhoto(gallery)
    const addresses = [
      `/api/squares/${photo.fileName}`,
      `/api/resizes/${photo.fileName}`,
      `/api/photos/${photo.id}/original`,
    ]
    for (const path of addresses) {
      for (const range of [undefined, 'bytes=10-19', 'bytes=-5', 'bytes=900000000-']) {
        const answer = await owner.get(path, { accept, ...(range && { range }) })
        const { byteLength: bytes } = await answer.arrayBuffer()
        expect(printed.requests().at(-1)).toMatchObject({ path, status: answer.status, bytes })
      }
    }
  },
)

test('responses are the same with and without the log', async () => {
  using _ = collectPrinted()
  const publicUrl = 'https://photos.example.org'
  const quiet = await openGallery({ publicUrl, keepFolder: true })
  const { photo } = await publicPhoto(quiet)
  const paths = [
    '/',
    '/api/user',
    '/api/photos',
    '/api/photos?limit=1',
    '/nowhere',
    '/api/health',
    '/api/openapi.json',
    '/favicon.svg',
    '/photo/',
    `/api/squares/${photo.fileName}`,
    `/api/images/${photo.fileName}`,
    `/api/photos/${photo.id}/original`,
  ]
  const look = async (gallery: typeof quiet) => {
    const owner = await gallery.asOwner()
    const seen: unknown[] = []
    for (const browser of [gallery.asVisitor(), owner]) {
      for (const path of paths) {
        for (const method of ['GET', 'HEAD']) {
          for (const range of ['', 'bytes=0-9']) {
            const answer = await browser.request(path, { method, headers: range ? { range } : {} })
            const { 'x-request-id': id, date, ...headers } = Object.fromEntries(answer.headers)
            const { byteLength } = await answer.arrayBuffer()
            const length = path === '/api/openapi.json' ? 0 : byteLength
            expect(id).toBeString()
            seen.push([method, path, range, answer.status, length, typeof date, headers])
          }
        }
      }
    }
    return seen
  }
  const without = await look(quiet)
  await quiet.abandon()
  await using logging = await openGallery({ publicUrl, data: quiet.data, log: 'json' })
  expect(await look(logging)).toEqual(without)
})

describe('JSON', () => {
  test('warnings with the JSON format are JSON too', async () => {
    using printed = collectPrinted()
    await using _ = await openGallery({ log: 'json' })
    warn('Two\nlines "quoted"')
    expect(JSON.parse(printed.error[0]!)).toEqual({
      time: expect.any(String),
      level: 'warning',
      event: 'warning',
      message: 'Two\n  lines "quoted"',
    })
  })
})
