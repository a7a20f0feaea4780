// Sends every endpoint what no client should send.
import { expect, spyOn, test } from 'bun:test'
import { z } from 'zod'
import { type Browser, errorOf, type RequestOptions } from '../support/browser.ts'
import { openGallery } from '../support/gallery.ts'
import { isFailedSignIn } from '../support/printed.ts'
import { head, rawExchange, statusOf } from '../support/raw-socket.ts'
import {
  addressOf,
  contentOf,
  goodBody,
  type Ids,
  inside,
  isWrite,
  keepSession,
  openWithEverything,
  tableOf,
  takesForm,
} from './every-route.ts'

/** Long enough for no rate limit to be reached: registrations are limited to 20 an hour. */
const betweenRequestsMs = 200_000

type Row = ReturnType<typeof tableOf>[number]

/**
 * Every row of the route table with owner and guest in one browser; errors in the log are recorded,
 * except failed sign-ins.
 */
async function withEveryRow() {
  const everything = await openWithEverything()
  const { gallery, owner, guest } = everything
  for (const [name, value] of guest.cookies) owner.cookies.set(name, value)
  const log = spyOn(console, 'error').mockImplementation(() => undefined)
  const restore = keepSession(owner)
  const faults: string[] = []
  /** Sends a request and notes what must never be answered; rate limits are waited out. */
  const ask = async (label: string, path: string, options: RequestOptions, wanted?: number) => {
    gallery.clock.advance(betweenRequestsMs)
    const answer = await owner.request(path, options)
    const text = await answer.text()
    restore()
    const isRight = wanted ? answer.status === wanted : answer.status < 500
    if (!isRight) faults.push(`${label}: ${answer.status} ${text.slice(0, 200)}`)
    if (answer.status >= 400 && inside.test(text)) faults.push(`${label} tells: ${text}`)
    return { status: answer.status, text }
  }
  return {
    ...everything,
    browser: owner as Browser,
    rows: tableOf(gallery).filter(({ path }) => !path.startsWith('/api/drive/auth')),
    ask,
    /** Everything that went wrong, including what was logged. */
    faults: () => [
      ...faults,
      ...log.mock.calls
        .flat()
        .map(String)
        .filter((line) => !isFailedSignIn(line)),
    ],
    [Symbol.asyncDispose]: async () => {
      log.mockRestore()
      await gallery[Symbol.asyncDispose]()
    },
  }
}

const label = ({ method, path }: Row, what: string) => `${method} ${path} with ${what}`
const json = { 'content-type': 'application/json' }
const jsonWrites = (rows: Row[]) => rows.filter((row) => isWrite(row) && !takesForm(row))
/** Rows that do their work without a body, so the request must be chosen with care. */
const needsNone = ({ method, path }: Row) =>
  /\/(like|unlike|cancel|disconnect|schedule|apply|test|check|safety\/key)$|:id\/read-again$|\/drive\//.test(
    path,
  ) || method === 'DELETE'

test('a body that is not a JSON object is rejected by every write that reads one', async () => {
  await using every = await withEveryRow()
  const before = contentOf(every.gallery)
  const bodies: [string, string][] = [
    ['half an object', '{"title":'],
    ['a stray brace', '}'],
    ['a bare word', 'undefined'],
    ['single quotes', "{'a':1}"],
    ['null', 'null'],
    ['true', 'true'],
    ['a number', '123'],
    ['a text', '"text"'],
    ['an array', '[]'],
    ['an array of objects', '[{}]'],
    ['a NUL', '\0'],
    ['an object and a NUL', '{}\0'],
    ['invalid UTF-8', '{"name":"\xff\xfe'],
    ['brackets a thousand deep', '['.repeat(1000)],
    ['objects ten thousand deep', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a number without end', `{"limit":${'9'.repeat(10_000)}}`],
    ['a million zeros', `[${'0,'.repeat(400_000)}0]`],
    [
      'XML',
      '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    ],
  ]
  for (const row of jsonWrites(every.rows).filter((row) => !needsNone(row))) {
    for (const [what, body] of bodies) {
      const isObject = body.startsWith('{"') && body.endsWith('}')
      await every.ask(
        label(row, what),
        addressOf(row, every.ids),
        { method: row.method, body, headers: json },
        isObject ? undefined : 400,
      )
    }
  }
  for (const row of jsonWrites(every.rows).filter(needsNone)) {
    for (const [what, body] of bodies) {
      await every.ask(label(row, what), addressOf(row), { method: row.method, body, headers: json })
    }
  }
  expect(every.faults().slice(0, 10)).toEqual([])
  const { ux_config, owner, photo, album, guest, comment, photo_like } = contentOf(every.gallery)
  expect({ ux_config, owner, photo, album, guest, comment, photo_like }).toEqual({
    ux_config: before.ux_config,
    owner: before.owner,
    photo: before.photo,
    album: before.album,
    guest: before.guest,
    comment: before.comment,
    photo_like: before.photo_like,
  } as never)
}, 120_000)

/** Values that some field somewhere does not expect. */
const strange: [string, unknown][] = [
  ['null', null],
  ['true', true],
  ['a negative number', -1],
  ['a fraction', 0.5],
  ['a huge number', 1e308],
  ['a number beyond integers', 2 ** 63],
  ['an empty text', ''],
  ['a text', 'text'],
  ['a NUL', 'a\0b'],
  ['line breaks', 'a\r\nSet-Cookie: b=c'],
  ['a lone surrogate', 'a\ud800b'],
  ['a text of 100 kB', 'x'.repeat(100_000)],
  ['100 kB of emoji', '🏔️'.repeat(15_000)],
  ['SQL', "'; DROP TABLE photo; --"],
  ['a path', '../../../../etc/passwd'],
  ['an array', []],
  ['an array of everything', [null, {}, 1, 'x', []]],
  ['an array of an unknown id', ['019b7ca9-9070-7314-b84e-9ff82474a522']],
  ['50,000 ids', Array(50_000).fill('x')],
  ['an object', {}],
  ['an object with its own toString', { toString: 'x', valueOf: 1, length: 1e9 }],
  ['an object with __proto__', JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}')],
]

test('no value in any field of any write breaks anything', async () => {
  await using every = await withEveryRow()
  for (const row of jsonWrites(every.rows)) {
    const good = goodBody(row, every.ids)
    for (const [what, value] of strange) {
      for (const key of Object.keys(good)) {
        // This would set the password or delete everything.
        if (row.path === '/api/photo' || row.path === '/api/login') continue
        const isPhoto = row.path === '/api/photos/:id'
        const body = { ...good, [key]: value }
        const ids: Ids = row.method === 'DELETE' ? {} : every.ids
        await every.ask(label(row, `${key}: ${what}`), addressOf(row, ids), {
          method: row.method,
          body: JSON.stringify(isPhoto && key !== 'id' ? { ...body, id: ids.id } : body),
          headers: json,
        })
      }
    }
  }
  expect(every.faults().slice(0, 10)).toEqual([])
}, 120_000)

test('a missing body, an empty one and one without a type break nothing', async () => {
  await using every = await withEveryRow()
  for (const row of every.rows.filter(isWrite)) {
    const ids = row.method === 'DELETE' ? {} : every.ids
    const address = addressOf(row, ids)
    const { method } = row
    await every.ask(label(row, 'no body'), address, { method })
    await every.ask(label(row, 'an empty JSON body'), address, { method, body: '', headers: json })
    const bytes = new TextEncoder().encode('{}')
    await every.ask(label(row, 'a body of no type'), address, { method, body: bytes }, 415)
    const form = { 'content-type': 'multipart/form-data; boundary=b' }
    await every.ask(
      label(row, 'half a form'),
      address,
      { method, body: '--b\r\nContent-', headers: form },
      takesForm(row) ? 400 : 415,
    )
    if (!takesForm(row)) continue
    await every.ask(label(row, 'JSON'), address, { method, body: '{}', headers: json }, 415)
  }
  expect(every.faults().slice(0, 10)).toEqual([])
})

test('a body over the limit is rejected with 413, whether or not its length is stated', async () => {
  await using every = await withEveryRow()
  const body = `{"x":"${'x'.repeat(1024 * 1024)}"}`
  for (const row of jsonWrites(every.rows)) {
    const address = addressOf(row)
    await every.ask(
      label(row, 'a body of 1 MiB'),
      address,
      { method: row.method, body, headers: json },
      413,
    )
    const stream = new Blob([body]).stream()
    // A route that reads no body rejects none.
    const status = needsNone(row) ? undefined : 413
    await every.ask(
      label(row, '1 MiB in chunks'),
      address,
      { method: row.method, body: stream, headers: json },
      status,
    )
  }
  expect(every.faults().slice(0, 10)).toEqual([])
}, 120_000)

/** Every route that reads JSON from visitors or guests, with a body it accepts. */
const openToVisitors = ({ rows, ids }: { rows: Row[]; ids: Ids }) =>
  jsonWrites(rows).flatMap((row) => {
    const body = goodBody(row, ids)
    return row.role === 'owner' || Object.keys(body).length === 0 ? [] : [{ row, body }]
  })

test('visitors and guests can send bodies of at most 16 KiB', async () => {
  await using every = await withEveryRow()
  const { gallery, guest, ids } = every
  const limit = 16 * 1024
  const writes = openToVisitors(every)
  expect(writes.length).toBeGreaterThanOrEqual(5)
  for (const { row, body } of writes) {
    const padded = (length: number) => {
      const text = JSON.stringify({ ...body, padding: '' })
      return `${text.slice(0, -2)}${'x'.repeat(length - text.length)}"}`
    }
    const statusWith = async (body: unknown) => {
      gallery.clock.advance(betweenRequestsMs)
      const browser = row.role === 'anybody' ? gallery.asVisitor() : guest
      const options = { method: row.method, body, headers: json }
      return (await browser.request(addressOf(row, ids), options)).status
    }
    expect([row.path, await statusWith(padded(limit))]).not.toEqual([row.path, 413])
    expect([row.path, await statusWith(padded(limit + 1))]).toEqual([row.path, 413])
    const stream = new Blob([padded(limit + 1)]).stream()
    expect([row.path, await statusWith(stream)]).toEqual([row.path, 413])
  }
  expect(every.faults().slice(0, 10)).toEqual([])
})

test('a chunked body is rejected as soon as it is too large, not at its end', async () => {
  await using every = await withEveryRow()
  const { gallery, browser } = every
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const endless = async (target: string, method: string, bytes: number, headers: string[]) => {
    const host = `Host: 127.0.0.1:${gallery.port}`
    const sent = [host, 'Content-Type: application/json', 'Transfer-Encoding: chunked', ...headers]
    const chunk = `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`
    return statusOf(await rawExchange(gallery.port, head(method, target, sent) + chunk))
  }
  expect(await endless('/api/login', 'POST', 16 * 1024 + 1, [])).toBe(413)
  const asOwner = [`Cookie: ${cookie}`]
  expect(await endless('/api/user', 'PUT', 1024 * 1024 + 1, asOwner)).toBe(413)
})

test('JSON that is nested too deeply is rejected, even from the owner, and changes nothing', async () => {
  await using every = await withEveryRow()
  const { gallery, owner, guest, ids } = every
  const nested = (depth: number) => `${'{"a":['.repeat(depth / 2)}1${']}'.repeat(depth / 2)}`
  const bodyWith = (body: object, depth: number) =>
    `${JSON.stringify(body).slice(0, -1)},"extra":${nested(depth - 1)}}`
  for (const depth of [33, 2_001]) {
    const before = contentOf(gallery)
    const ask = async (browser: Browser, path: string, method: string, body: object) => {
      gallery.clock.advance(betweenRequestsMs)
      const options = { method, body: bodyWith(body, depth), headers: json }
      const answer = await browser.request(path, options)
      expect([path, depth, answer.status]).toEqual([path, depth, 400])
      expect((await errorOf(answer)).message).toBe('the JSON is nested more than 32 levels deep')
    }
    for (const { row, body } of openToVisitors(every)) {
      const browser = row.role === 'anybody' ? gallery.asVisitor() : guest
      await ask(browser, addressOf(row, ids), row.method, body)
    }
    await ask(owner, '/api/user', 'PUT', { bio: 'Changed' })
    expect(contentOf(gallery)).toEqual(before)
  }
  // Brackets in a text are not nesting.
  const bio = `${'[{"'.repeat(50)}\\"${'['.repeat(50)}`
  expect(await owner.data('/api/user', { method: 'PUT', body: { bio } })).toMatchObject({ bio })
})

test('requests over the rate limit are refused before any of their body is read', async () => {
  await using every = await withEveryRow()
  const { gallery } = every
  const limits = [
    ['/api/login', 10],
    ['/api/guest', 20],
  ] as const
  for (const [path, allowed] of limits) {
    const send = () =>
      gallery.asVisitor().request(path, { method: 'POST', body: '{"broken', headers: json })
    gallery.clock.advance(20 * betweenRequestsMs)
    for (let n = 0; n < allowed; n++) expect((await send()).status).toBe(400)
    expect((await send()).status).toBe(429)
    const waiting = [
      `Host: 127.0.0.1:${gallery.port}`,
      'Content-Type: application/json',
      'Content-Length: 1000',
    ]
    const answer = await rawExchange(gallery.port, head('POST', path, waiting))
    expect([path, statusOf(answer)]).toEqual([path, 429])
  }
})

test('an unknown or malformed id is 404 everywhere', async () => {
  await using every = await withEveryRow()
  const before = contentOf(every.gallery)
  const strangeIds = [
    '019b7ca9-9070-7314-b84e-9ff82474a522',
    'x',
    '0',
    '-1',
    '%00',
    '%ff',
    '..%2f..%2fetc%2fpasswd',
    '..%5c..%5c',
    "'%20OR%201=1%20--",
    '%22',
    '%25',
    '*',
    `${every.ids.id}%00`,
    `${every.ids.id}%20`,
    `${every.ids.id!.toUpperCase()}`,
    `{${every.ids.id}}`,
    '__proto__',
    'constructor',
    'x'.repeat(5000),
    '%F0%9F%8F%94',
  ]
  for (const row of every.rows.filter(({ path }) => path.includes(':'))) {
    for (const id of strangeIds) {
      const path = row.path.replaceAll(/:\w+/g, id)
      const body = { ...goodBody(row, every.ids), ...(row.path === '/api/photos/:id' && { id }) }
      const answer = await every.ask(label(row, id.slice(0, 60)), path, {
        method: row.method,
        ...(isWrite(row) && { body: takesForm(row) ? new FormData() : body }),
      })
      // The body names the photo again, and only a UUID can name one.
      const isNoId = row.path === '/api/photos/:id' && !z.uuid().safeParse(id).success
      const expected = takesForm(row) || (row.method === 'PUT' && isNoId) ? 400 : 404
      expect([row.method, path, answer.status]).toEqual([row.method, path, expected])
    }
  }
  expect(every.faults().slice(0, 10)).toEqual([])
  expect(contentOf(every.gallery)).toEqual(before)
}, 120_000)

test('repeated or malformed headers break nothing', async () => {
  await using every = await withEveryRow()
  const { gallery, browser, rows, ids } = every
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const host = `Host: 127.0.0.1:${gallery.port}`
  const sets: string[][] = [
    ['Content-Type: application/json', 'Content-Type: text/plain'],
    ['Content-Type: application/json', 'Content-Type: application/json'],
    ['Content-Length: 2', 'Content-Length: 20'],
    ['Content-Length: -1'],
    ['Content-Length: x'],
    ['Content-Length: 2', 'Transfer-Encoding: chunked'],
    ['Transfer-Encoding: x'],
    [`Cookie: ${cookie}`, 'Cookie: vitrine_owner=other'],
    ['Cookie: =;;; vitrine_owner'],
    ['Origin: https://a.example', 'Origin: https://b.example'],
    ['Sec-Fetch-Site: same-origin', 'Sec-Fetch-Site: cross-site'],
    ['Range: bytes=0-1', 'Range: bytes=2-3'],
    ['Range: bytes=-'],
    ['Accept: \xff\xfe', 'Accept-Encoding: br;q=x, gzip;q=2'],
    ['If-None-Match: "', 'If-None-Match: W/'],
    ['X-Forwarded-For: ,,,', `X-Forwarded-For: ${'1.2.3.4, '.repeat(200)}`],
    [`X-Long: ${'x'.repeat(100_000)}`],
    ['Expect: 200-ok'],
    ['Connection: upgrade', 'Upgrade: websocket'],
  ]
  for (const row of rows.filter(
    ({ path, method }) => method !== 'DELETE' && path !== '/api/login',
  )) {
    for (const headers of sets) {
      const target = addressOf(row, ids)
      const request = head(row.method, target, [host, `Cookie: ${cookie}`, ...headers])
      const answer = await rawExchange(gallery.port, isWrite(row) ? `${request}{}` : request)
      // Bun may close without a response to what is not HTTP.
      if (statusOf(answer) >= 500 || inside.test(answer.split('\r\n\r\n')[0]!)) {
        expect([label(row, String(headers).slice(0, 80)), answer.slice(0, 300)]).toEqual([])
      }
    }
    gallery.clock.advance(60_000)
  }
  // One of the headers is a proxy's, which is logged.
  const faults = every.faults().filter((line) => !line.includes('--trusted-proxies'))
  expect(faults.slice(0, 10)).toEqual([])
  expect((await gallery.asVisitor().get('/api/health')).status).toBe(200)
}, 120_000)

test('the details of an internal error appear only in the log', async () => {
  await using every = await withEveryRow()
  const { gallery } = every
  const list = spyOn(gallery.services.cameras, 'list').mockImplementation(() => {
    throw new Error('SQLITE_ERROR: SELECT secret FROM owner in /src/owner/store.ts:1')
  })
  for (const browser of [gallery.asVisitor(), every.owner]) {
    const answer = await browser.get('/api/cameras')
    expect(answer.status).toBe(500)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(await answer.text()).not.toMatch(inside)
  }
  list.mockRestore()
  expect(every.faults().filter((line) => line.includes('SQLITE_ERROR')).length).toBe(2)
  expect((await gallery.asVisitor().get('/api/cameras')).status).toBe(200)
})

test('a repeated parameter or a malformed id is rejected in plain words', async () => {
  await using gallery = await openGallery()
  const visitor = gallery.asVisitor()
  for (const [query, message] of [
    ['limit=2&limit=3', 'limit: must be given only once'],
    ['limit=12&around=zzz', 'around: must be an ID (a UUID)'],
  ]) {
    expect(await errorOf(await visitor.get(`/api/photos?${query}`))).toMatchObject({
      code: 400,
      message,
    })
  }
})
