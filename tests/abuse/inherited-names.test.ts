// What every object inherits is no word of the program: 'constructor' is answered like any other
// name that does not exist, wherever a request can say it.
import { expect, spyOn, test } from 'bun:test'
import { allFilterKeys } from '../../src/contract/search/filter-keys.ts'
import type { RequestOptions } from '../support/browser.ts'
import { isFailedSignIn } from '../support/printed.ts'
import {
  addressOf,
  endsSession,
  goodBody,
  isWrite,
  keepSession,
  openWithEverything,
  tableOf,
  takesForm,
  unknownId,
} from './every-route.ts'

const names = Object.getOwnPropertyNames(Object.prototype)
const unknown = 'ordinaryname'

/** Ids and makers' names are written in their own way: '--proto--', 'proto'. */
const spellings = (name: string) =>
  new RegExp(`(?:[_-]{2})?${name.replaceAll('_', '')}(?:[_-]{2})?`, 'gi')

/** Longer than any rate limit's span divided by its requests. */
const betweenRequestsMs = 200_000

/** A gallery whose answers are compared: what differs from that to an ordinary name, or fails. */
async function withComparison() {
  const everything = await openWithEverything({ googleClientId: 'id', googleClientSecret: 's' })
  const { gallery, owner, guest } = everything
  for (const [name, value] of guest.cookies) owner.cookies.set(name, value)
  const restore = keepSession(owner)
  const log = spyOn(console, 'error').mockImplementation(() => undefined)
  const faults: string[] = []
  const answerTo = async (path: string, options: RequestOptions, name: string) => {
    gallery.clock.advance(betweenRequestsMs)
    const answer = await owner.request(path, options)
    const text = await answer.text()
    restore()
    const isPage = answer.headers.get('content-type')?.includes('html')
    const title = isPage ? (/<title>(.*?)<\/title>/.exec(text)?.[1] ?? '') : ''
    const said = answer.status < 400 ? title : title || text
    return `${answer.status} ${answer.headers.get('location') ?? ''} ${said}`.replace(
      spellings(name),
      'NAME',
    )
  }
  return {
    ...everything,
    /** Asks with each name in turn. */
    compare: async (label: string, requestFor: (name: string) => [string, RequestOptions?]) => {
      const ask = (name: string) => {
        const [path, options = {}] = requestFor(name)
        return answerTo(path, options, name)
      }
      const expected = await ask(unknown)
      for (const name of names) {
        const answer = await ask(name)
        if (answer !== expected || answer.startsWith('5')) {
          faults.push(`${label} ${name}: ${answer.slice(0, 200)} | ${expected.slice(0, 200)}`)
        }
      }
    },
    /** With what was logged, except for sign-ins and the headers of a proxy. */
    faults: () => [
      ...faults,
      ...log.mock.calls
        .flat()
        .map(String)
        .filter((line) => !isFailedSignIn(line) && !line.includes('--trusted-proxies')),
    ],
    [Symbol.asyncDispose]: async () => {
      log.mockRestore()
      await gallery[Symbol.asyncDispose]()
    },
  }
}

test('inherited names are harmless as a part of the address of a page, a feed, a picture or a file', async () => {
  await using every = await withComparison()
  const { photo, album } = every
  const places = [
    '/',
    ...['photo', 'album', 'camera', 'lens', 'keyword', 'archive', 'map', 'guest'].map(
      (page) => `/${page}/`,
    ),
    ...['account', 'user', 'setup', 'about', 'resume', 'embed', 'embed/photo', 'embed/album'].map(
      (page) => `/${page}/`,
    ),
    ...[
      'assets',
      'fonts',
      '.well-known',
      'feed',
      'feeds',
      'api',
      'api/photos',
      'api/pages',
      'map-tiles',
    ].map((part) => `/${part}/`),
    `/album/${album.id}/`,
    `/photo/${photo.id}/`,
    '/sitemap-',
    '/camera/x?code=',
  ]
  for (const place of places) await every.compare(place, (name) => [`${place}${name}`])
  for (const place of ['/', '/album/', '/keyword/', '/api/', '/assets/']) {
    await every.compare(`${place} with a slash`, (name) => [`${place}${name}/`])
    await every.compare(`${place} twice`, (name) => [`${place}${name}/${name}`])
    await every.compare(`${place} as a file`, (name) => [`${place}${name}.xml`])
  }
  expect(every.faults().slice(0, 20)).toEqual([])
}, 120_000)

test('inherited names are harmless as a parameter in the path of an endpoint', async () => {
  await using every = await withComparison()
  for (const row of tableOf(every.gallery).filter(({ path }) => path.includes(':'))) {
    await every.compare(`${row.method} ${row.path}`, (name) => [
      row.path.replaceAll(/:\w+/g, name),
      {
        method: row.method,
        ...(isWrite(row) && {
          body: takesForm(row) ? new FormData() : goodBody(row, every.ids),
        }),
      },
    ])
  }
  expect(every.faults().slice(0, 20)).toEqual([])
}, 120_000)

test('inherited names are harmless as a key or a value of a query', async () => {
  await using every = await withComparison()
  const { gallery, ids } = every
  const pages = ['/', '/photo', '/map', `/album/${every.album.id}`, '/guest', '/embed']
  const reads = tableOf(gallery).filter((row) => !isWrite(row) && !endsSession(row))
  const known = ['limit', 'cursor', 'facets', 'show', 'offset', 'code', 'search', 'redir', 'at']
  for (const address of [...pages, ...reads.map((row) => addressOf(row, ids))]) {
    await every.compare(`${address} key`, (name) => [`${address}?${name}=1&${name}[a]=2`])
  }
  for (const address of ['/photo', '/api/photos', `/api/albums/${every.album.id}/photos`]) {
    for (const key of [...allFilterKeys, ...known, '-camera', 'not', 'sort']) {
      await every.compare(`${address} ${key}`, (name) => [`${address}?${key}=${name}`])
    }
  }
  expect(every.faults().slice(0, 20)).toEqual([])
}, 120_000)

test('inherited names are harmless as a key or a value in a body', async () => {
  await using every = await withComparison()
  const { gallery, ids } = every
  // The key for backups is made once, so the second answer is another one.
  const isOnce = ({ path }: { path: string }) => path === '/api/safety/key'
  const all = tableOf(gallery).filter(
    (row) =>
      isWrite(row) &&
      !takesForm(row) &&
      !endsSession(row) &&
      !isOnce(row) &&
      row.method !== 'DELETE',
  )
  // No guest may have the owner's name, so the owner is renamed at the end.
  const isRenaming = ({ path }: { path: string }) => path === '/api/user'
  const writes = [...all.filter((row) => !isRenaming(row)), ...all.filter(isRenaming)]
  // As text, because an object of JavaScript cannot be given a key called __proto__.
  const bodyWith = (key: string, value: unknown, name: string) =>
    JSON.stringify({ [key]: value }).replaceAll('PLACE', name)
  for (const row of writes) {
    const send = (body: string): [string, RequestOptions] => [
      addressOf(row, { ...ids, id: unknownId, photoId: unknownId, 'albums:id': unknownId }),
      { method: row.method, body, headers: { 'content-type': 'application/json' } },
    ]
    await every.compare(`${row.method} ${row.path} key`, (name) =>
      send(bodyWith('PLACE', { PLACE: 1 }, name)),
    )
    for (const key of Object.keys(goodBody(row, ids))) {
      await every.compare(`${row.method} ${row.path} ${key}`, (name) =>
        send(bodyWith(key, 'PLACE', name)),
      )
      await every.compare(`${row.method} ${row.path} within ${key}`, (name) =>
        send(bodyWith(key, [{ kind: 'PLACE', PLACE: { PLACE: 'PLACE' } }], name)),
      )
    }
  }
  expect(every.faults().slice(0, 20)).toEqual([])
}, 120_000)

test('inherited names are harmless as a header, a cookie, a language, or a field or file of a form', async () => {
  await using every = await withComparison()
  const cookies = [...every.owner.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  for (const path of ['/', '/photo', '/api/photos', '/robots.txt', '/api/loggedin']) {
    const headersOf = [
      (name: string) => ({ [name]: '1' }),
      (name: string) => ({ cookie: `${cookies}; ${name}=${name}` }),
      (name: string) => ({ cookie: `${name}=${cookies}` }),
      (name: string) => ({ 'accept-language': name, accept: name, 'accept-encoding': name }),
      (name: string) => ({ origin: name, 'sec-fetch-site': name, 'x-forwarded-for': name }),
      (name: string) => ({ range: name, 'if-none-match': name, 'if-modified-since': name }),
    ]
    for (const headers of headersOf) {
      await every.compare(`${path} ${headers}`, (name) => [path, { headers: headers(name) }])
    }
  }
  const file = new Blob(['not a picture'], { type: 'image/jpeg' })
  const forms: ((name: string, form: FormData) => void)[] = [
    (name, form) => form.append(name, 'x'),
    (name, form) => form.append(name, file, 'a.jpg'),
    (name, form) => form.append('image', file, name),
    (name, form) => form.append('onMatch', name),
  ]
  for (const fill of forms) {
    await every.compare(`a form with ${fill}`, (name) => {
      const body = new FormData()
      fill(name, body)
      body.append('image', file, 'b.jpg')
      return ['/api/local/upload', { method: 'PUT', body }]
    })
  }
  expect(every.faults().slice(0, 20)).toEqual([])
}, 120_000)
