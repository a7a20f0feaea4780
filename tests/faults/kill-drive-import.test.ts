import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { join } from 'node:path'
import type { DriveFailures } from '../../src/contract/imports/drive.ts'
import type { Job } from '../../src/contract/imports/jobs.ts'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  type RunningVitrine,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { type FakeDrive, openFakeDrive } from '../support/fake-drive.ts'
import type { Entry } from '../support/fake-drive-entry.ts'
import { makePhotos } from '../support/made-photos.ts'
import { claim, type OwnerClient, ownerClient } from '../support/owner-client.ts'
import { test } from '../support/seed.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 240_000)
afterAll(clearAway)

const count = quickOrFull(60, 300)
const kills = quickOrFull(3, 20)
/** One in this many requests to Drive is refused. */
const refusedOneIn = 20
/** The number of files that can be in progress when the process is killed. */
const underWay = 4

test(`${kills} kills and 5 % refused requests leave an import of ${count} files complete`, async (random) => {
  await using fake = await openFakeDrive()
  const { good, bad } = await fillDrive(fake)
  const data = join(temporaryFolder(), 'data')
  let { server, client } = await start(fake, data)
  await connect(client)
  const chosen = await client.send('PUT', '/api/user/gdrive', { driveFolderName: 'Photos' })
  expect(chosen.status).toBe(200)
  expect((await client.json<unknown[]>('/api/drive/check')).length).toBe(count)
  let calls = 0
  fake.program.refuse = () =>
    random() < 1 / refusedOneIn ? { status: ++calls % 2 === 0 ? 429 : 503 } : undefined
  fake.program.chunkPauseMs = 5
  const scheduled = await client.send('POST', '/api/drive/job/schedule', {})
  const { id } = ((await scheduled.json()) as { data: Job }).data

  let printed = ''
  /** By file, how often it had been downloaded when its photo was first seen. */
  const committed = new Map<string, number>()
  for (let kill = 1; kill <= kills; kill++) {
    await untilSettled(client, id, Math.floor((count * (kill - random())) / (kills + 1)))
    await server.kill()
    printed += server.printed()
    ;({ server, client } = await start(fake, data, client.cookie))
    const present = new Set((await client.photos()).map((photo) => photo.md5!))
    for (const { id: file, md5Checksum } of good) {
      if (present.has(md5Checksum!)) committed.set(file, committed.get(file) ?? fake.fetches(file))
    }
  }
  const job = await untilFinal(client, id)
  printed += server.printed()

  expect(job).toMatchObject({
    state: 'FINISHED',
    percent: 100,
    total: count,
    done: good.length,
    skipped: 0,
    failed: bad.length,
  })
  expect(job.failures.map((failure) => failure.fileId).sort()).toEqual(
    bad.map((file) => file.id).sort(),
  )
  const photos = await client.photos()
  expect(photos.map((photo) => photo.md5!).sort()).toEqual(
    good.map((file) => file.md5Checksum!).sort(),
  )
  expect(new Map([...committed.keys()].map((file) => [file, fake.fetches(file)]))).toEqual(
    committed,
  )
  const fetchedAgain = good.reduce((sum, file) => sum + fake.fetches(file.id) - 1, 0)
  expect(good.filter((file) => fake.fetches(file.id) === 0)).toEqual([])
  expect(fetchedAgain).toBeLessThanOrEqual(kills * underWay)
  expect(await faultsOf(server, client)).toEqual([])
  expect(await client.json<unknown[]>('/api/drive/check')).toEqual([])
  const { failures } = await client.json<DriveFailures>('/api/drive/failures')
  expect(failures.map((failure) => failure.fileId).sort()).toEqual(
    bad.map((file) => file.id).sort(),
  )

  expect(await server.stop()).toBe(0)
  const secrets = [...fake.oauth.secrets]
  const stored = await bytesOf(data, ['vitrine.db', 'vitrine.db-wal'])
  expect(secrets.filter((secret) => (stored + printed).includes(secret))).toEqual([])
  console.log(`  ${fetchedAgain} files were downloaded again after ${kills} kills`)
})

test('a committed photo is not downloaded again, whenever the process dies', async () => {
  await using fake = await openFakeDrive()
  const folder = fake.addFolder('Photos')
  const files = (await makePhotos(12, { first: 7000 })).map((photo) => fake.addFile(folder, photo))
  const data = join(temporaryFolder(), 'data')
  let { server, client } = await start(fake, data)
  await connect(client)
  await client.send('PUT', '/api/user/gdrive', { driveFolderName: 'Photos' })
  const gates = files.slice(6).map((file) => fake.gate(file.id))
  const scheduled = await client.send('POST', '/api/drive/job/schedule', {})
  const { id } = ((await scheduled.json()) as { data: Job }).data
  // Six are imported, four are in progress.
  await untilSettled(client, id, 6)
  await Promise.all(gates.slice(0, 4).map((gate) => gate.reached))
  await server.kill()
  for (const gate of gates) gate.release()
  ;({ server, client } = await start(fake, data, client.cookie))
  expect(await untilFinal(client, id)).toMatchObject({ state: 'FINISHED', done: 12, failed: 0 })
  expect(files.map((file) => fake.fetches(file.id))).toEqual(
    files.map((_, n) => (n >= 6 && n < 10 ? 2 : 1)),
  )
  expect(await faultsOf(server, client)).toEqual([])
  expect(await server.stop()).toBe(0)
})

/**
 * Good photos and three bad files: a truncated one, one that is not a picture, one with a wrong
 * md5.
 */
async function fillDrive(fake: FakeDrive): Promise<{ good: Entry[]; bad: Entry[] }> {
  const folder = fake.addFolder('Photos')
  fake.program.pageSize = 50
  const photos = await makePhotos(count, { first: 5000 })
  const bad: Entry[] = []
  const good: Entry[] = []
  for (const [n, { name, bytes }] of photos.entries()) {
    if (n === 5) bad.push(fake.addFile(folder, { name, bytes: bytes.subarray(0, -500) }))
    else if (n === 20) bad.push(fake.addFile(folder, { name, bytes: Buffer.from('no picture') }))
    else if (n === 40) bad.push(fake.addFile(folder, { name, bytes, md5: '0'.repeat(32) }))
    else good.push(fake.addFile(folder, { name, bytes }))
  }
  return { good, bad }
}

async function start(
  fake: FakeDrive,
  data: string,
  cookie?: string,
): Promise<{ server: RunningVitrine; client: OwnerClient }> {
  const server = await startVitrine(data, {
    flags: ['--google-url', fake.url, '--google-client-id', fake.clientId],
    environment: { VITRINE_GOOGLE_CLIENT_SECRET: fake.clientSecret },
  })
  return { server, client: ownerClient(server, cookie ?? (await claim(server))) }
}

/** Goes to Google and back, like the owner's browser. */
async function connect(client: OwnerClient): Promise<void> {
  const leave = await client.request('/api/drive/auth?redir=/user/drive', { redirect: 'manual' })
  const consent = await fetch(leave.headers.get('location') ?? '', { redirect: 'manual' })
  const back = new URL(consent.headers.get('location') ?? '')
  const arrive = await client.request(back.pathname + back.search, { redirect: 'manual' })
  expect(arrive.headers.get('location')).toEndWith('/user/drive')
  expect(await client.json('/api/drive/authenticated')).toMatchObject({ authenticated: true })
}

async function untilSettled(client: OwnerClient, id: string, least: number): Promise<void> {
  for (;;) {
    const job = await client.json<Job>(`/api/drive/job/${id}`)
    if (job.done + job.skipped + job.failed >= least || job.state !== 'STARTED') {
      if (job.state !== 'SCHEDULED') return
    }
    await Bun.sleep(5)
  }
}

async function untilFinal(client: OwnerClient, id: string): Promise<Job> {
  for (;;) {
    const job = await client.json<Job>(`/api/drive/job/${id}`)
    if (job.state === 'FINISHED' || job.state === 'ABORTED') return job
    await Bun.sleep(50)
  }
}

async function bytesOf(folder: string, names: string[]): Promise<string> {
  let text = ''
  for (const name of names) {
    const file = Bun.file(join(folder, name))
    if (await file.exists()) text += Buffer.from(await file.bytes()).toString('latin1')
  }
  return text
}
