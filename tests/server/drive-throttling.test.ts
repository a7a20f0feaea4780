import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import type { Job } from '../../src/contract/imports/jobs.ts'
import { retryAfterMs } from '../../src/imports/drive/drive-error.ts'
import {
  type DriveGallery,
  importedMd5s,
  md5sOf,
  openDriveGallery,
  openImport,
  refusalOf,
} from '../support/drive-gallery.ts'
import { type FakeDrive, openFakeDrive, type Refusal } from '../support/fake-drive.ts'

const limited = { status: 403, reason: 'userRateLimitExceeded' }

/** Refuses so many downloads, perhaps only one file's, and counts them. */
function refuseDownloads(fake: FakeDrive, count: number, refusal: Refusal, fileId = '') {
  const refused = { count: 0 }
  fake.program.refuse = (path, query) => {
    const isMeant = query.get('alt') === 'media' && path.endsWith(fileId)
    if (!isMeant || refused.count >= count) return undefined
    refused.count++
    return refusal
  }
  return refused
}

async function untilPaused(gallery: DriveGallery, id: string): Promise<Job> {
  for (;;) {
    const job = gallery.drive.get(id)
    if (job.pausedUntil !== null || job.state === 'FINISHED') return job
    await Bun.sleep(5)
  }
}

describe('limited imports', () => {
  test('an import that Google limits waits as a whole, tries one request at a time and marks no file as failed', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 20)
    await using _ = gallery
    const refused = refuseDownloads(fake, 60, limited)
    const job = await gallery.importAll()
    expect(job).toMatchObject({ state: 'FINISHED', done: 20, failed: 0, pausedUntil: null })
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
    expect(gallery.drive.failures({}).total).toBe(0)
    // The four that were under way when the first was refused share its pause.
    expect(refused.count).toBe(60)
    expect(gallery.pauses.length).toBeGreaterThanOrEqual(57)
    expect(gallery.pauses.length).toBeLessThanOrEqual(60)
    for (const [n, ms] of gallery.pauses.entries()) {
      expect(ms).toBeGreaterThanOrEqual(Math.min(300_000, 500 * 2 ** n) / 2)
      expect(ms).toBeLessThanOrEqual(300_000)
    }
  })

  test('an import that Google limits shows the reason and the end of the pause, and continues by itself', async () => {
    await using fake = await openFakeDrive()
    const { gallery } = await openImport(fake, 6)
    await using _ = gallery
    const refused = refuseDownloads(fake, 1, { status: 429, retryAfterSeconds: 90 })
    gallery.holdPauses()
    const { id } = await gallery.drive.schedule({})
    expect(await untilPaused(gallery, id)).toMatchObject({
      state: 'STARTED',
      pausedUntil: new Date(gallery.clock.now() + 90_000).toISOString(),
      pauseReason: 'Google Drive is limiting requests (429)',
      failed: 0,
      failures: [],
    })
    expect(gallery.drive.latest()).toMatchObject({ state: 'STARTED', id })
    gallery.releasePauses()
    expect(await gallery.services.jobs.awaited(id, 60_000)).toMatchObject({
      state: 'FINISHED',
      pausedUntil: null,
      pauseReason: null,
      done: 6,
    })
    expect(refused.count).toBe(1)
  })

  test('an import that Google limits waits as long as requested, once for all files, however long', async () => {
    await using fake = await openFakeDrive()
    const { gallery } = await openImport(fake, 6)
    await using _ = gallery
    fake.program.refuse = (_, query) =>
      query.get('alt') === 'media' && gallery.pauses.length === 0
        ? { status: 429, retryAfterSeconds: 7200 }
        : undefined
    expect(await gallery.importAll()).toMatchObject({ done: 6, failed: 0 })
    expect(gallery.pauses).toEqual([7_200_000])
  })

  test('an import that Google limits waits until the date that Google names', async () => {
    await using fake = await openFakeDrive()
    const { gallery } = await openImport(fake, 1)
    await using _ = gallery
    const retryAfter = new Date(Date.now() + 3_600_000).toUTCString()
    refuseDownloads(fake, 1, { status: 429, retryAfter })
    expect(await gallery.importAll()).toMatchObject({ done: 1, failed: 0 })
    expect(gallery.pauses).toHaveLength(1)
    expect(Math.abs(gallery.pauses[0]! - 3_600_000)).toBeLessThan(20_000)
  })

  test('an import that Google limits also waits before it has listed the folder', async () => {
    await using fake = await openFakeDrive()
    const { gallery } = await openImport(fake, 2)
    await using _ = gallery
    let refusals = 30
    const { id } = await gallery.drive.schedule({})
    await gallery.services.jobs.awaited(id, 60_000)
    fake.program.refuse = (path) =>
      path.endsWith('/files') && refusals-- > 0 ? { status: 429 } : undefined
    expect(await gallery.importAll()).toMatchObject({ state: 'FINISHED', total: 0, error: null })
    expect(gallery.pauses).toHaveLength(30)
  })

  test('an import that Google limits can be cancelled', async () => {
    await using fake = await openFakeDrive()
    const { gallery } = await openImport(fake, 6)
    await using _ = gallery
    refuseDownloads(fake, 1000, limited)
    gallery.holdPauses()
    const { id } = await gallery.drive.schedule({})
    await untilPaused(gallery, id)
    expect(await gallery.drive.cancel(id)).toMatchObject({
      state: 'ABORTED',
      error: 'cancelled',
      pausedUntil: null,
      failed: 0,
    })
  })

  test('an import that Google limits continues to wait after a restart', async () => {
    await using fake = await openFakeDrive()
    const { gallery: first, files } = await openImport(fake, 6, { keepFolder: true })
    refuseDownloads(fake, 1, { status: 429, retryAfterSeconds: 3600 })
    first.holdPauses()
    const { id } = await first.drive.schedule({})
    const { pausedUntil } = await untilPaused(first, id)
    await first.abandon()
    const requests = fake.paths.length

    await using gallery = await openDriveGallery(fake, { data: first.data, holdsPauses: true })
    while (gallery.pauses.length === 0) await Bun.sleep(5)
    expect(gallery.pauses).toEqual([3_600_000])
    expect(gallery.drive.get(id)).toMatchObject({ state: 'STARTED', pausedUntil })
    expect(fake.paths.slice(requests).filter((path) => path !== '/token')).toEqual([])
    gallery.releasePauses()
    expect(await gallery.services.jobs.awaited(id, 60_000)).toMatchObject({
      state: 'FINISHED',
      pausedUntil: null,
      done: 6,
    })
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
  })
})

test('a file whose requests alone are limited delays none of the others', async () => {
  await using fake = await openFakeDrive()
  const { gallery, files } = await openImport(fake, 12)
  await using _ = gallery
  let refused = 0
  // Until all others are done, however long they take; an import that waited would never end.
  fake.program.refuse = (path, query) => {
    if (query.get('alt') !== 'media' || !path.endsWith(files[0]!.id)) return undefined
    if (importedMd5s(gallery).length === 11 && refused >= 40) return undefined
    refused++
    return limited
  }
  expect(await gallery.importAll()).toMatchObject({ done: 12, failed: 0 })
  expect(refused).toBeGreaterThanOrEqual(40)
})

test('a request that Google limits does not wait for long, but says when to try again', async () => {
  await using fake = await openFakeDrive()
  const { gallery } = await openImport(fake, 1)
  await using _ = gallery
  fake.program.refuse = () => ({ status: 429, retryAfterSeconds: 3600 })
  const refusal = await refusalOf(gallery.drive.list())
  expect(refusal).toMatchObject({
    code: 503,
    message: 'Google Drive is limiting requests (429); try again in 60 minutes',
    headers: { 'Retry-After': '3600' },
  })
  expect(gallery.pauses).toEqual([])
})

describe('Retry-After', () => {
  const headers = (values: Record<string, string>) => new Headers(values)

  test('a Retry-After header is read as seconds or as a date, compared with the server’s clock', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 30_000_000 }),
        fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('2200-01-01') }),
        (seconds, date) => {
          expect(retryAfterMs(headers({ 'retry-after': String(seconds) }))).toBe(1000 * seconds)
          const start = Math.floor(date.getTime() / 1000) * 1000
          const values = {
            date: new Date(start).toUTCString(),
            'retry-after': new Date(start + 1000 * seconds).toUTCString(),
          }
          expect(retryAfterMs(headers(values))).toBe(1000 * seconds)
          expect(retryAfterMs(headers({ 'retry-after': values['retry-after'] }), start)).toBe(
            1000 * seconds,
          )
        },
      ),
    )
  })

  test.each(['', 'soon', '-5', '1.5', 'NaN', '1e9', 'Fri, 31 Feb 2020', ' '])(
    'a Retry-After header of %j means no wait',
    (text) => {
      expect(retryAfterMs(headers({ 'retry-after': text }))).toBe(0)
    },
  )

  test('a Retry-After header never leads to an impossible date', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{1,400}$/), (text) => {
        const ms = retryAfterMs(headers({ 'retry-after': text }))
        expect(new Date(Date.now() + ms).toISOString()).toBeString()
      }),
    )
  })
})
