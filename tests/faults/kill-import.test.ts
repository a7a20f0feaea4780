import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { join } from 'node:path'
import {
  clearAway,
  isFullRun,
  quickOrFull,
  runCommand,
  startCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { claim, ownerClient } from '../support/owner-client.ts'
import { test } from '../support/seed.ts'
import { faultsOf } from '../support/server-faults.ts'

setDefaultTimeout(isFullRun ? 3_600_000 : 120_000)
afterAll(clearAway)

const kills = quickOrFull(3, 50)
const photosPerKill = 20

test(`${kills} kills of an import from the command line leave complete photos or none`, async (random) => {
  const photos = await makePhotos(kills * photosPerKill)
  const folder = join(temporaryFolder(), 'photos')
  writePhotos(folder, photos)
  const data = join(temporaryFolder(), 'data')
  const first = await startVitrine(data)
  const cookie = await claim(first)
  await first.stop()

  const words = ['import', folder, '--album', 'Stream', '--photostream', '--data', data]
  for (let kill = 0; kill < kills; kill++) {
    const command = await startCommand(words)
    await untilImported(command.printed, Math.floor(random() * photosPerKill * 0.7))
    await Bun.sleep(random() * 40)
    command.signal('SIGKILL')
    const { text } = await command.ended
    const server = await startVitrine(data)
    const client = ownerClient(server, cookie)
    expect(await faultsOf(server, client)).toEqual([])
    const present = new Set((await client.photos()).map((photo) => photo.md5))
    const said = photos.filter(({ name }) => text.includes(`imported  ${join(folder, name)}\n`))
    expect(said.filter(({ md5 }) => !present.has(md5))).toEqual([])
    await server.stop()
  }

  const { code, text } = await runCommand(words)
  expect(code).toBe(0)
  const [, imported, present] =
    /(\d+) imported, (\d+) already in the gallery, 0 failed/.exec(text) ?? []
  expect(Number(imported) + Number(present)).toBe(photos.length)
  const server = await startVitrine(data)
  const client = ownerClient(server, cookie)
  expect(await faultsOf(server, client)).toEqual([])
  const shown = await client.photos()
  expect(shown.map((photo) => photo.md5!).sort()).toEqual(photos.map(({ md5 }) => md5).sort())
  expect(shown.filter((photo) => !photo.isPublic)).toEqual([])
})

async function untilImported(printed: () => string, count: number): Promise<void> {
  while (printed().split('\nimported  ').length - 1 < count) await Bun.sleep(1)
}
