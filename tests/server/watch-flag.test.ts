// vitrine serve --watch, with the executable.
import { afterEach, expect, test } from 'bun:test'
import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Source } from '../../src/contract/imports/sources.ts'
import { openBrowser } from '../support/browser.ts'
import { clearAway, runCommand, startVitrine, temporaryFolder } from '../support/executable.ts'
import { ownerPassword } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

afterEach(clearAway)

async function ownerOf(address: string) {
  const owner = openBrowser(address.replace('localhost', '127.0.0.1'))
  await owner.data('/api/login', { method: 'POST', body: { password: ownerPassword } })
  return owner
}

test('folders of the command line stay in sync until a start without them', async () => {
  const root = await realpath(temporaryFolder())
  const data = join(root, 'data')
  const folders = [join(root, 'one'), join(root, 'two: more')]
  for (const folder of folders) {
    await mkdir(folder)
    await writeFile(join(folder, 'a.jpg'), await camera())
  }
  const environment = { VITRINE_PASSWORD: ownerPassword }
  const flags = folders.flatMap((folder) => ['--watch', folder])
  const first = await startVitrine(data, { flags, environment })
  const owner = await ownerOf(first.address)
  const sources = () => owner.data<Source[]>('/api/sources')
  const giveUpAt = Date.now() + 10_000
  while ((await sources()).some(({ photos }) => photos === 0) && Date.now() < giveUpAt) {
    await Bun.sleep(50)
  }
  expect(
    (await sources()).map(({ path, photos, isConfigured }) => [path, photos, isConfigured]),
  ).toEqual(folders.map((folder) => [folder, 1, true]))
  const refused = await owner.request(`/api/sources/${(await sources())[0]!.id}`, {
    method: 'DELETE',
  })
  expect(refused.status).toBe(409)
  expect(await first.stop()).toBe(0)

  const second = await startVitrine(data, { flags: flags.slice(0, 2), environment })
  const after = await (await ownerOf(second.address)).data<Source[]>('/api/sources')
  expect(after.map(({ isConfigured, settings }) => [isConfigured, settings.everyHours])).toEqual([
    [true, 1],
    [false, null],
  ])
  const notes = second.printed().match(/^.* is no longer followed automatically.*$/gm)
  expect(notes).toEqual([expect.stringMatching(/two: more is no .* start with --watch .* Sources/)])
  await second.stop()
})

test('a folder that cannot be watched ends the start with one line', async () => {
  const data = join(temporaryFolder(), 'data')
  const { code, text } = await runCommand([
    ...['serve', '--data', data, '--port', '0', '--watch', join(data, 'originals')],
  ])
  expect(code).toBe(2)
  expect(text.trim()).toMatch(/--watch \(VITRINE_WATCH\): .*data folder.*\.$/)
})
