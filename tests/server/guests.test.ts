import { describe, expect, test } from 'bun:test'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Guest } from '../../src/contract/people/guests.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { type Gallery, openGallery } from '../support/gallery.ts'
import { codeIn, letters, lettersTo, linkIn } from '../support/mailbox.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
const email = 'ann@example.org'

const register = (browser: Browser, name: string, to = email) =>
  browser.post('/api/guest', { name, email: to })

const isSignedIn = async (browser: Browser) =>
  (await browser.data<{ authenticated: boolean }>('/api/guest/is')).authenticated

/** What the page of a link does by itself. */
const open = (browser: Browser, code: string) =>
  browser.get(`/api/guest/verify?code=${encodeURIComponent(code)}`)

/** What the confirmation button does in browsers other than the one that registered. */
const follow = (browser: Browser, code: string) => browser.post('/api/guest/verify', { code })

/** Registers after the pause between two e-mails. @returns the code in the new one. */
async function codeFor(gallery: Gallery, name: string, to = email): Promise<string> {
  gallery.clock.advance(5 * minuteMs)
  await register(gallery.asVisitor(), name, to)
  return codeIn((await lettersTo(gallery, to)).at(-1)!)
}

async function followed(gallery: Gallery, code: string) {
  const browser = gallery.asVisitor()
  const answer = await follow(browser, code)
  expect(answer.status).toBe(200)
  return { browser, guest: (await answer.json()).data as Guest }
}

const change = (browser: Browser, body: { name?: string; email?: string }) =>
  browser.post('/api/guest/update', body)

const me = (browser: Browser) => browser.data<Guest>('/api/guest')

describe('registration', () => {
  test('registering sends one e-mail and does not sign in', async () => {
    await using gallery = await openGallery()
    const browser = gallery.asVisitor()
    const answer = await register(browser, ' Ann  A. ', ` ${email} `)
    expect(await answer.json()).toEqual({ data: { name: 'Ann A.', email, verified: false } })
    expect([...browser.cookies.keys()]).toEqual(['vitrine_registration'])
    expect(await isSignedIn(browser)).toBe(false)
    expect((await browser.get('/api/guest')).status).toBe(401)
    const [letter, ...others] = await letters(gallery)
    expect(others).toEqual([])
    expect(letter!.to).toContain(email)
    expect(linkIn(letter!)).toStartWith(`${gallery.address()}/guest?code=`)
  })

  test('registering is answered the same whether the address is known or not, and never reveals taken names', async () => {
    await using gallery = await openGallery()
    await gallery.asOwner()
    await gallery.asGuest('Ann', email)
    gallery.clock.advance(5 * minuteMs)
    for (const [name, to] of [
      ['Ben', 'ben@example.org'],
      ['Ben', email],
      ['Ben', email],
      ['Ann', 'ann2@example.org'],
      ['Ann Example', 'ann3@example.org'],
    ] as const) {
      const answer = await register(gallery.asVisitor(), name, to)
      expect(answer.status).toBe(200)
      expect(await answer.json()).toEqual({ data: { name, email: to, verified: false } })
    }
  })

  test('registering with someone else’s known address signs no one in and renames no one', async () => {
    await using gallery = await openGallery()
    const ann = await gallery.asGuest('Ann', email)
    gallery.clock.advance(5 * minuteMs)
    const stranger = gallery.asVisitor()
    await register(stranger, 'Mallory')
    expect(await isSignedIn(stranger)).toBe(false)
    expect((await me(ann)).name).toBe('Ann')
    // The person who reads the e-mail decides.
    const { guest } = await followed(gallery, codeIn((await lettersTo(gallery, email)).at(-1)!))
    expect(guest.name).toBe('Mallory')
    expect((await me(ann)).name).toBe('Mallory')
  })

  test('registering writes to the address that the guest verified, however it is spelled this time', async () => {
    await using gallery = await openGallery()
    await gallery.asGuest('Ann', email)
    gallery.clock.advance(5 * minuteMs)
    await register(gallery.asVisitor(), 'Annie', 'ANN@EXAMPLE.org')
    const [, letter] = await letters(gallery)
    expect(letter!.to).toContain(email)
    expect((await followed(gallery, codeIn(letter!))).guest).toMatchObject({ name: 'Annie', email })
  })

  test('registering puts the public address into the link, whatever the request claims', async () => {
    await using gallery = await openGallery({ publicUrl: 'https://photos.example.org' })
    const answer = await gallery.asVisitor().request('/api/guest', {
      method: 'POST',
      body: { name: 'Ann', email },
      headers: {
        host: 'evil.example',
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
      },
    })
    expect(answer.status).toBe(200)
    const [letter] = await letters(gallery)
    expect(linkIn(letter!)).toStartWith('https://photos.example.org/guest?code=')
    expect(letter!.text).not.toContain('evil')
  })

  test.each([
    ['name', 'Ann\r\nBcc: x@example.org'],
    ['name', 'Ann\nx'],
    ['name', 'Ann\0'],
    ['name', 'A'],
    ['name', ' A '],
    ['name', '\u200b\u202e\u3164\u2060'],
    ['name', '\u200c\u200d\u200c'],
    ['name', '\u200dA\u200c'],
    ['name', '\u200d \u2800\u200d'],
    ['name', 'x'.repeat(41)],
    ['name', ''],
    ['name', null],
    ['name', ['Ann']],
    ['email', 'ann@example.org\r\nBcc: x@example.org'],
    ['email', 'ann@example.org\r\n'],
    ['email', 'ann@example.org, x@example.org'],
    ['email', 'Ann <ann@example.org>'],
    ['email', 'ann'],
    ['email', 'ann@example'],
    ['email', '@example.org'],
    ['email', `${'a'.repeat(64)}@${'b.'.repeat(100)}example.org`],
    ['email', ''],
    ['email', null],
  ])('registering is rejected with the %s %j, and nothing is sent', async (field, value) => {
    await using gallery = await openGallery()
    const body = { name: 'Ann', email, [field]: value }
    const answer = await gallery.asVisitor().post('/api/guest', body)
    expect(answer.status).toBe(400)
    expect((await errorOf(answer)).details).toEqual({ field })
    expect(await letters(gallery)).toEqual([])
  })

  test('registering with an address in another script is answered in its own spelling, and makes one guest', async () => {
    await using gallery = await openGallery()
    const visitor = gallery.asVisitor()
    const answer = await register(visitor, 'Eva', ' eva＠bücher.example\u200b')
    expect((await answer.json()).data.email).toBe('eva@bücher.example')
    const code = codeIn((await lettersTo(gallery, 'eva@xn--bcher-kva.example'))[0]!)
    const first = await followed(gallery, code)
    gallery.clock.advance(dayMs)
    // The same person, who types the address as another program shows it.
    await register(gallery.asVisitor(), 'Eva', 'EVA@xn--bcher-kva.example')
    const [, letter] = await lettersTo(gallery, 'eva@xn--bcher-kva.example')
    const second = await followed(gallery, codeIn(letter!))
    expect([(await me(first.browser)).name, (await me(second.browser)).name]).toEqual([
      'Eva',
      'Eva',
    ])
    const { connection } = gallery.services.store
    expect(connection.query('SELECT count(*) AS count FROM guest').get()).toEqual({ count: 1 })
  })

  test.each([
    ['ann.example.org', 'must contain an @, as in name@example.org'],
    ['ann@home@example.org', 'must contain only one @'],
    ['ann@example.org.', 'must not end with a dot'],
    ['ann b@example.org', 'must not contain spaces'],
  ])('registering with %s is answered with what is wrong', async (address, problem) => {
    await using gallery = await openGallery()
    const refusal = await errorOf(await register(gallery.asVisitor(), 'Ann', address))
    expect(refusal).toMatchObject({ message: `email: ${problem}`, details: { field: 'email' } })
    const guest = await gallery.asGuest('Ann')
    const update = await guest.post('/api/guest/update', { email: address })
    expect((await errorOf(update)).message).toBe(`email: ${problem}`)
  })

  test('registering sends one e-mail in five minutes and six a day per address, however it is spelled', async () => {
    await using gallery = await openGallery()
    const sent = async () => (await letters(gallery)).length
    const spellings = [email, 'ANN@Example.org', 'Ann@example.ORG']
    for (let mails = 1; mails <= 6; mails++) {
      for (const spelling of spellings) {
        expect((await register(gallery.asVisitor(), 'Ann', spelling)).status).toBe(200)
      }
      expect(await sent()).toBe(mails)
      gallery.clock.advance(5 * minuteMs - 1)
      await register(gallery.asVisitor(), 'Ann')
      expect(await sent()).toBe(mails)
      gallery.clock.advance(hourMs)
    }
    expect((await register(gallery.asVisitor(), 'Ann')).status).toBe(200)
    expect(await sent()).toBe(6)
    expect((await register(gallery.asVisitor(), 'Ben', 'ben@example.org')).status).toBe(200)
    expect(await sent()).toBe(7)
    gallery.clock.advance(dayMs - 6 * (hourMs + 5 * minuteMs) + 6)
    await register(gallery.asVisitor(), 'Ann')
    expect(await sent()).toBe(8)
  })

  test('registering counts all spellings of a mailbox together', async () => {
    await using gallery = await openGallery()
    const mailboxes = [
      ['ann+1@example.org', 'Ann+2@example.org', 'ann@example.org', 'ann+a+b@EXAMPLE.org'],
      ['ben.example+1@gmail.com', 'benexample@gmail.com', 'Ben.Ex.ample+2@googlemail.com'],
      ['+1@example.org', '+1@example.org'],
      ['c.at@example.org'],
      ['cat@example.org'],
      ['+2@example.org'],
    ]
    for (const [index, addresses] of mailboxes.entries()) {
      for (const address of addresses) {
        expect((await register(gallery.asVisitor(), 'Ann', address)).status).toBe(200)
      }
      expect((await letters(gallery)).length).toBe(index + 1)
    }
    // Guests are nevertheless distinguished by their whole address.
    gallery.clock.advance(5 * minuteMs)
    const first = await followed(gallery, await codeFor(gallery, 'Ann', 'ann+1@example.org'))
    const second = await followed(gallery, await codeFor(gallery, 'Bob', 'ann+2@example.org'))
    expect((await me(first.browser)).email).toBe('ann+1@example.org')
    expect((await me(second.browser)).email).toBe('ann+2@example.org')
  })

  test('registering counts addresses together that differ only in script or in invisible characters', async () => {
    await using gallery = await openGallery()
    const mailboxes = [
      ['eva@bücher.example', 'Eva@BÜCHER.example', 'eva@xn--bcher-kva.example'],
      ['eva＠example。org', '"eva"@example.org', 'e\u200bva+2@example.org '],
      ['MÜLLER@example.org', 'mu\u0308ller@example.org', 'müller+1@example.org'],
    ]
    for (const [index, addresses] of mailboxes.entries()) {
      for (const address of addresses) {
        expect((await register(gallery.asVisitor(), 'Ann', address)).status).toBe(200)
      }
      expect((await letters(gallery)).length).toBe(index + 1)
    }
  })

  test('registering sends one e-mail for many requests at the same moment', async () => {
    await using gallery = await openGallery()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => register(gallery.asVisitor(), 'Ann')),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200))
    expect((await letters(gallery)).length).toBe(1)
  })

  test('registering is allowed twenty times an hour per client', async () => {
    await using gallery = await openGallery()
    const statuses: number[] = []
    for (let index = 0; index < 21; index++) {
      const answer = await register(gallery.asVisitor(), 'Ann', `ann${index}@example.org`)
      statuses.push(answer.status)
      if (answer.status === 429) expect(answer.headers.get('retry-after')).toBe('3600')
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429])
    expect((await letters(gallery)).length).toBe(20)
    gallery.clock.advance(hourMs)
    expect((await register(gallery.asVisitor(), 'Ann', 'ann20@example.org')).status).toBe(200)
  })

  test('registering leaves the code only in the e-mail', async () => {
    await using gallery = await openGallery()
    const code = await codeFor(gallery, 'Ann')
    const files = (await readdir(gallery.data)).filter((name) => name.startsWith('vitrine.db'))
    expect(files).toContain('vitrine.db')
    for (const file of files) {
      expect((await readFile(join(gallery.data, file))).includes(code), file).toBe(false)
    }
  })

  test('registering is forgotten if the link is never opened', async () => {
    await using gallery = await openGallery()
    await codeFor(gallery, 'Ann')
    gallery.clock.advance(dayMs)
    await codeFor(gallery, 'Ben', 'ben@example.org')
    const known = gallery.services.store.connection.query('SELECT email FROM guest').all()
    expect(known).toEqual([{ email: 'ben@example.org' }])
  })
})

describe('verification', () => {
  test('the code verifies, names and signs in the guest in that browser only', async () => {
    await using gallery = await openGallery()
    const code = await codeFor(gallery, 'Ann')
    const time = new Date(gallery.clock.now()).toISOString()
    const { browser, guest } = await followed(gallery, code)
    expect(guest).toEqual({ name: 'Ann', email, verified: true, time })
    expect(await me(browser)).toEqual(guest)
    expect(await isSignedIn(browser)).toBe(true)
    expect(await isSignedIn(gallery.asVisitor())).toBe(false)
    expect((await browser.put('/api/user', { name: 'x' })).status).toBe(403)
  })

  test('verifying keeps a guest signed in for a year, until they sign out', async () => {
    await using gallery = await openGallery()
    const browser = gallery.asVisitor()
    const answer = await follow(browser, await codeFor(gallery, 'Ann'))
    const cookie = answer.headers.get('set-cookie')!
    expect(cookie).toContain('Max-Age=31536000')
    expect(cookie).toContain('HttpOnly')
    expect(cookie).toContain('SameSite=Lax')
    gallery.clock.advance(365 * dayMs - 1)
    expect(await isSignedIn(browser)).toBe(true)
    gallery.clock.advance(1)
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('verifying again while the code is valid is harmless and does not undo a later name', async () => {
    await using gallery = await openGallery()
    const code = await codeFor(gallery, 'Ann')
    const { browser, guest } = await followed(gallery, code)
    gallery.clock.advance(hourMs)
    expect((await followed(gallery, code)).guest).toEqual(guest)
    await change(browser, { name: 'Annie' })
    const again = await followed(gallery, code)
    expect(again.guest).toEqual({ ...guest, name: 'Annie' })
    expect(await isSignedIn(again.browser)).toBe(true)
    expect(await isSignedIn(browser)).toBe(true)
  })

  test('verifying does not apply a name that is older than the current one', async () => {
    await using gallery = await openGallery()
    const first = await codeFor(gallery, 'First')
    const second = await codeFor(gallery, 'Second')
    const third = await codeFor(gallery, 'Third')
    expect((await followed(gallery, second)).guest.name).toBe('Second')
    const { browser, guest } = await followed(gallery, first)
    expect(guest.name).toBe('Second')
    expect((await followed(gallery, third)).guest.name).toBe('Third')
    const fourth = await codeFor(gallery, 'Fourth')
    await change(browser, { name: 'Fifth' })
    expect((await followed(gallery, fourth)).guest.name).toBe('Fifth')
  })

  test('verifying is refused after a day and with an invalid code', async () => {
    await using gallery = await openGallery()
    const code = await codeFor(gallery, 'Ann')
    gallery.clock.advance(dayMs - 1)
    await followed(gallery, code)
    gallery.clock.advance(1)
    const cut = code.slice(0, -1)
    for (const dead of [code, cut, `${code}x`, code.toLowerCase(), 'x', '', '\0', "' OR 1=1 --"]) {
      const browser = gallery.asVisitor()
      const answer = await follow(browser, dead)
      expect(answer.status).toBe(400)
      expect((await errorOf(answer)).message).toBe('this link is no longer valid')
      expect(await isSignedIn(browser)).toBe(false)
    }
    for (const query of ['', `?code=${code}&code=${code}`]) {
      expect((await gallery.asVisitor().get(`/api/guest/verify${query}`)).status).toBe(400)
    }
  })

  test('verifying adds a number to a name that is taken', async () => {
    await using gallery = await openGallery()
    await gallery.asOwner()
    const names: string[] = []
    for (const [index, name] of [
      'Ann',
      'ＡＮＮ',
      'a\u200bnn',
      'Ann 2',
      'x'.repeat(40),
      'X'.repeat(40),
      'A\u200cn\u200dn',
      'A\ufff9nn',
      `${'y'.repeat(36)}👩\u200d👧z`,
      `${'y'.repeat(36)}👩\u200d👧z`,
    ].entries()) {
      const code = await codeFor(gallery, name, `guest${index}@example.org`)
      names.push((await followed(gallery, code)).guest.name)
    }
    expect(names).toEqual([
      'Ann',
      'ＡＮＮ 2',
      'ann 3',
      'Ann 2 2',
      'x'.repeat(40),
      `${'X'.repeat(38)} 2`,
      'A\u200cn\u200dn 4',
      'A\ufff9nn 5',
      `${'y'.repeat(36)}👩\u200d👧z`,
      `${'y'.repeat(36)}👩 2`,
    ])
  })

  test.each([
    ['Ann Example', ['ann example', 'A\u200cnn Example', 'Ann Exampl\u0435', 'Ann Example 2']],
    ['Ann\u00ad\u200b  Example', ['Ann Example', 'ＡＮＮ ＥＸＡＭＰＬＥ', 'Ann Example.']],
    ['Ilse', ['llse', 'ILSE', '1lse', 'Ilse (Owner)']],
    ['', ['Vitrine', 'V\u0456trine', 'vitrine 2', 'Owner', '0wner']],
    ['Ann', ['Vitrine', 'V1TRINE']],
  ])(
    'verifying does not allow the owner’s name %j to a guest, not even with a number',
    async (name, asked) => {
      await using gallery = await openGallery({ name })
      await gallery.asOwner()
      const names: string[] = []
      for (const [index, each] of asked.entries()) {
        const code = await codeFor(gallery, each, `guest${index}@example.org`)
        names.push((await followed(gallery, code)).guest.name)
      }
      expect(names).toEqual(asked.map((_, index) => (index === 0 ? 'Guest' : `Guest ${index + 1}`)))
    },
  )

  test('verifying names guests Visitor if the owner is called Guest', async () => {
    await using gallery = await openGallery({ name: 'Guest' })
    await gallery.asOwner()
    const code = await codeFor(gallery, 'guest')
    expect((await followed(gallery, code)).guest.name).toBe('Visitor')
  })

  test('a guest keeps a name that the owner takes later', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const ann = await gallery.asGuest('Ann', email)
    await owner.put('/api/user', { name: 'Ann' })
    expect((await followed(gallery, await codeFor(gallery, 'Ann'))).guest.name).toBe('Ann')
    expect((await change(ann, { name: 'ANN' })).status).toBe(200)
    expect((await change(ann, { name: 'Anｎ\u00ad 2' })).status).toBe(409)
  })

  test('verifying keeps the number when the same name is requested again', async () => {
    await using gallery = await openGallery()
    await gallery.asGuest('Ann', email)
    const name = async () =>
      (await followed(gallery, await codeFor(gallery, 'Ann', 'b@example.org'))).guest.name
    expect([await name(), await name()]).toEqual(['Ann 2', 'Ann 2'])
  })

  test('verifying is refused from another site’s page, as is signing out', async () => {
    await using gallery = await openGallery()
    const code = await codeFor(gallery, 'Ann')
    const ann = await gallery.asGuest('Ben', 'ben@example.org')
    for (const path of [`/api/guest/verify?code=${code}`, '/api/guest/logout']) {
      const answer = await ann.get(path, { 'sec-fetch-site': 'cross-site' })
      expect(answer.status).toBe(403)
    }
    expect((await me(ann)).name).toBe('Ben')
  })

  test('verifying leaves the owner signed in', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    expect((await owner.get('/api/guest')).status).toBe(401)
    await follow(owner, await codeFor(gallery, 'Ben'))
    expect((await owner.data<{ authenticated: boolean }>('/api/loggedin')).authenticated).toBe(true)
    expect((await me(owner)).name).toBe('Ben')
    await owner.get('/api/guest/logout')
    expect(await isSignedIn(owner)).toBe(false)
    expect((await owner.data<{ authenticated: boolean }>('/api/loggedin')).authenticated).toBe(true)
  })
})

describe('link', () => {
  const guestRows = (gallery: Gallery) =>
    ['guest', 'verification', 'session'].map((table) =>
      gallery.services.store.connection.query(`SELECT * FROM ${table}`).all(),
    )

  test('opening the link verifies at once in the browser that registered', async () => {
    await using gallery = await openGallery()
    const browser = gallery.asVisitor()
    const answer = await register(browser, 'Ann')
    const cookie = answer.headers.get('set-cookie')!
    expect(cookie).toMatch(/^vitrine_registration=[\w-]{43}; /)
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=86400']) {
      expect(cookie.split('; ')).toContain(flag)
    }
    const opened = await open(browser, codeIn((await letters(gallery))[0]!))
    expect((await opened.json()).data).toMatchObject({ name: 'Ann', email, verified: true })
    expect(await isSignedIn(browser)).toBe(true)
    expect([...browser.cookies.keys()]).toEqual(['vitrine_guest'])
  })

  test('opening the link verifies at once even after several registrations, or for a signed-in guest’s new address', async () => {
    await using gallery = await openGallery()
    const browser = gallery.asVisitor()
    await register(browser, 'Ann')
    // No second e-mail this soon, and the link in the first one still belongs to this browser.
    await register(browser, 'Annie')
    await open(browser, codeIn((await letters(gallery))[0]!))
    await change(browser, { email: 'new@example.org' })
    await open(browser, codeIn((await lettersTo(gallery, 'new@example.org'))[0]!))
    expect(await me(browser)).toMatchObject({ name: 'Ann', email: 'new@example.org' })
  })

  test('opening the link in any other browser names the guest and changes nothing until it is confirmed', async () => {
    await using gallery = await openGallery()
    const code = await codeFor(gallery, 'Mallory', 'mallory@example.org')
    const ann = await gallery.asGuest('Ann', email)
    const strangers = [gallery.asVisitor(), ann, await gallery.asOwner()]
    // This browser registered too, but for another link.
    await register(strangers[0]!, 'Bob', 'bob@example.org')
    const before = guestRows(gallery)
    for (const browser of strangers) {
      const cookies = new Map(browser.cookies)
      const answer = await open(browser, code)
      expect(answer.headers.getSetCookie()).toEqual([])
      expect((await answer.json()).data).toEqual({
        name: 'Mallory',
        email: 'mallory@example.org',
        verified: false,
        time: new Date(0).toISOString(),
      })
      expect(browser.cookies).toEqual(cookies)
    }
    expect(guestRows(gallery)).toEqual(before)
    expect((await me(ann)).name).toBe('Ann')
    const confirmed = await follow(ann, code)
    expect((await confirmed.json()).data).toMatchObject({ name: 'Mallory', verified: true })
    expect((await me(ann)).name).toBe('Mallory')
  })

  test('opening the link shows the name that the guest would get, and their current one once verified', async () => {
    await using gallery = await openGallery()
    await gallery.asGuest('Ann', email)
    const code = await codeFor(gallery, 'ann', 'ben@example.org')
    const shown = async () =>
      ((await (await open(gallery.asVisitor(), code)).json()).data as Guest).name
    expect(await shown()).toBe('ann 2')
    const { browser, guest } = await followed(gallery, code)
    expect(guest.name).toBe('ann 2')
    await change(browser, { name: 'Ben' })
    expect(await shown()).toBe('Ben')
    // A browser already signed in as that guest is not asked.
    const again = await open(browser, code)
    expect((await again.json()).data).toMatchObject({ name: 'Ben', verified: true })
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test('opening the link asks even a signed-in guest if another browser requested the new name', async () => {
    await using gallery = await openGallery()
    const ann = await gallery.asGuest('Ann', email)
    const code = await codeFor(gallery, 'Mallory')
    const answer = await open(ann, code)
    expect((await answer.json()).data).toMatchObject({ name: 'Mallory', verified: false })
    expect((await me(ann)).name).toBe('Ann')
  })

  test('opening a dead link is refused in every browser, as is confirming it', async () => {
    await using gallery = await openGallery()
    const browser = gallery.asVisitor()
    await register(browser, 'Ann')
    const code = codeIn((await letters(gallery))[0]!)
    gallery.clock.advance(dayMs)
    for (const dead of [code, 'x', '']) {
      for (const answer of [await open(browser, dead), await follow(browser, dead)]) {
        expect(answer.status).toBe(400)
        expect((await errorOf(answer)).message).toBe('this link is no longer valid')
      }
    }
  })

  test('another site’s page cannot confirm an opened link', async () => {
    await using gallery = await openGallery()
    const ben = await gallery.asGuest('Ben', 'ben@example.org')
    const code = await codeFor(gallery, 'Mallory')
    const answer = await ben.request('/api/guest/verify', {
      method: 'POST',
      body: { code },
      headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
    })
    expect(answer.status).toBe(403)
    expect((await me(ben)).name).toBe('Ben')
  })

  test('opening the link is limited to sixty times a minute per client', async () => {
    await using gallery = await openGallery()
    for (let n = 0; n < 60; n++) {
      const answer =
        n % 2 ? await open(gallery.asVisitor(), 'x') : await follow(gallery.asVisitor(), 'x')
      expect(answer.status).toBe(400)
    }
    expect((await open(gallery.asVisitor(), 'x')).status).toBe(429)
    expect((await follow(gallery.asVisitor(), 'x')).status).toBe(429)
    gallery.clock.advance(minuteMs)
    expect((await open(gallery.asVisitor(), 'x')).status).toBe(400)
  })
})

describe('signed-in guests', () => {
  test('a signed-in guest changes their name at once', async () => {
    await using gallery = await openGallery()
    const ann = await gallery.asGuest('Ann', email)
    const answer = await change(ann, { name: 'Annie', email })
    expect((await answer.json()).data).toEqual(await me(ann))
    expect((await me(ann)).name).toBe('Annie')
    expect((await change(ann, {})).status).toBe(200)
    expect([...ann.cookies.keys()]).toEqual(['vitrine_guest'])
    expect((await me(ann)).name).toBe('Annie')
    expect((await letters(gallery)).length).toBe(1)
    expect((await change(gallery.asVisitor(), { name: 'x y' })).status).toBe(401)
  })

  test('a signed-in guest is told when a name is taken or the owner’s, and nothing changes', async () => {
    await using gallery = await openGallery()
    await gallery.asOwner()
    await gallery.asGuest('Ann', email)
    const ben = await gallery.asGuest('Ben', 'ben@example.org')
    const taken = 'this name is already taken; choose another one'
    const reserved = 'this name is too similar to the owner’s; choose another one'
    for (const [name, message] of [
      ['Ann', taken],
      [' ANN ', taken],
      ['ａｎｎ', taken],
      ['Ann Example', reserved],
      ['ANN  EXAMPLE', reserved],
      ['Ann Examp1e', reserved],
      ['Аnn Example 3', reserved],
      ['Vitrine', reserved],
    ] as const) {
      const answer = await change(ben, { name, email: 'new@example.org' })
      expect(answer.status).toBe(409)
      expect(await errorOf(answer)).toEqual({ code: 409, message, details: { field: 'name' } })
    }
    expect((await me(ben)).name).toBe('Ben')
    expect(await lettersTo(gallery, 'new@example.org')).toEqual([])
    expect((await change(ben, { name: 'BEN' })).status).toBe(200)
  })

  test('a signed-in guest gets a new address once the link sent to it is opened', async () => {
    await using gallery = await openGallery()
    const [here, elsewhere] = [await gallery.asGuest('Ann', email), gallery.asVisitor()]
    await follow(elsewhere, codeIn((await lettersTo(gallery, email))[0]!))
    const oldCode = await codeFor(gallery, 'Stale')
    gallery.clock.advance(5 * minuteMs)
    const answer = await change(here, { name: 'Annie', email: 'new@example.org' })
    expect((await answer.json()).data).toMatchObject({ name: 'Annie', email, verified: true })
    expect((await lettersTo(gallery, email)).length).toBe(2)
    const code = codeIn((await lettersTo(gallery, 'new@example.org'))[0]!)
    expect((await follow(here, code)).status).toBe(200)
    expect(await me(here)).toMatchObject({ name: 'Annie', email: 'new@example.org' })
    // Sessions from the old address have ended.
    expect(await isSignedIn(elsewhere)).toBe(false)
    expect((await follow(elsewhere, oldCode)).status).toBe(400)
    expect((await followed(gallery, code)).guest.email).toBe('new@example.org')
  })

  test('a signed-in guest cannot take another guest’s address or learn whose it is', async () => {
    await using gallery = await openGallery()
    const ann = await gallery.asGuest('Ann', email)
    const mallory = await gallery.asGuest('Mallory', 'mallory@example.org')
    gallery.clock.advance(5 * minuteMs)
    const answers = [
      await change(mallory, { email: 'ANN@example.org' }),
      await change(mallory, { email: 'nobody@example.org' }),
    ]
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(texts[0]).toBe(texts[1]!)
    const [letter] = (await letters(gallery)).filter(({ to }) => to.includes('ANN@'))
    const answer = await follow(gallery.asVisitor(), codeIn(letter!))
    expect((await errorOf(answer)).message).toBe('this link is no longer valid')
    expect(await me(ann)).toMatchObject({ name: 'Ann', email })
    expect(await me(mallory)).toMatchObject({ name: 'Mallory', email: 'mallory@example.org' })
  })

  test('a signed-in guest can take an address that someone else entered but never verified', async () => {
    await using gallery = await openGallery()
    const ann = await gallery.asGuest('Ann', email)
    const squatted = await codeFor(gallery, 'Squatter', 'new@example.org')
    gallery.clock.advance(5 * minuteMs)
    await change(ann, { email: 'new@example.org' })
    const code = codeIn((await lettersTo(gallery, 'new@example.org')).at(-1)!)
    expect((await followed(gallery, code)).guest).toMatchObject({
      name: 'Ann',
      email: 'new@example.org',
    })
    expect((await follow(gallery.asVisitor(), squatted)).status).toBe(400)
  })

  test('a signed-in guest signs out on the server too', async () => {
    await using gallery = await openGallery()
    const ann = await gallery.asGuest('Ann')
    const cookie = [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await ann.get('/api/guest/logout')
    expect((await answer.json()).data).toEqual({ authenticated: false })
    expect(ann.cookies.size).toBe(0)
    const replayed = await gallery.asVisitor().get('/api/guest', { cookie })
    expect(replayed.status).toBe(401)
    expect((await ann.get('/api/guest/logout')).status).toBe(200)
  })

  test('a signed-in guest cannot flood an address with e-mail by changing to it repeatedly', async () => {
    await using gallery = await openGallery()
    const ann = await gallery.asGuest('Ann', email)
    for (let index = 0; index < 5; index++) await change(ann, { email: 'victim@example.org' })
    expect((await lettersTo(gallery, 'victim@example.org')).length).toBe(1)
    const statuses = new Set<number>()
    for (let index = 0; index < 25; index++) {
      statuses.add((await change(ann, { email: `v${index}@example.org` })).status)
    }
    expect(statuses).toEqual(new Set([200, 429]))
    expect((await letters(gallery)).length).toBeLessThanOrEqual(21)
  })
})

describe('names', () => {
  test('a guest’s name keeps the joiners of emoji, Persian and Hindi', async () => {
    await using gallery = await openGallery()
    for (const [index, name] of ['👩‍👩‍👧‍👦', 'می\u200cخواهم', 'क्\u200dष'].entries()) {
      const guest = await gallery.asGuest(name, `guest${index}@example.org`)
      expect((await me(guest)).name).toBe(name)
    }
  })

  test('a guest’s name is reduced to what is visible and the joiners within it', async () => {
    await using gallery = await openGallery()
    const ann = await gallery.asGuest('Ann', email)
    const seen = ['A', 'é', '👩', '👧', 'क', '्', 'م']
    const unseen = ['\u200b', '\u202e', '\u3164', '\u2060', '\ufe0f', '\ufeff']
    const part = fc.constantFrom(...seen, ...unseen, ' ', '\u2800', '\u200c', '\u200d')
    const lettersOf = (name: string) => [...name].filter((letter) => seen.includes(letter))
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 12 }), async (parts) => {
        gallery.clock.advance(hourMs)
        const asked = parts.join('')
        const answer = await change(ann, { name: asked })
        if (lettersOf(asked).length < 2) return expect(answer.status).toBe(400)
        expect(answer.status).toBe(200)
        const { name } = (await answer.json()).data as Guest
        expect(lettersOf(name)).toEqual(lettersOf(asked))
        expect([...unseen, '\u2800'].filter((letter) => name.includes(letter))).toEqual([])
        expect(name).not.toMatch(/^[ \u200c\u200d]|[ \u200c\u200d]{2}|[ \u200c\u200d]$/)
        // A joiner between two visible characters is kept.
        const kept = parts.filter((letter) => !unseen.includes(letter)).join('')
        const joiners = /(?<=[^\s\u2800\u200c\u200d])[\u200c\u200d]+(?=[^\s\u2800\u200c\u200d])/g
        const firsts = [...kept.matchAll(joiners)].map(([run]) => run.charAt(0))
        expect([...name].filter((letter) => /[\u200c\u200d]/.test(letter))).toEqual(firsts)
        expect((await (await change(ann, { name })).json()).data.name).toBe(name)
      }),
    )
  })
})
