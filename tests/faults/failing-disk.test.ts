import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { join } from 'node:path'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { type MadePhoto, makePhotos } from '../support/made-photos.ts'
import { testWith } from '../support/needs.ts'
import { claim, type OwnerClient, ownerClient } from '../support/owner-client.ts'
import { faultsOf } from '../support/server-faults.ts'
import { type Failure, failCalls, needsStrace } from '../support/strace.ts'

setDefaultTimeout(isFullRun ? 7_200_000 : 180_000)
afterAll(clearAway)

const last = quickOrFull(10, 200)
const errors = ['ENOSPC', 'EIO'] as const
const places = {
  'write of a file': ['write'],
  'write of the database': ['pwrite64', 'ftruncate'],
  fsync: ['fsync', 'fdatasync'],
  rename: ['rename', 'renameat', 'renameat2'],
}
/** Every round checks all files, so a gallery is replaced after this many. */
const roundsPerGallery = 20
const strace = await needsStrace()

for (const [place, calls] of Object.entries(places)) {
  testWith(strace)(
    `a ${place} that fails, from the first to the ${last}th, loses nothing`,
    async () => {
      let { data, server, cookie, acknowledged } = await newGallery()
      const answers = new Map<string, number>()
      let made = 0
      let injected = 0
      for (let n = 1; n <= last; n++) {
        if (n % roundsPerGallery === 0) {
          await server.stop()
          ;({ data, server, cookie, acknowledged } = await newGallery())
        }
        // The quick run alternates between the two errors, the full run uses both.
        for (const error of isFullRun ? errors : [errors[n % 2]!]) {
          const client = ownerClient(server, cookie)
          // Some seven files are written a photo, by two threads.
          const photos = await makePhotos(2 + Math.ceil(n / 3), small(made))
          made += photos.length
          const tracer = await failCalls(server.pid, [
            { calls, effect: `error=${error}`, when: String(n) },
          ])
          const outcomes = await uploadBeside(client, photos)
          injected += (await tracer.detach()).split('(INJECTED)').length - 1
          expect(server.isAlive()).toBe(true)
          for (const { status, id } of outcomes) {
            const answer = status === 200 ? '200' : `${status} ${error}`
            answers.set(answer, (answers.get(answer) ?? 0) + 1)
            if (id) acknowledged.push(id)
            else expect(refusals(place, error)).toContain(status)
          }
          expect((await client.photos()).length).toBe(acknowledged.length)
          await server.kill()
          server = await startVitrine(data)
          const again = ownerClient(server, cookie)
          expect(await faultsOf(server, again, { acknowledged })).toEqual([])
          // What was refused is accepted now, and what was accepted is a duplicate.
          for (const [index, photo] of photos.entries()) {
            const outcome = await again.upload(photo)
            expect(outcome.status).toBe(outcomes[index]!.id ? 409 : 200)
            if (outcome.id) acknowledged.push(outcome.id)
          }
        }
      }
      expect(injected).toBeGreaterThan(0)
      expect(await faultsOf(server, ownerClient(server, cookie), { acknowledged })).toEqual([])
      const summary = [...answers].map(([answer, count]) => `${answer}: ${count}`).join(', ')
      console.log(`  ${injected} calls failed; answers: ${summary}`)
    },
  )
}

testWith(strace)(
  'a disk that fails for good while a photo is being recorded leaves it whole or nothing',
  async () => {
    const data = join(temporaryFolder(), 'data')
    let server = await startVitrine(data)
    const cookie = await claim(server)
    const tries = quickOrFull(18, 36)
    for (const [index, photo] of (await makePhotos(tries, small(20_000))).entries()) {
      // The photo's own commit does not reach the disk, and soon nothing can be written.
      const log = join(data, 'vitrine.db-wal')
      const failures: Failure[] = [
        { calls: ['fsync', 'fdatasync'], effect: 'error=EIO', when: '2+' },
        { calls: ['pwrite64'], effect: 'error=EIO', when: `${12 + (index % 18)}+` },
      ]
      const tracer = await failCalls(server.pid, failures, log)
      expect((await ownerClient(server, cookie).upload(photo)).status).toBe(503)
      expect(server.isAlive()).toBe(true)
      await server.kill()
      await tracer.detach()
      server = await startVitrine(data)
      expect(await faultsOf(server, ownerClient(server, cookie))).toEqual([])
    }
  },
)

testWith(strace)(
  'a full disk at the first picture refuses it, and accepts it once there is space',
  async () => {
    const { server, cookie } = await newGallery()
    const [photo] = await makePhotos(1, small(60_000))
    const client = ownerClient(server, cookie)
    const failure: Failure = { calls: places.rename, effect: 'error=ENOSPC', when: '1+' }
    const tracer = await failCalls(server.pid, [failure])
    const { status, message } = await client.upload(photo!)
    await tracer.detach()
    expect([status, message]).toEqual([
      507,
      'the disk holding the data folder is full; free some space and try again',
    ])
    expect((await client.upload(photo!)).status).toBe(200)
    await server.stop()
  },
)

for (const [place, calls] of Object.entries(places)) {
  testWith(strace)(`a kill at a ${place} leaves whole photos or nothing`, async () => {
    let { data, server, cookie, acknowledged } = await newGallery()
    const kills = quickOrFull(5, 60)
    let recovered = 0
    for (let n = 1; n <= kills; n++) {
      if (n % roundsPerGallery === 0) {
        await server.stop()
        ;({ data, server, cookie, acknowledged } = await newGallery())
      }
      const photos = await makePhotos(2 + Math.ceil(n / 3), small(40_000 + n * 100))
      const failure: Failure = { calls, effect: 'signal=SIGKILL', when: String(n) }
      const tracer = await failCalls(server.pid, [failure])
      const uploads = photos.map((photo) => ownerClient(server, cookie).upload(photo))
      for (const outcome of await Promise.allSettled(uploads)) {
        if (outcome.status === 'fulfilled') acknowledged.push(outcome.value.id!)
      }
      await server.kill()
      await tracer.detach()
      server = await startVitrine(data)
      if (server.printed().includes('Cleaned up')) recovered++
      const client = ownerClient(server, cookie)
      expect(await faultsOf(server, client, { acknowledged })).toEqual([])
      const present = new Set((await client.photos()).map((photo) => photo.md5))
      for (const photo of photos) {
        const { status, id } = await client.upload(photo)
        expect(status).toBe(present.has(photo.md5) ? 409 : 200)
        if (id) acknowledged.push(id)
      }
    }
    console.log(`  ${recovered} of ${kills} kills interrupted unfinished files`)
  })
}

/** A server on an empty data folder with its owner signed in; `acknowledged` is still empty. */
async function newGallery() {
  const data = join(temporaryFolder(), 'data')
  const server = await startVitrine(data)
  return { data, server, cookie: await claim(server), acknowledged: [] as string[] }
}

/** SQLite does not report why an fsync failed. */
function refusals(place: string, error: string): number[] {
  if (error === 'EIO') return [503]
  return place === 'fsync' ? [507, 503] : [507]
}

/** Uploads them all at once while a visitor keeps requesting the list. */
async function uploadBeside(client: OwnerClient, photos: MadePhoto[]) {
  let isOver = false
  const visiting = (async () => {
    while (!isOver) {
      const answer = await client.request('/api/photos?limit=12')
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
      await Bun.sleep(20)
    }
  })()
  const outcomes = Promise.all(photos.map((photo) => client.upload(photo)))
  try {
    return await outcomes
  } finally {
    isOver = true
    await visiting
  }
}

const small = (first: number) => ({ first, width: 16, height: 12 })
