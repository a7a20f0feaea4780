import { describe, expect, test } from 'bun:test'
import { openImport, refusalOf, session } from '../support/drive-gallery.ts'
import { openFakeDrive } from '../support/fake-drive.ts'
import { openGallery } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

/** An import of 'Photos' that waits in the middle of its first file. */
async function openRunning() {
  const fake = await openFakeDrive()
  const { gallery, files } = await openImport(fake, 3)
  const gates = files.map((file) => fake.gate(file.id))
  const { id } = await gallery.drive.schedule({})
  await gates[0]!.reached
  return {
    fake,
    gallery,
    files,
    id,
    release: () => {
      for (const gate of gates) gate.release()
    },
    [Symbol.asyncDispose]: async () => {
      await gallery[Symbol.asyncDispose]()
      await fake[Symbol.asyncDispose]()
    },
  }
}

const isRunning = 'the import from “Photos” is running; wait until it has ended, or cancel it'

describe('another folder', () => {
  test('another folder chosen during an import is refused with the reason, and nothing changes', async () => {
    await using running = await openRunning()
    const { gallery, fake, id } = running
    const other = fake.addFolder('Other')
    const before = gallery.drive.chosenFolder()
    for (const choice of [
      { driveFolderName: 'Other' },
      { driveFolderName: 'x', driveFolderId: other },
    ]) {
      const refusal = await refusalOf(gallery.drive.setFolder(choice))
      expect([refusal.code, refusal.message]).toEqual([409, isRunning])
      expect(refusal.details).toEqual({ import: { id, folder: 'Photos' } })
    }
    expect(gallery.drive.chosenFolder()).toEqual(before)
    // The same one is no change.
    expect(await gallery.drive.setFolder({ driveFolderName: 'Photos' })).toEqual(before)
    running.release()
    expect(await gallery.services.jobs.awaited(id, 60_000)).toMatchObject({
      ...{ state: 'FINISHED', folder: 'Photos', total: 3, done: 3 },
    })
    await gallery.drive.setFolder({ driveFolderName: 'Other' })
    expect(gallery.drive.latest()).toMatchObject({ id, folder: 'Photos' })
    expect(await gallery.drive.content()).toMatchObject({ folder: 'Other', total: 0 })
  })

  test('a new folder can stop a running import, and then the counts are those of the new folder', async () => {
    await using running = await openRunning()
    const { gallery, fake, id } = running
    const other = fake.addFolder('Other')
    fake.addFile(other, { name: 'other.jpg', bytes: await camera() })
    // A name that does not exist stops nothing.
    const wrong = { driveFolderName: 'Nowhere', stopImport: true }
    expect((await refusalOf(gallery.drive.setFolder(wrong))).code).toBe(404)
    expect(gallery.drive.get(id).state).toBe('STARTED')
    const same = { driveFolderName: 'Photos', stopImport: true }
    await gallery.drive.setFolder(same)
    expect(gallery.drive.get(id).state).toBe('STARTED')

    await gallery.drive.setFolder({ driveFolderName: 'Other', stopImport: true })
    expect(gallery.drive.get(id)).toMatchObject({
      ...{ state: 'ABORTED', error: 'another folder was chosen', isStopped: true },
      folder: 'Photos',
    })
    running.release()
    expect(await gallery.drive.content()).toMatchObject({ folder: 'Other', new: 1, total: 1 })
    expect(await gallery.importAll()).toMatchObject({ folder: 'Other', total: 1, done: 1 })
  })
})

describe('another account', () => {
  test('another Google account is connected during an import only if the owner agrees to stop it', async () => {
    await using running = await openRunning()
    const { gallery, fake, id } = running
    const refusal = await refusalOf(gallery.drive.begin(session, '/user/drive'))
    expect([refusal.code, refusal.message]).toEqual([409, isRunning])

    const back = await gallery.returnFromGoogle('/user/drive', true)
    fake.oauth.program.account = 'ben@example.org'
    expect(await gallery.drive.finish(session, back)).toBe('/user/drive')
    expect(gallery.drive.get(id)).toMatchObject({
      ...{ state: 'ABORTED', error: 'another Google account was connected', isStopped: true },
    })
    expect(gallery.drive.status().account).toBe('ben@example.org')
    expect(fake.oauth.liveAccounts()).toEqual(['ben@example.org'])
    running.release()
  })

  test('another Google account is refused on return if an import was started meanwhile', async () => {
    await using fake = await openFakeDrive()
    const { gallery, files } = await openImport(fake, 2)
    await using _ = gallery
    const back = await gallery.returnFromGoogle()
    const gate = fake.gate(files[0]!.id)
    const { id } = await gallery.drive.schedule({})
    await gate.reached
    fake.oauth.program.account = 'ben@example.org'
    expect(await gallery.drive.finish(session, back)).toBe('/account/drive?error=importing')
    expect(gallery.drive.status()).toMatchObject({
      ...{ authenticated: true, account: 'ann@example.org' },
    })
    expect(fake.oauth.liveAccounts()).toEqual(['ann@example.org'])
    gate.release()
    expect(await gallery.services.jobs.awaited(id, 60_000)).toMatchObject({ done: 2 })
  })

  test('the same Google account connected again lets the import continue', async () => {
    await using running = await openRunning()
    const { gallery, id } = running
    const back = await gallery.returnFromGoogle('/user/drive', true)
    expect(await gallery.drive.finish(session, back)).toBe('/user/drive')
    running.release()
    expect(await gallery.services.jobs.awaited(id, 60_000)).toMatchObject({
      ...{ state: 'FINISHED', done: 3 },
    })
  })

  test('a Google account that cannot be identified also needs the owner’s agreement', async () => {
    await using running = await openRunning()
    const { gallery, fake, id } = running
    const refuse = fake.program.refuse
    fake.program.refuse = (path) => (path.endsWith('/about') ? { status: 403 } : undefined)
    const back = await gallery.returnFromGoogle('/user/drive', true)
    await gallery.drive.finish(session, back)
    expect(gallery.drive.get(id).state).toBe('ABORTED')
    fake.program.refuse = refuse
    running.release()
  })
})

test('selected or failed files are refused with the reason while an import runs', async () => {
  await using running = await openRunning()
  const { gallery, files, id } = running
  for (const wanted of [{ fileIds: [files[1]!.id] }, { failed: true }]) {
    const refusal = await refusalOf(gallery.drive.schedule(wanted))
    expect([refusal.code, refusal.message]).toEqual([409, isRunning])
  }
  expect(await gallery.drive.schedule({})).toMatchObject({ id })
  running.release()
})

test('the last import of all new files can be read after selected ones were imported', async () => {
  await using fake = await openFakeDrive()
  const { gallery, files } = await openImport(fake, 3)
  await using _ = gallery
  const whole = await gallery.importAll()
  // More than jobs are kept.
  for (let n = 0; n < 22; n++) await gallery.importAll([files[0]!.id])
  expect(gallery.drive.latest()).toMatchObject({ isSelection: true, total: 1, skipped: 1 })
  expect(gallery.drive.latest(true)).toEqual(whole)
})

test('a browser that connects during an import is told so on the Drive screen', async () => {
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
  const photo = fake.addFile(fake.addFolder('Photos'), { name: 'a.jpg', bytes: await camera() })
  fake.addFolder('Other')
  const set = (body: object) => owner.request('/api/user/gdrive', { method: 'PUT', body })
  await set({ driveFolderName: 'Photos' })
  const gate = fake.gate(photo.id)
  await owner.post('/api/drive/job/schedule', {})
  await gate.reached

  const asPage = { headers: { Accept: 'text/html' } }
  const path = '/api/drive/auth?redir=/user/drive'
  const refused = await owner.request(path, asPage)
  expect(refused.headers.get('location')).toBe('/account/drive?error=importing')
  expect((await owner.get(path)).status).toBe(409)
  const agreed = await owner.request(`${path}&stopImport=true`, asPage)
  expect(agreed.headers.get('location')).toStartWith(fake.url)
  expect((await owner.get(`${path}&stopImport=yes`)).status).toBe(400)
  expect((await set({ driveFolderName: 'Other' })).status).toBe(409)
  expect((await set({ driveFolderName: 'Other', stopImport: 'yes' })).status).toBe(400)
  expect((await set({ driveFolderName: 'Other', stopImport: true })).status).toBe(200)
  expect(await owner.data<object>('/api/drive/job?whole=true')).toMatchObject({
    ...{ folder: 'Photos', state: 'ABORTED' },
  })
  expect((await owner.get('/api/drive/job?whole=x')).status).toBe(400)
  gate.release()
  await gallery.services.runner.stop()
})
