// Backups that the server makes by itself, with the executable as the process that makes them.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { BackupTarget, Safety } from '../../src/contract/site/safety.ts'
import type { Status } from '../../src/contract/site/status.ts'
import { lockFolder } from '../../src/core/database/lock.ts'
import { dayMs, hourMs, minuteMs } from '../../src/core/time.ts'
import { keptSnapshots } from '../../src/operations/backup/retention.ts'
import { lastingFiles, restoreInto } from '../support/backups.ts'
import { clearAway, executable, temporaryFolder } from '../support/executable.ts'
import { type Gallery, openGallery, upload } from '../support/gallery.ts'
import { testWith } from '../support/needs.ts'
import { fillUp, freeUp, mountSmall, needsMount, unmountAll } from '../support/small-disk.ts'

setDefaultTimeout(120_000)
afterAll(async () => {
  unmountAll()
  await clearAway()
})

const open = async (settings: Parameters<typeof openGallery>[0] = {}) =>
  openGallery({ program: [await executable()], ...settings })

const safetyOf = async (gallery: Gallery) => (await gallery.asOwner()).data<Safety>('/api/safety')
const change = async (gallery: Gallery, body: object) =>
  (await gallery.asOwner()).data<Safety>('/api/safety', { method: 'PUT', body })
const targetOf = async (gallery: Gallery): Promise<BackupTarget> =>
  (await safetyOf(gallery)).targets[0]!
const snapshotsIn = (folder: string) => readdirSync(join(folder, 'snapshots')).sort()

test('the gallery backs itself up every day at its hour, and vitrine restore reads it', async () => {
  await using gallery = await open()
  const owner = await gallery.asOwner()
  await upload(gallery, owner)
  const folder = join(temporaryFolder(), 'photos')
  const { targets } = await change(gallery, {
    folders: [folder],
    schedule: { every: 'day', weekday: 1, hour: 5 },
  })
  expect(targets).toEqual([
    expect.objectContaining({ folder, isConfigured: false, isWaiting: true, verified: null }),
  ])
  // The first one is due at once, the next one at five.
  await gallery.services.safety.runDue()
  const first = await targetOf(gallery)
  expect(first).toMatchObject({
    isWaiting: false,
    lastRun: { outcome: 'done', reason: null },
    verified: { photos: 1 },
  })
  const next = new Date(first.nextAt!)
  expect([next.getHours(), next.getMinutes()]).toEqual([5, 0])
  await gallery.services.safety.runDue()
  expect(snapshotsIn(folder).length).toBe(1)

  gallery.clock.advance(next.getTime() - gallery.clock.now())
  await gallery.services.safety.runDue()
  expect((await targetOf(gallery)).verified?.at).toBe(next.toISOString())
  // Of each day only the newest is kept.
  expect(snapshotsIn(folder)).toEqual([expect.stringContaining('T05-00-00Z')])
  // Three days later, as if the machine had been off: once, not three times.
  gallery.clock.advance(3 * dayMs)
  await gallery.services.safety.runDue()
  await gallery.services.safety.runDue()
  expect(snapshotsIn(folder).length).toBe(2)

  const restored = join(temporaryFolder(), 'data')
  await restoreInto(restored, folder)
  expect(await lastingFiles(restored)).toEqual(await lastingFiles(gallery.data))

  // The restored gallery leaves the folder alone until its owner says otherwise.
  await using copy = await open({ data: restored })
  await copy.services.safety.runDue()
  expect(await targetOf(copy)).toMatchObject({ isHeld: true, isWaiting: false, nextAt: null })
  expect(snapshotsIn(folder).length).toBe(2)

  // Status and Safety agree: it has made no backup yet, whatever the gallery before it did.
  const ofCopy = await copy.asOwner()
  const statusBackup = async () => (await ofCopy.data<Status>('/api/status')).backup
  const { id, verified } = await targetOf(copy)
  expect([verified, await statusBackup()]).toEqual([null, null])
  copy.clock.advance(gallery.clock.now() - copy.clock.now() + hourMs)
  await ofCopy.post('/api/safety/backup', { target: id })
  await copy.services.safety.runDue()
  expect(await targetOf(copy)).toMatchObject({ isHeld: false, lastRun: { outcome: 'done' } })
  expect((await targetOf(copy)).verified?.at).toBe((await statusBackup())?.at)
})

test('of every day, week and month the newest snapshot is kept', async () => {
  const at = (day: number, hour: number) => new Date(2026, 2, 1 + day, hour).getTime()
  const all = Array.from({ length: 70 }, (_, day) =>
    [3, 15].map((hour) => ({ name: `${day}-${hour}`, at: at(day, hour) })),
  ).flat()
  const kept = keptSnapshots(all, { daily: 3, weekly: 3, monthly: 2 })
  // Days 0 to 69 are 1 March to 9 May 2026, a Saturday; weeks end on days 63, 56 and so on.
  expect(kept).toEqual(new Set(['69-15', '68-15', '67-15', '63-15', '56-15', '60-15']))
  expect(keptSnapshots(all.slice(0, 1), { daily: 1, weekly: 0, monthly: 0 }).size).toBe(1)
  expect(keptSnapshots(all, { newest: 2 })).toEqual(new Set(['69-15', '69-3']))
})

test('old backups are removed as the owner chose', async () => {
  await using gallery = await open()
  await upload(gallery, await gallery.asOwner())
  const folder = join(temporaryFolder(), 'photos')
  await change(gallery, { folders: [folder], keep: { daily: 2, weekly: 0, monthly: 0 } })
  for (let day = 0; day < 4; day++) {
    await gallery.services.safety.runDue()
    gallery.clock.advance(dayMs)
  }
  expect(snapshotsIn(folder).map((name) => name.slice(0, 10))).toEqual(['2026-01-04', '2026-01-05'])
})

test('a backup waits until another one of the same gallery has ended', async () => {
  await using gallery = await open()
  await upload(gallery, await gallery.asOwner())
  const folder = join(temporaryFolder(), 'photos')
  await change(gallery, { folders: [folder] })
  const lock = lockFolder(gallery.services.library.backupLockPath)!
  await gallery.services.safety.runDue()
  lock.release()
  expect((await targetOf(gallery)).lastRun).toMatchObject({ outcome: 'busy' })
  gallery.clock.advance(5 * minuteMs)
  await gallery.services.safety.runDue()
  expect((await targetOf(gallery)).lastRun).toMatchObject({ outcome: 'done' })
})

test('a folder whose backups are gone is missing, and never silently a fresh one', async () => {
  await using gallery = await open()
  const owner = await gallery.asOwner()
  await upload(gallery, owner)
  const parent = temporaryFolder()
  const folder = join(parent, 'photos')
  const aside = join(parent, 'aside')
  await change(gallery, { folders: [folder] })
  await gallery.services.safety.runDue()
  const nextDay = async () => {
    gallery.clock.advance(dayMs)
    await gallery.services.safety.runDue()
    return targetOf(gallery)
  }
  // As when its disk is not mounted: without the folder, and with an empty one.
  renameSync(folder, aside)
  const gone = await nextDay()
  expect(gone.lastRun).toMatchObject({ outcome: 'missing' })
  expect(gone.lastRun?.reason).toContain(`The backup that was made in ${folder} on`)
  expect(gone.lastRun?.reason).toContain('‘Start over here’ in Account → Safety')
  expect(gone.verified).toMatchObject({ photos: 1 })
  expect(existsSync(folder)).toBe(false)
  expect(Date.parse(gone.nextAt!) - gallery.clock.now()).toBe(hourMs)
  mkdirSync(folder)
  expect((await nextDay()).lastRun?.outcome).toBe('missing')
  // Even if the notes of earlier backups are lost as well.
  for (const path of ['backupTargetsPath', 'lastBackupPath'] as const) {
    rmSync(gallery.services.library[path], { force: true })
  }
  expect((await nextDay()).lastRun?.outcome).toBe('missing')
  expect(readdirSync(folder)).toEqual([])

  // It is back: the next attempt continues by itself.
  rmSync(folder, { recursive: true })
  renameSync(aside, folder)
  gallery.clock.advance(hourMs)
  await gallery.services.safety.runDue()
  expect((await targetOf(gallery)).lastRun?.outcome).toBe('done')

  // If it is meant, the owner says so.
  rmSync(folder, { recursive: true })
  const { id, lastRun } = await nextDay()
  expect(lastRun?.outcome).toBe('missing')
  const body = { target: id, startsOver: true }
  await owner.data<Safety>('/api/safety/backup', { method: 'POST', body })
  await gallery.services.safety.runDue()
  expect((await targetOf(gallery)).lastRun?.outcome).toBe('done')
  expect(snapshotsIn(folder).length).toBe(1)
  const nobody = await owner.post('/api/safety/backup', { startsOver: true })
  expect(nobody.status).toBe(400)
})

test('a folder with something else in it is wrong, and stays as it is', async () => {
  await using gallery = await open()
  await using other = await open()
  for (const each of [gallery, other]) await upload(each, await each.asOwner())
  const [folder, foreign, full] = ['photos', 'foreign', 'full'].map((name) =>
    join(temporaryFolder(), name),
  ) as [string, string, string]
  await change(other, { folders: [foreign] })
  await other.services.safety.runDue()
  mkdirSync(full)
  writeFileSync(join(full, 'letter.txt'), 'Dear Ann')
  await change(gallery, { folders: [folder, foreign, full] })
  await gallery.services.safety.runDue()
  const outcomes = async () =>
    (await safetyOf(gallery)).targets.map(({ lastRun }) => lastRun?.outcome)
  expect(await outcomes()).toEqual(['done', 'wrong', 'wrong'])
  // The disks are swapped.
  rmSync(folder, { recursive: true })
  cpSync(foreign, folder, { recursive: true })
  gallery.clock.advance(dayMs)
  await gallery.services.safety.runDue()
  expect(await outcomes()).toEqual(['wrong', 'wrong', 'wrong'])
  expect(snapshotsIn(folder)).toEqual(snapshotsIn(foreign))
  expect(snapshotsIn(foreign).length).toBe(1)
  expect(readdirSync(full)).toEqual(['letter.txt'])
})

testWith(needsMount)(
  'a full folder keeps its backups, and goes on when there is space',
  async () => {
    await using gallery = await open()
    const owner = await gallery.asOwner()
    await upload(gallery, owner)
    const disk = join(temporaryFolder(), 'disk')
    mkdirSync(disk)
    mountSmall(disk)
    await change(gallery, {
      folders: [join(disk, 'photos')],
      keep: { daily: 1, weekly: 0, monthly: 0 },
    })
    await gallery.services.safety.runDue()
    const before = snapshotsIn(join(disk, 'photos'))
    fillUp(disk, 0)
    gallery.clock.advance(dayMs)
    await gallery.services.safety.runDue()
    expect((await targetOf(gallery)).lastRun).toMatchObject({
      outcome: 'failed',
      reason: expect.stringMatching(/is full: free some space|not enough space/),
    })
    expect(snapshotsIn(join(disk, 'photos'))).toEqual(before)
    freeUp(disk)
    gallery.clock.advance(hourMs)
    await gallery.services.safety.runDue()
    expect((await targetOf(gallery)).lastRun?.outcome).toBe('done')
  },
)

test('status, health check and metrics tell of late, failed and held backups, until they are solved', async () => {
  const metricsToken = 'a-token-that-is-long-enough-for-it'
  await using gallery = await open({ metricsToken })
  const owner = await gallery.asOwner()
  await upload(gallery, owner)
  const visitor = gallery.asVisitor()
  const told = async () => {
    const { problems } = await (await gallery.asOwner()).data<Status>('/api/status')
    const { backups } = await visitor.data<{ backups: string }>('/api/health')
    const metrics = await visitor.request('/api/metrics', {
      headers: { Authorization: `Bearer ${metricsToken}` },
    })
    const [, troubles] = /^vitrine_backup_troubles (\d+)$/m.exec(await metrics.text()) ?? []
    return {
      problems: problems.flatMap(({ kind, text }) => (kind === 'safety' ? [text] : [])),
      others: problems.filter(({ kind }) => kind === 'backup').map(({ text }) => text),
      backups,
      troubles,
    }
  }
  const good = { problems: [], backups: 'good', troubles: '0' }
  expect(await told()).toMatchObject({ problems: [], backups: 'none', troubles: '0' })
  const folder = join(temporaryFolder(), 'photos')
  await change(gallery, { folders: [folder] })
  expect(await told()).toMatchObject(good)
  // No start, no tick: nobody made the first backup.
  gallery.clock.advance(2 * dayMs + 1)
  expect(await told()).toMatchObject({
    problems: [`There has been no verified backup into ${folder} for 2 days.`],
    backups: 'troubled',
    troubles: '1',
  })
  await gallery.services.safety.runDue()
  expect(await told()).toMatchObject(good)

  renameSync(folder, `${folder}-aside`)
  gallery.clock.advance(dayMs)
  await gallery.services.safety.runDue()
  // Once, and not again as the failure of a backup by hand. Both are on one disk here.
  expect(await told()).toMatchObject({
    problems: [`The backups in ${folder} are missing.`],
    others: [expect.stringContaining('is on the same disk as the gallery')],
    backups: 'troubled',
  })
  renameSync(`${folder}-aside`, folder)
  gallery.clock.advance(hourMs)
  await gallery.services.safety.runDue()
  expect(await told()).toMatchObject(good)

  // Weekly ones are late after eight days.
  await change(gallery, { schedule: { every: 'week', weekday: 1, hour: 3 } })
  gallery.clock.advance(7 * dayMs)
  expect(await told()).toMatchObject(good)
  gallery.clock.advance(dayMs + 1)
  expect(await told()).toMatchObject({ backups: 'troubled', troubles: '1' })
})

test('a restored gallery backs up into a folder only after the answer for this folder', async () => {
  await using gallery = await open()
  await upload(gallery, await gallery.asOwner())
  const folders = ['one', 'other'].map((name) => join(temporaryFolder(), name))
  await change(gallery, { folders })
  await gallery.services.safety.runDue()
  const data = join(temporaryFolder(), 'restored')
  await restoreInto(data, folders[0]!)
  await using restored = await open({ data })
  expect(restored.services.safety.heldFolders()).toEqual(folders)
  const owner = await restored.asOwner()
  const refused = await owner.post('/api/safety/backup', {})
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('Back up here again'),
  ])
  await restored.services.safety.runDue()
  expect(folders.map((folder) => snapshotsIn(folder).length)).toEqual([1, 1])

  restored.clock.advance(gallery.clock.now() - restored.clock.now() + hourMs)
  const target = (await targetOf(restored)).id
  expect((await owner.post('/api/safety/backup', { target })).status).toBe(200)
  await restored.services.safety.runDue()
  // From now on it is one of those that are backed up together; the other one still waits.
  restored.clock.advance(dayMs)
  expect((await owner.post('/api/safety/backup', {})).status).toBe(200)
  await restored.services.safety.runDue()
  expect(folders.map((folder) => snapshotsIn(folder).length)).toEqual([2, 1])
  expect(restored.services.safety.heldFolders()).toEqual([folders[1]!])
})

test('what cannot be a folder for backups is refused', async () => {
  await using gallery = await open()
  const owner = await gallery.asOwner()
  for (const path of ['photos', gallery.data, join(gallery.data, 'backups'), '/']) {
    const answer = await owner.request('/api/safety', { method: 'PUT', body: { folders: [path] } })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { details: { field: 'folders.0' } } })
  }
  const nested = ['/mnt/photos', '/mnt/other', '/mnt/photos/again']
  const answer = await owner.request('/api/safety', { method: 'PUT', body: { folders: nested } })
  expect(await answer.json()).toMatchObject({
    error: { code: 400, details: { field: 'folders.2' } },
  })
  expect((await owner.post('/api/safety/backup', {})).status).toBe(409)
  expect((await owner.request('/api/safety/backup', { method: 'DELETE' })).status).toBe(409)
  const target = crypto.randomUUID()
  await change(gallery, { folders: [join(temporaryFolder(), 'photos')] })
  expect((await owner.post('/api/safety/backup', { target })).status).toBe(404)
  expect((await gallery.asVisitor().request('/api/safety')).status).toBe(401)
})

test('a backup that was asked for shows its progress and can be stopped', async () => {
  await using gallery = await open()
  const owner = await gallery.asOwner()
  await upload(gallery, owner)
  const folder = join(temporaryFolder(), 'photos')
  await change(gallery, { folders: [folder] })
  const begun = await owner.data<Safety>('/api/safety/backup', { method: 'POST', body: {} })
  expect(begun.running).toMatchObject({ target: begun.targets[0]!.id, total: null })
  const stopped = await owner.data<Safety>('/api/safety/backup', { method: 'DELETE' })
  expect(stopped.running).toBe(null)
  expect(stopped.targets[0]).toMatchObject({ isWaiting: false, lastRun: { outcome: 'stopped' } })
  await owner.data<Safety>('/api/safety/backup', { method: 'POST', body: {} })
  await gallery.services.safety.runDue()
  const { lastRun } = await targetOf(gallery)
  expect(lastRun).toMatchObject({ outcome: 'done', addedBytes: expect.any(Number) })
  const manifest = join(folder, 'snapshots', snapshotsIn(folder)[0]!, 'manifest.md5')
  expect(readFileSync(manifest, 'utf8')).toContain('originals/')
})

test('stopping one backup leaves the others that were asked for', async () => {
  await using gallery = await open()
  const owner = await gallery.asOwner()
  await upload(gallery, owner)
  const folders = ['one', 'other'].map((name) => join(temporaryFolder(), name))
  await change(gallery, { folders })
  const { running } = await owner.data<Safety>('/api/safety/backup', { method: 'POST', body: {} })
  await owner.data<Safety>('/api/safety/backup', { method: 'DELETE' })
  await gallery.services.safety.runDue()
  const { targets } = await safetyOf(gallery)
  const outcomes = targets.map(({ id, lastRun }) => [id === running!.target, lastRun?.outcome])
  expect(outcomes.sort()).toEqual([
    [false, 'done'],
    [true, 'stopped'],
  ])
})
