// Requests to every address of a gallery, each part of which may be right, odd or hostile.

import { allFilterKeys } from '../../src/contract/search/filter-keys.ts'
import { accountSettings } from '../../src/contract/site/account-settings.ts'
import { goodBody, unknownId } from '../abuse/every-route.ts'
import { ownerPassword } from './owner-client.ts'
import { chance, inAddress, oddJson, pick, randomText, randomValue } from './random-values.ts'
import type { Random } from './seed.ts'
import type { WireRequest } from './wire-client.ts'

/**
 * A grant holder has opened an album with its code; a stranger has dead or forged cookies, or is a
 * program without any.
 */
export const viewers = ['anonymous', 'guest', 'owner', 'grant holder', 'stranger'] as const
export type RequestViewer = (typeof viewers)[number]

/** A route as the API's description lists it, its path as '/api/photos/:id'. */
export type ListedRoute = {
  readonly method: string
  readonly path: string
  readonly queryNames: readonly string[]
}

/** What can be named in a request, by what comes before it in a path. */
export type Known = {
  readonly photos: readonly string[]
  readonly fileNames: readonly string[]
  readonly albums: readonly string[]
  /** By the name before them in a path, or by their own; '' are comments. */
  readonly others: Readonly<Record<string, readonly string[]>>
  /** Folders of photos that the server may import. */
  readonly folders: readonly string[]
  readonly interfaceFiles: readonly string[]
  /** The server's, as 'http://localhost:8080'. */
  readonly origin: string
  readonly etags: readonly string[]
  /** Of small photos that are not in the gallery yet. */
  readonly uploads: readonly Uint8Array[]
}

export type RandomRequest = WireRequest & {
  /** The route, or the kind of another address. */
  readonly kind: string
  /** Whether its cookies are to be sent. */
  readonly hasCookies: boolean
}

export const metricsToken = 'a-token-of-thirty-two-characters'

const methods = [
  ...['GET', 'GET', 'HEAD', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'],
  ...['TRACE', 'PROPFIND', 'MKCOL', 'QUERY', 'BREW', 'get'],
]

/** These would leave nothing for the next requests to find; others than the owner may try. */
const isTooMuch = (viewer: RequestViewer, { method, path }: ListedRoute): boolean =>
  viewer === 'owner' && method === 'DELETE' && path === '/api/photo'

/** A request of a route of the API. */
export function requestOfRoute(
  random: Random,
  viewer: RequestViewer,
  route: ListedRoute,
  known: Known,
): RandomRequest {
  const isOdd = chance(random, 0.15) || isTooMuch(viewer, route)
  const method = isOdd ? pick(random, methods.slice(0, 4)) : route.method
  const path = pathOf(random, route.path, known)
  const query = chance(random, method === 'GET' ? 0.6 : 0.15) ? queryOf(random, route, known) : ''
  const hasBody = method !== 'GET' && method !== 'HEAD' && chance(random, 0.95)
  const body = hasBody ? bodyOf(random, route, path, known) : undefined
  return {
    kind: `${route.method} ${route.path}`,
    method: isOdd && chance(random, 0.4) ? pick(random, methods) : method,
    target: path + query,
    headers: [...headersOf(random, known), ...(body ? [body.type].flat() : [])],
    hasCookies: true,
    ...(body && { body: body.bytes, isCut: chance(random, 0.01) && body.bytes.length > 1 }),
  }
}

/** A request of a page, a feed, an embedded page, a file of the interface, or of nothing at all. */
export function requestOfPage(random: Random, known: Known): RandomRequest {
  const template = pick(random, [...pageTemplates, ...known.interfaceFiles])
  const path = chance(random, 0.05) ? oddPath(random) : pathOf(random, template, known)
  const route = { method: 'GET', path: template, queryNames: ['q', 'at', 'code', 'page', 'limit'] }
  const query = chance(random, 0.35) ? queryOf(random, route, known) : ''
  const method = chance(random, 0.8) ? 'GET' : pick(random, methods)
  return {
    kind: template.startsWith('/assets/') ? '/assets' : template,
    method,
    target: path + query,
    headers: headersOf(random, known),
    hasCookies: true,
  }
}

const pageTemplates = [
  ...['/', '/photo', '/photo/:id', '/photo/:id', '/album', '/album/:id', '/album/:albums/:photo'],
  ...['/camera', '/camera/:id', '/lens', '/lens/:id', '/keyword', '/keyword/:id', '/archive'],
  ...['/map', '/guest', '/resume', '/about', '/setup', '/account', '/user', '/nothing', '/photo/'],
  ...accountSettings.flatMap((setting) => [`/account/${setting}`, `/user/${setting}`]),
  ...['/feed.atom', '/feed.json', '/album/:id/feed.atom', '/album/:id/feed.json'],
  ...['/keyword/:id/feed.atom', '/keyword/:id/feed.json', '/camera/:id/feed.atom'],
  ...['/camera/:id/feed.json', '/embed/photo/:id', '/embed/album/:id', '/robots.txt'],
  ...['/sitemap.xml', '/sitemap-1.xml', '/sitemap-9999.xml', '/.well-known/tdmrep.json'],
  ...['/favicon.svg', '/index.html', '/api', '/api/', '/api/nothing', '/api/docs', '/api/metrics'],
  ...['/api/thumbs/:fileName', '/api/images/:fileName', '/api/resizes/:fileName'],
  ...['/api/squares/:fileName', '/api/portraits/:fileName', '/api/landscapes/:fileName'],
]

const oddPath = (random: Random): string =>
  pick(random, [
    ...[
      '//',
      '//evil.invalid/',
      '/\\evil.invalid',
      '/../../etc/passwd',
      '/%2e%2e/%2e%2e/etc',
      '/.',
    ],
    ...[
      '*',
      'http://other.invalid/photo',
      '/photo;a=b',
      '/%',
      '/%ff',
      '/\u00e9',
      '/photo//',
      '///photo',
    ],
    ...['/API/photos', '/api//photos', '/api/photos/', '/assets/', '/assets/../index.html'],
    `/${'x'.repeat(3_000)}`,
    `/${'a/'.repeat(500)}`,
    `/${inAddress(random, randomText(random))}`,
  ])

/** The path with something in each of its places: half of the time what exists. */
const pathOf = (random: Random, template: string, known: Known): string =>
  template.replace(/([\w-]*)\/:(\w+)/g, (_, noun: string, name: string) => {
    const value = valueFor(random, placesOf(noun, name, known))
    const text =
      value === undefined ? inAddress(random, randomText(random)) : encodeURIComponent(value)
    return `${noun}/${text}`
  })

/** One of what exists, or what nothing has as its id, or nothing for any other text. */
function valueFor(random: Random, existing: readonly string[]): string | undefined {
  if (chance(random, 0.55)) return pick(random, existing) ?? unknownId
  return chance(random, 0.3) ? unknownId : undefined
}

function placesOf(noun: string, name: string, known: Known): readonly string[] {
  if (name === 'fileName') return known.fileNames
  if (name === 'photo' || name === 'photoId' || noun === 'photo') return known.photos
  if (name === 'albums' || noun === 'album' || noun === 'albums') return known.albums
  return known.others[name === 'id' ? noun : name] ?? known.photos
}

function queryOf(random: Random, { queryNames }: ListedRoute, known: Known): string {
  const names = [
    ...queryNames,
    ...queryNames,
    ...allFilterKeys,
    'code',
    'limit',
    'offset',
    'w',
    'f',
  ]
  const pairs = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const name = pick(random, names)
    const text = chance(random, 0.6) ? usualValue(random, name, known) : undefined
    const sign = chance(random, 0.1) ? '-' : ''
    return `${sign}${name}=${text === undefined ? inAddress(random, randomText(random)) : encodeURIComponent(text)}`
  })
  const repeated = chance(random, 0.05) ? [...pairs, pairs[0]!] : pairs
  return `?${chance(random, 0.03) ? pick(random, ['&&=', '=', '?', '%', 'a', '#', '[]=']) : repeated.join('&')}`
}

function usualValue(random: Random, name: string, known: Known): string {
  const usual: Record<string, readonly string[]> = {
    limit: ['1', '12', '100', '500', '501', '100000'],
    offset: ['0', '1', '5', '1000000'],
    around: known.photos,
    q: ['gate', 'sea "gate"', '-gate', 'kodak', 'o'],
    code: ['the right code', 'wrong', ''],
    facets: ['camera,lens,keyword', 'year,iso', 'rating'],
    w: ['48', '400', '800', '1600', '99999'],
    f: ['avif', 'webp', 'jpeg', 'jxl'],
    url: [...known.photos, ...known.albums].map((id) => `${known.origin}/photo/${id}`),
    format: ['json', 'xml'],
    at: ['50,8', '52.52,13.41,12'],
    rule: ['keyword=gate', 'rating=4..'],
  }
  return pick(random, usual[name] ?? ['1', '2024', '2020..2024', 'gate', 'zoom-1', 'e-10', 'true'])
}

/** The bytes, and the header that says what they are. */
function bodyOf(random: Random, route: ListedRoute, sentTo: string, known: Known) {
  if (/\/upload$/.test(route.path) && chance(random, 0.8)) return formOf(random, known)
  const type = chance(random, 0.9)
    ? 'application/json'
    : pick(random, [
        ...['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'],
        ...[
          'multipart/form-data',
          'multipart/form-data; boundary=""',
          'image/jpeg',
          '*/*',
          ';',
          '',
        ],
      ])
  const text = chance(random, 0.15) ? pick(random, oddJson) : jsonOf(random, route, sentTo, known)
  return { bytes: Buffer.from(text), type: `Content-Type: ${type}` }
}

/** What the route accepts, mostly with one thing changed. */
function jsonOf(
  random: Random,
  { method, path }: ListedRoute,
  sentTo: string,
  known: Known,
): string {
  const ids = {
    id:
      /(?<=^\/api\/photos\/)[\da-f]{8}-[\da-f-]{27}/.exec(sentTo)?.[0] ??
      pick(random, known.photos) ??
      unknownId,
    'albums:id': pick(random, known.albums) ?? unknownId,
  }
  const body: Record<string, unknown> = { ...goodBody({ method, path }, ids) }
  if (path === '/api/login') body.password = ownerPassword
  if (path === '/api/sources') body.path = pick(random, known.folders)
  if (path === '/api/photos/batch') body.change = batchChange(random, known)
  if (path === '/api/user/config' && chance(random, 0.3)) {
    body.photoStreamAlbumId = ids['albums:id']
  }
  if (chance(random, 0.35)) return JSON.stringify(body)
  const names = [...Object.keys(body), 'id', 'ids', 'kind', 'name', 'photoIds', 'rule', 'toString']
  const changed = { ...body, [pick(random, names)]: randomValue(random) }
  return JSON.stringify(chance(random, 0.05) ? [changed] : changed)
}

const batchChange = (random: Random, known: Known) =>
  pick(random, [
    { kind: 'keywords', add: ['Gate'], remove: [] },
    { kind: 'keywords', add: [randomText(random)], remove: [randomText(random)] },
    { kind: 'addToAlbum', albumId: pick(random, known.albums) },
    { kind: 'removeFromAlbum', albumId: pick(random, known.albums) },
    { kind: 'makePublic' },
    { kind: 'makePrivate' },
    { kind: 'rights', creator: randomText(random), copyright: null },
    { kind: 'trash' },
    { kind: randomText(random) },
  ])

/** A form with a file, whole or broken off, or with other parts than it should have. */
function formOf(random: Random, known: Known) {
  const boundary = 'between'
  const name = pick(random, ['image', 'image', 'image', 'file', '', randomText(random)])
  const fileName = pick(random, ['a.jpg', 'a.jpg', 'é.heic', '../a.jpg', randomText(random)])
  const picture = chance(random, 0.6)
    ? pick(random, known.uploads)
    : Buffer.from(pick(random, ['', 'GIF89a', '<svg onload=alert(1)>', randomText(random)]))
  const half = chance(random, 0.15) ? picture.subarray(0, picture.length / 2) : picture
  const quoted = (text: string) => text.toWellFormed().replace(/["\r\n\0]/g, '_')
  const parts = [
    `--${boundary}\r\nContent-Disposition: form-data; name="sourceId"\r\n\r\n${quoted(randomText(random))}\r\n`,
    `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"; filename="${quoted(fileName)}"\r\nContent-Type: image/jpeg\r\n\r\n`,
    half,
    `\r\n--${boundary}--\r\n`,
  ].map((part) => Buffer.from(part as string))
  const whole = Buffer.concat(chance(random, 0.5) ? parts : parts.slice(1))
  const end = chance(random, 0.15) ? Math.floor(random() * whole.length) : whole.length
  const named = chance(random, 0.95) ? boundary : pick(random, ['other', '', '"', 'x'.repeat(300)])
  return {
    bytes: whole.subarray(0, end),
    type: `Content-Type: multipart/form-data; boundary=${named}`,
  }
}

function headersOf(random: Random, known: Known): string[] {
  const all: [share: number, name: string, values: readonly string[]][] = [
    [
      0.15,
      'Range',
      ['bytes=0-1', 'bytes=-1', 'bytes=5-', 'bytes=0-1,3-4', 'bytes=9-1', 'x=1-2', '='],
    ],
    [0.15, 'If-None-Match', [...known.etags, '*', '"', 'W/"x"', ',,,', '"x", W/"y"']],
    [0.05, 'If-Range', [...known.etags, 'W/"x"', 'Tue, 99 Foo 2024 25:00:00 GMT']],
    [0.05, 'If-Modified-Since', ['Wed, 21 Oct 2099 07:28:00 GMT', 'yesterday', '0']],
    [
      0.5,
      'Accept',
      ['text/html', 'image/avif,image/webp,*/*', 'application/json', '*/*;q=x', ',', 'a/b;q=-1'],
    ],
    [
      0.5,
      'Accept-Encoding',
      ['gzip, br, zstd', 'br', 'gzip;q=0', 'identity;q=0, *;q=0', 'br;q=x', '*', ','],
    ],
    [0.2, 'Accept-Language', ['de', 'en-GB,en;q=0.9', '*', 'x-'.repeat(100), ';q=1']],
    [0.08, 'Origin', ['https://evil.invalid', 'null', 'http://', 'localhost']],
    [0.05, 'Sec-Fetch-Site', ['cross-site', 'same-origin', 'none', 'x']],
    [0.05, 'Referer', ['https://evil.invalid/', 'x', '']],
    [0.05, 'User-Agent', ['Googlebot/2.1', '', 'x'.repeat(2_000), '<script>alert(1)</script>']],
    [0.05, 'X-Forwarded-Proto', ['https', 'x', ',']],
    [0.05, 'X-Request-Id', ['1', 'x'.repeat(500), '"\\', '{}']],
    [
      0.06,
      'Authorization',
      [`Bearer ${metricsToken}`, 'Bearer wrong', 'Basic YTpi', 'Bearer', '='],
    ],
  ]
  const sent = all.flatMap(([share, name, values]) =>
    chance(random, share) ? [`${name}: ${pick(random, values)}`] : [],
  )
  return [...sent, ...forwarded(random)]
}

/** The client's address, as a proxy would report it: mostly one of a few hundred. */
function forwarded(random: Random): string[] {
  const usual = `203.0.${Math.floor(random() * 4)}.${Math.floor(random() * 250)}`
  if (chance(random, 0.95)) return [`X-Forwarded-For: ${usual}`]
  const odd = [
    '',
    ',,,',
    'unknown',
    '::1',
    `${usual}, ${usual}`,
    '1.2.3.4:99',
    '999.1.1.1',
    '2001:db8::1',
  ]
  return chance(random, 0.5) ? [] : [`X-Forwarded-For: ${pick(random, odd)}`]
}
