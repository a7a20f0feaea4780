import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PhotoList } from '../../src/contract/photos/photos.ts'
import { lockFolder } from '../../src/core/database/lock.ts'
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
import { waitingTestWith } from '../support/needs.ts'
import { claim, ownerClient } from '../support/owner-client.ts'
import { faultsOf } from '../support/server-faults.ts'

// How long a starved server takes depends on what else the machine does.
setDefaultTimeout(isFullRun ? 900_000 : 300_000)
afterAll(clearAway)

/** Their time is spent waiting, so they wait side by side. */
const waitingTest = waitingTestWith()

const pauseMs = quickOrFull(12_000, 30_000)
const starvedPhotos = quickOrFull(9, 200)
/** So large that a server with hardly any time has nothing to report for more than 10 s. */
const starvedLarge = quickOrFull(1, 4)

waitingTest(
  `an import of ${starvedPhotos} photos succeeds with a server that gets hardly any time`,
  async () => {
    const { server, client, words, folder } = await startWith(starvedPhotos - starvedLarge, 5000)
    writePhotos(folder, await makePhotos(starvedLarge, { first: 5200, width: 6000, height: 4000 }))
    const starving = starve(server)
    const { code, text } = await runCommand(words)
    await starving.end()
    expect(text).toContain(`${starvedPhotos} imported, 0 already in the gallery, 0 failed`)
    expect({ code, isLost: text.includes('went away') }).toEqual({ code: 0, isLost: false })
    expect((await client.photos()).length).toBe(starvedPhotos)
    expect(await faultsOf(server, client)).toEqual([])
  },
)

waitingTest(`an import survives a server that is paused for ${pauseMs / 1000} s`, async () => {
  const { server, client, words } = await startWith(20, 5300)
  const command = await startCommand(words)
  await command.untilPrinted(/\nimported/)
  process.kill(server.pid, 'SIGSTOP')
  await Bun.sleep(pauseMs)
  process.kill(server.pid, 'SIGCONT')
  const { code, text } = await command.ended
  expect(text).toContain('20 imported, 0 already in the gallery, 0 failed')
  expect({ code, isLost: text.includes('went away') }).toEqual({ code: 0, isLost: false })
  expect(await faultsOf(server, client)).toEqual([])
})

waitingTest('an import survives a server that has nothing to report for 12 s', async () => {
  const { server, client, words, data } = await startWith(12, 5350)
  const command = await startCommand(words)
  await command.untilPrinted(/\nimported/)
  const other = new Database(join(data, 'vitrine.db'))
  // The server may be writing.
  other.run('PRAGMA busy_timeout = 5000')
  other.run('BEGIN IMMEDIATE')
  await Bun.sleep(12_000)
  other.run('ROLLBACK')
  other.close()
  const { code, text } = await command.ended
  expect(text).toContain('12 imported, 0 already in the gallery, 0 failed')
  expect({ code, isLost: text.includes('went away') }).toEqual({ code: 0, isLost: false })
  expect(await faultsOf(server, client)).toEqual([])
})

waitingTest(
  'an import finishes by itself after its server was killed and not restarted',
  async () => {
    const { server, words, data, cookie } = await startWith(30, 5700)
    const command = await startCommand(words)
    while (command.printed().split('\nimported  ').length - 1 < 8) await Bun.sleep(1)
    await server.kill()
    const { code, text } = await command.ended
    expect(text).toContain('The server did not come back. Importing without it.')
    expect(text).toContain('30 imported, 0 already in the gallery, 0 failed')
    expect(code).toBe(0)
    const again = await startVitrine(data)
    expect(await faultsOf(again, ownerClient(again, cookie))).toEqual([])
  },
)

test('an import waits for a server that is still starting', async () => {
  const { server, words, data } = await startWith(5, 5400)
  await server.stop()
  // A password that cannot be written yet delays the start before it opens the socket.
  const other = new Database(join(data, 'vitrine.db'))
  other.run('PRAGMA busy_timeout = 5000')
  other.run('BEGIN IMMEDIATE')
  const environment = { VITRINE_PASSWORD: 'a password that is new' }
  const starting = await startCommand(['serve', '--data', data, '--port', '0'], { environment })
  while (isFree(data)) await Bun.sleep(10)
  const command = await startCommand(words)
  await command.untilPrinted(/^Waiting for the server that is using .* to accept imports\.\n/)
  other.run('ROLLBACK')
  other.close()
  const { code, text } = await command.ended
  expect(text).toContain('5 imported, 0 already in the gallery, 0 failed')
  expect(code).toBe(0)
  starting.signal('SIGTERM')
  expect((await starting.ended).code).toBe(0)
})

test('an import and a server that start at the same time do not make each other fail', async () => {
  for (const delayMs of [0, 20, 40, 60, 80]) {
    const { server, words, data, cookie } = await startWith(4, 5500)
    await server.stop()
    const starting = startCommand(['serve', '--data', data, '--port', '0'])
    await Bun.sleep(delayMs)
    const { code, text } = await runCommand(words)
    expect(text).toContain('4 imported, 0 already in the gallery, 0 failed')
    expect(code).toBe(0)
    // Either can get the folder first; if it is the import, the server says so.
    const { signal, ended, untilPrinted } = await starting
    await untilPrinted(/Vitrine .* is serving|is in use by another running Vitrine/)
    signal('SIGTERM')
    await ended
    const again = await startVitrine(data)
    expect(await faultsOf(again, ownerClient(again, cookie))).toEqual([])
    await again.stop()
  }
})

test('an import continues with the next server, however often one is killed', async () => {
  const { server, words, data, cookie, photos } = await startWith(40, 5600)
  const command = await startCommand([...words, '--album', 'Trip'])
  let current = server
  for (const imported of [5, 15, 25]) {
    while (command.printed().split('\nimported  ').length - 1 < imported) await Bun.sleep(1)
    await current.kill()
    current = await startVitrine(data)
  }
  const { code, text } = await command.ended
  expect(text).toContain('40 imported, 0 already in the gallery, 0 failed')
  expect(code).toBe(0)
  expect(text).toContain('Lost the connection to the server. Waiting for it to come back.')
  const client = ownerClient(current, cookie)
  const [album] = await client.json<{ id: string }[]>('/api/albums')
  const { photos: shown } = await client.json<PhotoList>(`/api/albums/${album!.id}/photos`)
  expect(shown.map(({ sourceName }) => sourceName!)).toEqual(photos.map(({ name }) => name))
  expect(await faultsOf(current, client)).toEqual([])
})

async function startWith(count: number, first: number) {
  const data = join(temporaryFolder(), 'data')
  const server = await startVitrine(data)
  const cookie = await claim(server)
  const folder = join(temporaryFolder(), 'photos')
  const photos = await makePhotos(count, { first })
  writePhotos(folder, photos)
  const words = ['import', folder, '--data', data]
  return { data, server, cookie, client: ownerClient(server, cookie), folder, photos, words }
}

/**
 * Lets the server work for a twentieth of the time, as on a machine short of memory: for 100 ms of
 * processor time, which it may have to share with other tests.
 */
function starve({ pid }: RunningVitrine) {
  let isOver = false
  const starving = (async () => {
    while (!isOver) {
      process.kill(pid, 'SIGSTOP')
      await Bun.sleep(1900)
      process.kill(pid, 'SIGCONT')
      const enough = processorMs(pid) + 100
      for (let turn = 0; turn < 40 && processorMs(pid) < enough; turn++) await Bun.sleep(25)
    }
  })()
  return {
    end: () => {
      isOver = true
      return starving
    },
  }
}

/** Of all its threads since its start, from /proc/PID/stat in ticks of 10 ms. */
function processorMs(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]!
    .split(' ')
    .slice(11)
  return (Number(user) + Number(system)) * 10
}

/** Whether no process has locked the data folder. */
function isFree(data: string): boolean {
  const lock = lockFolder(join(data, 'lock'))
  lock?.release()
  return lock !== undefined
}
