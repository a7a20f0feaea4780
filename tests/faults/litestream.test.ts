// A second process stands in for Litestream while the executable imports, edits, likes and deletes.
import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { lastingFiles, md5 } from '../support/backups.ts'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type MadePhoto, makePhotos } from '../support/made-photos.ts'
import { claim, type OwnerClient, ownerClient, signIn } from '../support/owner-client.ts'
import { test } from '../support/seed.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(isFullRun ? 1_800_000 : 120_000)
afterAll(clearAway)

const uploads = quickOrFull(30, 1500)
/** How many replicas are started as galleries; all are checked. */
const started = quickOrFull(2, 20)

type Counts = { checkpoints: number; busy: number; locks: number; replicas: number }

function startStandIn(data: string, folder: string) {
  const script = join(import.meta.dir, 'litestream-stand-in.ts')
  const child = Bun.spawn([process.execPath, script, join(data, 'vitrine.db'), folder], {
    stdout: 'pipe',
    stderr: 'pipe',
  })
  return {
    stop: async (): Promise<Counts> => {
      child.kill('SIGTERM')
      const said = await new Response(child.stdout).text()
      const errors = await new Response(child.stderr).text()
      expect([await child.exited, errors]).toEqual([0, ''])
      return JSON.parse(said)
    },
  }
}

/** Two at a time; every answer must be the one of an undisturbed gallery. */
async function useGallery(owner: OwnerClient) {
  const present = new Map<string, MadePhoto>()
  let made = 0
  const lane = async () => {
    while (made < uploads) {
      const number = made++
      const [photo] = await makePhotos(1, { first: number, width: 48, height: 32 })
      const { id, status, message } = await owner.upload(photo!)
      expect([status, message]).toEqual([200, undefined])
      present.set(id!, photo!)
      const answers = [owner.send('PUT', `/api/photos/${id}`, { id, title: `Number ${number}` })]
      answers.push(owner.request(`/api/likes/${id}/like`, { method: 'POST' }))
      const crop = { rotation: 5, x: 0, y: 0, width: 20, height: 10 }
      if (number % 4 === 0) answers.push(owner.send('PUT', `/api/photos/${id}/edit`, crop))
      for (const answer of await Promise.all(answers)) {
        expect([answer.status, await answer.text()]).toEqual([200, expect.anything()])
      }
      if (number % 5 !== 0) continue
      const removeFiles = number % 10 === 0
      const answer = await owner.send('DELETE', `/api/photos/${id}`, { removeFiles })
      expect(answer.status).toBe(200)
      const gone = await owner.send('POST', '/api/trash/delete', { ids: [id] })
      expect(gone.status).toBe(200)
      present.delete(id!)
    }
  }
  await Promise.all([lane(), lane()])
  return present
}

test(`${uploads} imports, edits, likes and deletions beside a replicator succeed, and every replica is complete`, async (random) => {
  const data = join(temporaryFolder(), 'data')
  const replicas = temporaryFolder()
  const server = await startVitrine(data)
  const owner = ownerClient(server, await claim(server))
  const standIn = startStandIn(data, replicas)
  const present = await useGallery(owner)
  const wal = statSync(join(data, 'vitrine.db-wal')).size
  const counts = await standIn.stop()
  expect(counts.checkpoints).toBeGreaterThan(10)
  expect(counts.locks).toBeGreaterThan(3)
  expect(counts.replicas).toBeGreaterThan(2)
  // Whatever the replicator does, the log stays small.
  expect(wal).toBeLessThan(64 * 2 ** 20)
  expect(server.printed()).not.toMatch(/SQLITE|rror/)
  const removed = readdirSync(join(data, 'removed')).length
  expect(await faultsOf(server, owner, { acknowledged: present.keys(), removed })).toEqual([])

  const copies = readdirSync(replicas).filter((name) => name.endsWith('.db'))
  expect(copies).toHaveLength(counts.replicas)
  for (const name of copies) {
    const whole = new Database(join(replicas, name))
    expect(whole.query('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }])
    expect(whole.query('PRAGMA foreign_key_check').all()).toEqual([])
    whole.close()
  }

  // The machine is lost with its database; the files are there as they are now.
  await server.kill()
  const lasting = new Set(Object.values(await lastingFiles(data)))
  for (let round = 0; round < started; round++) {
    const name = copies[Math.floor(random() * copies.length)]!
    const standby = join(temporaryFolder(), 'data')
    mkdirSync(standby)
    for (const folder of ['originals', 'cameras', 'removed', 'pages']) {
      if (existsSync(join(data, folder))) {
        cpSync(join(data, folder), join(standby, folder), { recursive: true })
      }
    }
    cpSync(join(replicas, name), join(standby, 'vitrine.db'))
    const again = await startVitrine(standby)
    expect(again.printed()).toContain('it may be an older copy. Nothing is deleted')
    const client = ownerClient(again, await signIn(again))
    const [photo] = await makePhotos(1, { first: 1_000_000 + round, width: 48, height: 32 })
    expect((await client.upload(photo!)).status).toBe(200)
    expect(await again.stop()).toBe(0)
    const left = new Set([
      ...Object.values(await lastingFiles(standby)),
      ...(await filesOfQuarantine(standby)),
    ])
    expect([...lasting].filter((md5) => !left.has(md5))).toEqual([])
    rmSync(standby, { recursive: true })
  }
  const checked = await runCommand(['check', '--data', data])
  expect(checked).toMatchObject({ code: 0, text: expect.stringContaining('no problems found') })
  console.log(`  ${JSON.stringify(counts)}, ${wal} bytes of log`)
})

const filesOfQuarantine = async (data: string) =>
  (await filesIn(data, 'quarantine')).map((path) => md5(readFileSync(join(data, path))))
