import { expect, test } from 'bun:test'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { noteLastBackup } from '../../src/backup/last-backup.ts'
import type { Status } from '../../src/contract/status.ts'
import type { ImportEvent } from '../../src/intake/import-folder.ts'
import { recentWarnings, warn } from '../../src/log.ts'
import { version } from '../../src/version.ts'
import type { Browser } from '../support/browser.ts'
import { type Gallery, openGallery, upload } from '../support/gallery.ts'
import { takeBackTo } from '../support/old-folder.ts'
import { camera } from '../support/photos.ts'
import { recordQueries } from '../support/recorded-queries.ts'
import { openSmtp } from '../support/smtp.ts'

const minuteMs = 60_000

const statusFor = (owner: Browser) => owner.data<Status>('/api/status')

/** The size of all files in a folder of the data folder. */
async function bytesIn({ data }: Gallery, folder: string): Promise<number> {
  const entries = await readdir(join(data, folder), { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async (file) => (await stat(join(file.parentPath, file.name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

test('only the owner can see the status of the gallery', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const guest = await gallery.asGuest('Gus')
  const [refused, forbidden, answer] = [
    await gallery.asVisitor().get('/api/status'),
    await guest.get('/api/status'),
    await owner.get('/api/status'),
  ]
  expect([refused.status, forbidden.status, answer.status]).toEqual([401, 403, 200])
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test('a new gallery has no backup, no mail server and no drive', async () => {
  await using gallery = await openGallery()
  const status = await statusFor(await gallery.asOwner())
  expect(status).toMatchObject({
    version,
    startedAt: new Date(gallery.clock.now()).toISOString(),
    photos: 0,
    backup: null,
    mail: { hasServer: false, waiting: 0, nextTryAt: null, lastSentAt: null, lastError: null },
    drive: {
      ...{ isConfigured: false, authenticated: false, account: null, reason: null, folder: null },
      ...{ lastImport: null, failures: 0 },
    },
    jobs: [],
  })
  expect(status.disk).toMatchObject({ originals: 0, renditions: 0, cameras: 0 })
  expect(status.disk.database).toBeGreaterThan(0)
  expect(status.disk.total).toBeGreaterThan(status.disk.free)
})

test('sizes by kind are those of the files, while photos come, change and go', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const sizes = async () => {
    const { disk } = await statusFor(owner)
    return { originals: disk.originals, renditions: disk.renditions }
  }
  const files = async () => ({
    originals: await bytesIn(gallery, 'originals'),
    renditions: await bytesIn(gallery, 'renditions'),
  })
  const first = await upload(gallery, owner, camera({ title: 'First' }))
  await upload(gallery, owner, camera({ title: 'Second' }))
  expect(await sizes()).toEqual(await files())
  expect((await sizes()).renditions).toBeGreaterThan(0)

  // A size that is rendered on request.
  await (await owner.get(`/api/resizes/${first.fileName}?w=400`)).bytes()
  expect(await sizes()).toEqual(await files())

  const edit = { rotation: 90, x: 0, y: 0, width: 100, height: 100 }
  await owner.data(`/api/photos/${first.id}/edit`, { method: 'PUT', body: edit })
  expect(await sizes()).toEqual(await files())

  await owner.data(`/api/photos/${first.id}`, { method: 'DELETE', body: { removeFiles: true } })
  expect(await sizes()).toEqual(await files())
  expect((await statusFor(owner)).photos).toBe(1)
})

test('the sizes of photos imported by an earlier version are counted', async () => {
  const old = await openGallery({ keepFolder: true })
  const owner = await old.asOwner()
  await upload(old, owner, camera({ model: 'x100v' }))
  const { originals, renditions } = (await statusFor(owner)).disk
  await old[Symbol.asyncDispose]()
  takeBackTo(9, old.data, ['camera', 'photo', 'rendition'], () => undefined)
  await using gallery = await openGallery({ data: old.data })
  const { disk } = await statusFor(await gallery.asOwner())
  expect(disk).toMatchObject({ originals, renditions })
  expect(originals).toBeGreaterThan(0)
})

test('files are walked at most every ten minutes, and never those of photos', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const first = await statusFor(owner)
  expect(first.disk.measuredAt).toBe(new Date(gallery.clock.now()).toISOString())
  await writeFile(join(gallery.data, 'removed', 'kept.jpg'), new Uint8Array(70_000))
  await mkdir(join(gallery.data, 'outbox', 'old'))
  await writeFile(join(gallery.data, 'outbox', 'old', 'a.eml'), new Uint8Array(5000))
  gallery.clock.advance(9 * minuteMs)
  expect((await statusFor(owner)).disk.other).toBe(first.disk.other)
  gallery.clock.advance(2 * minuteMs)
  const later = await statusFor(owner)
  expect(later.disk.other! - first.disk.other!).toBe(75_000)
})

test('reads no list of photos or renditions', async () => {
  using recorded = recordQueries()
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  await upload(gallery, owner)
  recorded.reset()
  await statusFor(owner)
  const lists = recorded
    .statements()
    .filter((sql) => /\bFROM (photo|rendition|album_photo)\b/.test(sql) && !/\bWHERE\b/.test(sql))
  expect(lists).toEqual([])
  expect(recorded.mostRows()).toBeLessThan(25)
})

test('the last verified backup is shown with what it contains', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const at = gallery.clock.now() - 3 * 24 * 60 * minuteMs
  const backup = { folder: '/mnt/backup', photos: 12_400, bytes: 61e9 }
  await noteLastBackup(gallery.services.library, { at, ...backup })
  expect((await statusFor(owner)).backup).toEqual({ at: new Date(at).toISOString(), ...backup })
})

test('mail that a server refuses is shown as waiting, with the error', async () => {
  await using smtp = await openSmtp({ recipient: () => ({ code: 451, text: 'try later' }) })
  await using gallery = await openGallery({ smtpUrl: smtp.url, mailFrom: 'photos@example.org' })
  const owner = await gallery.asOwner()
  const guest = { name: 'Gus', email: 'gus@example.org' }
  await gallery.asVisitor().data('/api/guest', { method: 'POST', body: guest })
  await gallery.services.mail.flush()
  const { mail } = await statusFor(owner)
  expect(mail).toMatchObject({ hasServer: true, waiting: 1, lastSentAt: null })
  expect(mail.lastError?.text).toContain('mail server')
  expect(Date.parse(mail.nextTryAt!)).toBeGreaterThan(gallery.clock.now())
})

test('warnings are shown, newest first and at most fifty', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  for (let number = 0; number < 60; number++) warn(`Made for a test: ${number}`)
  const { warnings } = await statusFor(owner)
  expect(warnings.map(({ text }) => text)).toEqual(recentWarnings().map(({ text }) => text))
  expect(warnings).toHaveLength(50)
  expect(warnings[0]?.text).toBe('Made for a test: 59')
})

test('an import of the command line is shown with its progress', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const paths = ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']
  async function* events(): AsyncGenerator<ImportEvent> {
    yield { kind: 'found', total: 4, place: 1, publicAlbums: [] }
    yield { kind: 'duplicate', path: paths[0]! }
    yield { kind: 'failed', path: paths[1]!, reason: 'no such file or folder' }
    yield { kind: 'end', reason: null }
  }
  const followed = gallery.services.imports.follow(events())
  for (let step = 0; step < 3; step++) await followed.next()
  const idle = { pausedUntil: null, pauseReason: null }
  expect((await statusFor(owner)).jobs).toEqual([
    { kind: 'folder import', total: 4, processed: 2, failed: 1, percent: 50, ...idle },
  ])
  await followed.next()
  await followed.next()
  expect((await statusFor(owner)).jobs).toEqual([])
})
