import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { openGallery, ownerPassword } from '../support/gallery.ts'
import { codeIn, lettersTo } from '../support/mailbox.ts'

setDefaultTimeout(60_000)
const [hourMs, dayMs] = [3_600_000, 86_400_000]

describe('clock', () => {
  test.each([
    ['back by an hour', -hourMs],
    ['back by ten days', -10 * dayMs],
    ['forward by two hours', 2 * hourMs],
    ['forward by a year', 365 * dayMs],
  ])('setting the clock %s neither ends nor prolongs a rate limit', async (_, change) => {
    await using gallery = await openGallery()
    await gallery.services.owner.setPassword(ownerPassword)
    const wrong = () => gallery.asVisitor().post('/api/login', { password: 'wrong' })
    for (let n = 0; n < 10; n++) expect((await wrong()).status).toBe(401)
    gallery.clock.advance(20_000)
    gallery.clock.setBy(change)
    const refused = await wrong()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40'])
    gallery.clock.advance(40_000)
    expect((await wrong()).status).toBe(401)
  })

  test('setting the clock back lets guests still get another link', async () => {
    await using gallery = await openGallery()
    await gallery.asOwner()
    const guest = { name: 'Gus', email: 'gus@example.org' }
    const register = () => gallery.asVisitor().post('/api/guest', guest)
    const count = async () => (await lettersTo(gallery, guest.email)).length
    expect((await register()).status).toBe(200)
    expect(await count()).toBe(1)
    for (const change of [-hourMs, -3 * dayMs, -100 * dayMs]) {
      const before = await count()
      gallery.clock.setBy(change)
      await register()
      expect(await count()).toBe(before + 1)
    }
    const letters = await lettersTo(gallery, guest.email)
    const visitor = gallery.asVisitor()
    const code = codeIn(letters.at(-1)!)
    expect((await visitor.get(`/api/guest/verify?code=${code}`)).status).toBe(200)
  })

  test('setting the clock back keeps the owner signed in, and setting it forward ends only expired sessions', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const isOwner = async () =>
      (await owner.data<{ authenticated: boolean }>('/api/loggedin')).authenticated
    for (const change of [-40 * dayMs, 41 * dayMs]) {
      gallery.clock.setBy(change)
      expect(await isOwner()).toBe(true)
    }
    gallery.clock.setBy(31 * dayMs)
    expect(await isOwner()).toBe(false)
  })
})
