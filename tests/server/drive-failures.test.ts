import { describe, expect, test } from 'bun:test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import {
  type DriveGallery,
  importedMd5s,
  md5sOf,
  openDriveGallery,
  openImport,
  refusalOf,
} from '../support/drive-gallery.ts'
import { type FakeDrive, openFakeDrive } from '../support/fake-drive.ts'
import { openGallery, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const text = Buffer.from('no picture')
const namesOf = (gallery: DriveGallery) =>
  gallery.drive.failures({}).failures.map((failure) => failure.name)
const newFiles = async (gallery: DriveGallery) => (await gallery.drive.content()).new

/** Drive answers 500 for these files. */
const breakFiles = (fake: FakeDrive, ids: string[]) => {
  fake.program.refuse = (path) =>
    ids.includes(path.split('/').at(-1)!) ? { status: 500 } : undefined
}

describe('failed files', () => {
  test('a failed file is listed with reason, tries and time, across jobs and restarts, until it is imported', async () => {
    await using fake = await openFakeDrive()
    const { gallery: first, files } = await openImport(fake, 3, { keepFolder: true })
    breakFiles(fake, [files[1]!.id])
    await first.importAll()
    first.clock.advance(60_000)
    expect(await newFiles(first)).toBe(1)
    await first.importAll()
    const failure = {
      fileId: files[1]!.id,
      name: 'photo-1.jpg',
      reason: 'Google Drive is having problems (500)',
      tries: 2,
      failedAt: '2026-01-02T03:05:05.000Z',
      canRetry: true,
    }
    const list = { length: 1, total: 1, offset: 0, dismissed: 0, failures: [failure] }
    expect(first.drive.failures({})).toEqual(list)
    await first.abandon()

    await using gallery = await openDriveGallery(fake, { data: first.data })
    expect(gallery.drive.failures({})).toEqual(list)
    breakFiles(fake, [])
    expect(await gallery.importAll()).toMatchObject({ done: 1, failed: 0 })
    expect(gallery.drive.failures({}).total).toBe(0)
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
  })

  test('a file that failed for good is fetched again only on request or when its content changes', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 1)
    await using _ = gallery
    const file = fake.addFile(folder, { name: 'text.jpg', bytes: text })
    expect(await gallery.drive.content()).toMatchObject({ new: 2, total: 2 })
    expect(await gallery.importAll()).toMatchObject({ done: 1, failed: 1 })
    expect(await newFiles(gallery)).toBe(0)
    expect(await gallery.drive.check({ deleted: false })).toEqual([])
    expect(await gallery.importAll()).toMatchObject({ total: 0 })
    expect(fake.fetches(file.id)).toBe(1)
    expect(gallery.drive.failures({}).failures).toMatchObject([
      { name: 'text.jpg', reason: 'this is not a JPEG file', tries: 1, canRetry: false },
    ])

    expect(await gallery.importAll([file.id])).toMatchObject({ total: 1, failed: 1 })
    const { id } = await gallery.drive.schedule({ failed: true })
    expect(await gallery.services.jobs.awaited(id, 60_000)).toMatchObject({ total: 1, failed: 1 })
    expect(fake.fetches(file.id)).toBe(3)
    expect(gallery.drive.failures({}).failures[0]!.tries).toBe(3)

    fake.change(file.id, await camera())
    expect(await newFiles(gallery)).toBe(1)
    expect(await gallery.importAll()).toMatchObject({ total: 1, done: 1 })
    expect(gallery.drive.failures({}).total).toBe(0)
  })

  test('a file with too many pixels, or a checksum that never matches, is not fetched again', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 0, { maxPixels: 5000 })
    await using _ = gallery
    const wrong = fake.addFile(folder, { name: 'wrong.jpg', bytes: text, md5: '0'.repeat(32) })
    const wide = fake.addFile(folder, { name: 'wide.jpg', bytes: await camera() })
    const job = await gallery.importAll()
    expect(job).toMatchObject({ total: 2, failed: 2 })
    expect(job.failures.map(({ reason }) => reason).sort()).toEqual([
      'the download was damaged twice; try again',
      expect.stringContaining('megapixels'),
    ])
    expect(await gallery.importAll()).toMatchObject({ total: 0 })
    expect([fake.fetches(wrong.id), fake.fetches(wide.id)]).toEqual([2, 1])
  })

  test('a file that is too large is never downloaded, until the limit allows it', async () => {
    await using fake = await openFakeDrive()
    const settings = { maxUpload: 1000, keepFolder: true }
    const { gallery: first, files } = await openImport(fake, 1, settings)
    expect(await first.importAll()).toMatchObject({ total: 1, failed: 1 })
    expect(first.drive.failures({}).failures).toMatchObject([
      { reason: 'the file is larger than the limit of 1000 bytes', canRetry: false },
    ])
    expect(await newFiles(first)).toBe(0)
    expect(await first.importAll([files[0]!.id])).toMatchObject({ failed: 1 })
    expect(fake.fetches(files[0]!.id)).toBe(0)
    await first.abandon()

    await using gallery = await openDriveGallery(fake, { data: first.data })
    expect(gallery.drive.failures({}).failures).toMatchObject([{ canRetry: true, tries: 2 }])
    expect(await gallery.importAll()).toMatchObject({ total: 1, done: 1 })
  })

  test('a failed file can be dismissed: it stays out, and the rest is tried again', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder, files } = await openImport(fake, 2)
    await using _ = gallery
    const file = fake.addFile(folder, { name: 'text.jpg', bytes: text })
    breakFiles(fake, [files[0]!.id])
    await gallery.importAll()
    expect(namesOf(gallery).sort()).toEqual(['photo-0.jpg', 'text.jpg'])
    expect(await gallery.drive.dismissFailures(file.id)).toEqual({ total: 1, dismissed: 1 })
    expect((await refusalOf(gallery.drive.dismissFailures(file.id))).code).toBe(404)
    expect(namesOf(gallery)).toEqual(['photo-0.jpg'])
    expect(await gallery.drive.dismissFailures()).toEqual({ total: 0, dismissed: 1 })
    breakFiles(fake, [])
    expect(await newFiles(gallery)).toBe(1)
    expect(await gallery.importAll()).toMatchObject({ total: 1, done: 1 })
    expect(fake.fetches(file.id)).toBe(1)
    const dismissed = gallery.drive.failures({ dismissed: true })
    expect(dismissed).toMatchObject({
      ...{ length: 1, total: 1, dismissed: 1 },
      failures: [{ fileId: file.id, name: 'text.jpg', tries: 1 }],
    })
    // Asked for, it fails once more, and is listed again.
    await gallery.importAll([file.id])
    expect(namesOf(gallery)).toEqual(['text.jpg'])
    expect(gallery.drive.failures({ dismissed: true })).toMatchObject({ total: 0, dismissed: 0 })
  })

  test('a failed file that is no longer in the drive keeps its name in the list', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 2)
    await using _ = gallery
    breakFiles(fake, [files[0]!.id])
    await gallery.importAll()
    fake.remove(files[0]!.id)
    // Until Google says so, it may still be there, and holds up no other file.
    expect(await gallery.importAll([files[0]!.id, files[1]!.id])).toMatchObject({
      ...{ state: 'FINISHED', total: 2, skipped: 1, failed: 1 },
      failures: [{ reason: 'Google Drive is having problems (500)' }],
    })
    breakFiles(fake, [])
    await gallery.importAll([files[0]!.id])
    expect(gallery.drive.failures({}).failures).toMatchObject([
      { name: 'photo-0.jpg', reason: 'it is no longer in the drive', tries: 3 },
    ])
  })

  test('a failed file can be tried again when another folder is chosen', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 2)
    await using _ = gallery
    breakFiles(fake, [files[0]!.id])
    await gallery.importAll()
    breakFiles(fake, [])
    fake.addFolder('Other')
    await gallery.drive.setFolder({ driveFolderName: 'Other' })
    expect(await gallery.importAll([files[0]!.id])).toMatchObject({ total: 1, done: 1 })
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
  })
})

test('a job includes the newest five failures, and a list has all of them page by page', async () => {
  await using fake = await openFakeDrive()
  const { gallery, files } = await openImport(fake, 12)
  await using _ = gallery
  for (const file of files) fake.change(file.id, Buffer.from(file.id))
  const job = await gallery.importAll()
  expect(job).toMatchObject({ total: 12, failed: 12 })
  expect(job.failures).toHaveLength(5)
  const pages = [0, 5, 10, 15].map((offset) => gallery.drive.failures({ limit: 5, offset }))
  expect(pages.map(({ length, total, offset }) => [length, total, offset])).toEqual([
    [5, 12, 0],
    [5, 12, 5],
    [2, 12, 10],
    [0, 12, 15],
  ])
  const ids = pages.flatMap(({ failures }) => failures.map((failure) => failure.fileId))
  expect(ids.toSorted()).toEqual(files.map((file) => file.id).sort())
  expect(gallery.drive.failures({}).failures).toHaveLength(12)
})

describe('endpoints', () => {
  test('the endpoints of failures list, dismiss and retry them, for the owner only', async () => {
    await using fake = await openFakeDrive()
    await using gallery = await openGallery({
      googleClientId: fake.clientId,
      googleClientSecret: fake.clientSecret,
      googleUrl: fake.url,
    })
    gallery.services.runner.start()
    const owner = await gallery.asOwner()
    const google = (await owner.get('/api/drive/auth?redir=/user/drive')).headers.get('location')!
    const back = new URL((await fetch(google, { redirect: 'manual' })).headers.get('location')!)
    await owner.get(back.pathname + back.search)
    const folder = fake.addFolder('Photos')
    const bytes = await camera()
    const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name, n) =>
      fake.addFile(folder, { name, bytes: n === 2 ? bytes : Buffer.from(`no picture ${n}`) }),
    )
    fake.program.refuse = (path) =>
      path.endsWith(files[2]!.id) ? { status: 403, reason: 'downloadQuotaExceeded' } : undefined
    await owner.request('/api/user/gdrive', {
      method: 'PUT',
      body: { driveFolderName: 'Photos' },
    })
    expect(await owner.data<object>('/api/drive/folder')).toMatchObject({ new: 3, total: 3 })
    await owner.request('/api/drive/upload', { method: 'PUT', body: {} })
    const list = await owner.data<{ failures: object[] }>('/api/drive/failures?limit=1&offset=1')
    expect(list).toMatchObject({ length: 1, total: 3, offset: 1 })
    for (const query of [
      'limit=0',
      'limit=101',
      'limit=x',
      'offset=-1',
      'offset=1e3',
      'limit=1&limit=2',
      'dismissed=1',
    ]) {
      expect([query, (await owner.get(`/api/drive/failures?${query}`)).status]).toEqual([
        query,
        400,
      ])
    }
    expect((await gallery.asVisitor().get('/api/drive/failures')).status).toBe(401)
    const dismiss = (path: string) => owner.request(path, { method: 'DELETE' })
    expect(await (await dismiss(`/api/drive/failures/${files[0]!.id}`)).json()).toEqual({
      data: { total: 2, dismissed: 1 },
    })
    const dismissed = '/api/drive/failures?dismissed=true'
    expect(await owner.data<object>(dismissed)).toMatchObject({ length: 1, total: 1 })
    expect((await dismiss('/api/drive/failures/not%20an%20id')).status).toBe(404)
    // A photo that came another way is no failure any more.
    await upload(gallery, owner, bytes)
    expect(await owner.data<object>('/api/drive/failures')).toMatchObject({ total: 1 })
    const both = { fileIds: [files[0]!.id], failed: true }
    expect((await owner.post('/api/drive/job/schedule', both)).status).toBe(400)
    const answer = await owner.post('/api/drive/job/schedule', { failed: true })
    const { id } = (await answer.json()).data as Photo
    await gallery.services.jobs.awaited(id, 60_000)
    expect(await owner.data<object>(`/api/drive/job/${id}`)).toMatchObject({ total: 1, failed: 1 })
    expect(await (await dismiss('/api/drive/failures')).json()).toEqual({
      data: { total: 0, dismissed: 2 },
    })
    await gallery.services.runner.stop()
  })
})
