import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import type { PendingUpload, PhotoVersion } from '../../src/contract/photos/versions.ts'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  startCommand,
  temporaryFolder,
} from '../support/executable.ts'
import { type IdleGallery, openIdleGallery } from '../support/idle-gallery.ts'
import { inserted, segment } from '../support/jpegs.ts'
import { makePhotos } from '../support/made-photos.ts'
import type { OwnerClient } from '../support/owner-client.ts'
import { test } from '../support/seed.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 120_000)
afterAll(clearAway)

const photoCount = quickOrFull(16, 500)
const kills = quickOrFull(3, 50)
/** How photos get another version. */
const ways = ['upload', 'decision', 'go back', 'import'] as const
type Way = (typeof ways)[number]

/** Bytes by the name of the file. */
type Files = Map<string, Uint8Array>

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const wayOf = (index: number): Way => ways[index % ways.length]!

/** Another export of each photo: the same name and time, but other bytes. */
const exportedAgain = async (text: string): Promise<Files> => {
  const photos = await makePhotos(photoCount, { width: 240, height: 160 })
  return new Map(
    photos.map(({ name, bytes }) => [name, inserted(bytes, 2, segment(0xfe, `${text} ${name}`))]),
  )
}

let idle: IdleGallery
let next: Files
let firstMd5s: Map<string, string>
/** How long all of it takes here, so that the kills fall within it. */
let changingMs: number

beforeAll(async () => {
  const second = await exportedAgain('second')
  next = await exportedAgain('third')
  const first = await makePhotos(photoCount, { width: 240, height: 160 })
  firstMd5s = new Map(first.map((photo) => [photo.name, photo.md5]))
  idle = await openIdleGallery(photoCount, ['--photostream'], async (owner) => {
    const photos = byName(await owner.photos())
    const album = await made<Album>(owner, 'POST', '/api/albums', { name: 'Walk' })
    const photoIds = photos.map(({ id }) => id)
    await made(owner, 'PUT', `/api/albums/${album.id}/photos/add`, { photoIds })
    const order = [...photoIds.filter((_, at) => at % 2), ...photoIds.filter((_, at) => !(at % 2))]
    await made(owner, 'PUT', `/api/albums/${album.id}/order`, { photos: order })
    for (const [index, { id, sourceName }] of photos.entries()) {
      await made(owner, 'POST', `/api/likes/${id}/like`, {})
      await made(owner, 'POST', `/api/comments/${id}`, { body: `About ${sourceName}` })
      // So that there is something to go back to.
      if (wayOf(index) === 'go back') await send(owner, sourceName!, second, 'replace')
    }
  })
  const copy = await idle.startCopy()
  const started = performance.now()
  await changeAll(copy.client, copy.data).done
  changingMs = performance.now() - started
  await copy.server.stop()
})

test(`${kills} kills while photos get new versions leave each old or new, and keep everything visitors added`, async (random) => {
  let changed = 0
  let recovered = 0
  for (let kill = 0; kill < kills; kill++) {
    const { data, server, client } = await idle.startCopy()
    const before = await stateOf(client)
    const work = changeAll(client, data)
    await Bun.sleep((0.05 + random() * 0.9) * changingMs)
    await server.kill()
    const command = await work.command
    command.signal('SIGKILL')
    await command.ended
    const { changedIds, waitingIds } = await work.done

    const { again, client: owner } = await idle.startAgain(data)
    if (again.printed().includes('Cleaned up')) recovered++
    expect(await faultsOf(again, owner)).toEqual([])
    const after = await stateOf(owner)
    expect(after.ids).toEqual(before.ids)
    expect(after.visitors).toEqual(before.visitors)
    for (const [index, was] of before.photos.entries()) {
      const is = after.photos[index]!
      const [old, renewed] = [was.md5, was.next]
      expect([old, renewed]).toContain(is.md5)
      if (changedIds.has(is.id)) expect(is.md5).toBe(renewed)
      if (is.md5 === old) continue
      changed++
      expect(await goBack(owner, is.id, was.md5!)).toBe(was.md5!)
    }
    const waiting = await owner.json<PendingUpload[]>('/api/uploads/pending')
    const known = new Set(waiting.map(({ id }) => id))
    expect([...waitingIds].filter((id) => !known.has(id))).toEqual([])
    expect(await faultsOf(again, owner)).toEqual([])
    await again.kill()
  }
  console.log(
    `  ${changed} of ${kills * photoCount} photos got their other version; ${recovered} kills interrupted unfinished files`,
  )
})

/** Changes each photo in its way, at the same time. Nothing of it throws when the server is gone. */
function changeAll(owner: OwnerClient, data: string) {
  const folder = join(temporaryFolder(), 'exports')
  mkdirSync(folder)
  const names = [...next.keys()]
  for (const name of names.filter((_, index) => wayOf(index) === 'import')) {
    writeFileSync(join(folder, name), next.get(name)!)
  }
  const words = ['import', folder, '--on-match', 'replace', '--data', data]
  const command = startCommand(words)
  /** Replacements that were confirmed, and files that wait for a decision. */
  const changedIds = new Set<string>()
  const waitingIds = new Set<string>()
  const change = async (name: string, photo: Photo, way: Way) => {
    if (way === 'upload') await send(owner, name, next, 'replace')
    if (way === 'decision') {
      const { pending } = await send<{ pending: PendingUpload }>(owner, name, next, 'ask')
      waitingIds.add(pending.id)
      const decision = owner.send('POST', `/api/uploads/pending/${pending.id}`, {
        decision: 'replace',
      })
      // It may be carried out from now on, whether an answer comes or not.
      waitingIds.delete(pending.id)
      if (!(await decision).ok) throw new Error('the decision was refused')
    }
    if (way === 'go back') await show(owner, photo.id, photo.id)
    if (way !== 'import') changedIds.add(photo.id)
  }
  const all = async () => {
    const photos = await owner.photos().then(byName, () => [])
    await Promise.allSettled(
      photos.map((photo, index) => change(photo.sourceName!, photo, wayOf(index))),
    )
    await (await command).ended
    return { changedIds, waitingIds }
  }
  return { command, done: all() }
}

async function send<T>(owner: OwnerClient, name: string, files: Files, onMatch: string) {
  const form = new FormData()
  form.append('onMatch', onMatch)
  form.append('image', new Blob([files.get(name)! as Uint8Array<ArrayBuffer>]), name)
  const answer = await owner.request('/api/local/upload', { method: 'PUT', body: form })
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

async function made<T>(owner: OwnerClient, method: string, path: string, body: object): Promise<T> {
  const answer = await owner.send(method, path, body)
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

const show = (owner: OwnerClient, id: string, version: string) =>
  made<Photo>(owner, 'PUT', `/api/photos/${id}/version`, { version })

/** Shows the version with this content again. @returns the md5 of the original as downloaded. */
async function goBack(owner: OwnerClient, id: string, wanted: string): Promise<string> {
  for (const version of await owner.json<PhotoVersion[]>(`/api/photos/${id}/versions`)) {
    const photo = await show(owner, id, version.id)
    if (photo.md5 === wanted) break
  }
  return md5(await (await owner.request(`/api/photos/${id}/original`)).bytes())
}

/** What must be the same afterwards, and the md5s that a photo may have. */
async function stateOf(owner: OwnerClient) {
  const photos = byName(await owner.photos())
  const [album] = (await owner.json<Album[]>('/api/albums')).filter(({ name }) => name === 'Walk')
  const walk = await owner.json<PhotoList>(`/api/albums/${album!.id}/photos`)
  const visitors = await Promise.all(
    photos.map(async ({ id, uploadDate, isPublic, visibleIn }) => ({
      ...{ id, uploadDate, isPublic, visibleIn },
      comments: await owner.json<unknown>(`/api/comments/${id}`),
      likes: await owner.json<unknown>(`/api/likes/${id}`),
    })),
  )
  const nextOf = ({ sourceName }: Photo, index: number) =>
    wayOf(index) === 'go back' ? firstMd5s.get(sourceName!)! : md5(next.get(sourceName!)!)
  return {
    ids: walk.photos.map(({ id }) => id),
    visitors,
    photos: photos.map((photo, index) => ({ ...photo, next: nextOf(photo, index) })),
  }
}

const byName = (photos: Photo[]) =>
  photos.toSorted((one, other) => (one.sourceName! < other.sourceName! ? -1 : 1))
