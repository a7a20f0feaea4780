import { expect, spyOn, test } from 'bun:test'
import { openGallery, ownerPassword } from '../support/gallery.ts'

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
  const counts = await guess(gallery.base, (n) => forwarding(`2001:db8:1:2:${n}::${n}`))
  expect(counts).toEqual({ 401: 10, 429: guesses - 10 })
  const neighbour = await gallery.asVisitor().request('/api/login', {
    method: 'POST',
    body: { password: ownerPassword },
    headers: forwarding('2001:db8:1:3::1'),
  })
  expect(neighbour.status).toBe(200)
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
