import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lastingFiles } from '../support/backups.ts'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { type MadePhoto, makePhotos } from '../support/made-photos.ts'
import { claim, type OwnerClient, ownerClient, signIn } from '../support/owner-client.ts'
import { type Random, test } from '../support/seed.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 120_000)
afterAll(clearAway)

const backups = quickOrFull(3, 50)
/** How many photos the gallery has while others come and go. */
const usual = 30

test(`${backups} backups during uploads, edits and deletions are each restored completely`, async (random) => {
  const data = join(temporaryFolder(), 'data')
  const server = await startVitrine(data)
  const client = ownerClient(server, await claim(server))
  const load = startLoad(client, random)
  const folder = join(temporaryFolder(), 'backup')
  try {
    while (load.present.size < usual) await Bun.sleep(10)
    for (let backup = 0; backup < backups; backup++) {
      await Bun.sleep(random() * 200)
      const before = new Map(load.present)
      const made = await runCommand(['backup', folder, '--data', data, '--keep', '3'])
      expect(made).toMatchObject({ code: 0, text: expect.stringContaining('Verified: ') })

      const restored = join(temporaryFolder(), 'data')
      const outcome = await runCommand(['restore', folder, '--data', restored])
      expect(outcome).toMatchObject({ code: 0, text: expect.stringContaining('sign in again') })
      const checked = await runCommand(['check', '--deep', '--data', restored])
      expect(checked).toMatchObject({
        code: 0,
        text: expect.stringContaining('no problems found'),
      })
      // What was acknowledged before the backup and not deleted during it is there, byte for byte.
      const files = await lastingFiles(restored)
      for (const [id, { md5 }] of before) {
        if (load.deleted.has(id)) continue
        expect(files[join('originals', id.slice(-2), `${id}.jpg`)]).toBe(md5)
      }
      if (backup === backups - 1) {
        const again = await startVitrine(restored)
        const owner = ownerClient(again, await signIn(again))
        const removed = readdirSync(join(restored, 'removed')).length
        expect(await faultsOf(again, owner, { removed })).toEqual([])
        expect(await again.stop()).toBe(0)
      }
      rmSync(restored, { recursive: true })
    }
  } finally {
    await load.stop()
  }
  // Deletions that a backup had delayed are carried out soon after it.
  const owner = ownerClient(server, await signIn(server))
  await Bun.sleep(1500)
  expect(readdirSync(join(folder, 'snapshots'))).toHaveLength(3)
  const removed = readdirSync(join(data, 'removed')).length
  expect(removed).toBeGreaterThan(0)
  expect(await faultsOf(server, owner, { removed })).toEqual([])
  expect(await server.stop()).toBe(0)
  console.log(
    `  ${load.counts.uploaded} uploads, ${load.counts.edited} edits and ${load.counts.deleted} deletions meanwhile`,
  )
})

/** Uploads, edits and deletes without pause, so that there are about `usual` photos. */
function startLoad(client: OwnerClient, random: Random) {
  const present = new Map<string, MadePhoto>()
  /** From before the request until for ever. */
  const deleted = new Set<string>()
  const counts = { uploaded: 0, edited: 0, deleted: 0 }
  let isOver = false
  let made = 0

  const uploading = async () => {
    while (!isOver) {
      const [photo] = await makePhotos(1, { first: made++, width: 48, height: 32 })
      const { id, status } = await client.upload(photo!)
      expect(status).toBe(200)
      present.set(id!, photo!)
      counts.uploaded++
      // Uploads are much faster than the rest.
      if (present.size > usual * 2) await Bun.sleep(20)
    }
  }
  const any = () => [...present.keys()][Math.floor(random() * present.size)]
  const editing = async () => {
    for (; !isOver; await Bun.sleep(5)) {
      const id = any()
      if (id === undefined) continue
      const crop = { rotation: 5, x: 0, y: 0, width: 10 + Math.floor(random() * 20), height: 10 }
      await client.send('PUT', `/api/photos/${id}/edit`, crop)
      counts.edited++
    }
  }
  const deleting = async () => {
    for (let removeFiles = true; !isOver; removeFiles = !removeFiles) {
      const id = any()
      if (id === undefined || present.size < usual) {
        await Bun.sleep(5)
        continue
      }
      deleted.add(id)
      present.delete(id)
      const answer = await client.send('DELETE', `/api/photos/${id}`, { removeFiles })
      expect(answer.status).toBe(200)
      const gone = await client.send('POST', '/api/trash/delete', { ids: [id] })
      expect(gone.status).toBe(200)
      counts.deleted++
    }
  }
  const running = Promise.all([uploading(), uploading(), editing(), deleting()])
  // Awaited by stop().
  running.catch(() => undefined)
  return {
    present,
    deleted,
    counts,
    stop: async () => {
      isOver = true
      await running
    },
  }
}
