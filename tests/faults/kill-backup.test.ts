import { afterAll, beforeAll, expect, setDefaultTimeout } from 'bun:test'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lastingFiles, md5 } from '../support/backups.ts'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  runCommand,
  startCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { claim, ownerClient, signIn } from '../support/owner-client.ts'
import { test } from '../support/seed.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 120_000)
afterAll(clearAway)

const kills = quickOrFull(3, 50)
/** A gallery of 60 photos, and its backup of when it had half of them. */
let data: string
let early: string

beforeAll(async () => {
  data = join(temporaryFolder(), 'data')
  early = join(temporaryFolder(), 'backup')
  const server = await startVitrine(data)
  await claim(server)
  for (const [round, first] of [0, 30].entries()) {
    const photos = join(temporaryFolder(), 'photos')
    writePhotos(photos, await makePhotos(30, { first, width: 120, height: 80 }))
    expect((await runCommand(['import', photos, '--data', data])).code).toBe(0)
    if (round === 0) expect((await runCommand(['backup', early, '--data', data])).code).toBe(0)
  }
  await server.stop()
})

/** Which snapshots a killed backup left. */
function outcomeOf(names: readonly string[], old: string): 'new' | 'old' | 'both' {
  if (!names.includes(old)) return 'new'
  return names.length === 1 ? 'old' : 'both'
}

test(`${kills} kills of a backup leave the old or the new snapshot, and the next one completes it`, async (random) => {
  const first = await runCommand(['backup', copyOf(early), '--data', data])
  expect(first.code).toBe(0)
  const [old] = readdirSync(join(early, 'snapshots'))
  const outcomes: string[] = []
  let leftovers = 0
  for (let kill = 0; kill < kills; kill++) {
    const folder = copyOf(early)
    const command = await startCommand(['backup', folder, '--data', data, '--keep', '1'])
    await Bun.sleep(random() * 1.1 * first.ms)
    command.signal('SIGKILL')
    await command.ended
    const names = readdirSync(join(folder, 'snapshots'))
    expect([1, 2]).toContain(names.length)
    outcomes.push(outcomeOf(names, old!))
    for (const name of names) expect(faultsOfSnapshot(folder, name)).toEqual([])
    if ((await filesIn(folder, 'tmp')).length > 0) leftovers++

    const restored = join(temporaryFolder(), 'data')
    expect((await runCommand(['restore', folder, '--data', restored])).code).toBe(0)
    expect((await runCommand(['check', '--deep', '--data', restored])).code).toBe(0)
    const again = await runCommand(['backup', folder, '--data', data, '--keep', '1'])
    expect(again.code).toBe(0)
    const [last] = readdirSync(join(folder, 'snapshots'))
    expect(faultsOfSnapshot(folder, last!)).toEqual([])
    expect(await filesIn(folder, 'tmp')).toEqual([])
    expect(await filesIn(folder, 'originals')).toEqual(await filesIn(data, 'originals'))
    for (const path of [folder, restored]) rmSync(path, { recursive: true })
  }
  console.log(`  snapshots left: ${outcomes.join(', ')}; ${leftovers} kills left files in tmp`)
})

test(`${kills} kills of a restore leave nothing or the gallery, and another one completes it`, async (random) => {
  const folder = copyOf(early)
  expect((await runCommand(['backup', folder, '--data', data])).code).toBe(0)
  const first = await runCommand(['restore', folder, '--data', join(temporaryFolder(), 'data')])
  expect(first.code).toBe(0)
  const outcomes: string[] = []
  for (let kill = 0; kill < kills; kill++) {
    const restored = join(temporaryFolder(), 'data')
    const command = await startCommand(['restore', folder, '--data', restored])
    await Bun.sleep(random() * 1.1 * first.ms)
    command.signal('SIGKILL')
    await command.ended
    outcomes.push(await stateOf(restored))
    if (outcomes.at(-1) === 'unfinished') {
      const refused = await runCommand(['serve', '--data', restored, '--port', '0'])
      expect(refused).toMatchObject({
        code: 1,
        text: `vitrine: ${restored} contains an unfinished restore. Run "vitrine restore" with the same backup again, or empty the folder.\n`,
      })
    }
    if (outcomes.at(-1) !== 'whole') {
      expect((await runCommand(['restore', folder, '--data', restored])).code).toBe(0)
    }
    expect((await runCommand(['check', '--deep', '--data', restored])).code).toBe(0)
    expect(await lastingFiles(restored)).toEqual(await lastingFiles(data))
    expect(await filesIn(restored, 'tmp')).toEqual([])
    if (kill === kills - 1) {
      const server = await startVitrine(restored)
      const client = ownerClient(server, await signIn(server))
      expect(await faultsOf(server, client)).toEqual([])
      await server.stop()
    }
    rmSync(restored, { recursive: true })
  }
  console.log(`  left: ${outcomes.join(', ')}`)
})

function copyOf(folder: string): string {
  const copy = join(temporaryFolder(), 'backup')
  cpSync(folder, copy, { recursive: true })
  return copy
}

async function stateOf(folder: string): Promise<'nothing' | 'unfinished' | 'whole'> {
  if (!existsSync(folder)) return 'nothing'
  if (existsSync(join(folder, 'restore.json'))) return 'unfinished'
  if (existsSync(join(folder, 'vitrine.db'))) return 'whole'
  const files = (await filesIn(folder, '.')).filter((path) => !/^(lock|\.restore)/.test(path))
  expect(files).toEqual([])
  return 'nothing'
}

/** What a snapshot names and the folder does not have whole. */
function faultsOfSnapshot(folder: string, name: string): string[] {
  const manifest = readFileSync(join(folder, 'snapshots', name, 'manifest.md5'), 'utf8')
  return manifest
    .trimEnd()
    .split('\n')
    .filter((line) => {
      const path = join(folder, line.slice(34))
      return !existsSync(path) || md5(readFileSync(path)) !== line.slice(0, 32)
    })
}
