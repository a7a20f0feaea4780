import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { Edit, Photo } from '../../src/contract/photos/photos.ts'
import { clearAway, isFullRun, quickOrFull } from '../support/executable.ts'
import { type IdleGallery, openIdleGallery } from '../support/idle-gallery.ts'
import type { OwnerClient } from '../support/owner-client.ts'
import { test } from '../support/seed.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 120_000)
afterAll(clearAway)

const photoCount = 20
const kills = quickOrFull(3, 50)
let idle: IdleGallery
/** How long editing all of them takes here, so that the kills fall within it. */
let editingMs: number

/** A different edit for each photo. */
const editFor = (index: number): Edit => ({
  rotation: (index * 37) % 360,
  x: index,
  y: 2 * index,
  width: 150 + index,
  height: 120,
})

beforeAll(async () => {
  idle = await openIdleGallery(photoCount, ['--photostream'])
  const copy = await idle.startCopy()
  const started = performance.now()
  await Promise.all(editAll(copy.client, await copy.client.photos()))
  editingMs = performance.now() - started
  await copy.server.stop()
})

test(`${kills} kills while photos are edited leave each in its old or its new state`, async (random) => {
  let recovered = 0
  let edited = 0
  for (let kill = 0; kill < kills; kill++) {
    const { data, server, client } = await idle.startCopy()
    const before = await client.photos()
    const answers = editAll(client, before)
    await Bun.sleep((0.05 + random() * 0.9) * editingMs)
    await server.kill()
    const answered = await Promise.all(answers)
    const { again, client: client2 } = await idle.startAgain(data)
    if (again.printed().includes('Cleaned up')) recovered++
    const after = new Map((await client2.photos()).map((photo) => [photo.id, photo]))
    for (const [index, was] of before.entries()) {
      const is = after.get(was.id)!
      const promised = answered[index]
      if (promised) expect(is).toEqual(promised)
      else if (is.edit === null) expect(is).toEqual(was)
      else expectEdited(is, was)
      if (is.edit) edited++
    }
    expect(await faultsOf(again, client2)).toEqual([])
    await again.kill()
  }
  const all = kills * photoCount
  console.log(
    `  ${edited} of ${all} edits were saved; ${recovered} kills interrupted unfinished files`,
  )
})

/** Edits every photo at once. @returns each response; undefined where none arrived. */
function editAll(client: OwnerClient, photos: Photo[]) {
  return photos.map(async ({ id }, index): Promise<Photo | undefined> => {
    const answer = await client
      .send('PUT', `/api/photos/${id}/edit`, editFor(index))
      .catch(() => undefined)
    if (!answer?.ok) return undefined
    const body = (await answer.json().catch(() => undefined)) as { data: Photo } | undefined
    return body?.data
  })
}

/** The new size and name belong to the edit; everything else stays. */
function expectEdited(is: Photo, was: Photo): void {
  expect([is.width, is.height]).toEqual([is.edit!.width, is.edit!.height])
  expect(is.fileName).not.toBe(was.fileName)
  const { fileName, width, height, thumbhash, edit } = is
  expect(is).toEqual({ ...was, fileName, width, height, thumbhash, edit })
}
