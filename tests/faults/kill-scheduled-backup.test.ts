import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Safety } from '../../src/contract/site/safety.ts'
import { lastingFiles } from '../support/backups.ts'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  type RunningVitrine,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { claim, signIn } from '../support/owner-client.ts'
import { test } from '../support/seed.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 240_000)
afterAll(clearAway)

const kills = quickOrFull(3, 50)

test(`after ${kills} kills of the server while it backs up, the next start completes the backup`, async (random) => {
  const data = join(temporaryFolder(), 'data')
  const folder = join(temporaryFolder(), 'backup')
  const start = () => startVitrine(data, { flags: ['--backup', folder] })
  let server = await startVitrine(data)
  await claim(server)
  const photos = join(temporaryFolder(), 'photos')
  writePhotos(photos, await makePhotos(40, { width: 120, height: 80 }))
  expect((await runCommand(['import', photos, '--data', data])).code).toBe(0)
  await server.stop()

  for (let kill = 0; kill < kills; kill++) {
    server = await start()
    const cookie = await signIn(server)
    const begun = await safetyOf(server, cookie, 'POST')
    expect(begun.running).not.toBe(null)
    await Bun.sleep(random() * 600)
    await server.kill()
    server = await start()
    const again = await signIn(server)
    const giveUpAt = Date.now() + 60_000
    let target = (await safetyOf(server, again)).targets[0]!
    expect(target).toMatchObject({ folder, isConfigured: true })
    while (target.lastRun?.outcome !== 'done' && Date.now() < giveUpAt) {
      await Bun.sleep(100)
      target = (await safetyOf(server, again)).targets[0]!
    }
    expect(target).toMatchObject({ isWaiting: false, verified: { photos: 40 } })
    expect(await filesIn(folder, 'tmp')).toEqual([])
    await server.stop()
  }
  for (const at of readdirSync(join(folder, 'snapshots'))) {
    const restored = join(temporaryFolder(), 'data')
    const words = ['restore', folder, '--data', restored, '--at', at]
    expect((await runCommand(words)).code).toBe(0)
    expect(await lastingFiles(restored)).toEqual(await lastingFiles(data))
  }
})

async function safetyOf({ address }: RunningVitrine, cookie: string, method?: 'POST') {
  const path = method === 'POST' ? '/api/safety/backup' : '/api/safety'
  const answer = await fetch(`${address}${path}`, {
    headers: { cookie, 'Content-Type': 'application/json', Origin: address },
    ...(method && { method, body: '{}' }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { data: Safety }).data
}
