import { describe, expect, test } from 'bun:test'
import { readConfig } from '../../src/core/config/config.ts'
import { errorOf } from '../support/browser.ts'
import { openGallery, ownerPassword } from '../support/gallery.ts'
import { head, rawExchange, statusOf } from '../support/raw-socket.ts'

const minuteMs = 60_000
const claim = { password: ownerPassword, name: 'Ann', bio: 'I walk.' }

async function isOwner(browser: { get: (path: string) => Promise<Response> }): Promise<boolean> {
  return (await (await browser.get('/api/loggedin')).json()).data.authenticated
}

describe('claim', () => {
  test('claiming a new gallery with the secret signs this browser in and names the owner', async () => {
    await using gallery = await openGallery()
    const browser = gallery.asVisitor()
    const secret = await gallery.services.owner.freshSetupSecret({ unlessLive: false })
    const answer = await browser.post('/api/setup', { secret, ...claim })
    expect(await answer.json()).toEqual({ data: { authenticated: true } })
    expect(await isOwner(browser)).toBe(true)
    expect(await isOwner(gallery.asVisitor())).toBe(false)
    expect(await gallery.asVisitor().data('/api/user')).toEqual({
      name: 'Ann',
      bio: 'I walk.',
      pic: '',
    })
  })

  test('claiming a new gallery is refused with a wrong, used, replaced or expired secret', async () => {
    await using gallery = await openGallery()
    const { owner } = gallery.services
    const tryWith = async (secret: string | undefined) =>
      (await gallery.asVisitor().post('/api/setup', { secret, ...claim })).status
    expect(await tryWith('anything')).toBe(403)
    const first = await owner.freshSetupSecret({ unlessLive: false })
    const second = await owner.freshSetupSecret({ unlessLive: false })
    expect(await tryWith(first)).toBe(403)
    gallery.clock.advance(30 * minuteMs)
    expect(await tryWith(second)).toBe(403)
    const third = await owner.freshSetupSecret({ unlessLive: true })
    expect(await tryWith(third)).toBe(200)
    expect(await tryWith(third)).toBe(403)
    expect(await owner.freshSetupSecret({ unlessLive: false })).toBeUndefined()
  })

  test('claiming a new gallery succeeds once, however many use the secret at the same time', async () => {
    await using gallery = await openGallery()
    const secret = await gallery.services.owner.freshSetupSecret({ unlessLive: false })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => gallery.asVisitor().post('/api/setup', { secret, ...claim })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403, 403, 403, 403])
  })

  test('claiming a new gallery requires a password of ten characters and leaves the secret valid until then', async () => {
    await using gallery = await openGallery()
    const secret = await gallery.services.owner.freshSetupSecret({ unlessLive: false })
    const short = await gallery
      .asVisitor()
      .post('/api/setup', { secret, ...claim, password: '123456789' })
    expect(short.status).toBe(400)
    expect((await errorOf(short)).details).toEqual({ field: 'password' })
    const answer = await gallery.asVisitor().post('/api/setup', { secret, ...claim })
    expect(answer.status).toBe(200)
  })

  test.each([
    ['password123', 'one of the most common passwords'],
    ['Password123!', 'very similar to one of the most common passwords'],
    ['1q2w3e4r5t', 'one of the most common passwords'],
    ['abcdefghijkl', 'a sequence'],
    ['aaaaaaaaaaaa', 'repeats'],
    ['a'.repeat(200), 'repeats'],
    ['24.12.1990', 'a date'],
    ['Ann Example', 'a name shown in the gallery'],
    ['AnnExample1', 'a name shown in the gallery'],
    ['Ann Example12', 'a name shown in the gallery'],
    ['example-ann-1', 'a name shown in the gallery'],
    ['Vitrine2026', 'a name shown in the gallery'],
  ])(
    'claiming a new gallery rejects the password %j with the reason and leaves the secret valid',
    async (password, reason) => {
      await using gallery = await openGallery()
      const secret = await gallery.services.owner.freshSetupSecret({ unlessLive: false })
      const setUp = { secret, ...claim, name: 'Ann Example' }
      const refused = await gallery.asVisitor().post('/api/setup', { ...setUp, password })
      expect(refused.status).toBe(400)
      const { message, details } = await errorOf(refused)
      expect(message).toStartWith('password must be harder to guess: it ')
      expect(message).toContain(reason)
      expect(details).toEqual({ field: 'password' })
      const answer = await gallery.asVisitor().post('/api/setup', setUp)
      expect(answer.status).toBe(200)
    },
  )

  test.each([
    'correct horse battery',
    'Zwölf Boxkämpfer jagen',
    '7Gv!x0qLw2',
    `${'a'.repeat(200)} and then something else`,
  ])('claiming a new gallery accepts the password %j', async (password) => {
    await using gallery = await openGallery()
    const secret = await gallery.services.owner.freshSetupSecret({ unlessLive: false })
    const answer = await gallery.asVisitor().post('/api/setup', { secret, ...claim, password })
    expect(answer.status).toBe(200)
    expect((await gallery.asVisitor().post('/api/login', { password })).status).toBe(200)
  })

  test('claiming a new gallery prints a new link when someone opens a gallery whose link has expired', async () => {
    await using gallery = await openGallery()
    await gallery.asVisitor().get('/')
    expect(gallery.unclaimedVisits()).toBe(1)
    await gallery.asOwner()
    await gallery.asVisitor().get('/')
    expect(gallery.unclaimedVisits()).toBe(1)
  })
})

describe('sign-in', () => {
  const bodies: [string, unknown, number][] = [
    ['an empty object', {}, 400],
    ['an empty password', { password: '' }, 401],
    ['null', { password: null }, 400],
    ['an array', { password: [] }, 400],
    ['the password in an array', { password: [ownerPassword] }, 400],
    ['a number', { password: 123 }, 400],
    ['true', { password: true }, 400],
    ['a NUL', { password: '\0' }, 401],
    ['the password and a NUL', { password: `${ownerPassword}\0` }, 401],
    ['the password in capitals', { password: ownerPassword.toUpperCase() }, 401],
    ['a password of one megabyte', { password: 'x'.repeat(1_000_000) }, 413],
    ['a body of two megabytes', { password: 'x'.repeat(2_000_000) }, 413],
    ['a list', [ownerPassword], 400],
    ['JSON null', 'null', 400],
    ['malformed JSON', '{"password":', 400],
    ['nothing', '', 400],
  ]
  test.each(bodies)('signing in is refused with %s', async (_, body, status) => {
    await using gallery = await openGallery()
    for (const isClaimed of [false, true]) {
      if (isClaimed) await gallery.asOwner()
      const browser = gallery.asVisitor()
      const answer = await browser.request('/api/login', {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      })
      // Without an owner there is no password that could be wrong.
      expect(answer.status).toBe(status === 401 && !isClaimed ? 409 : status)
      expect(answer.headers.get('set-cookie')).toBeNull()
      expect((await errorOf(answer)).message).not.toBe('')
      expect(await isOwner(browser)).toBe(false)
    }
  })

  test('signing in answers Incorrect Password for a wrong password', async () => {
    await using gallery = await openGallery()
    await gallery.asOwner()
    const answer = await gallery.asVisitor().post('/api/login', { password: 'wrong password' })
    expect(answer.status).toBe(401)
    expect((await errorOf(answer)).message).toBe('Incorrect Password')
  })

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'signing in rejects a body of type %s',
    async (type) => {
      await using gallery = await openGallery()
      await gallery.asOwner()
      const answer = await gallery.asVisitor().request('/api/login', {
        method: 'POST',
        body: type.startsWith('application/x') ? `password=${ownerPassword}` : `{"password":"x"}`,
        headers: { 'content-type': type },
      })
      expect(answer.status).toBe(415)
    },
  )

  test('signing in never reuses a cookie from before', async () => {
    await using gallery = await openGallery()
    await gallery.asOwner()
    const browser = gallery.asVisitor()
    browser.cookies.set('vitrine_owner', 'chosen-by-somebody-else')
    await browser.post('/api/login', { password: ownerPassword })
    expect(browser.cookies.get('vitrine_owner')).not.toBe('chosen-by-somebody-else')
    expect(await isOwner(browser)).toBe(true)
    const other = gallery.asVisitor()
    other.cookies.set('vitrine_owner', 'chosen-by-somebody-else')
    expect(await isOwner(other)).toBe(false)
  })

  test('a sign-in ends with logging out, on the server too', async () => {
    await using gallery = await openGallery()
    const browser = await gallery.asOwner()
    const kept = browser.cookies.get('vitrine_owner')!
    expect(await browser.data('/api/logout')).toEqual({ authenticated: false })
    // The browser is still known as the owner's, which does not sign it in.
    expect([...browser.cookies.keys()]).toEqual(['vitrine_known'])
    const thief = gallery.asVisitor()
    thief.cookies.set('vitrine_owner', kept)
    expect(await isOwner(thief)).toBe(false)
  })

  test('signing in still works with a weak password that was set before', async () => {
    await using gallery = await openGallery()
    const hash = await Bun.password.hash('password123')
    gallery.services.store.connection.run('UPDATE owner SET password_hash = ?', [hash])
    const browser = gallery.asVisitor()
    expect((await browser.post('/api/login', { password: 'password123' })).status).toBe(200)
    expect(await isOwner(browser)).toBe(true)
  })

  test('a sign-in ends everywhere with a new password', async () => {
    await using gallery = await openGallery()
    const browsers = [await gallery.asOwner(), await gallery.asOwner()]
    await gallery.services.owner.setPassword('another horse battery')
    for (const browser of browsers) expect(await isOwner(browser)).toBe(false)
    const old = await gallery.asVisitor().post('/api/login', { password: ownerPassword })
    expect(old.status).toBe(401)
  })

  test('a sign-in ends after thirty days', async () => {
    await using gallery = await openGallery()
    const browser = await gallery.asOwner()
    gallery.clock.advance(30 * 24 * 60 * minuteMs - 1)
    expect(await isOwner(browser)).toBe(true)
    gallery.clock.advance(1)
    expect(await isOwner(browser)).toBe(false)
  })

  test('signing in is refused the eleventh time in a minute, whatever X-Forwarded-For says', async () => {
    await using gallery = await openGallery()
    await gallery.services.owner.setPassword(ownerPassword)
    const tryOnce = (password: string, n: number) =>
      gallery.asVisitor().request('/api/login', {
        method: 'POST',
        body: { password },
        headers: { 'x-forwarded-for': `10.0.0.${n}`, 'x-real-ip': `10.0.0.${n}` },
      })
    for (let n = 0; n < 10; n++) expect((await tryOnce('', n)).status).toBe(401)
    gallery.clock.advance(20_000)
    const refused = await tryOnce(ownerPassword, 11)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('40')
    expect(refused.headers.get('set-cookie')).toBeNull()
    gallery.clock.advance(40_000)
    expect((await tryOnce(ownerPassword, 12)).status).toBe(200)
  })

  test('signing in behind a trusted proxy is limited by the last address in X-Forwarded-For', async () => {
    await using gallery = await openGallery({ trustedProxies: ['127.0.0.1'] })
    await gallery.services.owner.setPassword(ownerPassword)
    const tryFrom = async (forwarded: string) =>
      (
        await gallery.asVisitor().request('/api/login', {
          method: 'POST',
          body: { password: '' },
          headers: { 'x-forwarded-for': forwarded },
        })
      ).status
    for (let n = 0; n < 10; n++) expect(await tryFrom(`10.0.0.${n}, 203.0.113.7`)).toBe(401)
    expect(await tryFrom('10.9.9.9, 203.0.113.7')).toBe(429)
    expect(await tryFrom('203.0.113.8')).toBe(401)
  })

  test.each([
    ['a range', '127.0.0.0/8, 10.0.0.0/8'],
    ['a range of mapped addresses', '::ffff:127.0.0.0/104 ::ffff:10.0.0.0/104'],
    ['names', 'loopback,private'],
    ['the whole of IPv4 but for the visitors', '0.0.0.0/1 2001:db8:1::/48'],
  ])('signing in behind proxies in %s is limited by the visitor', async (_, list) => {
    const { trustedProxies } = readConfig({ 'trusted-proxies': list }, {})
    await using gallery = await openGallery({ trustedProxies })
    await gallery.services.owner.setPassword(ownerPassword)
    const tryFrom = async (forwarded: string) =>
      (
        await gallery.asVisitor().request('/api/login', {
          method: 'POST',
          body: { password: '' },
          headers: { 'x-forwarded-for': forwarded },
        })
      ).status
    // Each proxy adds the address that it was asked by; what comes first can be forged.
    for (let n = 0; n < 10; n++) {
      const hops = [`198.51.100.${n}`, '203.0.113.7', `10.0.0.${n}`, `[::ffff:10.1.0.${n}]:80`]
      expect(await tryFrom(hops.join(', '))).toBe(401)
    }
    expect(await tryFrom('203.0.113.7, 10.0.0.1')).toBe(429)
    expect(await tryFrom('203.0.113.8, 10.0.0.1')).toBe(401)
    // A visitor in the proxies' own network is not all of them.
    for (let n = 0; n < 10; n++) expect(await tryFrom(`10.0.0.9, 10.0.0.${n}`)).toBe(401)
    expect(await tryFrom('10.0.0.9')).toBe(429)
    expect(await tryFrom('10.0.0.10')).toBe(401)
  })
})

describe('session cookie', () => {
  const cookiesOf = async (publicUrl?: string) => {
    await using gallery = await openGallery({ publicUrl })
    await gallery.services.owner.setPassword(ownerPassword)
    const browser = gallery.asVisitor()
    const answer = await browser.post('/api/login', { password: ownerPassword })
    expect(await isOwner(browser)).toBe(true)
    return answer.headers.getSetCookie()
  }

  test('the session cookie is hidden from JavaScript and from other sites', async () => {
    const [session = '', known = '', ...others] = await cookiesOf()
    expect(session).toMatch(/^vitrine_owner=[\w-]{43}; Max-Age=2592000; /)
    expect(known).toMatch(/^vitrine_known=[\w-]{36}\.[\w-]{43}; Max-Age=31536000; /)
    expect(others).toEqual([])
    for (const cookie of [session, known]) {
      for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/']) {
        expect(cookie.split('; ')).toContain(flag)
      }
      expect(cookie).not.toContain('Secure')
      expect(cookie).not.toContain('Domain')
    }
  })

  test('the session cookie is bound to the host and to https if the public address is https', async () => {
    const cookies = await cookiesOf('https://photos.example.org')
    for (const [index, name] of ['owner', 'known'].entries()) {
      expect(cookies[index]).toStartWith(`__Host-vitrine_${name}=`)
      expect(cookies[index]!.split('; ')).toContain('Secure')
      expect(cookies[index]).not.toContain('Domain')
    }
  })
})

describe('other sites', () => {
  const foreign: [string, Record<string, string>][] = [
    ['Origin of another site', { origin: 'https://evil.example' }],
    ['Origin null', { origin: 'null' }],
    ['an empty Origin', { origin: '' }],
    ['Origin of the same host at another port', { origin: 'http://127.0.0.1:1' }],
    ['Sec-Fetch-Site cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['Sec-Fetch-Site same-site', { 'sec-fetch-site': 'same-site' }],
    [
      'its own Origin but Sec-Fetch-Site cross-site',
      { origin: 'OWN', 'sec-fetch-site': 'cross-site' },
    ],
    [
      'Sec-Fetch-Site same-origin but another Origin',
      { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
    ],
  ]
  test.each(foreign)(
    'a request from another site is refused with %s and changes nothing',
    async (_, headers) => {
      await using gallery = await openGallery()
      const owner = await gallery.asOwner()
      const sent = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [
          name,
          value === 'OWN' ? gallery.base : value,
        ]),
      )
      for (const path of ['/api/logout', '/api/%6cogout']) {
        expect((await owner.request(path, { headers: sent })).status).toBe(403)
        expect(await isOwner(owner)).toBe(true)
      }
      const write = await owner.request('/api/user', {
        method: 'PUT',
        body: { name: 'Mallory' },
        headers: sent,
      })
      expect(write.status).toBe(403)
      expect((await errorOf(write)).message).toContain(gallery.address())
      expect((await owner.data<{ name: string }>('/api/user')).name).toBe('Ann Example')
      expect((await owner.request('/api/user', { headers: sent })).status).toBe(200)
    },
  )

  test('a request from another site is recognised by the public address alone if there is one', async () => {
    await using gallery = await openGallery({ publicUrl: 'https://photos.example.org' })
    const owner = await gallery.asOwner()
    const statusWith = async (headers: Record<string, string>) =>
      (await owner.request('/api/user', { method: 'PUT', body: { name: 'Ann' }, headers })).status
    expect(await statusWith({ origin: 'https://photos.example.org' })).toBe(200)
    expect(await statusWith({ origin: gallery.base })).toBe(403)
    expect(await statusWith({ origin: 'http://photos.example.org' })).toBe(403)
    expect(await statusWith({ origin: 'https://photos.example.org.evil.example' })).toBe(403)
    expect(await statusWith({ origin: 'https://evil.example', host: 'evil.example' })).toBe(403)
  })

  test('a request from another site is not confused with one from this site, a LAN address or a program', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    for (const headers of [
      {},
      { origin: gallery.base, 'sec-fetch-site': 'same-origin' },
      { origin: gallery.address() },
      { 'sec-fetch-site': 'none' },
    ]) {
      const answer = await owner.request('/api/user', {
        method: 'PUT',
        body: { name: 'Ann' },
        headers: headers as Record<string, string>,
      })
      expect(answer.status).toBe(200)
    }
  })

  test('a request without a Host or with a malformed one is refused without a server error', async () => {
    await using gallery = await openGallery()
    for (const target of ['/', '/api/health', '/api/photos?limit=1']) {
      const old = `GET ${target} HTTP/1.0\r\n\r\n`
      expect(statusOf(await rawExchange(gallery.port, old))).toBe(400)
      for (const host of ['Host:', 'Host: a b', 'Host: %zz']) {
        expect(statusOf(await rawExchange(gallery.port, head('GET', target, [host])))).toBe(400)
      }
    }
  })

  test('a request that names two hosts is refused', async () => {
    await using gallery = await openGallery()
    const hosts = [`Host: 127.0.0.1:${gallery.port}`, 'Host: evil.example']
    for (const target of ['/', '/api/user', '/api/loggedin']) {
      expect(statusOf(await rawExchange(gallery.port, head('GET', target, hosts)))).toBe(400)
    }
  })
})
