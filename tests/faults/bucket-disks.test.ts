import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { bucketComparison, settingsFor } from '../support/bucket-media.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  type RunningVitrine,
  runCommand,
  startCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { describeWith, testWith } from '../support/needs.ts'
import { claim, ownerClient } from '../support/owner-client.ts'
import { fillUp, freeUp, mountSmall, needsMount, unmountAll } from '../support/small-disk.ts'
import { failCalls, needsStrace } from '../support/strace.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 180_000)
afterAll(async () => {
  unmountAll()
  await clearAway()
})

const last = quickOrFull(10, 40)
const errors = ['ENOSPC', 'EIO'] as const
const places = {
  'write of a file': ['write'],
  'write of the database': ['pwrite64', 'ftruncate'],
  fsync: ['fsync', 'fdatasync'],
  rename: ['rename', 'renameat', 'renameat2'],
}
const strace = await needsStrace()
const small = (first: number) => ({ first, width: 16, height: 12 })

describeWith(needsCeph)('bucket', () => {
  let ceph: Ceph
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.[Symbol.asyncDispose]())

  const openGallery = async (data = join(temporaryFolder(), 'data')) => {
    const bucket = await ceph.makeBucket()
    const options = { environment: settingsFor(ceph, bucket) }
    const first = await startVitrine(data, options)
    const cookie = await claim(first)
    const compare = bucketComparison(ceph, bucket)
    return {
      data,
      bucket,
      options,
      first,
      start: () => startVitrine(data, options),
      client: (server: RunningVitrine) => ownerClient(server, cookie),
      faults: async (acknowledged: string[]) => (await compare(data, { acknowledged })).faults,
    }
  }

  for (const [place, calls] of Object.entries(places)) {
    testWith(strace)(
      `a ${place} that fails, from the first to the ${last}th, loses nothing of photos in a bucket`,
      async () => {
        const gallery = await openGallery()
        let server = gallery.first
        const acknowledged: string[] = []
        const answers = new Map<string, number>()
        let injected = 0
        let made = 0
        for (let n = 1; n <= last; n++) {
          for (const error of isFullRun ? errors : [errors[n % 2]!]) {
            const photos = await makePhotos(2 + Math.ceil(n / 3), small(made))
            made += photos.length
            const client = gallery.client(server)
            const failure = { calls, effect: `error=${error}`, when: String(n) } as const
            const tracer = await failCalls(server.pid, [failure])
            const outcomes = await Promise.all(photos.map(client.upload))
            injected += (await tracer.detach()).split('(INJECTED)').length - 1
            expect(server.isAlive()).toBe(true)
            for (const { status, id } of outcomes) {
              const answer = status === 200 ? '200' : `${status} ${error}`
              answers.set(answer, (answers.get(answer) ?? 0) + 1)
              if (id) acknowledged.push(id)
              // The connection to the bucket is written to as well.
              else expect([500, 503, 507]).toContain(status)
            }
            await server.kill()
            server = await gallery.start()
            expect(await gallery.faults(acknowledged)).toEqual([])
            const again = gallery.client(server)
            expect((await again.photos()).length).toBe(acknowledged.length)
            // What was refused is accepted now, and what was accepted is a duplicate.
            for (const [index, photo] of photos.entries()) {
              const { status, id } = await again.upload(photo)
              expect(status).toBe(outcomes[index]!.id ? 409 : 200)
              if (id) acknowledged.push(id)
            }
          }
        }
        expect(injected).toBeGreaterThan(0)
        expect(await gallery.faults(acknowledged)).toEqual([])
        await server.stop()
        const summary = [...answers].map(([answer, count]) => `${answer}: ${count}`).join(', ')
        console.log(`  ${injected} calls failed; answers: ${summary}`)
      },
    )
  }

  testWith(needsMount)(
    'a full disk refuses uploads into a bucket with 507 and recovers',
    async () => {
      const folder = temporaryFolder()
      mountSmall(folder)
      const gallery = await openGallery(join(folder, 'data'))
      let server = gallery.first
      const client = gallery.client(server)
      const photos = await makePhotos(24)
      const acknowledged: string[] = []
      for (const photo of photos.slice(0, 4)) acknowledged.push((await client.upload(photo)).id!)
      fillUp(folder, 600_000)
      const statuses: number[] = []
      for (const photo of photos.slice(4, 20)) {
        const { status, id } = await client.upload(photo)
        statuses.push(status)
        if (id) acknowledged.push(id)
      }
      expect(new Set([...statuses, 200, 507])).toEqual(new Set([200, 507]))
      fillUp(folder, 0)
      expect((await client.upload(photos[20]!)).status).toBe(507)
      for (const { id, fileName } of await client.photos()) {
        expect([id, (await client.request(`/api/thumbs/${fileName}`)).status]).toEqual([id, 200])
      }
      const uploads = photos.slice(21).map((photo) => client.upload(photo).catch(() => undefined))
      await Bun.sleep(40)
      await server.kill()
      for (const outcome of await Promise.all(uploads)) {
        if (outcome?.id) acknowledged.push(outcome.id)
      }
      server = await gallery.start()
      freeUp(folder)
      expect(await gallery.faults(acknowledged)).toEqual([])
      const again = gallery.client(server)
      expect((await again.photos()).length).toBeGreaterThanOrEqual(acknowledged.length)
      for (const photo of photos) expect([200, 409]).toContain((await again.upload(photo)).status)
      expect((await again.photos()).length).toBe(photos.length)
      expect(await gallery.faults(acknowledged)).toEqual([])
      await server.stop()
    },
  )

  test('an import stops at a full bucket with the reason, and continues later', async () => {
    const gallery = await openGallery()
    const server = gallery.first
    const folder = join(temporaryFolder(), 'photos')
    const photos = await makePhotos(12)
    writePhotos(folder, photos)
    await ceph.setQuota(gallery.bucket, 1_000_000)
    const words = ['import', folder, '--data', gallery.data]
    const stopped = await runCommand(words, gallery.options)
    expect(stopped.text).toContain('the photo store is full; free some space there and try again')
    expect(stopped.code).toBe(1)
    const present = (await gallery.client(server).photos()).length
    expect(present).toBeLessThan(photos.length)
    expect(await gallery.faults([])).toEqual([])
    await ceph.setQuota(gallery.bucket, 1_000_000_000)
    const ended = await runCommand(words, gallery.options)
    expect(ended.code).toBe(0)
    expect(ended.text).toContain(
      `${photos.length - present} imported, ${present} already in the gallery, 0 failed`,
    )
    expect(await gallery.faults([])).toEqual([])
    await server.stop()
  })

  test('an import waits for a bucket that comes back', async () => {
    const gallery = await openGallery()
    await gallery.first.stop()
    const folder = join(temporaryFolder(), 'photos')
    writePhotos(folder, await makePhotos(3, small(100)))
    await ceph.gateway.kill()
    const command = await startCommand(['import', folder, '--data', gallery.data], gallery.options)
    await command.untilPrinted(/3 files found/)
    await Bun.sleep(1000)
    await ceph.gateway.start()
    const { code, text } = await command.ended
    expect(text).toContain('3 imported')
    expect(code).toBe(0)
    expect(await gallery.faults([])).toEqual([])
  })

  test('the gallery starts, answers and shows what it has while the bucket is out of reach', async () => {
    const inFolder = await startVitrine(join(temporaryFolder(), 'data'))
    const owner = ownerClient(inFolder, await claim(inFolder))
    const photos = await makePhotos(5, { first: 200 })
    for (const photo of photos) expect((await owner.upload(photo)).status).toBe(200)
    await inFolder.stop()
    const gallery = await openGallery()
    const client = gallery.client(gallery.first)
    for (const photo of photos) expect((await client.upload(photo)).status).toBe(200)
    const [deleted] = await client.photos()
    await gallery.first.stop()

    const firstAnswerMs = async (data: string, environment?: Record<string, string>) => {
      const started = performance.now()
      const server = await startVitrine(data, environment && { environment })
      expect((await fetch(`${server.address}/api/health`)).status).toBe(200)
      return { server, ms: performance.now() - started }
    }
    const folderTimes: number[] = []
    for (let time = 0; time < 3; time++) {
      const { server, ms } = await firstAnswerMs(inFolder.data)
      folderTimes.push(ms)
      await server.kill()
    }
    const times: Record<string, number[]> = { paused: [], killed: [] }
    const { gateway } = ceph
    for (const state of ['paused', 'killed'] as const) {
      if (state === 'paused') gateway.pause()
      else await gateway.kill()
      for (let time = 0; time < 3; time++) {
        const { server, ms } = await firstAnswerMs(gallery.data, gallery.options.environment)
        times[state]!.push(ms)
        const again = gallery.client(server)
        const shown = await again.photos()
        for (const { id, fileName } of shown) {
          const answer = await again.request(`/api/thumbs/${fileName}`)
          expect([id, answer.status]).toEqual([id, 200])
          expect((await again.request(`/photo/${id}`)).status).toBe(200)
        }
        // A deletion that waits for the bucket keeps the next start from nothing.
        if (state === 'paused' && time === 0) {
          const path = `/api/photos/${deleted!.id}`
          expect((await again.send('DELETE', path, { removeFiles: true })).status).toBe(200)
        } else expect(shown.length).toBe(photos.length - 1)
        await server.kill()
      }
      // So far it has answered nothing: it cannot, and everything above was answered without it.
      if (state === 'paused') gateway.resume()
      else await gateway.start()
    }
    const server = await gallery.start()
    const comparison = bucketComparison(ceph, gallery.bucket)
    while ((await comparison(gallery.data)).pending > 0) await Bun.sleep(50)
    expect(await comparison(gallery.data)).toEqual({ faults: [], strays: [], pending: 0 })
    await server.stop()
    const ms = (all: number[] = []) => all.map((one) => Math.round(one)).join(', ')
    console.log(
      `  first answer after ${ms(folderTimes)} ms with a folder, ${ms(times.paused)} ms with a paused bucket, ${ms(times.killed)} ms without it`,
    )
  })
})
