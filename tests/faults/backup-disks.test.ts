import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { lastingFiles } from '../support/backups.ts'
import { clearAway, runCommand, startVitrine, temporaryFolder } from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { testWith } from '../support/needs.ts'
import { claim } from '../support/owner-client.ts'
import { fillUp, freeUp, mountSmall, needsMount, unmountAll } from '../support/small-disk.ts'

setDefaultTimeout(60_000)
afterAll(async () => {
  unmountAll()
  await clearAway()
})

let data: string

beforeAll(async () => {
  data = join(temporaryFolder(), 'data')
  const server = await startVitrine(data)
  await claim(server)
  const photos = join(temporaryFolder(), 'photos')
  writePhotos(photos, await makePhotos(30))
  expect((await runCommand(['import', photos, '--data', data])).code).toBe(0)
  await server.stop()
})

testWith(needsMount)('on another disk, files are copied, there and back', async () => {
  const disk = temporaryFolder()
  mountSmall(disk)
  mkdirSync(join(disk, 'lost+found'))
  const made = await runCommand(['backup', disk, '--data', data])
  expect(made).toMatchObject({
    code: 0,
    text: expect.stringContaining(': 30 copied), 0 unchanged'),
  })
  const [name] = await filesIn(disk, 'originals')
  expect(statSync(join(disk, name!))).toMatchObject({ nlink: 1, mode: 0o100600 })
  // As another user's or another program's copy of the backup may be.
  chmodSync(join(disk, name!), 0o444)
  const restored = join(temporaryFolder(), 'data')
  expect((await runCommand(['restore', disk, '--data', restored])).code).toBe(0)
  expect(await lastingFiles(restored)).toEqual(await lastingFiles(data))
  expect(statSync(join(restored, name!)).mode & 0o777).toBe(0o600)
})

test('on the same disk, files are linked or cloned and need no space', async () => {
  const folder = join(temporaryFolder(), 'backup')
  const { text } = await runCommand(['backup', folder, '--data', data])
  expect(text).toMatch(/: 30 (linked|cloned)\), 0 unchanged/)
})

testWith(needsMount)(
  'a disk that is too small is refused in one line, in both directions',
  async () => {
    const disk = temporaryFolder()
    mountSmall(disk, '2m')
    const refused = await runCommand(['backup', join(disk, 'backup'), '--data', data])
    expect(refused.code).toBe(1)
    expect(refused.text).toMatch(
      /^vitrine: There is not enough space in \S+: 2\.\d MB are needed and 1\.\d MB are free\. Nothing was changed\.\n$/,
    )
    expect(readdirSync(join(disk, 'backup/snapshots'))).toEqual([])
    const folder = join(temporaryFolder(), 'backup')
    expect((await runCommand(['backup', folder, '--data', data])).code).toBe(0)
    const target = join(disk, 'data')
    const unrestored = await runCommand(['restore', folder, '--data', target])
    expect(unrestored.text).toMatch(/^vitrine: There is not enough space in \S+: .*\n$/)
    expect(unrestored.code).toBe(1)
    expect(existsSync(join(target, 'vitrine.db'))).toBe(false)
  },
)

testWith(needsMount)('a disk that fills up leaves the earlier snapshots', async () => {
  const disk = temporaryFolder()
  mountSmall(disk)
  const [home, folder] = [join(disk, 'data'), join(disk, 'backup')]
  cpSync(data, home, { recursive: true, filter: (path) => !path.endsWith('/runtime') })
  expect((await runCommand(['backup', folder, '--data', home])).code).toBe(0)
  fillUp(disk, 50_000)
  const refused = await runCommand(['backup', folder, '--data', home])
  expect(refused).toMatchObject({
    code: 1,
    text: `vitrine: ${folder} is full: free some space or choose another folder. The earlier snapshots are unchanged.\n`,
  })
  freeUp(disk)
  const again = await runCommand(['backup', folder, '--data', home, '--keep', '1'])
  expect(again).toMatchObject({ code: 0, text: expect.stringContaining('Removed 1 old snapshot') })
  expect(await filesIn(folder, 'tmp')).toEqual([])
})

testWith(needsMount)('a read-only disk is refused in one line, in both directions', async () => {
  const [disk, home] = [temporaryFolder(), temporaryFolder()]
  for (const folder of [disk, home]) mountSmall(folder)
  cpSync(data, join(home, 'data'), {
    recursive: true,
    filter: (path) => !path.endsWith('/runtime'),
  })
  const folder = join(temporaryFolder(), 'backup')
  expect((await runCommand(['backup', folder, '--data', data])).code).toBe(0)
  for (const path of [disk, home]) Bun.spawnSync(['mount', '-o', 'remount,ro', path])
  for (const words of [
    ['backup', join(disk, 'backup'), '--data', data],
    ['backup', join(temporaryFolder(), 'backup'), '--data', join(home, 'data')],
    ['restore', folder, '--data', join(disk, 'restored')],
  ]) {
    const { code, text } = await runCommand(words)
    expect(code).toBe(1)
    expect(text).toMatch(/^vitrine: .* read-only.*\n$/)
  }
})

test('a restore says how many of the files it has verified', async () => {
  const folder = join(temporaryFolder(), 'backup')
  expect((await runCommand(['backup', folder, '--data', data])).code).toBe(0)
  const restore = () =>
    runCommand(['restore', folder, '--data', join(temporaryFolder(), 'restored')])
  expect((await restore()).text).toContain('\nVerified: the database, and the md5 of every file\n')
  const [name] = readdirSync(join(folder, 'snapshots'))
  const manifest = readFileSync(join(folder, 'snapshots', name!, 'manifest.md5'), 'utf8')
  // Without the database.
  const total = manifest.trimEnd().split('\n').length - 1
  const [missing, damaged] = await filesIn(folder, 'originals')
  rmSync(join(folder, missing!))
  // It may be another link of the gallery's own file.
  rmSync(join(folder, damaged!))
  writeFileSync(join(folder, damaged!), 'damaged')
  const { code, text } = await restore()
  expect(code).toBe(1)
  expect(text).toContain(
    `\nVerified: the database, and the md5 of ${total - 2} of ${total} files; the rest could not be restored\n`,
  )
  expect(text).toContain(`${missing} is missing from the backup`)
  expect(text).toContain(`${damaged} is damaged in the backup`)
})

test('a folder that cannot be written is named in one line', async () => {
  for (const words of [
    ['backup', '/proc/backup', '--data', data],
    ['backup', join(temporaryFolder(), 'backup'), '--data', '/proc/none'],
    ['restore', '/proc/none', '--data', join(temporaryFolder(), 'data')],
  ]) {
    const { code, text } = await runCommand(words)
    expect(code).toBe(1)
    expect(text).toMatch(/^vitrine: .*\/proc\/.*\n$/)
  }
})
