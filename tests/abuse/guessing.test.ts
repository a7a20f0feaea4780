import { describe, expect, spyOn, test } from 'bun:test'
import { type Browser, errorOf } from '../support/browser.ts'
import { type Gallery, openGallery, ownerPassword } from '../support/gallery.ts'
import { unknownId } from './every-route.ts'

const minuteMs = 60_000
const guesses = 1000

/** Counts the password hashes that are compared meanwhile. */
async function hashesDuring(work: () => Promise<unknown>): Promise<number> {
  const verify = spyOn(Bun.password, 'verify')
  const hash = spyOn(Bun.password, 'hash')
  try {
    await work()
    return verify.mock.calls.length + hash.mock.calls.length
  } finally {
    verify.mockRestore()
    hash.mockRestore()
  }
}

/** Guesses a thousand times within a minute, in batches. @returns how often each status came. */
async function guess(
  base: string,
  headersOf: (n: number) => Record<string, string>,
): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  const guessOnce = async (n: number) => {
    const answer = await fetch(`${base}/api/login`, {
      method: 'POST',
      body: JSON.stringify({ password: `guess number ${n}` }),
      headers: { 'content-type': 'application/json', ...headersOf(n) },
    })
    await answer.bytes()
    expect(answer.headers.get('set-cookie')).toBeNull()
    counts[answer.status] = (counts[answer.status] ?? 0) + 1
  }
  for (let start = 0; start < guesses; start += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, n) => guessOnce(start + n)))
  }
  return counts
}

const forwarding = (address: string) => ({ 'x-forwarded-for': address })

/** Every header that could claim an address. */
const pretending = (n: number): Record<string, string> => {
  const address = `10.${n % 7}.${n >> 8}.${n & 255}`
  return {
    'x-forwarded-for': `${address}, ${address}`,
    'x-real-ip': address,
    'x-client-ip': address,
    'cf-connecting-ip': address,
    'true-client-ip': address,
    forwarded: `for=${address}`,
  }
}

test('a thousand guesses cost ten hashes a minute, whatever address they claim', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  gallery.clock.advance(minuteMs)
  let counts: Record<number, number> = {}
  const hashes = await hashesDuring(async () => {
    counts = await guess(gallery.base, pretending)
  })
  expect(counts).toEqual({ 401: 10, 429: guesses - 10 })
  expect(hashes).toBeLessThanOrEqual(10)
  // Signed-in people can continue, and visitors see the gallery.
  expect((await owner.put('/api/user', { bio: 'Still here' })).status).toBe(200)
  expect((await gallery.asVisitor().get('/')).status).toBe(200)
  gallery.clock.advance(minuteMs)
  const right = await gallery.asVisitor().post('/api/login', { password: ownerPassword })
  expect(right.status).toBe(200)
})

test('rate limiting behind a proxy affects only the attacker', async () => {
  await using gallery = await openGallery({ trustedProxies: ['127.0.0.1'] })
  await gallery.services.owner.setPassword(ownerPassword)
  // The proxy adds its address last; the attacker's own text comes before it.
  const counts = await guess(gallery.base, (n) => ({
    ...pretending(n),
    ...forwarding(`10.0.${n >> 8}.${n & 255}, 127.0.0.1, 203.0.113.7`),
  }))
  expect(counts).toEqual({ 401: 10, 429: guesses - 10 })
  const elsewhere = await gallery.asVisitor().request('/api/login', {
    method: 'POST',
    body: { password: ownerPassword },
    headers: forwarding('203.0.113.7, 198.51.100.1'),
  })
  expect(elsewhere.status).toBe(200)
})

test('a client with a whole IPv6 network counts as one', async () => {
  await using gallery = await openGallery({ trustedProxies: ['127.0.0.1'] })
  await gallery.services.owner.setPassword(ownerPassword)
  const counts = await guess(gallery.base, (n) => forwarding(`2001:db8:1:${n}:${n}::${n}`))
  expect(counts).toEqual({ 401: 10, 429: guesses - 10 })
  const neighbour = await gallery.asVisitor().request('/api/login', {
    method: 'POST',
    body: { password: ownerPassword },
    headers: forwarding('2001:db8:2::1'),
  })
  expect(neighbour.status).toBe(200)
})

const otherLimits: [string, number, (n: number) => [path: string, body?: object]][] = [
  [
    'registrations',
    20,
    (n) => ['/api/guest', { name: `Guest ${n}`, email: `guest${n}@example.org` }],
  ],
  ['album codes', 10, (n) => [`/api/albums/${unknownId}?code=guess-${n}`]],
  ['full lists', 30, () => ['/api/photos']],
]
test.each(otherLimits)('%s are limited by the same networks', async (_, allowed, requestOf) => {
  await using gallery = await openGallery({ trustedProxies: ['127.0.0.1'] })
  const send = async (n: number, address: string) => {
    const [path, body] = requestOf(n)
    const answer = await gallery.asVisitor().request(path, {
      headers: forwarding(address),
      ...(body && { method: 'POST', body }),
    })
    return answer.status
  }
  for (let n = 0; n < allowed; n++) {
    expect(await send(n, `[2001:db8:1:${n.toString(16)}::1]:4711`)).not.toBe(429)
  }
  expect(await send(allowed, '2001:0DB8:0001:ffff::1')).toBe(429)
  expect(await send(allowed, '2001:db8:2::1')).not.toBe(429)
  expect(await send(allowed, '198.51.100.1')).not.toBe(429)
})

describe('untrusted proxies', () => {
  const warningsOf = async (trustedProxies: string[], headers: Record<string, string>) => {
    await using gallery = await openGallery({ trustedProxies })
    const log = spyOn(console, 'error').mockImplementation(() => undefined)
    try {
      for (let n = 0; n < 3; n++) await gallery.asVisitor().get('/api/loggedin', headers)
      return log.mock.calls.map(String)
    } finally {
      log.mockRestore()
    }
  }

  test.each<Record<string, string>>([
    forwarding('203.0.113.7'),
    forwarding('2001:db8::1, 10.0.0.1'),
    { forwarded: 'for=203.0.113.7;proto=https' },
  ])(
    'an untrusted proxy is logged once, with its address and the flag to trust it with: %j',
    async (headers) => {
      for (const others of [[], ['10.0.0.1']]) {
        const [warning, ...more] = await warningsOf(others, headers)
        expect(warning).toContain('A request from 127.0.0.1 ')
        expect(warning).toContain('--trusted-proxies 127.0.0.1')
        expect(warning).not.toContain('203.0.113.7')
        expect(more).toEqual([])
      }
    },
  )

  test('an untrusted proxy is not reported behind a trusted one, or if nothing is forwarded', async () => {
    expect(await warningsOf(['127.0.0.1'], forwarding('203.0.113.7'))).toEqual([])
    expect(await warningsOf([], {})).toEqual([])
  })
})

describe('known browsers', () => {
  const signIn = (browser: Browser, password = ownerPassword) =>
    browser.post('/api/login', { password })
  /** A browser that has signed out again, and copies with the same cookies. */
  const knownBrowser = async (gallery: Gallery) => {
    const browser = await gallery.asOwner()
    await browser.data('/api/logout')
    return browser
  }

  test('a browser in which the owner has signed in is not locked out by a thousand guesses from its own address', async () => {
    await using gallery = await openGallery()
    const browser = await knownBrowser(gallery)
    gallery.clock.advance(minuteMs)
    const guessing = guess(gallery.base, pretending)
    expect((await signIn(browser)).status).toBe(200)
    expect(await guessing).toEqual({ 401: 10, 429: guesses - 10 })
    expect((await signIn(gallery.asVisitor())).status).toBe(429)
    await browser.data('/api/logout')
    expect((await signIn(browser)).status).toBe(200)
  })

  test('a browser in which the owner has signed in has ten attempts a minute, which do not count for others', async () => {
    await using gallery = await openGallery()
    const [browser, other] = [await knownBrowser(gallery), await knownBrowser(gallery)]
    gallery.clock.advance(minuteMs)
    for (let n = 0; n < 10; n++) expect((await signIn(browser, 'guess')).status).toBe(401)
    const refused = await signIn(browser)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('60')
    expect((await signIn(other)).status).toBe(200)
    expect((await signIn(gallery.asVisitor())).status).toBe(200)
    gallery.clock.advance(minuteMs)
    expect((await signIn(browser)).status).toBe(200)
  })

  test('a browser in which the owner has signed in is forgotten after a new password, in another gallery, and with a forged cookie', async () => {
    await using gallery = await openGallery()
    await using another = await openGallery()
    const browser = await knownBrowser(gallery)
    const proof = browser.cookies.get('vitrine_known')!
    const foreign = (await knownBrowser(another)).cookies.get('vitrine_known')!
    const triesWith = async (cookie: string) => {
      gallery.clock.advance(minuteMs)
      for (let n = 0; n < 10; n++) await signIn(gallery.asVisitor(), '')
      const visitor = gallery.asVisitor()
      visitor.cookies.set('vitrine_known', cookie)
      return (await signIn(visitor, 'guess')).status
    }
    const [id, signature] = proof.split('.')
    expect(await triesWith(proof)).toBe(401)
    for (const forged of [
      foreign,
      `${foreign.split('.')[0]}.${signature}`,
      `${id}.`,
      `${id}`,
      `${proof}x`,
      '',
      '.',
    ]) {
      expect([forged, await triesWith(forged)]).toEqual([forged, 429])
    }
    await gallery.services.owner.setPassword(ownerPassword)
    expect(await triesWith(proof)).toBe(429)
    gallery.clock.advance(minuteMs)
    await signIn(browser)
    expect(browser.cookies.get('vitrine_known')).not.toBe(proof)
  })
})

test('at most forty passwords wait to be checked; the owner’s known browser waits for none', async () => {
  await using gallery = await openGallery({ trustedProxies: ['127.0.0.1'] })
  const owner = await gallery.asOwner()
  const held = Promise.withResolvers<void>()
  const checked: unknown[] = []
  const verify = spyOn(Bun.password, 'verify').mockImplementation(async (password) => {
    checked.push(password)
    await held.promise
    return password === ownerPassword
  })
  const lookUp = spyOn(gallery.services.knownBrowsers, 'idOf')
  try {
    const send = (n: number) =>
      gallery.asVisitor().request('/api/login', {
        method: 'POST',
        body: { password: `guess ${n}` },
        headers: forwarding(`198.51.100.${n}`),
      })
    const refusals: Response[] = []
    const guesses = Array.from({ length: 45 }, async (_, n) => {
      const answer = await send(n)
      if (answer.status === 503) refusals.push(answer)
      return answer.status
    })
    // One is being checked and forty are waiting, so these four are answered first.
    while (refusals.length < 4) await Bun.sleep(1)
    for (const refusal of refusals) {
      expect(refusal.headers.get('retry-after')).toBe('5')
      expect((await errorOf(refusal)).message).toStartWith('too many sign-in attempts')
    }
    const signIn = owner.post('/api/login', { password: ownerPassword })
    // Once for its limit, and once as it enters the queue.
    const timesKnown = () => lookUp.mock.results.filter(({ value }) => value !== undefined).length
    while (timesKnown() < 2) await Bun.sleep(1)
    held.resolve()
    expect((await signIn).status).toBe(200)
    expect(checked.indexOf(ownerPassword)).toBe(1)
    const statuses = await Promise.all(guesses)
    expect(statuses.filter((status) => status === 401).length).toBe(41)
    expect(refusals.length).toBe(4)
  } finally {
    held.resolve()
    verify.mockRestore()
  }
})

test('guesses of the setup secret and of the password share one limit', async () => {
  await using gallery = await openGallery()
  await gallery.services.owner.freshSetupSecret({ unlessLive: false })
  const claim = { password: 'a long enough password', name: '', bio: '' }
  const statuses: number[] = []
  const hashes = await hashesDuring(async () => {
    for (let n = 0; n < 12; n++) {
      const browser = gallery.asVisitor()
      const answer =
        n % 2 === 0
          ? await browser.post('/api/setup', { secret: `guess ${n}`, ...claim })
          : await browser.post('/api/login', { password: `guess ${n}` })
      statuses.push(answer.status)
    }
  })
  expect(statuses).toEqual([403, 409, 403, 409, 403, 409, 403, 409, 403, 409, 429, 429])
  expect(hashes).toBeLessThanOrEqual(6)
})
