import { afterAll, describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Status } from '../../src/contract/site/status.ts'
import { recentWarnings, warn } from '../../src/core/log.ts'
import { version } from '../../src/core/version.ts'
import type { ImportEvent } from '../../src/imports/intake/import-request.ts'
import {
  type BackupRisks,
  noteFailedBackup,
  noteIncompleteBackup,
  noteLastBackup,
} from '../../src/operations/backup/last-backup.ts'
import { backupCommand, type Place } from '../../src/operations/status/backup-command.ts'
import { problemsOf, type TroubledSource } from '../../src/operations/status/problems.ts'
import type { Browser } from '../support/browser.ts'
import { clearAway, temporaryFolder } from '../support/executable.ts'
import { type Gallery, openGallery, upload } from '../support/gallery.ts'
import { testWith } from '../support/needs.ts'
import { takeBackTo } from '../support/old-folder.ts'
import { camera } from '../support/photos.ts'
import { recordQueries } from '../support/recorded-queries.ts'
import { mountSmall, needsMount, unmountAll } from '../support/small-disk.ts'
import { openSmtp } from '../support/smtp.ts'

afterAll(async () => {
  unmountAll()
  await clearAway()
})

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

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
    trash: { dueSoon: 0 },
    jobs: [],
  })
  expect(status.problems.filter(({ kind }) => kind !== 'warnings' && kind !== 'volume')).toEqual([])
  expect(status.disk).toMatchObject({ originals: 0, renditions: 0, cameras: 0 })
  expect(status.disk.database).toBeGreaterThan(0)
  expect(status.disk.total).toBeGreaterThan(status.disk.free)
})

test('sizes by kind are those of the files, while photos are added, changed and deleted', async () => {
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
  // Older programs did not mark pictures as not for AI.
  await owner.data('/api/sharing', { method: 'PUT', body: { keepAiOut: false } })
  await upload(old, owner, camera({ model: 'x100v' }))
  const { originals, renditions } = (await statusFor(owner)).disk
  await old[Symbol.asyncDispose]()
  takeBackTo(9, old.data, ['camera', 'photo', 'rendition'], () => undefined)
  await using gallery = await openGallery({ data: old.data })
  const { disk } = await statusFor(await gallery.asOwner())
  expect(disk).toMatchObject({ originals, renditions })
  expect(originals).toBeGreaterThan(0)
})

test('the status page walks through files at most every ten minutes, and never through those of photos', async () => {
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

test('the status page reads no list of photos or renditions', async () => {
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

test('a backup is requested with the command for this gallery, until there is a complete one', async () => {
  await using gallery = await openGallery()
  const { library } = gallery.services
  const owner = await gallery.asOwner()
  await upload(gallery, owner)
  const backupProblem = async () =>
    (await statusFor(owner)).problems.find(({ kind }) => kind === 'backup')
  expect((await backupProblem())?.text).toStartWith('There is no backup yet.')
  expect((await backupProblem())?.command).toMatch(
    new RegExp(`vitrine backup \\S+ --data ${gallery.data}$`),
  )
  const folder = '/mnt/photos'
  await noteIncompleteBackup(library, { at: gallery.clock.now(), folder, faults: 2 })
  expect((await backupProblem())?.text).toBe(
    'The last backup, made in the last 24 hours, is incomplete: 2 files were missing or damaged.',
  )
  gallery.clock.advance(1000)
  await noteLastBackup(library, { at: gallery.clock.now(), folder, photos: 1, bytes: 1 })
  expect(await backupProblem()).toBeUndefined()
  gallery.clock.advance(7 * dayMs + 1000)
  expect((await backupProblem())?.text).toBe('The last backup was made 7 days ago.')
  expect((await backupProblem())?.command).toContain('vitrine backup /mnt/photos ')
  const twoDaysAgo = gallery.clock.now() - 2 * dayMs
  await noteIncompleteBackup(library, { at: twoDaysAgo, folder: '/mnt/other', faults: 1 })
  expect((await backupProblem())?.command).toContain('vitrine backup /mnt/other ')
  expect((await backupProblem())?.text).toBe(
    'The last backup, made 2 days ago, is incomplete: 1 file was missing or damaged.',
  )
})

test('a failed backup is shown with its reason, until one is made', async () => {
  await using gallery = await openGallery()
  const { library } = gallery.services
  const owner = await gallery.asOwner()
  await upload(gallery, owner)
  const texts = async () =>
    (await statusFor(owner)).problems.filter(({ kind }) => kind === 'backup')
  const note = { folder: '/mnt/photos', photos: 1, bytes: 1 }
  await noteLastBackup(library, { at: gallery.clock.now(), ...note })
  expect(await texts()).toEqual([])
  gallery.clock.advance(1000)
  const reason = 'The disk is not mounted. Mount it.'
  const at = gallery.clock.now()
  await noteFailedBackup(library, { at, folder: note.folder, reason })
  expect(await texts()).toEqual([
    {
      kind: 'backup',
      text: 'The last backup, attempted in the last 24 hours, failed.',
      advice: expect.stringContaining(`The reason was: ${reason} Then back up again`),
      command: expect.stringContaining('vitrine backup /mnt/photos '),
    },
  ])
  gallery.clock.advance(1000)
  await noteLastBackup(library, { at: gallery.clock.now(), ...note })
  expect(await texts()).toEqual([])
})

test('a backup on the same disk, and originals that only it has, are problems', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const note = { at: gallery.clock.now(), folder: '/mnt/photos', photos: 1, bytes: 1 }
  const texts = async (risks: BackupRisks) => {
    await noteLastBackup(gallery.services.library, { ...note, ...risks })
    const { problems, backup } = await statusFor(owner)
    expect(backup).toEqual({ ...note, at: new Date(note.at).toISOString() })
    return problems.filter(({ kind }) => kind === 'backup').map(({ text }) => text)
  }
  expect(await texts({})).toEqual([])
  expect(await texts({ onSameDisk: 'gallery', lost: 2 })).toEqual([
    '2 originals are missing or damaged, but the last backup has them.',
    'The last backup is on the same disk as the gallery. If this disk fails, your photos are lost.',
  ])
  expect(await texts({ onSameDisk: 'database' })).toEqual([
    'The last backup is on the same disk as the database. If this disk fails, albums, titles, likes and comments are lost.',
  ])
})

describe('list', () => {
  const now = Date.UTC(2026, 0, 2)
  const at = (days: number) => new Date(now - days * dayMs).toISOString()
  const sound: Omit<Status, 'problems'> = {
    version,
    startedAt: at(30),
    photos: 10,
    disk: {
      ...{ originals: 1, renditions: 1, database: 1, cameras: 1, other: 1, measuredAt: at(0) },
      ...{ place: 'folder', cache: null },
      ...{ free: 301e6, total: 1e9, hasRoomForPhotos: true, isAmple: true },
    },
    backup: { at: at(1), folder: '/mnt', photos: 1, bytes: 1 },
    mail: { hasServer: true, waiting: 0, nextTryAt: null, lastSentAt: null, lastError: null },
    drive: {
      ...{ isConfigured: true, authenticated: false, account: null, reason: null, folder: null },
      ...{ lastImport: null, failures: 0 },
    },
    trash: { dueSoon: 3 },
    jobs: [],
    warnings: [{ at: at(1), text: 'Old' }],
  }
  const data = '/data'
  const place: Place = { kind: 'system' }
  const around = {
    now,
    data,
    place,
    lastBackup: undefined,
    damage: [],
    incompleteBackup: undefined,
  }
  const found = (change: Partial<Status>, isVolumeMissing = false) =>
    problemsOf({ ...sound, ...change }, { ...around, isVolumeMissing, storeTrouble: undefined })
  const kinds = (change: Partial<Status>) => found(change).map(({ kind }) => kind)

  test('the problems are none in a gallery that is backed up, has space and has not warned for a day', () => {
    expect(found({})).toEqual([])
  })

  test('the problems include a bucket that cannot be used, with the reason', () => {
    const storeTrouble = 'The bucket “photos” cannot be reached (ECONNREFUSED).'
    const [problem, ...others] = problemsOf(sound, {
      ...{ ...around, isVolumeMissing: false, storeTrouble },
    })
    expect(others).toEqual([])
    expect(problem!.kind).toBe('media')
    expect(problem!.text).toEndWith(storeTrouble)
  })

  test('the problems include a missing backup as soon as there are photos, and one older than a week', () => {
    const backup = sound.backup!
    expect(kinds({ backup: null })).toEqual(['backup'])
    expect(kinds({ backup: null, photos: 0 })).toEqual([])
    expect(kinds({ backup: { ...backup, at: at(7) } })).toEqual([])
    expect(kinds({ backup: { ...backup, at: at(7.1) } })).toEqual(['backup'])
  })

  test('the problems include mail that failed, until a later one is sent', () => {
    const lastError = { at: at(1), text: 'refused' }
    const mail = { ...sound.mail, lastError }
    expect(kinds({ mail })).toEqual(['mail'])
    expect(kinds({ mail: { ...mail, lastSentAt: at(2) } })).toEqual(['mail'])
    expect(kinds({ mail: { ...mail, lastSentAt: at(0) } })).toEqual([])
  })

  test('the problems include a lost connection to Google Drive, but not one that was never made', () => {
    const { drive } = sound
    expect(kinds({ drive: { ...drive, reason: 'It expired.' } })).toEqual(['drive'])
    expect(kinds({ drive: { ...drive, failures: 2 } })).toEqual(['failures'])
  })

  test('the problems include sources that failed or wait for an answer', () => {
    const counts = { new: 0, changed: 0, moved: 0, gone: 0, conflicting: 0 }
    const lastRun = {
      ...{ startedAt: at(0), finishedAt: at(0), counts, failed: 0, unreadable: 0 },
      error: 'the folder does not exist',
    }
    const question = { hidden: 12, photos: 40, recent: 0 }
    const sources: TroubledSource[] = [
      { name: 'Exports', state: 'failed', question: null, lastRun },
      { name: 'Scans', state: 'asking', question, lastRun: null },
    ]
    const problems = problemsOf(sound, {
      ...around,
      ...{ isVolumeMissing: false, storeTrouble: undefined, sources },
    })
    expect(problems.map(({ kind, text, advice }) => [kind, text, advice])).toEqual([
      ['source', 'The source “Exports” could not be synced.', 'The folder does not exist.'],
      [
        'source',
        'The source “Scans” needs your approval.',
        'Syncing it would hide 12 photos. View the changes and decide.',
      ],
    ])
  })

  test('the problems include warnings of the last 24 hours, but not the missing volume twice', () => {
    const volume = 'Warning: /data is not a volume, so all photos are lost'
    const warnings = [at(0.5), at(0.9), at(1.1)].map((at) => ({ at, text: 'Request failed' }))
    expect(found({ warnings })[0]?.text).toBe(
      'The server reported 2 warnings in the last 24 hours.',
    )
    const [problem, ...others] = found({ warnings: [{ at: at(0.1), text: volume }] }, true)
    expect(problem?.text).toStartWith('/data is not a volume')
    expect(problem?.advice).toContain('--volume vitrine:/data')
    expect(others).toEqual([])
  })

  test('the problems begin with the disk, and say whether photos are still accepted', () => {
    const text = (disk: Partial<Status['disk']>) =>
      found({ disk: { ...sound.disk, ...disk }, backup: null })[0]?.text
    expect(text({ isAmple: false })).toStartWith('The disk is almost full: 301 MB are free.')
    expect(text({ isAmple: false, hasRoomForPhotos: false })).toStartWith('The disk is full')
  })
})

testWith(needsMount)(
  'a disk that will be full within a week is a problem until it fills more slowly',
  async () => {
    const disk = join(temporaryFolder(), 'disk')
    mkdirSync(disk)
    mountSmall(disk, '2g')
    await using gallery = await openGallery({ data: join(disk, 'data'), volumeWarning: false })
    const owner = await gallery.asOwner()
    const problem = async () =>
      (await statusFor(owner)).problems.find(({ kind }) => kind === 'disk')?.text
    const { diskPace } = gallery.services
    const aDayLater = async () => {
      gallery.clock.advance(dayMs)
      await diskPace.sample()
    }
    await diskPace.sample()
    expect(await problem()).toBeUndefined()

    const { bavail, bsize } = statfsSync(disk)
    const most = Buffer.alloc(Math.round(bavail * bsize * 0.6))
    await aDayLater()
    writeFileSync(join(disk, 'other'), most)
    expect(await problem()).toMatch(
      /^The disk will be full within a week at the present pace: 1\.\d GB of it were filled in the last day, and \d+ MB are free\.$/,
    )
    for (let day = 2; day <= 8; day++) await aDayLater()
    expect(await problem()).toContain('in the last 7 days')
    await aDayLater()
    expect(await problem()).toBeUndefined()

    // What was deleted counts, too.
    for (let day = 0; day < 8; day++) await aDayLater()
    rmSync(join(disk, 'other'))
    await aDayLater()
    writeFileSync(join(disk, 'other'), most)
    expect(await problem()).toContain('in the last day,')
    rmSync(join(disk, 'other'))
    expect(await problem()).toBeUndefined()
    expect(
      gallery.services.store.connection.query('SELECT count(*) AS rows FROM disk_sample').get(),
    ).toEqual({ rows: 8 })
  },
)

test('the backup command can be copied into a shell, or run through Docker', () => {
  const system: Place = { kind: 'system' }
  const docker: Place = { kind: 'container', id: '0123456789ab' }
  for (const [data, folder, place, command] of [
    ['/srv/p', undefined, system, 'vitrine backup /path/to/another/disk --data /srv/p'],
    [
      "/me/Ann's photos",
      '/mnt/$b',
      system,
      `vitrine backup '/mnt/$b' --data '/me/Ann'\\''s photos'`,
    ],
    ['/data', undefined, docker, 'docker exec 0123456789ab vitrine backup /backup --data /data'],
    ['/data', '/b', { kind: 'container' }, 'vitrine backup /b --data /data'],
  ] as const) {
    expect(backupCommand(data, folder, place)).toBe(command)
  }
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
