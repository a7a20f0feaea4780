import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
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

test(`${kills} kills while photos are deleted one by one leave each whole or deleted`, async (random) => {
  for (let kill = 0; kill < kills; kill++) {
    const { data, server, client } = await idle.startCopy()
    const photos = await client.photos()
    const deleted: string[] = []
    const deletions = photos.slice(0, 20).map(async ({ id }) => {
      const path = `/api/photos/${id}`
      const answer = await client.send('DELETE', path, { removeFiles: true }).catch(() => undefined)
      if (answer?.ok) deleted.push(id)
    })
    await Bun.sleep((0.1 + random()) * deletionMs)
    await server.kill()
    await Promise.all(deletions)
    const { again, client: client2 } = await idle.startAgain(data)
    const left = new Set((await client2.photos()).map(({ id }) => id))
    expect(deleted.filter((id) => left.has(id))).toEqual([])
    expect(photos.slice(20).filter(({ id }) => !left.has(id))).toEqual([])
    expect(await faultsOf(again, client2)).toEqual([])
    await again.kill()
  }
})
