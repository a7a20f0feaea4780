import { describe, expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import { importedMd5s, md5sOf, openImport } from '../support/drive-gallery.ts'
import { type FakeDrive, openFakeDrive, type Refusal } from '../support/fake-drive.ts'
import { camera } from '../support/photos.ts'

const page = '<!DOCTYPE html><html><title>Sign in</title></html>'
const webPage = 'Google sent a web page instead of the file'

/** Answers the downloads of one file with this, so many times. */
function refuseFile(fake: FakeDrive, id: string, refusal: Refusal, count = 1000) {
  let left = count
  fake.program.refuse = (path, query) =>
    path.endsWith(id) && query.get('alt') === 'media' && left-- > 0 ? refusal : undefined
}

/** Does something when the first download is requested, after the folder was listed. */
function beforeDownloads(fake: FakeDrive, work: () => void) {
  let isDone = false
  fake.program.refuse = (_, query) => {
    if (query.get('alt') === 'media' && !isDone) {
      isDone = true
      work()
    }
    return undefined
  }
}

describe('changed files', () => {
  test('a file that changes between list and download is imported as its new version', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 6)
    await using _ = gallery
    const changed = [await camera(), await camera()]
    beforeDownloads(fake, () => {
      fake.change(files[0]!.id, changed[0]!)
      fake.change(files[5]!.id, changed[1]!)
    })
    expect(await gallery.importAll()).toMatchObject({ done: 6, failed: 0 })
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
    expect(await gallery.drive.content()).toMatchObject({ new: 0 })
  })

  test('a file that changes between list and download is imported even if it became shorter or longer', async () => {
    await using fake = await openFakeDrive()
    const { gallery, folder } = await openImport(fake, 0)
    await using _ = gallery
    const longOne = async () => Buffer.concat([await camera(), randomBytes(100_000)])
    const files = [
      fake.addFile(folder, { name: 'shorter.jpg', bytes: await longOne() }),
      fake.addFile(folder, { name: 'longer.jpg', bytes: await camera() }),
    ]
    // The first changes while it is downloaded, the other before.
    const gate = fake.gate(files[0]!.id)
    fake.cut(files[0]!.id, 90_000)
    const changed = await longOne()
    beforeDownloads(fake, () => fake.change(files[1]!.id, changed))
    const { id } = await gallery.drive.schedule({})
    await gate.reached
    fake.change(files[0]!.id, await camera())
    gate.release()
    expect(await gallery.services.jobs.awaited(id, 60_000)).toMatchObject({ done: 2, failed: 0 })
    expect(importedMd5s(gallery)).toEqual(md5sOf(files))
  })

  test('a file that changes between list and download is not fetched again if the gallery has its new version', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 2)
    await using _ = gallery
    beforeDownloads(fake, () => fake.change(files[0]!.id, files[1]!.bytes!))
    const gate = fake.gate(files[0]!.id)
    const { id } = await gallery.drive.schedule({})
    await gate.reached
    while (gallery.drive.get(id).done === 0) await Bun.sleep(5)
    gate.release()
    expect(await gallery.services.jobs.awaited(id, 60_000)).toMatchObject({ done: 1, skipped: 1 })
    expect(fake.fetches(files[0]!.id)).toBe(1)
  })

  test('a file that changes again and again is left for the next import', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 1)
    await using _ = gallery
    const [file] = files
    fake.program.refuse = (path) => {
      if (path.endsWith(file!.id)) fake.change(file!.id, randomBytes(2000))
      return undefined
    }
    const job = await gallery.importAll()
    expect(job).toMatchObject({ failed: 1 })
    expect(job.failures[0]!.reason).toBe('it was changed during the import')
    expect(await gallery.drive.content()).toMatchObject({ new: 1 })
  })

  test('a file that disappears between list and download is reported as deleted', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 1)
    await using _ = gallery
    const changed = await camera()
    beforeDownloads(fake, () => {
      fake.change(files[0]!.id, changed).trashed = true
    })
    const job = await gallery.importAll()
    expect(job.failures).toMatchObject([{ reason: 'it is no longer in the drive' }])
  })
})

describe('web pages', () => {
  test('a web page instead of a file is recognised at once', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 3)
    await using _ = gallery
    refuseFile(fake, files[0]!.id, { status: 200, page })
    const job = await gallery.importAll()
    expect(job).toMatchObject({ state: 'FINISHED', done: 2, failed: 1 })
    expect(job.failures).toMatchObject([{ name: 'photo-0.jpg', reason: webPage }])
    expect(gallery.pauses).toEqual([])
    fake.program.refuse = () => undefined
    expect(await gallery.importAll()).toMatchObject({ total: 1, done: 1 })
  })

  test('a web page instead of a file is recognised even if it claims to be a picture', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 1)
    await using _ = gallery
    const [file] = files
    file!.bytes = Buffer.from(page)
    file!.size = String(page.length)
    const job = await gallery.importAll()
    expect(job.failures).toMatchObject([{ reason: webPage }])
    expect(fake.fetches(file!.id)).toBe(1)
  })

  test('a web page instead of a list is not mistaken for an empty folder', async () => {
    await using fake = await openFakeDrive()
    const { gallery } = await openImport(fake, 2)
    await using _ = gallery
    let left = 2
    fake.program.refuse = () => (left-- > 0 ? { status: 200, page } : undefined)
    expect(await gallery.drive.content()).toMatchObject({ new: 2 })
    fake.program.refuse = () => ({ status: 200, page })
    const job = await gallery.drive.schedule({}).catch((error: Error) => error.message)
    expect(job).toContain('Google sent a web page')
  })
})

describe('status 401', () => {
  test('a 401 for one file does not end the connection or the import', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 5)
    await using _ = gallery
    refuseFile(fake, files[1]!.id, { status: 401, reason: 'authError', message: 'No.' })
    const job = await gallery.importAll()
    expect(job).toMatchObject({ state: 'FINISHED', done: 4, failed: 1 })
    expect(job.failures).toMatchObject([
      { name: 'photo-1.jpg', reason: 'Google Drive rejected the request (401): No.' },
    ])
    expect(gallery.drive.status()).toMatchObject({ authenticated: true, reason: null })
    fake.program.refuse = () => undefined
    expect(await gallery.importAll()).toMatchObject({ total: 1, done: 1 })
  })

  test('a 401 for everything ends the import, but not a connection that Google still accepts', async () => {
    await using fake = await openFakeDrive()
    const { gallery } = await openImport(fake, 5)
    await using _ = gallery
    const { id } = await gallery.drive.schedule({})
    fake.program.refuse = () => ({ status: 401, reason: 'authError', message: 'No.' })
    const job = await gallery.services.jobs.awaited(id, 60_000)
    expect(job).toMatchObject({
      state: 'ABORTED',
      error: 'Google Drive rejected the request (401): No.',
    })
    expect(gallery.drive.status().authenticated).toBe(true)
  })
})
