// Only the secret in the console can claim a new gallery.
import { expect, test } from 'bun:test'
import { hashToken } from '../../src/core/database/token.ts'
import { type Gallery, openGallery, ownerPassword } from '../support/gallery.ts'
import { addressOf, isWrite, tableOf, takesForm } from './every-route.ts'

const claim = { password: ownerPassword, name: 'Mallory', bio: '' }

async function expectUnclaimed(gallery: Gallery) {
  const { owner, store } = gallery.services
  expect(owner.isClaimed()).toBe(false)
  expect(store.connection.query('SELECT * FROM session').all()).toEqual([])
  expect((await gallery.asVisitor().data<{ name: string }>('/api/user')).name).toBe('')
}

/** The status of the answer to a wrong secret. */
function refusalOf(given: unknown): number {
  const isSecret = typeof given === 'string' && given.length > 0
  if (!isSecret) return 400
  return given.length > 16 * 1024 ? 413 : 403
}

test('only the secret from the console claims the gallery', async () => {
  await using gallery = await openGallery()
  const secret = (await gallery.services.owner.freshSetupSecret({ unlessLive: false }))!
  const hash = Buffer.from(hashToken(secret))
  const wrong: unknown[] = [
    undefined,
    null,
    '',
    ' ',
    0,
    true,
    [],
    {},
    [secret],
    { secret },
    { $ne: '' },
    `${secret}\0`,
    `\0${secret}`,
    ` ${secret}`,
    `${secret} `,
    `${secret}${secret}`,
    secret.slice(0, -1),
    secret.toLowerCase(),
    secret.toUpperCase(),
    hash.toString('hex'),
    hash.toString('base64'),
    hash.toString('base64url'),
    hash.toString('latin1'),
    "' OR 1=1 --",
    'null',
    'undefined',
    'x'.repeat(100_000),
  ]
  for (const given of wrong) {
    const answer = await gallery.asVisitor().post('/api/setup', { secret: given, ...claim })
    expect([given, answer.status]).toEqual([given, refusalOf(given)])
    expect(answer.headers.get('set-cookie')).toBeNull()
    // Attempts are limited; all of these must be allowed, within the secret's lifetime.
    gallery.clock.advance(7000)
  }
  await expectUnclaimed(gallery)
  expect((await gallery.asVisitor().post('/api/setup', { secret, ...claim })).status).toBe(200)
})

test('no password signs in before one is set', async () => {
  await using gallery = await openGallery()
  for (const password of ['', 'null', 'undefined', ownerPassword, 'a password that nobody has']) {
    const answer = await gallery.asVisitor().post('/api/login', { password })
    expect(answer.status).toBe(409)
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(await answer.json()).toMatchObject({
      error: { message: expect.stringContaining('open the setup link') },
    })
  }
  await expectUnclaimed(gallery)
})

test('no request changes or reveals the secret before there is an owner', async () => {
  await using gallery = await openGallery()
  const secret = (await gallery.services.owner.freshSetupSecret({ unlessLive: false }))!
  const problems: string[] = []
  for (const row of tableOf(gallery)) {
    const stranger = gallery.asVisitor()
    stranger.cookies.set('vitrine_owner', secret)
    const answer = await stranger.request(addressOf(row, { page: 'about' }), {
      method: row.method,
      ...(isWrite(row) && { body: takesForm(row) ? new FormData() : { ...claim, secret: 'x' } }),
    })
    const text = await answer.text()
    if (
      text.includes(secret) ||
      /vitrine_owner=[^;]/.test(answer.headers.get('set-cookie') ?? '')
    ) {
      problems.push(`${row.method} ${row.path} reveals the secret`)
    }
    if (row.role === 'owner' && answer.status !== 401) {
      problems.push(`${row.method} ${row.path} answers ${answer.status}`)
    }
  }
  for (const path of ['/', '/setup', '/account', '/nowhere', `/setup?secret=x`]) {
    const answer = await gallery.asVisitor().get(path)
    expect(await answer.text()).not.toContain(secret)
  }
  expect(problems).toEqual([])
  await expectUnclaimed(gallery)
})

test('a claimed gallery cannot be claimed again, even with an unused secret', async () => {
  await using gallery = await openGallery()
  const secret = (await gallery.services.owner.freshSetupSecret({ unlessLive: false }))!
  // As `vitrine password` does it.
  await gallery.services.owner.setPassword(ownerPassword)
  const answer = await gallery
    .asVisitor()
    .post('/api/setup', { secret, ...claim, password: 'password of another' })
  expect(answer.status).toBe(403)
  const tries = ['password of another', ownerPassword].map((password) =>
    gallery.asVisitor().post('/api/login', { password }),
  )
  expect((await Promise.all(tries)).map(({ status }) => status)).toEqual([401, 200])
})
