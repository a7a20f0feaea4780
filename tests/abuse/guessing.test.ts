import { describe, expect, spyOn, test } from 'bun:test'
import { openGallery, ownerPassword } from '../support/gallery.ts'
import { unknownId } from './every-route.ts'

const minuteMs = 60_000
const guesses = 1000

/** Counts the hashes that are compared while something is done. */
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

/** Guesses a thousand times within a minute, in batches; answers how often each status came. */
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

/** Every header by which an address could be pretended. */
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

test('a thousand guesses cost ten hashes a minute, whatever address they pretend', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  gallery.clock.advance(minuteMs)
  let counts: Record<number, number> = {}
  const hashes = await hashesDuring(async () => {
    counts = await guess(gallery.base, pretending)
  })
  expect(counts).toEqual({ 401: 10, 429: guesses - 10 })
  expect(hashes).toBeLessThanOrEqual(10)
  // Who is signed in stays so and works on; visitors see the gallery.
  expect((await owner.put('/api/user', { bio: 'Still here' })).status).toBe(200)
  expect((await gallery.asVisitor().get('/')).status).toBe(200)
  gallery.clock.advance(minuteMs)
  const right = await gallery.asVisitor().post('/api/login', { password: ownerPassword })
  expect(right.status).toBe(200)
})

test('behind a proxy a guesser shuts nobody out but himself', async () => {
  await using gallery = await openGallery({ trustedProxies: ['127.0.0.1'] })
  await gallery.services.owner.setPassword(ownerPassword)
  // What a proxy adds comes last; what the guesser wrote comes before it.
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
  ['whole lists', 30, () => ['/api/photos']],
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

describe('a proxy that is not trusted', () => {
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
  ])('is logged once, with its address and the flag to name it with: %j', async (headers) => {
    for (const others of [[], ['10.0.0.1']]) {
      const [warning, ...more] = await warningsOf(others, headers)
      expect(warning).toContain('A request from 127.0.0.1 ')
      expect(warning).toContain('--trusted-proxies 127.0.0.1')
      expect(warning).not.toContain('203.0.113.7')
      expect(more).toEqual([])
    }
  })

  test('is not suspected behind a trusted one, nor where nothing is forwarded', async () => {
    expect(await warningsOf(['127.0.0.1'], forwarding('203.0.113.7'))).toEqual([])
    expect(await warningsOf([], {})).toEqual([])
  })
})

test('guessing the first-start secret and guessing the password share their tries', async () => {
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
  expect(statuses).toEqual([403, 401, 403, 401, 403, 401, 403, 401, 403, 401, 429, 429])
  expect(hashes).toBeLessThanOrEqual(6)
})
