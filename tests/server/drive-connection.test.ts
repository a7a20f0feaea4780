import { describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DriveAuthQuery } from '../../src/contract/imports/drive.ts'
import {
  type DriveGallery,
  openDriveGallery,
  refusalOf,
  session,
} from '../support/drive-gallery.ts'
import { openFakeDrive } from '../support/fake-drive.ts'
import { driveScope } from '../support/fake-google-oauth.ts'
import { takeBackTo } from '../support/old-folder.ts'
import { camera } from '../support/photos.ts'

const rowOf = ({ services }: DriveGallery) =>
  services.store.connection.query('SELECT * FROM drive').get() as Record<string, unknown>

describe('start', () => {
  test('connecting to Google Drive requests offline read access with PKCE and the public callback URL', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    const url = new URL(await gallery.drive.begin(session, '/user/drive'))
    expect(url.origin + url.pathname).toBe(`${fake.url}/o/oauth2/v2/auth`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: fake.clientId,
      redirect_uri: 'http://gallery.test/api/drive/callback',
      response_type: 'code',
      scope: driveScope,
      access_type: 'offline',
      prompt: 'consent',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('connecting to Google Drive returns to the page where it began', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    expect(gallery.drive.status()).toEqual({
      authenticated: false,
      isConfigured: true,
      configProblem: null,
      reason: null,
      isLost: false,
      account: null,
    })
    const back = await gallery.returnFromGoogle('/account/drive')
    expect(back.path).toBe('http://gallery.test/api/drive/callback')
    expect(await gallery.drive.finish(session, back)).toBe('/account/drive')
    expect(gallery.drive.status().authenticated).toBe(true)
    expect(fake.oauth.calls).toEqual({ code: 1, refresh: 0, revoke: 0 })
  })

  test('connecting to Google Drive is refused with the reason if there is no client ID or secret', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake, { googleClientSecret: undefined })
    expect(gallery.drive.status()).toMatchObject({ authenticated: false, isConfigured: false })
    const { code, message } = await refusalOf(gallery.drive.begin(session, '/user/drive'))
    expect({ code, message }).toEqual({
      code: 409,
      message: expect.stringContaining('Set VITRINE_GOOGLE_CLIENT_SECRET'),
    })
    expect(fake.paths).toEqual([])
  })

  test('connecting to Google Drive says which of client ID and secret is missing, if only one is', async () => {
    await using fake = await openFakeDrive()
    const problemWith = async (settings: Parameters<typeof openDriveGallery>[1]) => {
      await using gallery = await openDriveGallery(fake, settings)
      return gallery.drive.status().configProblem
    }
    const nothing = { googleClientId: undefined, googleClientSecret: undefined }
    expect(await problemWith(nothing)).toBeNull()
    expect(await problemWith({ googleClientSecret: undefined })).toMatch(
      /^Google Drive cannot be used: the client ID is set, but not the client secret\. Set VITRINE_/,
    )
    expect(await problemWith({ googleClientId: undefined })).toMatch(
      /the client secret is set, but not the client ID\. Set VITRINE_GOOGLE_CLIENT_ID /,
    )
  })

  test('connecting to Google Drive lasts across a restart with the same secret.key', async () => {
    await using fake = await openFakeDrive()
    const first = await openDriveGallery(fake, { keepFolder: true })
    await first.connect()
    fake.addFolder('Photos')
    await first.abandon()
    await using gallery = await openDriveGallery(fake, { data: first.data })
    expect(await gallery.drive.setFolder({ driveFolderName: 'Photos' })).toMatchObject({
      driveFolderName: 'Photos',
    })
    expect(fake.oauth.calls).toEqual({ code: 1, refresh: 1, revoke: 0 })
  })
})

describe('callback', () => {
  const ways: [string, (gallery: DriveGallery) => Promise<string>, string][] = [
    [
      'an unknown state',
      ({ drive }) => drive.finish(session, { state: 'x', code: 'y' }),
      'expired',
    ],
    [
      'a state that was used',
      async ({ drive, returnFromGoogle }) => {
        const back = await returnFromGoogle()
        await drive.finish('another session', back)
        return drive.finish(session, back)
      },
      'expired',
    ],
    [
      'a state of another session',
      async ({ drive, returnFromGoogle }) =>
        drive.finish('another session', await returnFromGoogle()),
      'other-session',
    ],
    [
      'a state that is too old',
      async ({ drive, returnFromGoogle, clock }) => {
        const back = await returnFromGoogle()
        clock.advance(15 * 60_000)
        return drive.finish(session, back)
      },
      'expired',
    ],
  ]
  test.each(ways)(
    'the OAuth callback with %s leads to the Drive screen without a request to the token endpoint',
    async (_, go, error) => {
      await using fake = await openFakeDrive()
      await using gallery = await openDriveGallery(fake)
      expect(await go(gallery)).toBe(`/account/drive?error=${error}`)
      expect(fake.oauth.calls).toEqual({ code: 0, refresh: 0, revoke: 0 })
      expect(gallery.drive.status().authenticated).toBe(false)
    },
  )

  test('the OAuth callback is accepted once, even if it arrives twice at the same time', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    const back = await gallery.returnFromGoogle()
    const ends = await Promise.all([1, 2].map(() => gallery.drive.finish(session, back)))
    expect(ends.sort()).toEqual(['/account/drive?error=expired', '/user/drive'])
    expect(fake.oauth.calls.code).toBe(1)
  })

  test('the OAuth callback without access shows the reason on the Drive screen', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    fake.oauth.program.consent = 'nothing'
    expect(await gallery.connect()).toBe('/user/drive')
    expect(gallery.drive.status()).toMatchObject({
      authenticated: false,
      reason: 'You did not allow access at Google. Connect again.',
    })
    expect(fake.oauth.calls.code).toBe(0)
    fake.oauth.program.consent = 'without the drive'
    await gallery.connect()
    expect(gallery.drive.status().reason).toContain('Tick the box')
    expect(fake.oauth.liveTokens()).toBe(0)
    fake.oauth.program.consent = 'all'
    await gallery.connect()
    expect(gallery.drive.status()).toMatchObject({ authenticated: true, reason: null })
  })

  test('the OAuth callback with an unknown code, or a code for another verifier, does not connect', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    const [one, other] = [await gallery.returnFromGoogle(), await gallery.returnFromGoogle()]
    await gallery.drive.finish(session, { state: one.state, code: other.code })
    expect(gallery.drive.status()).toMatchObject({
      authenticated: false,
      reason: 'Google rejected the sign-in. Connect again.',
    })
    expect(fake.oauth.liveTokens()).toBe(0)
  })

  test('the OAuth callback with a wrong client secret names the error', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake, { googleClientSecret: 'another' })
    await gallery.connect()
    expect(gallery.drive.status().reason).toBe(
      'Google rejected this gallery’s client ID or secret (invalid_client); check both and restart Vitrine',
    )
  })

  test.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/%09/evil.example',
    '/%2f%2fevil.example',
    'javascript:alert(1)',
    '/user/drive\r\nSet-Cookie: a=b',
    '/user/drive/',
    '/user/drive?x',
    '',
  ])('the OAuth callback never redirects to %j', (redir) => {
    expect(DriveAuthQuery().safeParse({ redir }).success).toBe(false)
    expect(DriveAuthQuery().safeParse({ redir: ['/user/drive', redir] }).success).toBe(false)
  })
})

describe('connections', () => {
  test('a connection to Google Drive gets a new access token before the old one expires, and when Google rejects it', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    fake.addFolder('Photos')
    await gallery.drive.setFolder({ driveFolderName: 'Photos' })
    await gallery.drive.list()
    expect(fake.oauth.calls.refresh).toBe(1)
    fake.oauth.forgetAccess()
    expect(await gallery.drive.list()).toEqual([])
    expect(fake.oauth.calls.refresh).toBe(2)
    fake.oauth.program.lifeSeconds = 10
    fake.oauth.forgetAccess()
    await gallery.drive.list()
    const before = fake.oauth.calls.refresh
    await gallery.drive.list()
    expect(fake.oauth.calls.refresh).toBeGreaterThan(before)
  })

  test('a connection that Google has ended is deleted and must be renewed, with the reason shown', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    fake.addFolder('Photos')
    fake.oauth.withdraw()
    const refusal = await refusalOf(gallery.drive.setFolder({ driveFolderName: 'Photos' }))
    expect(refusal.code).toBe(409)
    const lost = {
      ...{ authenticated: false, isLost: true, account: 'ann@example.org' },
      reason: expect.stringContaining('it expired after 7 days'),
    }
    expect(gallery.drive.status()).toMatchObject(lost)
    expect(rowOf(gallery).refresh_token).toBeNull()
    const called = fake.paths.length
    expect((await refusalOf(gallery.drive.list())).message).toContain('it expired after 7 days')
    expect(fake.paths.length).toBe(called)
    // Google proposes that account, and refusing access again does not forget it.
    const google = new URL(await gallery.drive.begin(session, '/user/drive'))
    expect(google.searchParams.get('login_hint')).toBe('ann@example.org')
    fake.oauth.program.consent = 'nothing'
    await gallery.connect()
    expect(gallery.drive.status()).toMatchObject({ isLost: true, account: 'ann@example.org' })
    fake.oauth.program.consent = 'all'
    await gallery.connect()
    expect(gallery.drive.status()).toMatchObject({
      ...{ authenticated: true, isLost: false, reason: null },
    })
    // To reconnect is then the way to another account.
    const again = new URL(await gallery.drive.begin(session, '/user/drive'))
    expect(again.searchParams.get('prompt')).toBe('select_account consent')
    expect(again.searchParams.has('login_hint')).toBe(false)
  })

  test.each([
    ['Google no longer accepts this connection. It was revoked.', true],
    ['The connection was encrypted with a different secret.key.', true],
    ['You did not allow access at Google. Connect again.', false],
  ])(
    'a connection of an older version with the reason “%s” counts as lost: %p',
    async (trouble, isLost) => {
      await using fake = await openFakeDrive()
      const old = await openDriveGallery(fake, { keepFolder: true })
      await old.abandon()
      takeBackTo(9, old.data, [], (database) =>
        database.run('UPDATE drive SET trouble = ?', [trouble]),
      )
      await using gallery = await openDriveGallery(fake, { data: old.data })
      expect(gallery.drive.status()).toMatchObject({ isLost, reason: trouble })
    },
  )

  test('a lost connection to Google Drive is forgotten when the owner disconnects', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    fake.oauth.withdraw()
    await refusalOf(gallery.drive.setFolder({ driveFolderName: 'Photos' }))
    await gallery.drive.disconnect()
    expect(gallery.drive.status()).toMatchObject({ isLost: false, account: null, reason: null })
  })

  test('a connection that was encrypted with another key must be renewed', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    gallery.services.store.connection.run('UPDATE drive SET refresh_token = randomblob(90)')
    expect((await refusalOf(gallery.drive.list())).code).toBe(409)
    expect(gallery.drive.status().reason).toContain('a different secret.key')
  })

  test('a connection to Google Drive is revoked at Google and deleted when the owner disconnects', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    expect(await gallery.drive.disconnect()).toEqual({ authenticated: false })
    expect(fake.oauth.calls.revoke).toBe(1)
    expect(fake.oauth.liveTokens()).toBe(0)
    expect(rowOf(gallery).refresh_token).toBeNull()
    expect(gallery.drive.status()).toMatchObject({ authenticated: false, reason: null })
    expect(await gallery.drive.disconnect()).toEqual({ authenticated: false })
    expect(fake.oauth.calls.revoke).toBe(1)
  })

  test('a connection to Google Drive is deleted even if it cannot be revoked at Google', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    await gallery.connect()
    fake.oauth.program.isRevokeBroken = true
    await gallery.drive.disconnect()
    expect(rowOf(gallery).refresh_token).toBeNull()
  })

  test('a connection to Google Drive leaves no token, code, verifier or secret unencrypted in the data folder or the log', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    const printed: string[] = []
    const { log, error } = console
    console.log = console.error = (...words: unknown[]) =>
      void printed.push(words.map(String).join())
    try {
      await gallery.connect()
      const folder = fake.addFolder('Photos')
      fake.addFile(folder, { name: 'good.jpg', bytes: await camera() })
      await gallery.drive.setFolder({ driveFolderName: 'Photos' })
      await gallery.importAll()
      fake.addFile(folder, { name: 'late.jpg', bytes: await camera() })
      fake.oauth.withdraw()
      await gallery.importAll().catch(() => undefined)
      const abandoned = await gallery.returnFromGoogle()
      if (abandoned.code) fake.oauth.secrets.add(abandoned.code)
      fake.oauth.secrets.add(abandoned.state)
      await gallery.connect()
    } finally {
      Object.assign(console, { log, error })
    }
    const files = await readdir(gallery.data, { recursive: true, withFileTypes: true })
    let searched = ''
    for (const file of files.filter((entry) => entry.isFile())) {
      searched += await Bun.file(join(file.parentPath, file.name))
        .bytes()
        .then((bytes) => Buffer.from(bytes).toString('latin1'))
    }
    expect(searched).toContain('SQLite format 3')
    expect(fake.oauth.secrets.size).toBeGreaterThan(7)
    const found = [...fake.oauth.secrets].filter(
      (secret) => searched.includes(secret) || printed.join('\n').includes(secret),
    )
    expect(found).toEqual([])
  })
})
