// The rolling check of the originals, with the executable as the process that reads them.
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { Originals, PutBackResult } from '../../src/contract/site/originals.ts'
import type { Safety } from '../../src/contract/site/safety.ts'
import type { Status } from '../../src/contract/site/status.ts'
import { dayMs } from '../../src/core/time.ts'
import { originalKey } from '../../src/storage/media-keys.ts'
import { backUp } from '../support/backups.ts'
import type { Browser } from '../support/browser.ts'
import { clearAway, executable, temporaryFolder } from '../support/executable.ts'
import { type Gallery, openGallery, upload } from '../support/gallery.ts'
import { type MadePhoto, makePhotos } from '../support/made-photos.ts'

setDefaultTimeout(120_000)
afterAll(clearAway)

const open = async (settings: Parameters<typeof openGallery>[0] = {}) =>
  openGallery({ program: [await executable()], ...settings })

async function openWithPhotos(count: number, settings: Parameters<typeof openGallery>[0] = {}) {
  const gallery = await open(settings)
  const owner = await gallery.asOwner()
  const made = await makePhotos(count, { width: 60, height: 40 })
  const photos: Photo[] = []
  for (const { bytes, name } of made) {
    photos.push(await upload(gallery, owner, bytes, { sourceId: name }))
  }
  const pathOf = ({ id }: Photo) => gallery.services.library.original(id)
  return { gallery, owner, made, photos, pathOf }
}

const stateOf = (owner: Browser) => owner.data<Originals>('/api/safety/originals')
const post = (owner: Browser, action: string, body: object = {}) =>
  owner.data<PutBackResult>(`/api/safety/originals/${action}`, { method: 'POST', body })
const namesOf = ({ damaged }: Originals) => damaged.map(({ fileName }) => fileName).sort()

async function passDays(gallery: Gallery, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    await gallery.services.originals.checkShare()
    gallery.clock.advance(dayMs)
  }
}

async function checkedAgain(owner: Browser): Promise<Originals> {
  await post(owner, 'check')
  for (;;) {
    const state = await stateOf(owner)
    if (!state.isChecking) return state
  }
}

/** As another file: on one disk, a backup's copy is a hard link. */
function flip(path: string): void {
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1]! ^= 0x10
  rmSync(path)
  writeFileSync(path, bytes)
}

test('each damaged original is found within its period, put back where a backup has it, and named where none has', async () => {
  const metricsToken = 'a-token-that-is-long-enough-for-it'
  const { gallery, owner, made, photos, pathOf } = await openWithPhotos(24, { metricsToken })
  await using _ = gallery
  const folder = join(temporaryFolder(), 'photos')
  await owner.data<Safety>('/api/safety', { method: 'PUT', body: { folders: [folder] } })
  await gallery.services.safety.runDue()
  const told = async () => {
    const { problems } = await owner.data<Status>('/api/status')
    const visitor = gallery.asVisitor()
    const { originals } = await visitor.data<{ originals: string }>('/api/health')
    const headers = { Authorization: `Bearer ${metricsToken}` }
    const metrics = await (await visitor.request('/api/metrics', { headers })).text()
    return {
      texts: problems.map(({ text }) => text).filter((text) => text.includes('original')),
      health: originals,
      metric: /^vitrine_damaged_originals (\d+)$/m.exec(metrics)?.[1],
    }
  }
  const good = { texts: [], health: 'good', metric: '0' }

  // Two days for 24, as at least 20 are read a day.
  expect(await stateOf(owner)).toMatchObject({ pass: null, allReadSince: null, damaged: [] })
  const beganAt = new Date(gallery.clock.now()).toISOString()
  await passDays(gallery, 1)
  expect(await stateOf(owner)).toMatchObject({
    pass: { beganAt, read: 20, total: 24 },
    allReadSince: null,
  })
  await passDays(gallery, 1)
  expect(await stateOf(owner)).toMatchObject({ pass: null, allReadSince: beganAt, damaged: [] })
  expect(await told()).toEqual(good)

  const [changed, both, lost, missing, cut, trashed] = photos as [
    ...[Photo, Photo, Photo, Photo, Photo, Photo],
    ...Photo[],
  ]
  for (const photo of [changed, both, lost, trashed]) flip(pathOf(photo))
  rmSync(pathOf(missing))
  rmSync(pathOf(cut))
  writeFileSync(pathOf(cut), made[4]!.bytes.subarray(0, 100))
  const saved = (photo: Photo) => join(folder, originalKey(photo.id))
  flip(saved(both))
  const lostCopy = readFileSync(saved(lost))
  rmSync(saved(lost))
  await owner.delete(`/api/photos/${trashed.id}`, { removeFiles: true })

  await passDays(gallery, 2)
  const found = await stateOf(owner)
  expect(namesOf(found)).toEqual(made.slice(0, 5).map(({ name }) => name))
  expect([found.damagedCount, found.savedCount]).toEqual([5, 3])
  const describe = ({ damaged }: Originals) =>
    new Map(damaged.map(({ photo, fault, copy }) => [photo.id, [fault, copy]]))
  expect(describe(found)).toEqual(
    new Map([
      [changed.id, ['changed', folder]],
      [missing.id, ['missing', folder]],
      [cut.id, ['changed', folder]],
      [both.id, ['changed', null]],
      [lost.id, ['changed', null]],
    ]),
  )
  const { texts, ...others } = await told()
  expect(others).toEqual({ health: 'damaged', metric: '5' })
  expect(texts).toEqual([
    expect.stringMatching(
      /^The originals of “.+”, “.+”, “.+”, and 2 more are missing or damaged\.$/,
    ),
  ])

  // Nothing is changed where no copy is right.
  const before = readFileSync(pathOf(both))
  const refused = await post(owner, 'put-back', { ids: [both.id, lost.id] })
  expect(refused).toMatchObject({
    putBack: [],
    failed: [
      { id: both.id, reason: 'its copy in the backup is damaged, too' },
      { id: lost.id, reason: 'no backup has a good copy of it' },
    ],
  })
  expect(readFileSync(pathOf(both))).toEqual(before)
  expect(refused.originals.damagedCount).toBe(5)

  const result = await post(owner, 'put-back')
  expect(result.putBack.toSorted()).toEqual([changed.id, missing.id, cut.id].sort())
  expect(result.failed).toEqual([])
  for (const photo of [changed, missing, cut])
    expectWhole(pathOf(photo), made, photos.indexOf(photo))
  expect(namesOf(result.originals)).toEqual([made[1]!.name, made[2]!.name])
  expect(readdirSync(join(gallery.data, 'tmp'))).toEqual([])
  expect(await post(owner, 'put-back', { ids: [changed.id, 'unknown'] })).toMatchObject({
    putBack: [],
    failed: [],
  })

  // The same file again, and a backup that has it again.
  await upload(gallery, owner, made[1]!.bytes)
  writeFileSync(saved(lost), lostCopy)
  expect((await checkedAgain(owner)).damaged).toMatchObject([{ id: lost.id, copy: folder }])
  expect((await post(owner, 'put-back', { ids: [lost.id] })).putBack).toEqual([lost.id])
  expect(await told()).toEqual(good)

  // One in the trash is named again when its photo returns.
  await owner.post('/api/trash/restore', { ids: [trashed.id] })
  expect(namesOf(await stateOf(owner))).toEqual([made[5]!.name])
  expect((await post(owner, 'put-back')).putBack).toEqual([trashed.id])
  expectWhole(pathOf(trashed), made, 5)
})

function expectWhole(path: string, made: readonly MadePhoto[], index: number): void {
  expect(readFileSync(path).equals(made[index]!.bytes)).toBe(true)
}

test('originals whose disk is not mounted are not reported one by one, and nothing is put back', async () => {
  const { gallery, owner, photos, pathOf } = await openWithPhotos(3)
  await using _ = gallery
  const folder = join(temporaryFolder(), 'photos')
  await backUp(gallery, folder)
  flip(pathOf(photos[0]!))
  await passDays(gallery, 1)
  expect((await stateOf(owner)).damaged).toMatchObject([{ copy: folder }])

  const { originals } = gallery.services.library
  renameSync(originals, `${originals}-aside`)
  mkdirSync(originals)
  await passDays(gallery, 2)
  expect((await stateOf(owner)).damagedCount).toBe(1)
  const answer = await owner.post('/api/safety/originals/put-back', {})
  expect(answer.status).toBe(503)
  expect(readdirSync(originals)).toEqual([])

  rmSync(originals, { recursive: true })
  renameSync(`${originals}-aside`, originals)
  // The folder of the last backup is used, though the gallery does not back up into it by itself.
  expect((await post(owner, 'put-back')).putBack).toEqual([photos[0]!.id])
})

test('a check that was interrupted continues where it was', async () => {
  const { gallery, owner, photos, pathOf, made } = await openWithPhotos(45)
  flip(pathOf(photos[0]!))
  await passDays(gallery, 1)
  const { pass, damagedCount } = await stateOf(owner)
  expect(pass?.read).toBe(20)
  const interrupted = gallery.services.originals.checkShare()
  await gallery.services.originals.stop()
  await interrupted
  await gallery.abandon()

  await using next = await open({ data: gallery.data })
  next.clock.advance(gallery.clock.now() - next.clock.now())
  const again = await next.asOwner()
  const { pass: after } = await stateOf(again)
  expect([20, 40]).toContain(after!.read)
  expect(after?.beganAt).toBe(pass!.beganAt)
  await passDays(next, 2)
  const end = await stateOf(again)
  expect([end.pass, end.allReadSince]).toEqual([null, pass!.beganAt])
  expect(end.damagedCount).toBe(1)
  expect(damagedCount).toBeLessThanOrEqual(1)
  writeFileSync(pathOf(photos[0]!), made[0]!.bytes)
})

test('the earlier versions of a photo are read too', async () => {
  const { gallery, owner, photos, made, pathOf } = await openWithPhotos(1)
  await using _ = gallery
  const folder = join(temporaryFolder(), 'photos')
  const photo = photos[0]!
  await owner.data(`/api/local/upload`, {
    method: 'PUT',
    body: await versionForm(photo),
  })
  await backUp(gallery, folder)
  flip(pathOf(photo))
  await passDays(gallery, 1)
  expect((await stateOf(owner)).damaged).toMatchObject([
    { photo: { id: photo.id }, version: 'earlier', fault: 'changed', copy: folder },
  ])
  expect((await post(owner, 'put-back')).putBack).toEqual([photo.id])
  expectWhole(pathOf(photo), made, 0)
})

async function versionForm(photo: Photo): Promise<FormData> {
  const [made] = await makePhotos(1, { first: 7, width: 60, height: 40 })
  const form = new FormData()
  form.append('versionOf', photo.id)
  form.append('image', new Blob([new Uint8Array(made!.bytes)], { type: 'image/jpeg' }), 'new.jpg')
  return form
}

test('only the owner sees and mends originals, and bad input is refused', async () => {
  await using gallery = await open()
  const guest = await gallery.asGuest('Gus')
  for (const client of [gallery.asVisitor(), guest]) {
    const answers = [
      await client.get('/api/safety/originals'),
      await client.post('/api/safety/originals/check', {}),
      await client.post('/api/safety/originals/put-back', {}),
    ]
    for (const { status } of answers) expect([401, 403]).toContain(status)
  }
  const owner = await gallery.asOwner()
  const ids = Array.from({ length: 21 }, (_, index) => `${index}`)
  for (const body of [{ ids: [] }, { ids }, { ids: [''] }, { ids: ['x'.repeat(65)] }, { ids: 1 }]) {
    expect((await owner.post('/api/safety/originals/put-back', body)).status).toBe(400)
  }
})
