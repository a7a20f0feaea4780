import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import type { TrashList } from '../../src/contract/photos/trash.ts'
import { clearAway, isFullRun, quickOrFull } from '../support/executable.ts'
import { type IdleGallery, openIdleGallery } from '../support/idle-gallery.ts'
import { test } from '../support/seed.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 120_000)
afterAll(clearAway)

const photoCount = 60
const kills = quickOrFull(3, 50)
let idle: IdleGallery
/** How long deleting everything takes here, so that the kills fall within it. */
let deletionMs: number

beforeAll(async () => {
  idle = await openIdleGallery(photoCount, ['--photostream'])
  const copy = await idle.startCopy()
  const started = performance.now()
  await copy.client.send('DELETE', '/api/photo', { removeFiles: false })
  deletionMs = performance.now() - started
  await copy.server.stop()
})

for (const removeFiles of [true, false]) {
  const whatStays = removeFiles ? 'nothing' : 'the originals in removed/'
  test(`${kills} kills while everything is deleted leave all, or ${whatStays}`, async (random) => {
    const outcomes: number[] = []
    let recovered = 0
    for (let kill = 0; kill < kills; kill++) {
      const { data, server, client } = await idle.startCopy()
      // From before the request arrives until after its response.
      const answer = client.send('DELETE', '/api/photo', { removeFiles }).catch(() => undefined)
      await Bun.sleep((0.1 + random()) * deletionMs)
      await server.kill()
      const wasAnswered = (await answer)?.ok ?? false
      const { again, client: client2 } = await idle.startAgain(data)
      const left = (await client2.photos()).length
      outcomes.push(left)
      if (again.printed().includes('Cleaned up')) recovered++
      expect([0, photoCount]).toContain(left)
      if (wasAnswered) expect(left).toBe(0)
      const removed = removeFiles ? 0 : photoCount - left
      expect(await faultsOf(again, client2, { removed })).toEqual([])
      await again.kill()
    }
    console.log(
      `  photos left: ${outcomes.join(', ')}; ${recovered} kills interrupted unfinished files`,
    )
  })
}

function placeOf(id: string, here: ReadonlySet<string>, inTrash: ReadonlySet<string>): string {
  if (here.has(id)) return 'gallery'
  return inTrash.has(id) ? 'trash' : 'gone'
}

test(`${kills} kills while photos go to the trash, and on from there, leave each one complete in one place`, async (random) => {
  for (let kill = 0; kill < kills; kill++) {
    const { data, server, client } = await idle.startCopy()
    const photos = await client.photos()
    const changed = photos.slice(0, 30)
    const done = changed.map(() => 0)
    const steps = [
      (id: string) => client.send('DELETE', `/api/photos/${id}`, { removeFiles: true }),
      (id: string) => client.send('POST', '/api/trash/restore', { ids: [id] }),
      (id: string) => client.send('DELETE', `/api/photos/${id}`, { removeFiles: true }),
      (id: string) => client.send('POST', '/api/trash/delete', { ids: [id] }),
    ]
    const changes = changed.map(async ({ id }, index) => {
      // Some stay in the trash, some come back, some are deleted for good.
      for (const step of steps.slice(0, 1 + (index % 4))) {
        const answer = await step(id).catch(() => undefined)
        if (!answer?.ok) return
        done[index]!++
      }
    })
    await Bun.sleep((0.1 + random()) * deletionMs)
    await server.kill()
    await Promise.all(changes)
    const { again, client: client2 } = await idle.startAgain(data)
    const here = new Set((await client2.photos()).map(({ id }) => id))
    const trash = await client2.json<TrashList>('/api/trash?limit=500')
    const inTrash = new Set(trash.photos.map(({ id }) => id))
    for (const [index, { id }] of changed.entries()) {
      const place = placeOf(id, here, inTrash)
      expect(here.has(id) && inTrash.has(id)).toBe(false)
      // As after the last step that was answered, or after the one that was not.
      const places = ['gallery', 'trash', 'gallery', 'trash', 'gone']
      const next = Math.min(done[index]! + 1, 1 + (index % 4))
      expect([places[done[index]!], places[next]]).toContain(place)
    }
    expect(photos.slice(30).filter(({ id }) => !here.has(id))).toEqual([])
    expect(await faultsOf(again, client2)).toEqual([])
    await client2.send('POST', '/api/trash/restore', { ids: [...inTrash] })
    const after = new Map((await client2.photos()).map((photo) => [photo.id, photo]))
    for (const photo of photos) {
      if (here.has(photo.id) || inTrash.has(photo.id)) expect(after.get(photo.id)).toEqual(photo)
    }
    expect(await faultsOf(again, client2)).toEqual([])
    await again.kill()
  }
})
