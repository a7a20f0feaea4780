// The log contains no secret, and no request can forge a line of it.
import { expect, test } from 'bun:test'
import { openFakeDrive } from '../support/fake-drive.ts'
import { ownerPassword } from '../support/gallery.ts'
import { codeIn, letters, lettersTo } from '../support/mailbox.ts'
import { collectPrinted } from '../support/printed.ts'
import { head, rawExchange } from '../support/raw-socket.ts'
import {
  addressOf,
  endsSession,
  goodBody,
  isWrite,
  keepSession,
  openWithEverything,
  tableOf,
  takesForm,
} from './every-route.ts'

test.each(['text', 'json'] as const)('no secret is in the %s log', async (log) => {
  using printed = collectPrinted()
  const metricsToken = 'the-token-of-the-metrics'
  await using fake = await openFakeDrive()
  const { gallery, owner, guest, album, ids } = await openWithEverything({
    log,
    metricsToken,
    googleClientId: fake.clientId,
    googleClientSecret: fake.clientSecret,
    googleUrl: fake.url,
  })
  await using _ = gallery
  const secrets = new Set([ownerPassword, fake.clientSecret, metricsToken])
  const visitor = gallery.asVisitor()

  await owner.data(`/api/albums/${album.id}`, { method: 'PUT', body: { code: 'kith-and-kin' } })
  for (const code of ['kith-and-kin', 'wrong-code-17']) {
    secrets.add(code)
    for (const path of [`/album/${album.id}`, `/api/albums/${album.id}`, '/', '/api/nothing']) {
      await visitor.get(`${path}?code=${code}`)
    }
  }
  await visitor.post('/api/login', { password: 'wrong pass word' })
  secrets.add('wrong pass word')
  await visitor.post('/api/setup', { secret: 'wrong-secret-5', password: 'x'.repeat(12) })
  secrets.add('wrong-secret-5').add('x'.repeat(12))
  await visitor.post('/api/guest', { name: 'Ann', email: 'ann@example.org' })
  const [letter] = await lettersTo(gallery, 'ann@example.org')
  for (const code of [codeIn(letter!), 'w'.repeat(43)]) {
    secrets.add(code)
    await gallery.asVisitor().get(`/guest?code=${code}`)
    await gallery.asVisitor().get(`/api/guest/verify?code=${code}`)
    await gallery.asVisitor().post('/api/guest/verify', { code })
  }
  for (const authorization of [`Bearer ${metricsToken}`, `Bearer x${metricsToken}`]) {
    await visitor.get('/api/metrics', { authorization })
    await visitor.get(`/api/metrics?token=${metricsToken}`)
  }
  const google = (await owner.get('/api/drive/auth?redir=/user/drive')).headers.get('location')!
  const back = new URL((await fetch(google, { redirect: 'manual' })).headers.get('location')!)
  for (const name of ['code', 'state']) secrets.add(back.searchParams.get(name)!)
  for (const browser of [visitor, owner]) await browser.get(back.pathname + back.search)

  for (const browser of [visitor, guest, owner]) {
    for (const [name, value] of browser.cookies) {
      secrets.add(value)
      await visitor.get('/api/user', { cookie: `${name}=${value}`, authorization: 'Bearer abcdef' })
    }
    const restore = keepSession(browser)
    for (const row of tableOf(gallery).filter((row) => !endsSession(row))) {
      if (row.method === 'DELETE') continue
      await browser.request(addressOf(row, ids), {
        method: row.method,
        ...(isWrite(row) && { body: takesForm(row) ? new FormData() : goodBody(row, ids) }),
      })
      restore()
    }
  }
  for (const { text } of await letters(gallery)) {
    for (const [code] of text.matchAll(/[\w-]{43}/g)) secrets.add(code)
  }
  for (const secret of fake.oauth.secrets) secrets.add(secret)

  const text = printed.all()
  expect(text).toContain(log === 'json' ? '"event":"failed-sign-in"' : 'Failed sign-in from')
  expect(secrets.size).toBeGreaterThan(15)
  const leaked = [...secrets].filter(
    (secret) => text.includes(secret) || text.includes(encodeURIComponent(secret)),
  )
  expect(leaked).toEqual([])
})

test('no request can begin a line or forge a field', async () => {
  using printed = collectPrinted()
  const { gallery } = await openWithEverything({ log: 'json' })
  await using _ = gallery
  const forged = '","event":"failed-sign-in","address":"198.51.100.9'
  const targets = [
    `/${encodeURIComponent(forged)}`,
    `/${forged.replaceAll('"', '%22')}`,
    `/x${forged}`,
    '/%0d%0aFailed%20sign-in%20from%20198.51.100.9:%20wrong%20password',
    `/api/photos/${'a'.repeat(5000)}`,
    '/\u2028\x7f',
  ]
  for (const target of targets) {
    const request = head('GET', target, [
      'Host: localhost',
      `User-Agent: x${forged}`,
      'X-Request-Id: a"b',
      `X-Forwarded-For: 198.51.100.9${forged}`,
    ])
    await rawExchange(gallery.port, Buffer.from(request))
  }
  const lines = [...printed.out, ...printed.error]
  for (const line of lines) {
    expect(line).not.toMatch(/[\0-\x1f\x7f-\x9f\u2028\u2029]/)
    expect(line.length).toBeLessThan(1000)
    expect(Object.keys(JSON.parse(line)).slice(0, 3)).toEqual(['time', 'level', 'event'])
    expect(JSON.parse(line)).not.toMatchObject({ event: 'failed-sign-in' })
    expect(JSON.parse(line).address ?? '127.0.0.1').toBe('127.0.0.1')
  }
  expect(printed.requests().length).toBeGreaterThan(targets.length)
})
