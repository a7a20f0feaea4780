import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { savedCopiesFor } from '../../src/cli/backup-target.ts'
import type { Safety } from '../../src/contract/site/safety.ts'
import type { Status } from '../../src/contract/site/status.ts'
import { readConfig } from '../../src/core/config/config.ts'
import { dayMs, hourMs } from '../../src/core/time.ts'
import { createBackupKey } from '../../src/operations/backup/sealed/backup-key.ts'
import { workOnOriginals } from '../../src/operations/check/work-on-originals.ts'
import type { FetchOrders } from '../../src/operations/originals/messages.ts'
import { libraryAt } from '../../src/storage/library.ts'
import { md5 } from '../support/backups.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import {
  clearAway,
  executable,
  isFullRun,
  quickOrFull,
  runCommand,
  startCommand,
  temporaryFolder,
} from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { openGallery, upload } from '../support/gallery.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { describeWith } from '../support/needs.ts'
import { test } from '../support/seed.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 180_000)
afterAll(clearAway)

const kills = quickOrFull(3, 50)

describeWith(needsCeph)('backups in a bucket', () => {
  let ceph: Ceph
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.[Symbol.asyncDispose]())

  const access = () => ({
    VITRINE_BACKUP_ENDPOINT: ceph.endpoint,
    VITRINE_BACKUP_REGION: ceph.region,
    VITRINE_BACKUP_KEY_ID: ceph.keyId,
    VITRINE_BACKUP_SECRET: ceph.secret,
  })
  const run = (...words: string[]) => runCommand(words, { environment: access() })
  const importInto = async (data: string, count: number, first: number) => {
    const photos = join(temporaryFolder(), 'photos')
    writePhotos(photos, await makePhotos(count, { first, width: 120, height: 80 }))
    expect(await runCommand(['import', photos, '--data', data])).toMatchObject({ code: 0 })
  }
  /** A gallery with photos, and the address of an empty bucket's folder. */
  const makeGallery = async (count: number, first: number) => {
    const data = join(temporaryFolder(), 'data')
    await importInto(data, count, first)
    const bucket = await ceph.makeBucket()
    return { data, bucket, target: `s3://${bucket}/gallery` }
  }
  type Made = Awaited<ReturnType<typeof makeGallery>>

  const keysIn = async (bucket: string) =>
    (await ceph.listObjects(bucket)).map(({ key }) => key.replace('gallery/', '')).toSorted()
  const snapshotsIn = async (bucket: string) =>
    (await keysIn(bucket)).filter((key) => key.endsWith('/snapshot.json'))
  const flip = (bucket: string, key: string, random: () => number) =>
    ceph.flip(bucket, `gallery/${key}`, (size) => Math.floor(random() * size))
  const rowsOf = (data: string) => {
    using database = new Database(join(data, 'vitrine.db'), { readonly: true })
    return database.query('SELECT id, md5, title, source_name FROM photo ORDER BY id').all()
  }
  const originalsOf = async (data: string) =>
    Object.fromEntries(
      (await filesIn(data, 'originals')).map((path) => [path, md5(readFileSync(join(data, path)))]),
    )
  const expectRestored = async (
    { data }: Pick<Made, 'data'>,
    target: string,
    ...words: string[]
  ) => {
    const again = join(temporaryFolder(), 'data')
    const { code, text } = await run('restore', target, '--data', again, ...words)
    expect(code, text).toBe(0)
    expect(rowsOf(again)).toEqual(rowsOf(data))
    expect(await originalsOf(again)).toEqual(await originalsOf(data))
    expect(await filesIn(again, 'tmp')).toEqual([])
    rmSync(again, { recursive: true })
  }

  test('a gallery is backed up into a bucket and restored from it, and only new files are uploaded', async () => {
    const gallery = await makeGallery(5, 100)
    const { data, bucket, target } = gallery
    const first = await run('backup', target, '--data', data)
    expect(first.code, first.text).toBe(0)
    expect(first.text).toContain(`of ${data} in ${target}: 5 photos`)
    expect(first.text).toContain('5 uploaded')
    await expectRestored(gallery, target)

    await importInto(data, 2, 110)
    const second = await run('backup', target, '--data', data)
    expect(second.code, second.text).toBe(0)
    expect(second.text).toMatch(/2 new files \(.+: 2 uploaded\), 5 unchanged/)
    await expectRestored(gallery, target)
    expect(await snapshotsIn(bucket)).toHaveLength(2)
    const [earlier] = await snapshotsIn(bucket)
    const again = join(temporaryFolder(), 'data')
    const at = earlier!.split('/')[1]!
    expect(await run('restore', target, '--at', at, '--data', again)).toMatchObject({ code: 0 })
    expect(rowsOf(again)).toHaveLength(5)

    const pruned = await run('backup', target, '--keep', '1', '--data', data)
    expect(pruned.text).toContain('Removed 2 old snapshots')
    expect(await snapshotsIn(bucket)).toHaveLength(1)
    await expectRestored(gallery, target)
    expect(await filesIn(join(data, 'backups'), 'stores')).not.toContainEqual(
      expect.stringContaining('vitrine.db'),
    )
  })

  test('the folder of a bucket is a backup folder, so a downloaded copy can be restored', async () => {
    const gallery = await makeGallery(3, 120)
    const { data, bucket, target } = gallery
    expect(await run('backup', target, '--data', data)).toMatchObject({ code: 0 })
    const copy = join(temporaryFolder(), 'copy')
    await ceph.download(bucket, 'gallery/', copy)
    await expectRestored(gallery, copy)
  })

  test('a bucket with other content, another gallery’s backup, or none is refused, and nothing is written', async () => {
    const gallery = await makeGallery(1, 130)
    const { data, bucket, target } = gallery
    const nothing = await run('restore', target, '--data', join(temporaryFolder(), 'data'))
    expect(nothing).toMatchObject({ code: 1 })
    expect(nothing.text).toContain(`${target} is not a Vitrine backup`)
    expect(await keysIn(bucket)).toEqual([])
    expect(await run('backup', target, '--data', data)).toMatchObject({ code: 0 })
    const before = await keysIn(bucket)

    const other = await makeGallery(1, 135)
    const foreign = await run('backup', target, '--data', other.data)
    expect(foreign).toMatchObject({ code: 1 })
    expect(foreign.text).toContain('contains the backups of another gallery')
    const above = await run('backup', `s3://${bucket}`, '--data', other.data)
    expect(above).toMatchObject({ code: 1 })
    expect(above.text).toContain('is not empty and is not a Vitrine backup')
    expect(await keysIn(bucket)).toEqual(before)

    const absent = await run('backup', 's3://no-such-bucket-here/x', '--data', data)
    expect(absent).toMatchObject({ code: 1 })
    expect(absent.text).toContain('There is no bucket “no-such-bucket-here”')
    const keyless = await runCommand(['backup', target, '--data', data])
    expect(keyless).toMatchObject({ code: 2 })
    expect(keyless.text).toContain('VITRINE_BACKUP_KEY_ID')
    await ceph.gateway.kill()
    const down = await run('backup', target, '--data', data)
    await ceph.gateway.start()
    expect(down).toMatchObject({ code: 1 })
    expect(down.text).toContain('The earlier snapshots are unchanged')
  })

  test('a bucket whose backup has vanished is missing, and not a fresh target', async () => {
    const gallery = await makeGallery(2, 140)
    const { data, bucket, target } = gallery
    expect(await run('backup', target, '--data', data)).toMatchObject({ code: 0 })
    await ceph.emptyBucket(bucket)
    const refused = await run('backup', target, '--data', data)
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.text).toContain('is not there. Nothing was backed up.')
    expect(await keysIn(bucket)).toEqual([])
    const started = await run('backup', target, '--new-target', '--data', data)
    expect(started.code, started.text).toBe(0)
    await expectRestored(gallery, target)
  })

  test('a damaged and a missing copy in a bucket are found and replaced, and named where the gallery has none', async (random) => {
    const gallery = await makeGallery(4, 150)
    const { data, bucket, target } = gallery
    expect(await run('backup', target, '--data', data)).toMatchObject({ code: 0 })
    const [damaged, missing, lost] = (await keysIn(bucket)).filter((key) =>
      key.startsWith('originals/'),
    )
    await flip(bucket, damaged!, random)
    await ceph.removeObject(bucket, `gallery/${missing}`)
    const mended = await run('backup', target, '--verify', '--data', data)
    expect(mended.code, mended.text).toBe(0)
    expect(mended.text).toContain(
      `was damaged in the backup and has been replaced with a good copy: ${target}/${damaged}`,
    )
    await expectRestored(gallery, target)

    await flip(bucket, lost!, random)
    const own = readFileSync(join(data, lost!))
    rmSync(join(data, lost!))
    const named = await run('backup', target, '--verify', '--data', data)
    expect(named).toMatchObject({ code: 1 })
    expect(named.text).toContain(`is damaged in the backup (${target}/${lost}) and missing`)
    const partial = join(temporaryFolder(), 'data')
    const restored = await run('restore', target, '--data', partial)
    expect(restored).toMatchObject({ code: 1 })
    expect(restored.text).toContain(`${lost} is damaged in the backup`)
    expect(Object.keys(await originalsOf(partial))).toHaveLength(3)
    await Bun.write(join(data, lost!), own)
    expect(await run('backup', target, '--verify', '--data', data)).toMatchObject({ code: 0 })
    await expectRestored(gallery, target)
  })

  test('a restore drill reads a bucket and leaves nothing behind', async (random) => {
    const { data, bucket, target } = await makeGallery(3, 160)
    expect(await run('backup', target, '--data', data)).toMatchObject({ code: 0 })
    const before = await keysIn(bucket)
    const drilled = await run('backup', target, '--drill', '--data', data)
    expect(drilled.code, drilled.text).toBe(0)
    expect(drilled.text).toContain(`in ${target}`)
    expect(drilled.text).toContain('3 of 3 photos')
    expect(await keysIn(bucket)).toEqual(before)
    expect(await filesIn(data, 'tmp')).toEqual([])
    const [original] = before.filter((key) => key.startsWith('originals/'))
    await flip(bucket, original!, random)
    const failed = await run('backup', target, '--drill', '--data', data)
    expect(failed).toMatchObject({ code: 1 })
    expect(failed.text).toContain(`is damaged in the backup: ${target}/${original}`)
    expect((await run('backup', target, '--data', data)).text).toContain('has been replaced')
    expect(await run('backup', target, '--drill', '--data', data)).toMatchObject({ code: 0 })
  })

  test(`${kills} kills of a backup into a bucket leave only complete snapshots, and the next one completes it`, async (random) => {
    const gallery = await makeGallery(10, 200)
    const { data } = gallery
    const started = performance.now()
    const whole = `s3://${await ceph.makeBucket()}/whole`
    expect(await run('backup', whole, '--data', data)).toMatchObject({ code: 0 })
    const tookMs = performance.now() - started
    const outcomes: number[] = []
    for (let kill = 0; kill < kills; kill++) {
      const bucket = await ceph.makeBucket()
      const target = `s3://${bucket}/gallery`
      const words = ['backup', target, '--data', data]
      const command = await startCommand(words, { environment: access() })
      await Bun.sleep(random() * 1.1 * tookMs)
      command.signal('SIGKILL')
      await command.ended
      const left = await snapshotsIn(bucket)
      outcomes.push(left.length)
      if (left.length > 0) await expectRestored(gallery, target)
      const again = await run(...words)
      expect(again.code, again.text).toBe(0)
      await expectRestored(gallery, target)
      const named = (await keysIn(bucket)).filter((key) => key.startsWith('snapshots/'))
      const complete = (await snapshotsIn(bucket)).map((key) => key.split('/')[1])
      expect(named.filter((key) => !complete.includes(key.split('/')[1]))).toEqual([])
    }
    console.log(`  snapshots left: ${outcomes.join(', ')}`)
  })

  test('an interrupted restore from a bucket is continued', async () => {
    const gallery = await makeGallery(8, 220)
    const { data, target } = gallery
    expect(await run('backup', target, '--data', data)).toMatchObject({ code: 0 })
    const again = join(temporaryFolder(), 'data')
    const words = ['restore', target, '--data', again]
    const command = await startCommand(words, { environment: access() })
    await Bun.sleep(150)
    command.signal('SIGKILL')
    await command.ended
    if (!existsSync(join(again, 'vitrine.db'))) {
      const { code, text } = await run(...words)
      expect(code, text).toBe(0)
    }
    expect(rowsOf(again)).toEqual(rowsOf(data))
    expect(await originalsOf(again)).toEqual(await originalsOf(data))
  })

  test('the gallery backs itself up into a bucket every day, tries a restore, and tells of a bucket that does not respond', async () => {
    const bucket = await ceph.makeBucket()
    const target = `s3://${bucket}/gallery`
    const program = [await executable()]
    await using closed = await openGallery({ program })
    const refused = await (await closed.asOwner()).put('/api/safety', { folders: [target] })
    expect(refused.status).toBe(400)
    expect(await refused.text()).toContain('--backup-key-id (VITRINE_BACKUP_KEY_ID) is required')

    await using gallery = await openGallery({
      program,
      backupEndpoint: ceph.endpoint,
      backupRegion: ceph.region,
      backupKeyId: ceph.keyId,
      backupSecret: ceph.secret,
    })
    const owner = await gallery.asOwner()
    await upload(gallery, owner)
    const change = { folders: [`${target}/`], schedule: { every: 'day', weekday: 1, hour: 5 } }
    const chosen = await owner.data<Safety>('/api/safety', { method: 'PUT', body: change })
    expect(chosen.targets).toMatchObject([{ folder: target, isWaiting: true }])
    const targetNow = async () => (await owner.data<Safety>('/api/safety')).targets[0]
    await gallery.services.safety.runDue()
    expect(await targetNow()).toMatchObject({
      lastRun: { outcome: 'done', reason: null, notes: [] },
      verified: { photos: 1 },
      lastDrill: { photos: 1, problems: [] },
    })
    await ceph.gateway.kill()
    gallery.clock.advance(dayMs)
    await gallery.services.safety.runDue()
    await ceph.gateway.start()
    const failed = await targetNow()
    expect(failed).toMatchObject({ lastRun: { outcome: 'failed' }, verified: { photos: 1 } })
    expect(failed!.lastRun!.reason).toContain(`The bucket “${bucket}”`)
    const { problems } = await owner.data<Status>('/api/status')
    expect(problems.map(({ text }) => text)).toContain(`The last backup into ${target} failed.`)
    gallery.clock.advance(2 * hourMs)
    await gallery.services.safety.runDue()
    expect(await targetNow()).toMatchObject({ lastRun: { outcome: 'done', reason: null } })
    expect(await snapshotsIn(bucket)).toHaveLength(2)
    expect(JSON.stringify(await targetNow())).not.toContain(ceph.secret)
  })

  test('damaged originals are put back from a bucket, by the command and by the server', async (random) => {
    const gallery = await makeGallery(3, 240)
    const { data, target } = gallery
    expect(await run('backup', target, '--data', data)).toMatchObject({ code: 0 })
    const before = await originalsOf(data)
    const [first, second] = Object.keys(before) as [string, string]
    const damage = (path: string) => {
      const bytes = readFileSync(join(data, path))
      const at = Math.floor(random() * bytes.length)
      bytes[at] = bytes[at]! ^ 1
      writeFileSync(join(data, path), bytes)
    }
    damage(first)
    const repaired = await run('check', '--repair', '--from', target, '--data', data)
    expect(repaired.text).toContain('1 original was put back from the backup')
    expect(await originalsOf(data)).toEqual(before)

    damage(second)
    const orders = { task: 'fetch', folders: [target], originals: [basename(second, '.jpg')] }
    const library = libraryAt(data)
    const config = {
      ...readConfig({ data }, {}),
      backupEndpoint: ceph.endpoint,
      backupRegion: ceph.region,
      backupKeyId: ceph.keyId,
      backupSecret: ceph.secret,
    }
    const messages = await Array.fromAsync(
      workOnOriginals(orders as FetchOrders, {
        library,
        openBucket: undefined,
        openSaved: savedCopiesFor(config),
        giveWay: () => Promise.resolve(),
      }),
    )
    expect(messages).toMatchObject([{ kind: 'fetched', md5: before[second] }])
  })

  const newKey = async () => {
    const key = await createBackupKey()
    const path = join(temporaryFolder(), 'key.txt')
    await Bun.write(path, `# my backups\n${key}\n`)
    return { key, path }
  }
  const runWithKey = (keyPath: string, ...words: string[]) =>
    runCommand(words, { environment: { ...access(), VITRINE_BACKUP_KEY_FILE: keyPath } })

  test('an encrypted backup shows only numbers and sizes of files, and only its key restores it', async () => {
    const gallery = await makeGallery(4, 300)
    const { data, bucket, target } = gallery
    const { key, path } = await newKey()
    for (const [count, first] of [
      [0, 0],
      [2, 310],
    ] as const) {
      if (count > 0) await importInto(data, count, first)
      const backup = await runWithKey(path, 'backup', target, '--data', data)
      expect(backup.code, backup.text).toBe(0)
    }
    const secrets = [
      'originals',
      'snapshots',
      'JFIF',
      'SQLite',
      key,
      ...(rowsOf(data) as { id: string; md5: string; source_name: string }[]).flatMap(
        ({ id, md5, source_name }) => [id, md5, source_name],
      ),
    ]
    const keys = await keysIn(bucket)
    expect(keys.filter((name) => !/^sealed\/[\w-]+\.age$/.test(name))).toEqual([
      'vitrine-backup.json',
    ])
    for (const name of keys) {
      const bytes = Buffer.from(await ceph.read(bucket, `gallery/${name}`))
      const seen = secrets.filter((secret) => name.includes(secret) || bytes.includes(secret))
      expect([name, seen]).toEqual([name, []])
    }

    const again = () => ['--data', join(temporaryFolder(), 'data')]
    const keyless = await run('restore', target, ...again())
    expect(keyless).toMatchObject({ code: 1 })
    expect(keyless.text).toContain(
      'are encrypted. Set VITRINE_BACKUP_KEY_FILE to the path of a file',
    )
    const other = await runWithKey((await newKey()).path, 'restore', target, ...again())
    expect(other).toMatchObject({ code: 1 })
    expect(other.text).toContain('are encrypted with another key')
    const mistyped = await runCommand(['restore', target, ...again()], {
      environment: { ...access(), VITRINE_BACKUP_KEY: key.slice(0, -1) },
    })
    expect(mistyped).toMatchObject({ code: 2 })
    expect(mistyped.text).toContain('The backup key is incomplete or mistyped')
    expect(mistyped.text).not.toContain(key.slice(20, 40))

    const restored = join(temporaryFolder(), 'data')
    const { code, text } = await runWithKey(path, 'restore', target, '--data', restored)
    expect(code, text).toBe(0)
    expect(rowsOf(restored)).toEqual(rowsOf(data))
    expect(await originalsOf(restored)).toEqual(await originalsOf(data))
    // The key of the gallery itself, as the screen keeps it.
    copyFileSync(path, join(data, 'backup.key'))
    expect(await run('backup', target, '--drill', '--data', data)).toMatchObject({ code: 0 })
    expect((await run('backup', target, '--keep', '1', '--data', data)).text).toContain(
      'Removed 2 old snapshots',
    )
  })

  test('a changed, a cut and two exchanged objects of an encrypted backup are found, and replaced', async (random) => {
    const gallery = await makeGallery(6, 320)
    const { data, bucket, target } = gallery
    const { path } = await newKey()
    expect(await runWithKey(path, 'backup', target, '--data', data)).toMatchObject({ code: 0 })
    const sizes = (await filesIn(data, 'originals')).map((name) => statSync(join(data, name)).size)
    // Neither the database, which is larger, nor the descriptions, which are smaller.
    const originals = (await ceph.listObjects(bucket)).filter(
      ({ size }) => size > Math.min(...sizes) && size < Math.max(...sizes) + 1000,
    )
    expect(originals).toHaveLength(6)
    const [flipped, cut, one, two] = originals.map(({ key }) => key) as [
      string,
      string,
      string,
      string,
    ]
    await ceph.flip(bucket, flipped, (length) => Math.floor(random() * length))
    const whole = await ceph.read(bucket, cut)
    await ceph.write(bucket, cut, whole.subarray(0, whole.length - 1 - Math.floor(random() * 99)))
    const first = await ceph.read(bucket, one)
    await ceph.write(bucket, one, await ceph.read(bucket, two))
    await ceph.write(bucket, two, first)

    const partial = join(temporaryFolder(), 'data')
    const restored = await runWithKey(path, 'restore', target, '--data', partial)
    expect(restored.code, restored.text).toBe(1)
    expect(restored.text.match(/originals\/\S+ is damaged in the backup/g)).toHaveLength(4)
    expect(Object.keys(await originalsOf(partial))).toHaveLength(2)
    const mended = await runWithKey(path, 'backup', target, '--verify', '--data', data)
    expect(mended.code, mended.text).toBe(0)
    const again = join(temporaryFolder(), 'data')
    const restoredAgain = await runWithKey(path, 'restore', target, '--data', again)
    expect(restoredAgain.code, restoredAgain.text).toBe(0)
    expect(await originalsOf(again)).toEqual(await originalsOf(data))
  })

  test('originals are put back from an encrypted bucket, and a bucket without a backup is refused', async () => {
    const { data, target } = await makeGallery(2, 340)
    const { path } = await newKey()
    const check = (from: string) =>
      runWithKey(path, 'check', '--repair', '--from', from, '--data', data)
    expect(await runWithKey(path, 'backup', target, '--data', data)).toMatchObject({ code: 0 })
    const before = await originalsOf(data)
    rmSync(join(data, Object.keys(before)[0]!))
    const wrong = await check(`${target}-mistyped`)
    expect(wrong).toMatchObject({ code: 1 })
    expect(wrong.text).toContain('-mistyped is not a Vitrine backup')
    expect((await check(target)).text).toContain('1 original was put back from the backup')
    expect(await originalsOf(data)).toEqual(before)
  })

  test('a bucket with backups from before the key is continued without encryption, with a warning', async () => {
    const gallery = await makeGallery(2, 350)
    const { data, target } = gallery
    const { path } = await newKey()
    expect(await run('backup', target, '--data', data)).toMatchObject({ code: 0 })
    const warned = await runWithKey(path, 'backup', target, '--data', data)
    expect(warned.code, warned.text).toBe(0)
    expect(warned.text).toContain(`the backups in ${target} are not encrypted`)
    await expectRestored(gallery, target)
  })

  test('the owner makes the key once, and the server encrypts with it', async () => {
    const bucket = await ceph.makeBucket()
    const target = `s3://${bucket}/gallery`
    await using gallery = await openGallery({
      program: [await executable()],
      backupEndpoint: ceph.endpoint,
      backupRegion: ceph.region,
      backupKeyId: ceph.keyId,
      backupSecret: ceph.secret,
    })
    const owner = await gallery.asOwner()
    await upload(gallery, owner)
    expect(await owner.data('/api/safety')).toMatchObject({
      hasBucketAccess: true,
      hasBackupKey: false,
    })
    expect((await gallery.asVisitor().post('/api/safety/key', {})).status).toBe(401)
    const attempts = await Promise.all([1, 2, 3].map(() => owner.post('/api/safety/key', {})))
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const made = attempts.find(({ status }) => status === 200)!
    const { key } = ((await made.json()) as { data: { key: string } }).data
    const kept = join(gallery.data, 'backup.key')
    expect(readFileSync(kept, 'utf8')).toBe(`${key}\n`)
    expect(statSync(kept).mode & 0o077).toBe(0)
    await owner.put('/api/safety', { folders: [target] })
    await gallery.services.safety.runDue()
    const safety = await owner.data<Safety>('/api/safety')
    expect(safety).toMatchObject({
      hasBackupKey: true,
      targets: [{ lastRun: { outcome: 'done' }, lastDrill: { photos: 1, problems: [] } }],
    })
    expect(JSON.stringify(safety)).not.toContain(key)
    expect((await keysIn(bucket)).filter((name) => !name.startsWith('sealed/'))).toEqual([
      'vitrine-backup.json',
    ])
  })
})
