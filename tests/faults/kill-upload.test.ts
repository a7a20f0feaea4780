import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { join } from 'node:path'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { type MadePhoto, makePhotos } from '../support/made-photos.ts'
import { claim, type OwnerClient, ownerClient } from '../support/owner-client.ts'
import { test } from '../support/seed.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 120_000)
afterAll(clearAway)

const clients = 4
const killsOfOneUpload = 10
const rounds = quickOrFull(1, 20)

test(`${rounds * killsOfOneUpload} kills during uploads by four clients lose nothing`, async (random) => {
  const photos = await makePhotos(100)
  const readyMs: number[] = []
  let recovered = 0
  for (let round = 0; round < rounds; round++) {
    const data = join(temporaryFolder(), 'data')
    let server = await startVitrine(data)
    const cookie = await claim(server)
    const kept = new Map<string, MadePhoto>()
    let left = photos
    for (let kill = 0; kill < killsOfOneUpload; kill++) {
      const client = ownerClient(server, cookie)
      // Ten photos per kill on average, so that the last kill still interrupts some.
      const uploaded = uploadAll(client, left, kept)
      await untilTaken(kept, kept.size + Math.floor(random() * 11), uploaded)
      await Bun.sleep(random() * 40)
      await server.kill()
      left = await uploaded
      server = await startVitrine(data)
      readyMs.push(server.readyMs)
      const again = ownerClient(server, cookie)
      expect(await faultsOf(server, again, { acknowledged: kept.keys() })).toEqual([])
      if (server.printed().includes('Cleaned up')) recovered++
      left = await sendInterrupted(again, left, kept)
    }
    const client = ownerClient(server, cookie)
    expect(await uploadAll(client, left, kept)).toEqual([])
    expect(await faultsOf(server, client, { acknowledged: kept.keys() })).toEqual([])
    await expectOnePhotoEach(client, photos)
    await server.kill()
  }
  const slowest = Math.max(...readyMs)
  console.log(
    `  ready after a kill: ${Math.round(slowest)} ms at most (limit: 3,000 ms); ${recovered} kills interrupted unfinished files`,
  )
})

test('a kill between a response and the next upload loses nothing that was confirmed', async () => {
  const photos = await makePhotos(3, { first: 500 })
  const data = join(temporaryFolder(), 'data')
  let server: RunningVitrine = await startVitrine(data)
  const cookie = await claim(server)
  const ids: string[] = []
  for (const photo of photos) {
    ids.push((await ownerClient(server, cookie).upload(photo)).id!)
    await server.kill()
    server = await startVitrine(data)
    const client = ownerClient(server, cookie)
    expect(await faultsOf(server, client, { acknowledged: ids })).toEqual([])
  }
  expect(await server.stop()).toBe(0)
})

/** Four clients send the photos in turn. @returns those without a response. */
async function uploadAll(
  client: OwnerClient,
  photos: MadePhoto[],
  kept: Map<string, MadePhoto>,
): Promise<MadePhoto[]> {
  const unanswered: MadePhoto[] = []
  const waiting = [...photos]
  const sendSome = async () => {
    for (let photo = waiting.shift(); photo; photo = waiting.shift()) {
      const outcome = await client.upload(photo).catch(() => undefined)
      if (!outcome) unanswered.push(photo)
      else if (outcome.id) kept.set(outcome.id, photo)
      else throw new Error(`${photo.name}: ${outcome.status} ${outcome.message}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, sendSome))
  return unanswered
}

/** Waits until `count` are kept or the upload has ended. */
async function untilTaken(kept: Map<string, MadePhoto>, count: number, upload: Promise<unknown>) {
  let isOver = false
  void upload.finally(() => {
    isOver = true
  })
  while (kept.size < count && !isOver) await Bun.sleep(1)
}

/**
 * Sends some of the interrupted photos again. A duplicate must have the same bytes: it was
 * committed before the kill and only its response was lost.
 * @returns those not sent.
 */
async function sendInterrupted(
  client: OwnerClient,
  left: MadePhoto[],
  kept: Map<string, MadePhoto>,
): Promise<MadePhoto[]> {
  const present = new Map((await client.photos()).map((photo) => [photo.id, photo.md5]))
  const [first, ...rest] = left
  const committed = left.filter((photo) => [...present.values()].includes(photo.md5))
  for (const photo of new Set([...committed, ...(first ? [first] : [])])) {
    const outcome = await client.upload(photo)
    if (outcome.status === 409) expect(present.get(outcome.photoId!)).toBe(photo.md5)
    else expect(outcome.status).toBe(200)
    kept.set((outcome.id ?? outcome.photoId)!, photo)
  }
  return rest.filter((photo) => !committed.includes(photo))
}

async function expectOnePhotoEach(client: OwnerClient, photos: MadePhoto[]) {
  const md5s = (await client.photos()).map((photo) => photo.md5!).sort()
  expect(md5s).toEqual(photos.map((photo) => photo.md5).sort())
}
