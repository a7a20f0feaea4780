// Another site's page cannot make a browser change anything here.
import { describe, expect, test } from 'bun:test'
import type { Browser } from '../support/browser.ts'
import { photosExample } from '../support/certificate.ts'
import { type Gallery, openGallery, ownerPassword, publicPhoto } from '../support/gallery.ts'
import {
  addressOf,
  contentOf,
  endsSession,
  goodBody,
  type Ids,
  isWrite,
  keepSession,
  openWithEverything,
  tableOf,
  takesForm,
} from './every-route.ts'

/** One browser signed in as owner and guest; lost sessions are restored. */
async function signedInAsBoth() {
  const { gallery, owner, guest, ids } = await openWithEverything()
  for (const [name, value] of guest.cookies) owner.cookies.set(name, value)
  // Opening the link of an e-mail writes too, as does signing out.
  const rows = tableOf(gallery).filter(
    (row) => isWrite(row) || endsSession(row) || row.path.endsWith('/verify'),
  )
  expect(rows.length).toBeGreaterThan(25)
  return { gallery, browser: owner, ids, rows }
}

type Rows = ReturnType<typeof tableOf>

/** The status of every row, requested in full with these headers. */
async function ask(browser: Browser, rows: Rows, ids: Ids, headers: Record<string, string>) {
  const restore = keepSession(browser)
  const statuses: [string, number][] = []
  for (const row of rows) {
    const answer = await browser.request(addressOf(row, ids), {
      method: row.method,
      headers,
      ...(isWrite(row) && { body: takesForm(row) ? new FormData() : goodBody(row, ids) }),
    })
    statuses.push([`${row.method} ${row.path}`, answer.status])
    restore()
  }
  return statuses
}

const isSignedIn = async (browser: Browser) => [
  (await browser.data<{ authenticated: boolean }>('/api/loggedin')).authenticated,
  (await browser.data<{ authenticated: boolean }>('/api/guest/is')).authenticated,
]

const hostile: [string, Record<string, string>][] = [
  ['another Origin', { origin: 'https://evil.example' }],
  ['Origin null, as sandboxed frames send it', { origin: 'null' }],
  ['an Origin that only begins like ours', { origin: 'http://localhost.evil.example' }],
  ['Origin of another port', { origin: 'http://localhost:1' }],
  ['a cross-site form', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
  ['a cross-site fetch that hides its Origin', { 'sec-fetch-site': 'cross-site' }],
  ['a neighbouring site', { 'sec-fetch-site': 'same-site' }],
  [
    'a cross-site image',
    {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'no-cors',
      'sec-fetch-dest': 'image',
    },
  ],
  [
    'a clicked cross-site link',
    {
      'sec-fetch-site': 'cross-site',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      'sec-fetch-user': '?1',
    },
  ],
  ['an unknown value of Sec-Fetch-Site', { 'sec-fetch-site': 'unknown' }],
  [
    'a Host that matches only the Origin’s name',
    { origin: 'https://127.0.0.1', 'sec-fetch-site': 'same-origin' },
  ],
]

test.each(hostile)('%s is refused by every write, and changes nothing', async (_, headers) => {
  const { gallery, browser, ids, rows } = await signedInAsBoth()
  await using _gallery = gallery
  const before = contentOf(gallery)
  const statuses = await ask(browser, rows, ids, headers)
  expect(statuses.filter(([, status]) => status !== 403)).toEqual([])
  expect(contentOf(gallery)).toEqual(before)
  expect(await isSignedIn(browser)).toEqual([true, true])
})

test.each([
  'text/plain',
  'text/plain;charset=UTF-8; application/json',
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; application/json',
  'multipart/form-data; boundary=b',
  'application/jsonp',
  'text/json',
  'application/json, text/plain',
])('a body of type %s, as a form can send it, changes nothing', async (type) => {
  const { gallery, browser, ids, rows } = await signedInAsBoth()
  await using _ = gallery
  const before = contentOf(gallery)
  const wrong: unknown[] = []
  for (const row of rows.filter((row) => isWrite(row) && !takesForm(row))) {
    const answer = await browser.request(addressOf(row, ids), {
      method: row.method,
      body: JSON.stringify(goodBody(row, ids)),
      headers: { 'content-type': type },
    })
    if (answer.status !== 415) wrong.push([row.method, row.path, answer.status])
  }
  expect(wrong).toEqual([])
  expect(contentOf(gallery)).toEqual(before)
})

test('no other method and no other spelling of signing out bypasses the check', async () => {
  const { gallery, browser } = await signedInAsBoth()
  await using _ = gallery
  const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
  const restore = keepSession(browser)
  for (const path of ['/api/logout', '/api/guest/logout']) {
    for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT']) {
      for (const spelling of [
        path,
        `${path}/`,
        `${path}?x`,
        `/${path}`,
        path.replace('logout', '%6cogout'),
        path.replace('logout', 'LOGOUT'),
        path.replace('/api', '/api/.'),
        path.replace('/api', '/%61pi'),
        `${path};x`,
        `${path}%00`,
      ]) {
        const answer = await browser.request(spelling, { method, headers })
        expect([method, spelling, answer.status < 200 || answer.status > 299]).toEqual([
          method,
          spelling,
          true,
        ])
        restore()
        expect(await isSignedIn(browser)).toEqual([true, true])
      }
    }
  }
})

test('requests from our own pages and from programs are accepted', async () => {
  const { gallery, browser, ids, rows } = await signedInAsBoth()
  await using _ = gallery
  const own = { origin: gallery.address(), 'sec-fetch-site': 'same-origin' }
  const harmless = rows.filter((row) => !endsSession(row) && row.path !== '/api/photo')
  for (const headers of [own, { 'sec-fetch-site': 'none' }, {}]) {
    const statuses = await ask(browser, harmless, ids, headers as Record<string, string>)
    const refused = statuses.filter(
      ([path, status]) => status === 403 && path !== 'POST /api/setup',
    )
    expect(refused).toEqual([])
  }
})

test('no response can be read by another site', async () => {
  const { gallery, browser, ids } = await signedInAsBoth()
  await using _ = gallery
  const origin = 'https://evil.example'
  for (const row of tableOf(gallery).filter((row) => !isWrite(row) && !endsSession(row))) {
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await browser.request(addressOf(row, ids), {
        method,
        headers: { origin, 'access-control-request-method': 'PUT' },
      })
      const allowing = [...answer.headers.keys()].filter((name) =>
        name.startsWith('access-control'),
      )
      expect([row.path, allowing]).toEqual([row.path, []])
    }
  }
})

/** A proxy that terminates TLS and says so, like Caddy, nginx and Traefik. */
function openProxy(gallery: Gallery) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    tls: photosExample,
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const headers = new Headers(request.headers)
      headers.set('x-forwarded-for', '198.51.100.9')
      headers.set('x-forwarded-proto', 'https')
      headers.set('x-forwarded-host', headers.get('host') ?? '')
      const body = request.body === null ? {} : { body: await request.bytes() }
      return fetch(gallery.base + pathname + search, {
        method: request.method,
        headers,
        redirect: 'manual',
        ...body,
        ...({ decompress: false } as RequestInit),
      })
    },
  })
  const ask = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`https://127.0.0.1:${server.port}${path}`, {
      ...init,
      headers: { host: 'photos.example', ...init.headers },
      tls: { rejectUnauthorized: false },
    } as RequestInit)
  return { ask, [Symbol.asyncDispose]: () => server.stop(true) }
}

describe('proxy', () => {
  test('a browser behind a TLS proxy signs in, writes and signs out; another site’s page cannot', async () => {
    const publicUrl = 'https://photos.example'
    await using gallery = await openGallery({ publicUrl, trustedProxies: ['127.0.0.1'] })
    const { photo } = await publicPhoto(gallery)
    await using proxy = openProxy(gallery)
    const own = { origin: publicUrl, 'sec-fetch-site': 'same-origin' }
    const json = { 'content-type': 'application/json' }
    const login = await proxy.ask('/api/login', {
      method: 'POST',
      body: JSON.stringify({ password: ownerPassword }),
      headers: { ...own, ...json },
    })
    expect(login.status).toBe(200)
    const [cookie = '', ...flags] = login.headers.get('set-cookie')!.split('; ')
    expect(cookie).toStartWith('__Host-vitrine_owner=')
    for (const flag of ['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']) {
      expect(flags).toContain(flag)
    }
    const write = async (headers: Record<string, string>) => {
      const body = JSON.stringify({ bio: 'Behind a proxy' })
      const sent = { ...headers, ...json, cookie }
      return (await proxy.ask('/api/user', { method: 'PUT', body, headers: sent })).status
    }
    expect(await write(own)).toBe(200)
    expect(await write({ origin: 'http://photos.example' })).toBe(403)
    expect(await write({ origin: 'https://evil.example' })).toBe(403)
    expect(await write({ origin: gallery.base })).toBe(403)
    expect(await write({ ...own, 'sec-fetch-site': 'cross-site' })).toBe(403)
    const page = await (await proxy.ask(`/photo/${photo.id}`)).text()
    expect(page).toContain(`<link rel="canonical" href="${publicUrl}/photo/${photo.id}">`)
    expect((await proxy.ask(`/api/thumbs/${photo.fileName}`)).status).toBe(200)
    const cross = { cookie, 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
    expect((await proxy.ask('/api/logout', { headers: cross })).status).toBe(403)
    const signedIn = async () =>
      (await (await proxy.ask('/api/loggedin', { headers: { cookie } })).json()).data
    expect(await signedIn()).toEqual({ authenticated: true })
    expect((await proxy.ask('/api/logout', { headers: { ...own, cookie } })).status).toBe(200)
    expect(await signedIn()).toEqual({ authenticated: false })
  })
})
