import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
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
import { type MadePhoto, makePhotos, writePhotos } from '../support/made-photos.ts'
import { describeWith } from '../support/needs.ts'
import { claim, type OwnerClient, ownerClient } from '../support/owner-client.ts'
import { type Random, test } from '../support/seed.ts'
import { failCalls, needsStrace } from '../support/strace.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 180_000)
afterAll(clearAway)

/** What happens in a round; 'late' ends Vitrine while the gateway has requests it has not answered. */
const events = ['vitrine', 'gateway', 'both', 'pause', 'late'] as const
type Event = (typeof events)[number]

/** Ten in a quick run, 200 in a full one. */
const uploadRounds = quickOrFull(5, 100)
const importRounds = quickOrFull(2, 40)
const steps = quickOrFull(3, 60)
const photosPerRound = 8
const clients = 4
const places = [
  ['write', 'writev'],
  ['pwrite64', 'ftruncate'],
  ['fsync', 'fdatasync'],
  ['rename', 'renameat', 'renameat2'],
  ['sendto', 'sendmsg'],
]
/** With full size the gateway is also paused for longer than Vitrine waits for an answer. */
const longPauseMs = 12_000
const strace = await needsStrace()

describeWith(needsCeph)('kills', () => {
  let ceph: Ceph
  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.[Symbol.asyncDispose]())

  /** An empty gallery in a bucket of its own, and everything that is counted in its test. */
  const openGallery = async () => {
    const bucket = await ceph.makeBucket()
    const data = join(temporaryFolder(), 'data')
    const options = { environment: settingsFor(ceph, bucket) }
    const first = await startVitrine(data, options)
    const cookie = await claim(first)
    const compare = bucketComparison(ceph, bucket)
    let seen = { strays: 0, pending: 0 }
    const kills = { vitrine: 0, gateway: 0, pauses: 0 }
    return {
      data,
      options,
      first,
      kills,
      start: () => startVitrine(data, options),
      client: (server: RunningVitrine) => ownerClient(server, cookie),
      /** Fails if anything is lost. */
      expectWhole: async (acknowledged: Iterable<string> = [], anew = false) => {
        const { faults, strays, pending } = await compare(data, { acknowledged, anew })
        expect(faults).toEqual([])
        seen = { strays: strays.length, pending: Math.max(seen.pending, pending) }
      },
      report: (what: string) =>
        console.log(
          `  ${what}: Vitrine killed ${kills.vitrine} times, the gateway ${kills.gateway} times and paused ${kills.pauses} times; 0 lost, ${seen.strays} strays, at most ${seen.pending} objects of unfinished changes at a time`,
        ),
    }
  }
  type Gallery = Awaited<ReturnType<typeof openGallery>>

  /** Disturbs what is under way; afterwards both run, and `revive` has been called if it was killed. */
  const disturb = async (
    event: Event,
    { kills }: Gallery,
    random: Random,
    killVitrine: () => Promise<unknown>,
    revive: () => Promise<unknown>,
  ) => {
    const isVitrineKilled = event === 'vitrine' || event === 'both' || event === 'late'
    if (event === 'gateway' || event === 'both') {
      kills.gateway++
      await ceph.gateway.kill()
    }
    if (event === 'pause' || event === 'late') {
      kills.pauses++
      ceph.gateway.pause()
      const isLong = isFullRun && event === 'pause' && random() < 0.2
      await Bun.sleep(isLong ? longPauseMs : random() * 400)
    }
    if (isVitrineKilled) {
      kills.vitrine++
      await killVitrine()
    }
    // Half of the time Vitrine starts without its bucket.
    const isBucketFirst = random() < 0.5
    if (isVitrineKilled && !isBucketFirst) await revive()
    if (event === 'pause' || event === 'late') ceph.gateway.resume()
    if (event === 'gateway' || event === 'both') await ceph.gateway.start()
    if (isVitrineKilled && isBucketFirst) await revive()
  }

  test(`${uploadRounds} kills of Vitrine and of the gateway during uploads lose nothing in the bucket`, async (random) => {
    const gallery = await openGallery()
    let server = gallery.first
    const kept = new Map<string, MadePhoto>()
    let left: MadePhoto[] = []
    const all: MadePhoto[] = []
    for (let round = 0; round < uploadRounds; round++) {
      const first = round * photosPerRound
      const photos = await makePhotos(photosPerRound, { first, width: 160, height: 120 })
      all.push(...photos)
      const uploaded = uploadAll(gallery.client(server), [...left, ...photos], kept)
      await untilTaken(kept, kept.size + Math.floor(random() * photosPerRound * 0.8), uploaded)
      await Bun.sleep(random() * 60)
      await disturb(
        events[round % events.length]!,
        gallery,
        random,
        () => server.kill(),
        async () => {
          server = await gallery.start()
        },
      )
      left = await uploaded
      await gallery.expectWhole(kept.keys())
      left = await sendInterrupted(gallery.client(server), left, kept)
    }
    for (const photo of left) await uploadPatiently(gallery.client(server), photo, kept)
    await gallery.expectWhole(kept.keys(), true)
    await expectOnePhotoEach(gallery.client(server), all)
    expect(await server.stop()).toBe(0)
    gallery.report('uploads')
  })

  test(`${importRounds} kills of Vitrine and of the gateway during imports lose nothing in the bucket`, async (random) => {
    const gallery = await openGallery()
    await gallery.first.stop()
    const photos = await makePhotos(importRounds * photosPerRound, {
      first: 20_000,
      width: 160,
      height: 120,
    })
    const folder = join(temporaryFolder(), 'photos')
    writePhotos(folder, photos)
    const importing = (paths: string[]) => ['import', ...paths, '--data', gallery.data]
    const said = new Set<string>()
    const note = (text: string) => {
      for (const photo of photos) {
        if (text.includes(`imported  ${join(folder, photo.name)}\n`)) said.add(photo.md5)
      }
    }
    const md5s = async (server: RunningVitrine) =>
      (await gallery.client(server).photos()).map((photo) => photo.md5!)
    let present = new Set<string>()
    for (let round = 0; round < importRounds; round++) {
      const absent = photos.filter(({ md5 }) => !present.has(md5)).slice(0, 2 * photosPerRound)
      const words = importing(absent.map(({ name }) => join(folder, name)))
      let command = await startCommand(words, gallery.options)
      const news = Math.floor(random() * photosPerRound * 0.7)
      await untilPrinted(command, news)
      await Bun.sleep(random() * 60)
      const kill = async () => {
        command.signal('SIGKILL')
        note((await command.ended).text)
      }
      await disturb(events[round % events.length]!, gallery, random, kill, async () => {
        command = await startCommand(words, gallery.options)
      })
      await Bun.sleep(random() * 300)
      gallery.kills.vitrine++
      await kill()
      const server = await gallery.start()
      await gallery.expectWhole()
      present = new Set(await md5s(server))
      expect([...said].filter((md5) => !present.has(md5))).toEqual([])
      await server.stop()
    }
    const { code, text } = await runCommand(importing([folder]), gallery.options)
    expect(text).toContain(', 0 failed')
    expect(code).toBe(0)
    const server = await gallery.start()
    await gallery.expectWhole([], true)
    expect((await md5s(server)).sort()).toEqual(photos.map(({ md5 }) => md5).sort())
    await server.stop()
    gallery.report('imports')
  })

  if (!strace.isMet) return
  test(`${steps} kills at a step of an upload into a bucket leave complete photos or none`, async (random) => {
    const gallery = await openGallery()
    let server = gallery.first
    const acknowledged = new Map<string, MadePhoto>()
    const sent: MadePhoto[] = []
    for (let step = 0; step < steps; step++) {
      const photos = await makePhotos(3, { first: 40_000 + step * 3, width: 80, height: 60 })
      sent.push(...photos)
      const calls = places[step % places.length]!
      const when = isFullRun ? Math.floor(step / places.length) + 1 : 1 + Math.floor(random() * 12)
      const tracer = await failCalls(server.pid, [
        { calls, effect: 'signal=SIGKILL', when: String(when) },
      ])
      const left = await uploadAll(gallery.client(server), photos, acknowledged)
      gallery.kills.vitrine++
      await server.kill()
      await tracer.detach()
      server = await gallery.start()
      await gallery.expectWhole(acknowledged.keys())
      const present = new Set((await gallery.client(server).photos()).map((photo) => photo.md5))
      for (const photo of left) {
        const status = await uploadPatiently(gallery.client(server), photo, acknowledged)
        expect(status).toBe(present.has(photo.md5) ? 409 : 200)
      }
    }
    await gallery.expectWhole(acknowledged.keys(), true)
    await expectOnePhotoEach(gallery.client(server), sent)
    expect(await server.stop()).toBe(0)
    gallery.report('steps')
  })
})

/** Several clients send the photos in turn. @returns those that were not accepted. */
async function uploadAll(
  client: OwnerClient,
  photos: MadePhoto[],
  kept: Map<string, MadePhoto>,
): Promise<MadePhoto[]> {
  const refused: MadePhoto[] = []
  const waiting = [...photos]
  const sendSome = async () => {
    for (let photo = waiting.shift(); photo; photo = waiting.shift()) {
      const outcome = await client.upload(photo).catch(() => undefined)
      if (outcome?.id) kept.set(outcome.id, photo)
      else if (!outcome || [409, 503].includes(outcome.status)) refused.push(photo)
      else throw new Error(`${photo.name}: ${outcome.status} ${outcome.message}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, sendSome))
  return refused
}

/** Until the bucket answers again. @returns 200 or 409. */
async function uploadPatiently(
  client: OwnerClient,
  photo: MadePhoto,
  kept: Map<string, MadePhoto>,
): Promise<number> {
  const giveUpAt = Date.now() + 60_000
  for (;;) {
    const { status, id, photoId, message } = await client.upload(photo)
    if (status === 200 || status === 409) {
      kept.set((id ?? photoId)!, photo)
      return status
    }
    if (status !== 503 || Date.now() > giveUpAt) {
      throw new Error(`${photo.name}: ${status} ${message}`)
    }
    await Bun.sleep(100)
  }
}

/**
 * Sends some of the refused photos again. A duplicate must have the same bytes: only its response
 * was lost.
 * @returns those not sent.
 */
async function sendInterrupted(
  client: OwnerClient,
  left: MadePhoto[],
  kept: Map<string, MadePhoto>,
): Promise<MadePhoto[]> {
  const present = new Set((await client.photos()).map((photo) => photo.md5))
  const committed = left.filter(({ md5 }) => present.has(md5))
  for (const photo of new Set([...committed, ...left.slice(0, 1)])) {
    const status = await uploadPatiently(client, photo, kept)
    expect(status).toBe(present.has(photo.md5) ? 409 : 200)
  }
  return left.slice(1).filter((photo) => !committed.includes(photo))
}

/** Waits until `count` are kept or the upload has ended. */
async function untilTaken(kept: Map<string, MadePhoto>, count: number, upload: Promise<unknown>) {
  let isOver = false
  const end = () => {
    isOver = true
  }
  upload.then(end, end)
  while (kept.size < count && !isOver) await Bun.sleep(1)
}

/** Waits until the command has imported `count` photos or has ended. */
async function untilPrinted(
  { printed, ended }: Awaited<ReturnType<typeof startCommand>>,
  count: number,
) {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (printed().split('\nimported  ').length - 1 < count && !isOver) await Bun.sleep(1)
}

async function expectOnePhotoEach(client: OwnerClient, photos: MadePhoto[]) {
  const md5s = (await client.photos()).map((photo) => photo.md5!).sort()
  expect(md5s).toEqual(photos.map((photo) => photo.md5).sort())
}
