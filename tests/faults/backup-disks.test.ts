import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { lastingFiles } from '../support/backups.ts'
import { clearAway, runCommand, startVitrine, temporaryFolder } from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { needsRoot, testWith } from '../support/needs.ts'
import { claim } from '../support/owner-client.ts'
import {
  fillUp,
  freeUp,
  mountSmall,
  needsMount,
  unmount,
  unmountAll,
} from '../support/small-disk.ts'

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

testWith(needsMount)('a backup on another disk copies the files, there and back', async () => {
  const disk = temporaryFolder()
  mountSmall(disk)
  mkdirSync(join(disk, 'lost+found'))
  const made = await runCommand(['backup', disk, '--data', data])
  expect(made.text).not.toContain('on the same disk')
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

testWith(needsMount)(
  'a backup disk that is no longer mounted is an error in one line',
  async () => {
    const disk = temporaryFolder()
    mountSmall(disk)
    const command = ['backup', disk, '--data', data]
    expect((await runCommand(command)).code).toBe(0)
    unmount(disk)
    const { code, text } = await runCommand(command)
    expect([code, text]).toEqual([
      1,
      expect.stringMatching(
        /^vitrine: The backup that was made in \S+ on \d{4}-\d\d-\d\d is not there\. Nothing was backed up\. If a disk should be mounted there, mount it and try again\. If this is the right folder, add --new-target\.\n$/,
      ),
    ])
    expect(readdirSync(disk)).toEqual([])
    expect((await runCommand([...command, '--new-target'])).code).toBe(0)
  },
)

test('a backup on the same disk links or clones the files and needs no space', async () => {
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
      /^vitrine: There is not enough space in \S+: 2\.\d MB and a reserve of 16\.8 MB for the database are needed, and 1\.\d MB are free\. Nothing was changed\.\n$/,
    )
    expect(readdirSync(disk)).toEqual([])
    const folder = join(temporaryFolder(), 'backup')
    expect((await runCommand(['backup', folder, '--data', data])).code).toBe(0)
    const target = join(disk, 'data')
    const unrestored = await runCommand(['restore', folder, '--data', target])
    expect(unrestored.text).toMatch(
      /^vitrine: There is not enough space in \S+: .* and a reserve of 16\.8 MB for the database are needed, .*\n$/,
    )
    expect(unrestored.code).toBe(1)
    expect(readdirSync(disk)).toEqual([])
    // Not even the mark of a backup fits.
    fillUp(disk, 0)
    const full = await runCommand(['backup', join(disk, 'backup'), '--data', data])
    expect(full).toMatchObject({ code: 1, text: expect.stringMatching(/ is full: .*\n$/) })
    expect(readdirSync(disk)).toEqual([expect.stringMatching(/^filler-/)])
    freeUp(disk)
    mkdirSync(target)
    expect((await runCommand(['restore', folder, '--data', target])).code).toBe(1)
    expect(readdirSync(target)).toEqual([])
  },
)

testWith(needsMount)(
  'a backup without room for what is new leaves the folder as it was',
  async () => {
    const disk = temporaryFolder()
    mountSmall(disk)
    const folder = join(disk, 'backup')
    expect((await runCommand(['backup', folder, '--data', data])).code).toBe(0)
    for (const path of (await filesIn(folder, 'originals')).slice(5)) rmSync(join(folder, path))
    fillUp(disk, 10_000_000)
    const files = () => readdirSync(folder, { recursive: true }).toSorted()
    const before = files()
    const { code, text } = await runCommand(['backup', folder, '--data', data])
    expect([code, text]).toEqual([1, expect.stringMatching(/ are free\. Nothing was changed\.\n$/)])
    expect(files()).toEqual(before)
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
    text: `vitrine: ${folder} is full: free some space or choose another folder. The earlier snapshots are unchanged, and the next backup keeps the files that were already copied.\n`,
  })
  // No part of a snapshot takes the space that is left.
  expect(await filesIn(folder, 'tmp')).toEqual([])
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
  expect(text).toContain(`"vitrine backup ${folder} --verify" there, which replaces them`)
  expect(text).toContain('Otherwise upload or import the photos again: "vitrine check" names them')
  // What the advice says works.
  const repaired = await runCommand(['backup', folder, '--data', data, '--verify'])
  expect(repaired.code).toBe(0)
  expect(repaired.text).toContain(`has been replaced with a good copy: ${join(folder, damaged!)}`)
  expect(repaired.text).toMatch(/\nRead again: \d+ of \d+ unchanged files/)
  expect(repaired.text).toContain('\nThis backup is on the same disk as the gallery')
  expect((await restore()).code).toBe(0)
})

test('a file where the backup needs a folder is an error in one line', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const target = join(temporaryFolder(), 'data')
  for (const words of [
    ['backup', file, '--data', data],
    ['backup', join(file, 'backup'), '--data', data],
    ['restore', join(file, 'backup'), '--data', target],
  ]) {
    expect(await runCommand(words)).toMatchObject({
      code: 1,
      text: `vitrine: ${file} is a file, not a folder; choose another folder.\n`,
    })
  }
  const folder = join(temporaryFolder(), 'backup')
  expect((await runCommand(['backup', folder, '--data', data])).code).toBe(0)
  rmSync(join(folder, 'tmp'), { recursive: true })
  writeFileSync(join(folder, 'tmp'), '')
  expect((await runCommand(['backup', folder, '--data', data])).text).toBe(
    `vitrine: ${join(folder, 'tmp')} is a file, but must be a folder. Move it elsewhere, and try again.\n`,
  )
})

test('a snapshot whose own files are lost or damaged is an error in one line with what to do', async () => {
  const folder = join(temporaryFolder(), 'backup')
  expect((await runCommand(['backup', folder, '--data', data])).code).toBe(0)
  const [name] = readdirSync(join(folder, 'snapshots'))
  const target = join(temporaryFolder(), 'data')
  const faults = {
    'snapshot.json': 'its snapshot.json is missing or not readable',
    'manifest.md5': 'its manifest.md5 is missing or not readable',
  }
  for (const [file, fault] of Object.entries(faults)) {
    const path = join(folder, 'snapshots', name!, file)
    const bytes = readFileSync(path)
    rmSync(path)
    for (const words of [
      ['restore', folder, '--data', target],
      ['backup', folder, '--data', data],
    ]) {
      expect(await runCommand(words)).toMatchObject({
        code: 1,
        text: `vitrine: The snapshot ${name} in ${folder} is damaged: ${fault}. Restore another one with --at; to back up, move its folder elsewhere or choose another folder for backups.\n`,
      })
    }
    writeFileSync(path, bytes)
  }
  const database = join(folder, 'snapshots', name!, 'vitrine.db')
  const bytes = readFileSync(database)
  bytes.fill(0xa5, 100, 900)
  writeFileSync(database, bytes)
  expect((await runCommand(['restore', folder, '--data', target])).text).toBe(
    `vitrine: ${database} is missing or damaged; choose another snapshot with vitrine restore --at.\n`,
  )
})

testWith(needsRoot)('a backup of another user is named with the user who can read it', async () => {
  const parent = temporaryFolder()
  chmodSync(parent, 0o755)
  const folder = join(parent, 'backup')
  expect((await runCommand(['backup', folder, '--data', data])).code).toBe(0)
  const [own, home] = [join(parent, 'own'), join(parent, 'home')]
  mkdirSync(own)
  cpSync(data, home, { recursive: true })
  const ofHome = (readdirSync(home, { recursive: true }) as string[]).map((it) => join(home, it))
  for (const path of [own, home, ...ofHome]) chownSync(path, 1234, 1234)
  const restore = ['restore', folder, '--data', join(own, 'data')]
  const commands = [restore, ['backup', folder, '--data', home]]
  const expectRefusal = async (words: string[], path: string, what: string) =>
    expect(await runCommand(words, { user: 1234 })).toMatchObject({
      code: 1,
      text: `vitrine: ${path} belongs to user 0, but Vitrine runs as user 1234 and may not read and write it. ${what}\n`,
    })
  const what = 'Run the command as user 0, or choose another folder.'
  for (const words of commands) await expectRefusal(words, folder, what)
  chmodSync(folder, 0o755)
  for (const words of commands) {
    await expectRefusal(words, join(folder, 'vitrine-backup.json'), what)
  }
  chmodSync(join(folder, 'vitrine-backup.json'), 0o644)
  await expectRefusal(restore, join(folder, 'snapshots'), what)
  // A data folder that hides its database is refused as a gallery would be.
  await expectRefusal(
    ['backup', join(own, 'backup'), '--data', data],
    dirname(data),
    'Run Vitrine as user 0, or choose another folder with --data.',
  )
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
