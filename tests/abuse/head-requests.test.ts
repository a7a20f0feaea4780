// Mail scanners and link checkers send HEAD, which must not change anything.
import { expect, test } from 'bun:test'
import { openGallery } from '../support/gallery.ts'
import { codeIn, lettersTo } from '../support/mailbox.ts'
import { addressOf, contentOf, isWrite, openWithEverything, tableOf } from './every-route.ts'

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
