// Mail scanners and link checkers send HEAD, which must not change anything.
import { expect, test } from 'bun:test'
import { interfaceFiles } from '../../src/http/interface-files.ts'
import { openGallery } from '../support/gallery.ts'
import { codeIn, lettersTo } from '../support/mailbox.ts'
import { head, rawExchange } from '../support/raw-socket.ts'
import { addressOf, contentOf, isWrite, openWithEverything, tableOf } from './every-route.ts'

/** Everything that a client may rely on; Date and X-Request-Id differ between two requests. */
const headersOf = ({ headers }: Response) => {
  const all = Object.fromEntries(headers)
  for (const name of ['date', 'x-request-id']) delete all[name]
  return all
}

test('HEAD answers on every route as GET does, without a body', async () => {
  const { gallery, owner, guest, ids } = await openWithEverything({ metricsToken: 'a'.repeat(32) })
  await using _ = gallery
  const album = `/album/${ids['albums:id']}`
  const rows = tableOf(gallery).filter((row) => !isWrite(row) && !row.changes)
  const oEmbed = `/api/oembed?url=${encodeURIComponent(`${gallery.address()}${album}`)}`
  const paths = [
    ...rows.map((row) => addressOf(row, ids)),
    ...['', '/w400', '?limit=1', '?limit=5000'].map((part) => `/api/photos${part}`),
    ...[oEmbed, `${oEmbed}&format=xml`, '/api/photos/search?q=shown', '/api/nothing'],
    ...['/', '/photo', `/photo/${ids.id}`, '/album', album, '/camera', '/keyword/gate', '/map'],
    ...['/archive', '/resume', '/about', '/guest', '/account', '/user', '/setup', '/nothing'],
    ...['/photo/', '/robots.txt', '/sitemap.xml', '/sitemap-1.xml', '/.well-known/tdmrep.json'],
    ...['/feed.atom', '/feed.json', `${album}/feed.atom`, `${album}/feed.json`],
    ...['/keyword/gate/feed.atom', `/embed/photo/${ids.id}`, `/embed${album}`, '/embed/album/x'],
    ...[...interfaceFiles().keys()].slice(0, 5),
  ]
  expect(paths.length).toBeGreaterThan(100)
  for (const browser of [gallery.asVisitor(), guest, owner]) {
    for (const path of paths) {
      // Long lists are limited by the minute, for GET and HEAD together.
      gallery.clock.advance(60_000)
      const sent = { headers: { 'accept-encoding': path.length % 2 === 0 ? 'br' : 'identity' } }
      const whole = await browser.request(path, sent)
      await whole.arrayBuffer()
      const bare = await browser.request(path, { ...sent, method: 'HEAD' })
      expect([path, bare.status, await bare.text()]).toEqual([path, whole.status, ''])
      expect([path, headersOf(bare)]).toEqual([path, headersOf(whole)])
    }
  }
})

test('an answer to HEAD ends with its headers, also where GET sends a stream', async () => {
  const { gallery, ids } = await openWithEverything()
  await using _ = gallery
  const host = `Host: 127.0.0.1:${gallery.port}`
  for (const path of [
    '/api/photos',
    '/sitemap.xml',
    `/api/albums/${ids['albums:id']}/download`,
    '/feed.atom',
    '/robots.txt',
    '/api/nothing',
  ]) {
    const answer = await rawExchange(gallery.port, head('HEAD', path, [host]))
    expect([path, answer.indexOf('\r\n\r\n')]).toEqual([path, answer.length - 4])
    const lengths = answer.match(/^(content-length: [1-9]\d*|transfer-encoding: chunked)\r$/gim)
    expect([path, lengths?.length]).toEqual([path, 1])
  }
})

test('HEAD of an album as a zip file makes no picture', async () => {
  const { gallery, owner, ids } = await openWithEverything()
  await using _ = gallery
  const made = () => contentOf(gallery).rendition
  const before = made()
  const path = `/api/albums/${ids['albums:id']}/download`
  const answer = await owner.request(path, { method: 'HEAD' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(made()).toEqual(before)
})

test('HEAD changes nothing on any route, for anyone', async () => {
  const { gallery, owner, guest, ids } = await openWithEverything()
  await using _ = gallery
  await gallery.asVisitor().post('/api/guest', { name: 'Ann', email: 'ann@example.org' })
  const code = codeIn((await lettersTo(gallery, 'ann@example.org'))[0]!)
  const state = () => {
    // Renditions are made for HEAD too: their size is part of the response.
    const { rendition, disk_use, ...content } = contentOf(gallery)
    const sessions = gallery.services.store.connection.query('SELECT * FROM session').all()
    return { ...content, sessions }
  }
  // Texts that another editor has saved are noted when somebody looks at the page.
  for (const page of ['resume', 'about']) await owner.data(`/api/pages/${page}/source`)
  const before = state()
  const rows = tableOf(gallery).filter((row) => !isWrite(row))
  expect(rows.length).toBeGreaterThan(30)
  for (const browser of [gallery.asVisitor(), guest, owner]) {
    for (const row of rows) {
      const query = row.path.endsWith('/verify') ? `?code=${code}` : ''
      const path = addressOf(row, ids) + query
      const answer = await browser.request(path, { method: 'HEAD' })
      expect([path, answer.status < 500, answer.headers.getSetCookie()]).toEqual([path, true, []])
    }
  }
  expect(state()).toEqual(before)
  expect(await owner.data<object>('/api/loggedin')).toEqual({ authenticated: true })
  expect(await guest.data<object>('/api/guest/is')).toEqual({ authenticated: true })
})

test.each([
  '/api/logout',
  '/api/guest/logout',
  '/api/guest/verify?code=x',
  '/api/drive/auth?redir=/account/drive',
  '/api/drive/callback?code=x&state=x',
])('HEAD %s is refused, because GET changes something there', async (path) => {
  await using gallery = await openGallery({ googleClientId: 'id', googleClientSecret: 'secret' })
  const owner = await gallery.asOwner()
  const answer = await owner.request(path, { method: 'HEAD' })
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET'])
  expect(answer.headers.get('location')).toBeNull()
})

test('HEAD prints no setup link for an unclaimed gallery', async () => {
  await using gallery = await openGallery()
  await gallery.asVisitor().request('/', { method: 'HEAD' })
  expect(gallery.unclaimedVisits()).toBe(0)
  await gallery.asVisitor().get('/')
  expect(gallery.unclaimedVisits()).toBe(1)
})
