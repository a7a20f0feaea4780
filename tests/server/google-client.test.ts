import { describe, expect, test } from 'bun:test'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { GoogleClient } from '../../src/contract/imports/google-client.ts'
import {
  type DriveGallery,
  openDriveGallery,
  refusalOf,
  session,
} from '../support/drive-gallery.ts'
import { openFakeDrive } from '../support/fake-drive.ts'
import { openGallery } from '../support/gallery.ts'

const unset = { googleClientId: undefined, googleClientSecret: undefined }
const other = {
  clientId: '99-other.apps.googleusercontent.com',
  clientSecret: 'GOCSPX-other-secret',
}
const clientOf = (fake: { clientId: string; clientSecret: string }) => ({
  clientId: fake.clientId,
  clientSecret: fake.clientSecret,
})
const none: GoogleClient = { source: null, clientId: null, hasSecret: false, problem: null }
const storedClient = ({ services }: DriveGallery) =>
  services.store.connection
    .query<{ client: Uint8Array | null }, []>('SELECT client FROM drive')
    .get()?.client

describe('owner’s client', () => {
  test('a client ID and secret entered by the owner connect the drive without a restart, and after one', async () => {
    await using fake = await openFakeDrive()
    const first = await openDriveGallery(fake, { ...unset, keepFolder: true })
    expect(first.drive.client()).toEqual(none)
    expect(first.drive.status().isConfigured).toBe(false)
    await first.drive.setClient(clientOf(fake))
    expect(first.drive.status().isConfigured).toBe(true)
    await first.connect()
    expect(first.drive.status().authenticated).toBe(true)
    fake.addFolder('Photos')
    await first.abandon()
    await using gallery = await openDriveGallery(fake, { ...unset, data: first.data })
    expect(await gallery.drive.setFolder({ driveFolderName: 'Photos' })).toMatchObject({
      driveFolderName: 'Photos',
    })
  })

  test('a client ID and secret entered by the owner are stored encrypted with secret.key', async () => {
    await using fake = await openFakeDrive()
    const gallery = await openDriveGallery(fake, { ...unset, keepFolder: true })
    await gallery.drive.setClient(clientOf(fake))
    const sealed = Buffer.from(storedClient(gallery)!).toString('latin1')
    expect(sealed).not.toContain(fake.clientSecret)
    expect(sealed).not.toContain('googleusercontent')
    await gallery.abandon()
    for (const file of ['vitrine.db', 'vitrine.db-wal']) {
      const bytes = await readFile(join(gallery.data, file)).catch(() => Buffer.alloc(0))
      expect(bytes.includes(fake.clientSecret)).toBe(false)
    }

    await rm(join(gallery.data, 'secret.key'))
    await using restored = await openDriveGallery(fake, { ...unset, data: gallery.data })
    expect(restored.drive.client()).toEqual({
      source: 'account',
      clientId: null,
      hasSecret: false,
      problem:
        'The client was encrypted with a different secret.key (was a backup restored?). Enter it again.',
    })
    expect(restored.drive.status().isConfigured).toBe(false)
    await restored.drive.setClient(clientOf(fake))
    expect(restored.drive.client()).toMatchObject({ problem: null, hasSecret: true })
  })

  test('a new client ID and secret end the connection of the previous client, which is revoked', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake, unset)
    await gallery.drive.setClient(clientOf(fake))
    await gallery.connect()
    await gallery.drive.setClient({ clientId: fake.clientId })
    expect(gallery.drive.status().authenticated).toBe(true)
    await gallery.drive.setClient(other)
    expect(gallery.drive.status()).toMatchObject({ authenticated: false, reason: null })
    expect(fake.oauth.liveTokens()).toBe(0)
    const begun = new URL(await gallery.drive.begin(session, '/account/drive'))
    expect(begun.searchParams.get('client_id')).toBe(other.clientId)
  })

  test('a client ID and secret entered by the owner can be removed, which disconnects as well', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake, unset)
    await gallery.drive.setClient(clientOf(fake))
    await gallery.connect()
    expect(await gallery.drive.removeClient()).toEqual(none)
    expect(gallery.drive.status()).toMatchObject({ authenticated: false, isConfigured: false })
    expect(fake.oauth.liveTokens()).toBe(0)
    expect(await gallery.drive.removeClient()).toEqual(none)
    const { code, message } = await refusalOf(gallery.drive.begin(session, '/account/drive'))
    expect([code, message]).toEqual([
      409,
      'Google Drive is not configured; enter a client ID and secret on the Drive screen',
    ])
  })

  test('a client secret is kept when only the same ID is sent, and required with another ID', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake, unset)
    const { message } = await refusalOf(gallery.drive.setClient({ clientId: fake.clientId }))
    expect(message).toBe('clientSecret: is required')
    await gallery.drive.setClient(clientOf(fake))
    const before = storedClient(gallery)
    await gallery.drive.setClient({ clientId: fake.clientId })
    expect(storedClient(gallery)).toEqual(before!)
    const refusal = await refusalOf(gallery.drive.setClient({ clientId: other.clientId }))
    expect([refusal.code, refusal.message]).toEqual([
      400,
      'clientSecret: is required with another client ID',
    ])
  })
})

describe('configuration', () => {
  test('flags and variables take precedence over a client that the owner entered', async () => {
    await using fake = await openFakeDrive()
    const first = await openDriveGallery(fake, { ...unset, keepFolder: true })
    await first.drive.setClient(other)
    await first.abandon()
    await using gallery = await openDriveGallery(fake, { data: first.data })
    expect(gallery.drive.client()).toEqual({
      source: 'configuration',
      clientId: fake.clientId,
      hasSecret: true,
      problem: null,
    })
    await gallery.connect()
    for (const change of [gallery.drive.setClient(other), gallery.drive.removeClient()]) {
      const { code, message } = await refusalOf(change)
      expect([code, message]).toEqual([
        409,
        'the client is set by the configuration; change it there',
      ])
    }
    expect(gallery.drive.status().authenticated).toBe(true)
  })

  test('flags and variables are not completed by a stored client if one of the two is missing', async () => {
    await using fake = await openFakeDrive()
    const first = await openDriveGallery(fake, { ...unset, keepFolder: true })
    await first.drive.setClient(clientOf(fake))
    await first.abandon()
    await using gallery = await openDriveGallery(fake, {
      ...{ data: first.data, googleClientSecret: undefined },
    })
    expect(gallery.drive.status().isConfigured).toBe(false)
    expect(gallery.drive.client().problem).toContain(
      'the client ID is set, but not the client secret',
    )
  })
})

describe('endpoints', () => {
  test('only the owner reads and changes the client, and no response has the secret', async () => {
    await using gallery = await openGallery(unset)
    const owner = await gallery.asOwner()
    const guest = await gallery.asGuest('Gus')
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const init = { method, ...(method === 'PUT' && { body: other }) }
      const refused = await gallery.asVisitor().request('/api/drive/client', init)
      const forbidden = await guest.request('/api/drive/client', init)
      expect([method, refused.status, forbidden.status]).toEqual([method, 401, 403])
    }
    const texts: string[] = []
    for (const [method, path] of [
      ['PUT', '/api/drive/client'],
      ['GET', '/api/drive/client'],
      ['GET', '/api/drive/authenticated'],
      ['GET', '/api/status'],
      ['GET', '/account/drive'],
      ['DELETE', '/api/drive/client'],
    ] as const) {
      const init = { method, ...(method === 'PUT' && { body: other }) }
      const answer = await owner.request(path, init)
      expect([method, path, answer.status]).toEqual([method, path, 200])
      texts.push(await answer.text())
    }
    expect(JSON.parse(texts[1]!).data).toEqual({
      ...{ source: 'account', clientId: other.clientId, hasSecret: true, problem: null },
    })
    expect(texts.filter((text) => text.includes(other.clientSecret))).toEqual([])
  })

  test('a malformed client ID or secret is refused with what it must be', async () => {
    await using gallery = await openGallery(unset)
    const owner = await gallery.asOwner()
    const idRule = 'must be a client ID, which ends with .apps.googleusercontent.com'
    const secretRule = 'must be a client secret, which has at least 10 characters and no spaces'
    for (const [change, message] of [
      [{ clientId: '' }, `clientId: ${idRule}`],
      [{ clientId: 'my client' }, `clientId: ${idRule}`],
      [{ clientId: 'a b.apps.googleusercontent.com' }, `clientId: ${idRule}`],
      [
        { clientId: 'GOCSPX-x', clientSecret: other.clientId },
        'clientId: is a client secret; enter the client ID here',
      ],
      [
        { clientSecret: other.clientId },
        'clientSecret: is a client ID; enter the client secret here',
      ],
      [{ clientSecret: 'short' }, `clientSecret: ${secretRule}`],
      [{ clientSecret: 'GOCSPX-with a space' }, `clientSecret: ${secretRule}`],
      [{ clientSecret: 'x'.repeat(201) }, 'clientSecret: must have at most 200 characters'],
    ] as const) {
      const answer = await owner.request('/api/drive/client', {
        method: 'PUT',
        body: { ...other, ...change },
      })
      const { error } = (await answer.json()) as { error: { message: string } }
      expect([answer.status, error.message]).toEqual([400, message])
    }
    expect(await owner.data<GoogleClient>('/api/drive/client')).toEqual(none)
  })
})
