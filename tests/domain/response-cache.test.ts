import { beforeEach, describe, expect, test } from 'bun:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { PhotoListQuery } from '../../src/gallery/photos/list-query.ts'
import type { Env } from '../../src/http/env.ts'
import { errorResponse } from '../../src/http/errors.ts'
import { createResponseCache } from '../../src/http/response-cache.ts'

/** How often each path was computed instead of coming from the cache. */
let computed: Record<string, number>
let version: number
let app: Hono<Env>

const count = (path: string) => {
  computed[path] = (computed[path] ?? 0) + 1
}

beforeEach(() => {
  computed = {}
  version = 1
  const cached = createResponseCache(() => version)
  app = new Hono<Env>()
    .onError(errorResponse(() => undefined))
    .use(async (c, next) => {
      c.set('mayBeCached', c.req.header('cookie') === undefined)
      await next()
    })
    .get('/list/:id', ...cached.byQuery(PhotoListQuery), (c) => {
      count(c.req.path)
      return c.json(c.req.valid('query'))
    })
    .get('/one/:id', cached.byPath, (c) => {
      count(c.req.path)
      return c.text(c.req.path)
    })
    .get('/large/:id', cached.byPath, (c) => {
      count(c.req.path)
      return c.text('x'.repeat(100_000))
    })
})

const get = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await app.request(address, { headers })
  return answer.ok ? answer.text() : answer.status
}

describe('lists', () => {
  test('a list is computed once, however its address is written', async () => {
    const id = crypto.randomUUID()
    for (const query of [
      'limit=12&offset=24',
      'offset=24&limit=12',
      'limit=012&offset=0024',
      'x=1&limit=12&y=2&offset=24&x=3',
      'limit=1%32&offset=%324',
    ]) {
      expect(await get(`/list/${id}?${query}`)).toBe(
        '{"page":{"limit":12,"offset":24},"filter":{"terms":[]}}',
      )
    }
    expect(computed).toEqual({ [`/list/${id}`]: 1 })
  })

  test('a list is computed separately for another page', async () => {
    expect(await get('/list/a?limit=12&offset=24')).toBe(
      '{"page":{"limit":12,"offset":24},"filter":{"terms":[]}}',
    )
    expect(await get('/list/a?limit=12&offset=36')).toBe(
      '{"page":{"limit":12,"offset":36},"filter":{"terms":[]}}',
    )
    expect(await get('/list/a?limit=24')).toBe('{"page":{"limit":24},"filter":{"terms":[]}}')
    expect(computed).toEqual({ '/list/a': 3 })
  })

  test('a list is rejected every time if a parameter is malformed or repeated', async () => {
    for (const query of ['limit=x', 'limit=12&limit=24', 'offset=-1']) {
      for (let time = 0; time < 2; time++) expect(await get(`/list/a?${query}`)).toBe(400)
    }
    expect(computed).toEqual({})
  })
})

describe('cache', () => {
  test('the response cache is neither read nor written for a browser with cookies', async () => {
    const known = { cookie: 'session' }
    await get('/one/a', known)
    await get('/one/a')
    await get('/one/a', known)
    await get('/one/a')
    expect(computed).toEqual({ '/one/a': 3 })
  })

  test('the response cache is emptied when the data change', async () => {
    await get('/one/a')
    version++
    await get('/one/a')
    await get('/one/a')
    expect(computed).toEqual({ '/one/a': 2 })
  })

  test('the response cache counts the overhead of small entries', async () => {
    await get('/one/first')
    for (let id = 0; id < 20_000; id++) await get(`/one/${id}`)
    await get('/one/first')
    expect(computed['/one/first']).toBe(2)
  })

  test('the response cache counts the compressed forms of a body', async () => {
    // 20 bodies of 87 kB fit the budget of 2 MiB; with two forms of 65 kB each they do not.
    const random = await Promise.all(
      Array.from({ length: 20 }, () => crypto.getRandomValues(new Uint8Array(65_000)).toBase64()),
    )
    app.get('/random/:id', createResponseCache(() => 1).byPath, (c) => {
      count(c.req.path)
      return c.text(random[Number(c.req.param('id'))]!)
    })
    for (let id = 0; id < 20; id++) await get(`/random/${id}`)
    await get('/random/0')
    expect(computed['/random/0']).toBe(1)
    for (let id = 0; id < 20; id++) {
      await get(`/random/${id}`, { 'accept-encoding': 'gzip' })
      await get(`/random/${id}`, { 'accept-encoding': 'br' })
    }
    await get('/random/0')
    expect(computed['/random/0']).toBeGreaterThan(1)
  })

  test('the response cache keeps a compressed body alone, and answers every client from it', async () => {
    const text = 'The light over the fjord. '.repeat(2000)
    app.get('/text/:id', createResponseCache(() => 1).byPath, (c) => {
      count(c.req.path)
      return c.text(text)
    })
    const unpack = {
      br: brotliDecompressSync,
      gzip: gunzipSync,
      identity: (bytes: Uint8Array) => bytes,
    }
    // Plain they would take 4 MB, twice the budget.
    for (let id = 0; id < 80; id++) await get(`/text/${id}`, { 'accept-encoding': 'br' })
    for (const encoding of ['identity', 'gzip', 'br', 'identity'] as const) {
      for (let id = 0; id < 80; id++) {
        const answer = await app.request(`/text/${id}`, {
          headers: { 'accept-encoding': encoding },
        })
        expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding)
        const bytes = await answer.bytes()
        expect(answer.headers.get('content-length')).toBe(String(bytes.length))
        expect(new TextDecoder().decode(unpack[encoding](bytes))).toBe(text)
      }
    }
    for (let id = 0; id < 80; id++) expect(computed[`/text/${id}`]).toBe(1)
  })

  test('the response cache does not keep a response that its handler excludes', async () => {
    app.get('/unfinished', createResponseCache(() => 1).byPath, (c) => {
      count(c.req.path)
      c.set('mayBeCached', false)
      return c.text('unfinished')
    })
    for (let time = 0; time < 2; time++) expect(await get('/unfinished')).toBe('unfinished')
    expect(computed).toEqual({ '/unfinished': 2 })
  })

  test('the response cache has one size limit for all routes and keeps what was used last', async () => {
    await get('/list/old?limit=1')
    await get('/one/used')
    for (let id = 0; id < 300; id++) {
      await get(`/large/${id}`)
      await get('/one/used')
    }
    await get('/list/old?limit=1')
    expect(computed).toMatchObject({ '/list/old': 2, '/one/used': 1 })
  })
})
