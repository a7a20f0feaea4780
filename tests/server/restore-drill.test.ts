// Restore drills: the command, and those that the gallery makes by itself.
import {
  afterAll,
  afterEach,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from 'bun:test'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Safety } from '../../src/contract/site/safety.ts'
import type { Status } from '../../src/contract/site/status.ts'
import { lockFolder } from '../../src/core/database/lock.ts'
import { dayMs } from '../../src/core/time.ts'
import { drillBackup } from '../../src/operations/backup/drill-backup.ts'
import { drilledCount } from '../../src/operations/backup/drill-photos.ts'
import { hasItsTurn } from '../../src/operations/backup/verify-copies.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { backUp, md5 } from '../support/backups.ts'
import {
  clearAway,
  executable,
  runCommand,
  startCommand,
  temporaryFolder,
} from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { makePhotos } from '../support/made-photos.ts'
import { testWith } from '../support/needs.ts'
import { takeBackTo } from '../support/old-folder.ts'
import { camera } from '../support/photos.ts'
import { fillUp, mountSmall, needsMount, unmountAll } from '../support/small-disk.ts'

setDefaultTimeout(120_000)
afterAll(async () => {
  unmountAll()
  await clearAway()
})

let folder: string
beforeEach(() => {
  folder = join(temporaryFolder(), 'backup')
})

const drill = ({ data }: { data: string }, ...flags: string[]) =>
  runCommand(['backup', folder, '--drill', '--data', data, ...flags])
const copyOf = ({ id }: { id: string }) => join(folder, originalKey(id))
const newest = () =>
  join(folder, 'snapshots', readdirSync(join(folder, 'snapshots')).sort().at(-1)!)
const secondsIn = /after [\d.]+ seconds/

/** Every file of a folder with its content and its times, but not the gallery's own notes. */
async function stateOf(root: string): Promise<Record<string, string>> {
  const notes = /^(backups\/(lock|(drills|targets)\.json)|vitrine\.db-shm|runtime\/.*)$/
  const files = (await filesIn(root, '.')).map((path) => path.replace(/^\.\//, ''))
  const described = files
    .filter((path) => !notes.test(path))
    .map((path) => {
      const { mtimeMs, ctimeMs, nlink } = statSync(join(root, path))
      const content = `${md5(readFileSync(join(root, path)))} ${mtimeMs}`
      // SQLite gives its log to the database's owner whenever it opens it.
      return [path, path === 'vitrine.db-wal' ? content : `${content} ${ctimeMs} ${nlink}`]
    })
  return Object.fromEntries(described)
}

/** Changes one bit, as a failing disk would. */
function spoil(path: string, at = 100): void {
  const bytes = readFileSync(path)
  bytes[at]! ^= 1
  // A hard link to the gallery's file is replaced, not changed.
  rmSync(path)
  writeFileSync(path, bytes)
}

describe('vitrine backup --drill', () => {
  let gallery: Gallery
  let photos: Awaited<ReturnType<typeof upload>>[]
  let before: Record<string, string>[]
  const states = () => Promise.all([gallery.data, folder].map(stateOf))

  beforeEach(async () => {
    gallery = await openGallery()
    const owner = await gallery.asOwner()
    photos = [
      await upload(gallery, owner, camera({ title: 'One' })),
      await upload(gallery, owner, camera({ title: 'Two' })),
    ]
    await makeAlbum(owner, 'Stream', photos, { isPhotostream: true })
    const guest = await gallery.asGuest('Ben')
    await guest.post(`/api/likes/${photos[1]!.id}/like`, undefined)
    await backUp(gallery, folder)
    before = await states()
  })
  // Nothing is ever left in tmp/, or changed by a drill.
  afterEach(async () => {
    expect(await filesIn(gallery.data, 'tmp')).toEqual([])
    expect(await states()).toEqual(before)
    await gallery[Symbol.asyncDispose]()
  })

  test('a drill of a good backup says what it restored and compared, and changes nothing', async () => {
    const { code, text } = await drill(gallery)
    expect(
      text.replace(secondsIn, 'after SECONDS').replace(/\([\d.]+ (KB|bytes)\)/, '(SIZE)'),
    ).toBe(
      [
        `Restore drill of the snapshot ${newest().split('/').at(-1)} in ${folder}`,
        'Restored into scratch space, and removed again: the database and 2 of 2 photos (SIZE)',
        'Compared: the database with 2 photos, 1 album, 0 comments and 1 like, and the md5 of each restored photo, which was also decoded',
        'Result: all good, after SECONDS',
        '',
      ].join('\n'),
    )
    expect(code).toBe(0)
    const noted = JSON.parse(readFileSync(gallery.services.library.drillsPath, 'utf8'))
    expect(noted).toEqual([{ folder, at: expect.any(Number), photos: 2, problems: [] }])
  })

  test('a drill finds damaged and missing copies of photos, and says what to do', async () => {
    spoil(copyOf(photos[0]!))
    renameSync(copyOf(photos[1]!), `${copyOf(photos[1]!)}.aside`)
    before = await states()
    const { code, text } = await drill(gallery)
    expect(code).toBe(1)
    expect(text).toMatch(/Result: 2 problems/)
    const replacing = `The next backup replaces it with the gallery's file; "vitrine backup ${folder} --data ${gallery.data}" makes one now.`
    expect(text).toContain(
      `vitrine: The copy of One (${photos[0]!.id}) is damaged in the backup: ${copyOf(photos[0]!)}. ${replacing}\n`,
    )
    expect(text).toContain(
      `vitrine: The copy of Two (${photos[1]!.id}) is missing from the backup: ${copyOf(photos[1]!)}. ${replacing}\n`,
    )
    // The next backup knows which copies to look at, without --verify.
    const backup = await runCommand(['backup', folder, '--data', gallery.data])
    expect([backup.code, backup.text.match(/replaced/g)?.length]).toEqual([0, 1])
    expect((await drill(gallery)).code).toBe(0)
    before = await states()
  })

  test('a drill finds a damaged database, manifest or description of the newest snapshot', async () => {
    for (const name of ['vitrine.db', 'manifest.md5', 'snapshot.json']) {
      const path = join(newest(), name)
      const whole = readFileSync(path)
      const damaged = Buffer.from(whole)
      damaged.fill(0xa5, damaged.length - 40)
      writeFileSync(path, damaged)
      before = await states()
      const { code, text } = await drill(gallery)
      expect(code).toBe(1)
      expect(text).toContain(
        name === 'vitrine.db'
          ? `vitrine: The newest snapshot cannot be restored: ${path} is missing or damaged; choose another snapshot with vitrine restore --at. A new backup adds another one.\n`
          : `in ${folder} is damaged: `,
      )
      expect(text).not.toMatch(/all good|undefined/)
      expect(await states()).toEqual(before)
      writeFileSync(path, whole)
    }
    before = await states()
  })

  test('a drill finds a photo that was damaged before its first backup', async () => {
    // The database and the backup agree about it, so that only decoding tells.
    const path = copyOf(photos[0]!)
    const bytes = readFileSync(path)
    bytes.fill(0, bytes.length / 2)
    rmSync(path)
    writeFileSync(path, bytes)
    const database = join(newest(), 'vitrine.db')
    const { Database } = await import('bun:sqlite')
    const connection = new Database(database, { strict: true })
    connection.run('UPDATE photo SET md5 = ? WHERE id = ?', [md5(bytes), photos[0]!.id])
    connection.close()
    relist(database)
    before = await states()
    const { code, text } = await drill(gallery)
    expect(text).toContain(
      `vitrine: The copy of One (${photos[0]!.id}) is what was backed up, but it cannot be decoded: ${path}. Run "vitrine check --deep", which says what to do.`,
    )
    expect(code).toBe(1)
  })

  test('a drill of a snapshot from an earlier version upgrades the restored database', async () => {
    const home = temporaryFolder()
    cpSync(join(newest(), 'vitrine.db'), join(home, 'vitrine.db'))
    takeBackTo(28, home, ['camera', 'photo', 'rendition'], () => undefined)
    cpSync(join(home, 'vitrine.db'), join(newest(), 'vitrine.db'))
    relist(join(newest(), 'vitrine.db'))
    const path = join(newest(), 'snapshot.json')
    const info = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...info, schema: 28 }))
    before = await states()
    const { code, text } = await drill(gallery)
    expect(text).toContain('the database and 2 of 2 photos')
    expect(code).toBe(0)
  })

  test('a drill is not made while a backup of the gallery runs', async () => {
    const { library } = gallery.services
    const lock = lockFolder(library.backupLockPath)!
    const request = { library, folder, now: Date.now, onProgress: () => undefined, lockWaitMs: 1 }
    await expect(drillBackup(request)).rejects.toThrow(
      'A backup, an export or a restore drill of this gallery is running; wait until it has ended.',
    )
    lock.release()
  })

  test('what is no backup of this gallery, and flags of a backup, are refused', async () => {
    const said = async (words: string[]) => {
      const { code, text } = await runCommand(['backup', ...words, '--data', gallery.data])
      return [code, text]
    }
    const own = folder
    const empty = join(temporaryFolder(), 'empty')
    mkdirSync(empty)
    expect(await said([empty, '--drill'])).toEqual([
      1,
      `vitrine: ${empty} is not a Vitrine backup: it has no vitrine-backup.json.\n`,
    ])
    expect(readdirSync(empty)).toEqual([])
    expect(await said([join(empty, 'none'), '--drill'])).toEqual([
      1,
      `vitrine: ${join(empty, 'none')} is not a folder; name one that "vitrine backup" has made.\n`,
    ])
    const foreign = join(temporaryFolder(), 'foreign')
    await using other = await openGallery()
    await backUp(other, foreign)
    expect(await said([foreign, '--drill'])).toEqual([
      1,
      `vitrine: ${foreign} contains the backups of another gallery; choose another folder.\n`,
    ])
    const refusal = 'vitrine: --drill backs up nothing: leave out the other flags.\n'
    for (const flag of ['--verify', '--keep=3', '--include-secret', '--new-target']) {
      expect(await said([own, '--drill', flag])).toEqual([2, refusal])
    }
  })
})

/** Makes the snapshot's manifest say what its database is now. */
function relist(database: string): void {
  const path = join(newest(), 'manifest.md5')
  const entry = `snapshots/${newest().split('/').at(-1)}/vitrine.db`
  const lines = readFileSync(path, 'utf8').split('\n')
  const changed = lines.map((line) =>
    line.endsWith(`  ${entry}`) ? `${md5(readFileSync(database))}  ${entry}` : line,
  )
  writeFileSync(path, changed.join('\n'))
}

test('a drill that is interrupted leaves nothing behind', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  for (const { bytes } of await makePhotos(20, { width: 900, height: 600 })) {
    await upload(gallery, owner, bytes)
  }
  await backUp(gallery, folder)
  const before = await stateOf(folder)
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    const running = await startCommand(['backup', folder, '--drill', '--data', gallery.data])
    while ((await filesIn(gallery.data, 'tmp')).length === 0) await Bun.sleep(1)
    running.signal(signal)
    expect(await running.ended).toMatchObject({ code, text: '' })
    expect(await filesIn(gallery.data, 'tmp')).toEqual([])
  }
  expect(await stateOf(folder)).toEqual(before)
})

testWith(needsMount)('a drill for which there is no room restores nothing', async () => {
  const data = join(temporaryFolder(), 'data')
  mkdirSync(data)
  mountSmall(data, '96m')
  await using gallery = await openGallery({ data, keepFolder: true })
  await upload(gallery, await gallery.asOwner())
  await backUp(gallery, folder)
  fillUp(data, 12 * 2 ** 20)
  const before = await Promise.all([data, folder].map(stateOf))
  const { code, text } = await drill(gallery)
  expect(text).toMatch(
    /^vitrine: There is not enough space in .*tmp: [^\n]+ are needed, and [^\n]+ are free\. Nothing was changed\.\n$/,
  )
  expect(code).toBe(1)
  expect(await Promise.all([data, folder].map(stateOf))).toEqual(before)
  for (const name of new Bun.Glob('filler-*').scanSync(data)) rmSync(join(data, name))
})

test('a drill restores all photos of a small gallery and a share of a large one', () => {
  expect([0, 3, 20, 21, 1000, 3000, 12_412, 500_000].map(drilledCount)).toEqual([
    0, 3, 20, 20, 20, 30, 125, 200,
  ])
})

test('once a month a good backup is followed by a drill, and one that failed is told until it is good', async () => {
  const metricsToken = 'a-token-that-is-long-enough-for-it'
  await using gallery = await openGallery({ program: [await executable()], metricsToken })
  const owner = await gallery.asOwner()
  const photos: Awaited<ReturnType<typeof upload>>[] = []
  while (photos.length < 4) photos.push(await upload(gallery, owner))
  const stateAfter = async (ms: number) => {
    gallery.clock.advance(ms)
    await gallery.services.safety.runDue()
    expect(await filesIn(gallery.data, 'tmp')).toEqual([])
    return toldOf(gallery, metricsToken)
  }
  expect(await stateAfter(0)).toMatchObject({
    drill: null,
    health: { backups: 'none', drills: 'none' },
    failed: '0',
    age: undefined,
  })
  const body = { folders: [folder], schedule: { every: 'day', weekday: 1, hour: 5 } }
  await owner.data('/api/safety', { method: 'PUT', body })
  const firstAt = new Date(gallery.clock.now()).toISOString()
  const good = { told: [], health: { backups: 'good', drills: 'good' }, failed: '0', troubles: '0' }
  expect(await stateAfter(0)).toMatchObject({
    ...good,
    outcome: 'done',
    drill: { at: firstAt, photos: 4, problems: [] },
    age: '0',
  })
  // Daily backups, without another drill.
  expect(await stateAfter(dayMs)).toMatchObject({ ...good, drill: { at: firstAt }, age: '86400' })
  expect(await stateAfter(28 * dayMs)).toMatchObject({ ...good, drill: { at: firstAt } })

  // The backup itself would replace a copy that it reads again that day.
  const dueAt = gallery.clock.now() + dayMs
  const damaged = photos.find((photo) => !hasItsTurn(originalKey(photo.id), dueAt))!
  const whole = readFileSync(copyOf(damaged))
  spoil(copyOf(damaged))
  const problem = expect.stringContaining(`damaged in the backup: ${copyOf(damaged)}. The next`)
  expect(await stateAfter(dayMs)).toMatchObject({
    outcome: 'done',
    drill: { at: new Date(dueAt).toISOString(), photos: 4, problems: [problem] },
    told: [{ text: `The last restore drill of ${folder} failed.`, advice: problem }],
    health: { backups: 'troubled', drills: 'failed' },
    failed: '1',
    troubles: '1',
  })
  // It is tried again after the next backup.
  writeFileSync(copyOf(damaged), whole)
  expect(await stateAfter(dayMs)).toMatchObject({ ...good, drill: { photos: 4, problems: [] } })
  // A drill of a few photos says little of a gallery that has become large since.
  while (photos.length < 12) photos.push(await upload(gallery, await gallery.asOwner()))
  expect(await stateAfter(dayMs)).toMatchObject({ ...good, drill: { photos: 12, problems: [] } })
  // The results of folders that are no longer used are not told.
  await (await gallery.asOwner()).data('/api/safety', { method: 'PUT', body: { folders: [] } })
  expect((await stateAfter(0)).health).toEqual({ backups: 'none', drills: 'none' })
})

/** What the gallery tells of its drills, everywhere. */
async function toldOf(gallery: Gallery, metricsToken: string) {
  const owner = await gallery.asOwner()
  const { targets, running } = await owner.data<Safety>('/api/safety')
  expect(running).toBe(null)
  const { problems } = await owner.data<Status>('/api/status')
  const visitor = gallery.asVisitor()
  const { backups, drills } = await visitor.data<Record<string, string>>('/api/health')
  const headers = { Authorization: `Bearer ${metricsToken}` }
  const metrics = await (await visitor.request('/api/metrics', { headers })).text()
  const metric = (name: string) => new RegExp(`^${name} (\\d+)`, 'm').exec(metrics)?.[1]
  return {
    outcome: targets[0]?.lastRun?.outcome,
    drill: targets[0]?.lastDrill ?? null,
    told: problems.filter(({ kind }) => kind === 'safety'),
    health: { backups, drills },
    failed: metric('vitrine_failed_drills'),
    troubles: metric('vitrine_backup_troubles'),
    age: metric('vitrine_last_drill_age_seconds'),
  }
}
