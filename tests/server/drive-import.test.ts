import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import {
  importedMd5s,
  md5sOf,
  openDriveGallery,
  openImport,
  refusalOf,
} from '../support/drive-gallery.ts'
import { openFakeDrive } from '../support/fake-drive.ts'
import { camera } from '../support/photos.ts'

const byName = <T extends { name: string }>(failures: T[]): T[] =>
  failures.toSorted((a, b) => a.name.localeCompare(b.name))

/** A JPEG too large for one write, so that its download can be interrupted. */
const longPhoto = async () => Buffer.concat([await camera(), randomBytes(100_000)])

describe('imports', () => {
  test('an import from Google Drive imports every new file unchanged, under its name in the drive', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 12)
    await using _ = gallery
    const job = await gallery.importAll()
    expect(job).toEqual({
      id: expect.any(String),
      kind: 'drive import',
      folder: 'Photos',
      isSelection: false,
      state: 'FINISHED',
      percent: 100,
      total: 12,
      done: 12,
      replaced: 0,
      waiting: 0,
      skipped: 0,
      failed: 0,
      current: null,
      startedAt: '2026-01-02T03:04:05.000Z',
      finishedAt: '2026-01-02T03:04:05.000Z',
      error: null,
      isStopped: false,
      pausedUntil: null,
      pauseReason: null,
      failures: [],
    })
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
    const { connection } = gallery.services.store
    const row = connection
      .query('SELECT source, source_name, source_date FROM photo WHERE md5 = ?')
      .get(files[3]!.md5Checksum!)
    expect(row).toEqual({
      source: 'drive',
      source_name: 'photo-3.jpg',
      source_date: files[3]!.createdTime,
    })
    expect(files.map((file) => fake.fetches(file.id))).toEqual(files.map(() => 1))
    expect(await gallery.drive.check({ deleted: false })).toEqual([])
  })

  test('an import from Google Drive downloads two files ahead of the two being imported, and no more', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 8)
    await using _ = gallery
    const gates = files.map((file) => fake.gate(file.id))
    const { id } = await gallery.drive.schedule({})
    await Promise.all(gates.slice(0, 4).map((gate) => gate.reached))
    expect(fake.totalFetches()).toBe(4)
    expect(gallery.drive.get(id)).toMatchObject({
      state: 'STARTED',
      percent: 0,
      total: 8,
      done: 0,
      current: expect.stringMatching(/^photo-[0123]\.jpg$/),
    })
    for (const gate of gates) gate.release()
    expect(await gallery.services.jobs.awaited(id, 60_000)).toMatchObject({ done: 8 })
    expect(fake.mostOpenDownloads()).toBe(4)
  })

  test('an import from Google Drive records bad files, skips them and still finishes', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder, files } = await openImport(fake, 5)
    await using _ = gallery
    const whole = await camera()
    const cut = fake.addFile(folder, { name: 'cut.jpg', bytes: whole.subarray(0, -200) })
    const text = fake.addFile(folder, { name: 'text.jpg', bytes: Buffer.from('no picture') })
    const empty = fake.addFile(folder, { name: 'empty.jpg', bytes: new Uint8Array() })
    const other = fake.addFile(folder, {
      name: 'other.jpg',
      bytes: await camera(),
      md5: '0123456789abcdef0123456789abcdef',
    })
    const job = await gallery.importAll()
    expect(job).toMatchObject({ state: 'FINISHED', percent: 100, total: 9, done: 5, failed: 4 })
    expect(byName(job.failures)).toEqual([
      { fileId: cut.id, name: 'cut.jpg', reason: expect.stringContaining('incomplete') },
      { fileId: empty.id, name: 'empty.jpg', reason: 'the file is empty' },
      {
        fileId: other.id,
        name: 'other.jpg',
        reason: 'the download was damaged twice; try again',
      },
      { fileId: text.id, name: 'text.jpg', reason: expect.stringContaining('JPEG') },
    ])
    expect(fake.fetches(other.id)).toBe(2)
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
    expect(await gallery.importAll()).toMatchObject({ total: 0, failed: 0 })
    expect([cut, text, empty].map((file) => fake.fetches(file.id))).toEqual([1, 1, 1])
    expect(fake.fetches(other.id)).toBe(2)
    expect(fake.fetches(files[0]!.id)).toBe(1)
  })

  test('an import of selected files imports exactly those', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 4)
    await using _ = gallery
    const job = await gallery.importAll([files[2]!.id, files[2]!.id, files[0]!.id])
    expect(job).toMatchObject({ state: 'FINISHED', isSelection: true, total: 2, done: 2 })
    expect(importedMd5s(gallery)).toEqual(md5sOf([files[0]!, files[2]!]))
    expect(await gallery.importAll([files[0]!.id])).toMatchObject({ skipped: 1, done: 0 })
    expect(fake.fetches(files[0]!.id)).toBe(1)
  })

  test('an import of files that are not in the folder is refused, and none is listed as failed', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 1)
    await using _ = gallery
    const one = await refusalOf(gallery.drive.schedule({ fileIds: [files[0]!.id, 'gone'] }))
    expect([one.code, one.message]).toEqual([
      404,
      'the file with the ID “gone” is not in the folder; nothing was imported',
    ])
    expect(one.details).toEqual({ field: 'fileIds', fileIds: ['gone'] })
    const two = await refusalOf(gallery.drive.schedule({ fileIds: ['gone', 'never'] }))
    expect(two.message).toStartWith('2 of the files are not in the folder')
    expect(gallery.drive.latest()).toEqual({ id: '' })
    // One that is gone by the time that the folder is read has no name to be listed with.
    fake.program.refuse = () => {
      if (gallery.drive.isImporting()) fake.remove(files[0]!.id)
      return undefined
    }
    expect(await gallery.importAll([files[0]!.id])).toMatchObject({ total: 1, failed: 1 })
    expect(gallery.drive.failures({}).total).toBe(0)
  })

  test('an import from Google Drive rejects a file that is too large, without keeping any of it', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 1, { maxUpload: 30_000 })
    await using _ = gallery
    fake.addFile(folder, { name: 'large.jpg', bytes: await longPhoto() })
    const job = await gallery.importAll()
    expect(job).toMatchObject({ state: 'FINISHED', done: 1, failed: 1 })
    expect(job.failures[0]!.reason).toContain('larger than')
  })
})

describe('downloads', () => {
  test('a download resumes where it was interrupted', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 0)
    await using _ = gallery
    const file = fake.addFile(folder, { name: 'long.jpg', bytes: await longPhoto() })
    fake.cut(file.id, 40_000, 80_000, 80_000)
    expect(await gallery.importAll()).toMatchObject({ state: 'FINISHED', done: 1, failed: 0 })
    expect(fake.fetches(file.id)).toBe(1)
    expect(fake.resumes(file.id)).toBeGreaterThanOrEqual(2)
    expect(importedMd5s(gallery)).toEqual(md5sOf([file]))
  })

  test('a download is complete even if the server restarts it instead of resuming', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 0)
    await using _ = gallery
    const file = fake.addFile(folder, { name: 'long.jpg', bytes: await longPhoto() })
    fake.cut(file.id, 40_000)
    fake.program.ignoresRanges = true
    expect(await gallery.importAll()).toMatchObject({ state: 'FINISHED', done: 1 })
    expect(importedMd5s(gallery)).toEqual(md5sOf([file]))
  })

  test('a download waits longer each time Google has problems with it', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 1)
    await using _ = gallery
    const refusals = [
      { status: 500 },
      { status: 502 },
      { status: 504 },
      { status: 408 },
      { status: 500 },
      { status: 503, retryAfterSeconds: 20 },
    ]
    fake.program.refuse = (path) => (path.endsWith(files[0]!.id) ? refusals.shift() : undefined)
    expect(await gallery.importAll()).toMatchObject({ state: 'FINISHED', done: 1 })
    expect(gallery.pauses).toHaveLength(6)
    const least = [250, 500, 1000, 2000, 4000, 20_000]
    for (const [n, ms] of gallery.pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(least[n]!)
      expect(ms).toBeLessThanOrEqual(Math.max(500 * 2 ** n, 20_000))
    }
    expect(fake.fetches(files[0]!.id)).toBe(1)
  })

  test('a download that keeps failing is reported for its file, and the others are imported', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 4)
    await using _ = gallery
    const answers = new Map([
      [files[0]!.id, { status: 500 }],
      [files[1]!.id, { status: 403, reason: 'cannotDownloadFile', message: 'Not allowed.' }],
      [files[2]!.id, { status: 404, reason: 'notFound' }],
    ])
    fake.program.refuse = (path) => answers.get(path.split('/').at(-1)!)
    const job = await gallery.importAll()
    expect(job).toMatchObject({ state: 'FINISHED', done: 1, failed: 3 })
    expect(byName(job.failures).map(({ reason }) => reason)).toEqual([
      'Google Drive is having problems (500)',
      'Google Drive returned 403: Not allowed.',
      'it is no longer in the drive',
    ])
    expect(gallery.pauses).toHaveLength(7)
  })
})

describe('aborts', () => {
  test('an import is aborted with the reason when Google rejects its token; reconnecting imports the rest', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 9)
    await using _ = gallery
    const gate = fake.gate(files[4]!.id)
    const { id } = await gallery.drive.schedule({})
    await gate.reached
    fake.oauth.withdraw()
    gate.release()
    const job = await gallery.services.jobs.awaited(id, 60_000)
    expect(job).toMatchObject({
      state: 'ABORTED',
      error: 'Google no longer accepts this connection',
      failed: 0,
    })
    expect(job.done).toBeLessThan(9)
    expect(gallery.drive.status()).toMatchObject({ authenticated: false })
    expect(gallery.drive.status().reason).toContain('7 days')
    await gallery.connect()
    expect(await gallery.importAll()).toMatchObject({ state: 'FINISHED', total: 9 - job.done })
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
    expect(gallery.drive.status().reason).toBeNull()
  })

  test('an import is aborted when Google Drive stops answering', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 6)
    await using _ = gallery
    const gate = fake.gate(files[0]!.id)
    const { id } = await gallery.drive.schedule({})
    await gate.reached
    fake.program.refuse = () => ({ status: 503 })
    gate.release()
    const job = await gallery.services.jobs.awaited(id, 60_000)
    expect(job).toMatchObject({
      state: 'ABORTED',
      error: 'Google Drive is having problems (503); try again in a moment',
      failed: 0,
    })
  })

  test('an import is aborted when the disk is full', async () => {
    await using fake = await openFakeDrive()
    const { gallery } = await openImport(fake, 6)
    await using _ = gallery
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const { library } = gallery.services
    library.writeDerived = () => Promise.reject(full)
    const job = await gallery.importAll()
    expect(job).toMatchObject({
      state: 'ABORTED',
      error: 'the disk holding the data folder is full',
      done: 0,
      failed: 0,
    })
  })

  test('an import is aborted at once when the owner cancels it, whatever is in progress', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 9)
    await using _ = gallery
    const gates = files.map((file) => fake.gate(file.id))
    const { id } = await gallery.drive.schedule({})
    await gates[0]!.reached
    const cancelled = await gallery.drive.cancel(id)
    expect(cancelled).toMatchObject({ state: 'ABORTED', error: 'cancelled', done: 0, failed: 0 })
    expect(cancelled.isStopped).toBe(true)
    expect(await gallery.drive.cancel(id)).toEqual(cancelled)
    for (const gate of gates) gate.release()
    expect(gallery.drive.get(id)).toEqual(cancelled)
    expect(await gallery.importAll()).toMatchObject({ state: 'FINISHED', done: 9 })
  })

  test('an import is aborted when the drive is disconnected', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 3)
    await using _ = gallery
    const gate = fake.gate(files[0]!.id)
    const { id } = await gallery.drive.schedule({})
    await gate.reached
    await gallery.drive.disconnect()
    expect(gallery.drive.get(id)).toMatchObject({
      state: 'ABORTED',
      error: 'Google Drive was disconnected',
      isStopped: true,
    })
    expect(fake.oauth.liveTokens()).toBe(0)
  })
})

describe('interruptions', () => {
  test('an interrupted import resumes after a restart and downloads nothing twice that was imported', async () => {
    await using fake = await openFakeDrive()
    const { gallery: first, folder, files } = await openImport(fake, 12, { keepFolder: true })
    const gates = files.slice(6, 9).map((file) => fake.gate(file.id))
    const text = fake.addFile(folder, { name: 'a text.jpg', bytes: Buffer.from('no picture') })
    const { id } = await first.drive.schedule({})
    await Promise.all(gates.map((gate) => gate.reached))
    const committed = importedMd5s(first)
    await first.abandon()
    for (const gate of gates) gate.release()

    await using gallery = await openDriveGallery(fake, { data: first.data })
    const job = await gallery.services.jobs.awaited(id, 60_000)
    expect(job).toMatchObject({ state: 'FINISHED', total: 13, done: 12, failed: 1, skipped: 0 })
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
    const again = files.filter((file) => fake.fetches(file.id) > 1)
    expect(again.length).toBeLessThanOrEqual(4)
    expect(again.filter((file) => committed.includes(file.md5Checksum!))).toEqual([])
    expect(fake.fetches(text.id)).toBe(1)
    expect(fake.oauth.calls.refresh).toBe(2)
  })

  test('an interrupted import does not resume after a restart if the owner had cancelled it', async () => {
    await using fake = await openFakeDrive()
    const { gallery: first, files } = await openImport(fake, 5, { keepFolder: true })
    const gate = fake.gate(files[0]!.id)
    const { id } = await first.drive.schedule({})
    await gate.reached
    const { connection } = first.services.store
    await first.services.runner.stop()
    connection.run("UPDATE job SET stop_reason = 'cancelled'")
    await first.abandon()
    gate.release()
    await using gallery = await openDriveGallery(fake, { data: first.data })
    const job = await gallery.services.jobs.awaited(id, 60_000)
    expect(job).toMatchObject({ state: 'ABORTED', error: 'cancelled' })
    expect(fake.fetches(files[4]!.id)).toBe(0)
  })
})

describe('scheduling', () => {
  test('a new import returns the running one, if there is one', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 3)
    await using _ = gallery
    const gate = fake.gate(files[0]!.id)
    const one = await gallery.drive.schedule({})
    await gate.reached
    const other = await gallery.drive.schedule({})
    expect(other).toMatchObject({ id: one.id, state: 'STARTED', total: 3 })
    gate.release()
    expect((await gallery.services.jobs.awaited(one.id, 60_000)).done).toBe(3)
  })

  test('a request that waits for an import gets the finished job, or the unfinished one after the time limit', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 3)
    await using _ = gallery
    const gate = fake.gate(files[0]!.id)
    const early = await gallery.drive.uploadAwaited(1)
    expect(early.state).not.toBe('FINISHED')
    const waiting = gallery.drive.uploadAwaited()
    gate.release()
    expect(await waiting).toMatchObject({ id: early.id, state: 'FINISHED', done: 3 })
  })

  test('an import with an unknown id answers 404', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openDriveGallery(fake)
    const unknown = '00000000-0000-7000-8000-000000000000'
    expect(gallery.drive.latest()).toEqual({ id: '' })
    expect(() => gallery.drive.get(unknown)).toThrow('not found')
    expect((await refusalOf(gallery.drive.cancel(unknown))).code).toBe(404)
  })
})
