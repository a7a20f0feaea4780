import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { examineFolder, explained } from '../../src/cli/examine-folder.ts'
import type { Status } from '../../src/contract/site/status.ts'
import { volumeWarning } from '../../src/operations/status/volume.ts'
import {
  clearAway,
  executable,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { needsLinux, needsRoot, testWith } from '../support/needs.ts'
import { claim, ownerClient } from '../support/owner-client.ts'
import { mountSmall, needsMount, unmountAll } from '../support/small-disk.ts'
import { needsStrace } from '../support/strace.ts'

setDefaultTimeout(120_000)
afterAll(async () => {
  unmountAll()
  await clearAway()
})

const other = 1234

/** The one line that a command prints when it cannot use the folder. */
async function refusal(
  words: string[],
  data: string,
  options: Parameters<typeof runCommand>[1] = {},
): Promise<string> {
  const input = 'a long enough password\n'
  const { code, text } = await runCommand([...words, '--data', data], { input, ...options })
  expect([words, code]).toEqual([words, 1])
  expect(text.trimEnd().split('\n')).toHaveLength(1)
  return text.trimEnd()
}

const writers = () => [['serve', '--port', '0'], ['import', temporaryFolder()], ['password']]

/** A gallery with a photo, made by root. */
async function gallery(data: string) {
  const photos = join(temporaryFolder(), 'photos')
  writePhotos(photos, await makePhotos(1, { first: 900 }))
  expect((await runCommand(['import', photos, '--data', data])).code).toBe(0)
}

testWith(needsMount)(
  'a full disk is reported in one line, and the start works once there is space',
  async () => {
    for (const words of writers()) {
      const folder = temporaryFolder()
      mountSmall(folder)
      const data = join(folder, 'data')
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(join(folder, 'filler'), Buffer.alloc(bavail * bsize))
      expect(await refusal(words, data)).toBe(
        `vitrine: The disk holding ${data} is full. Free some space and start again.`,
      )
      rmSync(join(folder, 'filler'))
      const server = await startVitrine(data)
      expect(await server.stop()).toBe(0)
    }
  },
)

testWith(needsMount)('a read-only disk is reported in one line, and can be checked', async () => {
  const folder = temporaryFolder()
  mountSmall(folder)
  const data = join(folder, 'data')
  await gallery(data)
  const remount = (how: string) =>
    expect(Bun.spawnSync(['mount', '-o', `remount,${how}`, folder]).exitCode).toBe(0)
  remount('ro')
  for (const words of [...writers(), ['check', '--repair']]) {
    expect(await refusal(words, data)).toBe(
      `vitrine: ${data} is on a read-only file system, and Vitrine has to write there. Mount it writable, or choose another folder with --data.`,
    )
  }
  const check = await runCommand(['check', '--deep', '--data', data])
  expect(check).toMatchObject({ code: 0, text: expect.stringContaining('no problems found') })
  remount('rw')
  const server = await startVitrine(data)
  expect(await server.stop()).toBe(0)
})

testWith(needsRoot)(
  'the folder of another user is refused in one line that names both users',
  async () => {
    const parent = temporaryFolder()
    chmodSync(parent, 0o755)
    const data = join(parent, 'data')
    await gallery(data)
    const owned = (path: string, advice = `change the owner: chown -R 1234 ${data}`) =>
      `vitrine: ${path} belongs to user 0, but Vitrine runs as user 1234 and may not read and write it. Run Vitrine as user 0, or ${advice}`
    // What is in it cannot be seen, so it could be anything.
    const elsewhere = 'choose another folder with --data.'
    for (const words of [...writers(), ['check'], ['check', '--repair']]) {
      expect(await refusal(words, data, { user: other })).toBe(owned(data, elsewhere))
    }
    // Folders that are no gallery, whatever they are called.
    const home = join(parent, 'home/x')
    mkdirSync(join(home, 'originals'), { recursive: true })
    writeFileSync(join(home, 'vitrine.db'), '')
    for (const folder of ['/', '/etc', '/usr/lib', '/root', home]) {
      const [words] = writers()
      const line = await refusal(words!, folder, { user: other })
      expect(line).toContain('belongs to user 0')
      expect(line).not.toMatch(/chown|chmod/)
    }
    // A single file that was written as root, for example by an import with sudo.
    for (const path of ['', ...(readdirSync(data, { recursive: true }) as string[])]) {
      chownSync(join(data, path), other, other)
    }
    chownSync(join(data, 'vitrine.db'), 0, 0)
    for (const words of [...writers(), ['check']]) {
      expect(await refusal(words, data, { user: other })).toBe(owned(join(data, 'vitrine.db')))
    }
    chownSync(join(data, 'vitrine.db'), other, other)
    const server = await startVitrine(data, { user: other })
    expect(await server.stop()).toBe(0)
  },
)

testWith(needsRoot)(
  'a folder that cannot be written or created is refused in one line',
  async () => {
    const parent = temporaryFolder()
    chmodSync(parent, 0o755)
    const missing = join(parent, 'some/where')
    expect(await refusal(['serve', '--port', '0'], missing, { user: other })).toBe(
      `vitrine: ${missing} does not exist, and user 1234 may not create it in ${parent}. Create it and make that user its owner, or choose another folder with --data.`,
    )
    const locked = join(parent, 'locked')
    mkdirSync(locked, { mode: 0o500 })
    chownSync(locked, other, other)
    expect(await refusal(['serve', '--port', '0'], locked, { user: other })).toBe(
      `vitrine: ${locked} is not readable and writable for user 1234, who runs Vitrine. Allow it, for example with: chmod u+rwX ${locked}`,
    )
  },
)

testWith(needsRoot)('an original that cannot be read is named with the user who can', async () => {
  const parent = temporaryFolder()
  chmodSync(parent, 0o755)
  const data = join(parent, 'data')
  await gallery(data)
  const paths = readdirSync(data, { recursive: true }) as string[]
  for (const path of ['', ...paths]) chownSync(join(data, path), other, other)
  const original = join(data, paths.find((path) => /^originals.*\.jpg$/.test(path))!)
  const check = () => runCommand(['check', '--data', data], { user: other })
  expect((await check()).code).toBe(0)
  chownSync(original, 0, 0)
  expect(await check()).toMatchObject({
    code: 1,
    text: expect.stringContaining(
      `\n  ${original} belongs to user 0, but Vitrine runs as user 1234 and may not read and write it. Run Vitrine as user 0, or change the owner: chown -R 1234 ${data}\n`,
    ),
  })
  chownSync(original, other, other)
  chmodSync(original, 0)
  const { text } = await check()
  expect(text).toContain(`Allow it, for example with: chmod -R u+rwX ${data}\n`)
  expect(text).not.toContain('upload or import')
})

testWith(needsLinux)('a pipe or a device in place of a file is refused in one line', async () => {
  const whole = join(temporaryFolder(), 'data')
  await gallery(whole)
  for (const [part, make] of [
    ['secret.key', (path: string) => symlinkSync('/dev/zero', path)],
    ['lock', (path: string) => Bun.spawnSync(['mkfifo', path])],
    ['library.json', (path: string) => symlinkSync('/dev/urandom', path)],
  ] as const) {
    const data = join(temporaryFolder(), 'data')
    cpSync(whole, data, { recursive: true })
    rmSync(join(data, part))
    make(join(data, part))
    expect(await refusal(['serve', '--port', '0'], data)).toBe(
      `vitrine: ${join(data, part)} is neither a file nor a folder. Move it elsewhere, and try again.`,
    )
  }
  const endless = `cat /dev/zero | "$0" password --data "$1"`
  const { stderr, exitCode } = Bun.spawnSync(['sh', '-c', endless, await executable(), whole])
  expect([exitCode, stderr.toString()]).toEqual([
    1,
    'vitrine: the password must have 10 to 1000 characters; nothing was changed.\n',
  ])
})

test('a file in place of the folder is refused in one line', async () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  const readers = [['check'], ['backup', join(temporaryFolder(), 'backup')]]
  for (const data of [file, join(file, 'data')]) {
    for (const words of [...writers(), ...readers]) {
      expect(await refusal(words, data)).toBe(
        `vitrine: ${file} is a file, not a folder; choose another folder with --data.`,
      )
    }
  }
})

test('a link to nothing in place of a folder is refused in one line that names its target', async () => {
  const link = join(temporaryFolder(), 'link')
  symlinkSync('/not/there', link)
  const gallery = join(temporaryFolder(), 'data')
  await (await startVitrine(gallery)).stop()
  for (const part of ['originals', 'runtime', 'renditions']) {
    const path = join(gallery, part)
    renameSync(path, `${path}.away`)
    symlinkSync('/not/there', path)
    expect(await refusal(['serve', '--port', '0'], gallery)).toBe(
      `vitrine: ${path} is a link to /not/there, which is not there. If that is on a disk, connect the disk first.`,
    )
    rmSync(path)
    renameSync(`${path}.away`, path)
  }
  expect(await refusal(['serve', '--port', '0'], link)).toBe(
    `vitrine: ${link} is a link to /not/there, which is not there. If that is on a disk, connect the disk first.`,
  )
  expect(await refusal(['backup', link], gallery)).toBe(
    `vitrine: ${link} is a link to /not/there, which is not there. If that is on a disk, connect the disk first.`,
  )
  expect(await refusal(['backup', '/dev/null'], gallery)).toStartWith(
    'vitrine: /dev/null is a file, not a folder; ',
  )
})

test('a file where the gallery has a folder is refused in one line, and so is the opposite', async () => {
  const whole = join(temporaryFolder(), 'data')
  await gallery(whole)
  const made = (part: string, isFolder: boolean) => {
    const data = join(temporaryFolder(), 'data')
    cpSync(whole, data, { recursive: true })
    rmSync(join(data, part), { recursive: true, force: true })
    if (isFolder) mkdirSync(join(data, part))
    else writeFileSync(join(data, part), '')
    return data
  }
  const commands = [
    ['serve', '--port', '0'],
    ['backup', join(temporaryFolder(), 'backup')],
  ]
  for (const part of ['tmp', 'backups', 'originals', 'runtime', 'outbox']) {
    const data = made(part, false)
    for (const words of commands) {
      expect(await refusal(words, data)).toBe(
        `vitrine: ${join(data, part)} is a file, but must be a folder. Move it elsewhere, and try again.`,
      )
    }
  }
  for (const part of ['lock', 'secret.key', 'library.json']) {
    const data = made(part, true)
    for (const words of commands) {
      expect(await refusal(words, data)).toBe(
        `vitrine: ${join(data, part)} is a folder, but must be a file. Move it elsewhere, and try again.`,
      )
    }
  }
  const data = made('vitrine.db', true)
  for (const words of [...commands, ['check']]) {
    expect(await refusal(words, data)).toContain(`${join(data, 'vitrine.db')} is a folder. Nothing`)
  }
})

test.each([
  ['header', 18, 2],
  ['first page', 100, 800],
  ['later pages', 4096, 65_536],
])(
  'a database whose %s is damaged makes every command fail with one line',
  async (_what, start, length) => {
    const data = join(temporaryFolder(), 'data')
    await gallery(data)
    const path = join(data, 'vitrine.db')
    const bytes = readFileSync(path)
    bytes.fill(0xa5, start, start + length)
    writeFileSync(path, bytes)
    const folder = join(temporaryFolder(), 'backup')
    for (const words of [...writers(), ['check'], ['check', '--repair'], ['backup', folder]]) {
      expect(await refusal(words, data)).toMatch(
        /^vitrine: The database .*is damaged .*\. .*(backup|Restore it)/,
      )
    }
  },
)

test('an import names the file that it cannot find, and a database that is damaged later on', async () => {
  const data = join(temporaryFolder(), 'data')
  await gallery(data)
  const photos = join(temporaryFolder(), 'photos')
  writePhotos(photos, await makePhotos(1, { first: 901 }))
  const path = join(data, 'vitrine.db')
  const database = new Database(path)
  const { page } = database
    .query<{ page: number }, []>(
      `SELECT rootpage AS page FROM pragma_index_list('photo') AS list
       JOIN sqlite_schema AS schema USING (name)
       JOIN pragma_index_info(list.name) AS info WHERE info.name = 'md5'`,
    )
    .get()!
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const bytes = readFileSync(path)
  bytes.fill(0xa5, (page - 1) * 4096, page * 4096)
  writeFileSync(path, bytes)
  const [name] = readdirSync(photos)
  const [photo, missing] = [join(photos, name!), join(photos, name!, 'photo.jpg')]
  const { code, text } = await runCommand(['import', photo, missing, '--data', data])
  expect(code).toBe(1)
  expect(text).toContain(`failed  ${missing}: no such file or folder\n`)
  expect(text).toContain(
    `failed  ${photo}: the database reports an error (SQLITE_CORRUPT); run "vitrine check"\n`,
  )
})

testWith(needsRoot)(
  'a volume that any user can write is used, even if another user owns it',
  async () => {
    const data = join(temporaryFolder(), 'data')
    chmodSync(join(data, '..'), 0o755)
    mkdirSync(data)
    chmodSync(data, 0o777)
    const server = await startVitrine(data, { user: other })
    expect(await server.stop()).toBe(0)
  },
)

testWith(needsLinux)('a network file system is refused in one line', async () => {
  const folder = temporaryFolder()
  for (const [type, name] of [
    [0x6969, 'NFS'],
    [0xff534d42, 'SMB'],
    [0xff534d42 | 0, 'SMB'],
    [0xfe534d42, 'SMB'],
  ] as const) {
    expect(() => examineFolder(join(folder, 'data'), () => type)).toThrow(
      `${join(folder, 'data')} is on a network file system (${name}), where SQLite's locks cannot protect the database. Keep the data folder on a disk of this machine; choose it with --data.`,
    )
  }
  for (const local of [0xef53, 0x58465342, 0x9123683e, 0x794c7630, 0x01021994, 0x65735546]) {
    expect(() => examineFolder(folder, () => local)).not.toThrow()
  }
})

testWith(await needsStrace())('a file system without locks is refused in one line', async () => {
  const data = join(temporaryFolder(), 'data')
  await gallery(data)
  const path = join(data, 'lock')
  const wrapper = ['strace', '-f', '-qq', '-o', '/dev/null', '-P', path, '-e', 'trace=fcntl']
  const line = await refusal(['serve', '--port', '0'], data, {
    wrapper: [...wrapper, '-e', 'inject=fcntl:error=EOPNOTSUPP'],
  })
  expect(line).toMatch(
    /^vitrine: Locks or shared memory do not work in \S+ \(SQLITE_\w+\), as on some network file systems\. Keep the data folder on a disk of this machine; choose it with --data\.$/,
  )
})

test('an error of the database is explained with what to do', async () => {
  const folder = temporaryFolder()
  const said = (code: string) =>
    explained(folder, () => Promise.reject(Object.assign(new Error('raw'), { code }))).catch(
      (error: Error) => error.message,
    )
  expect(await said('SQLITE_CORRUPT')).toBe(
    `The database in ${folder} is damaged (raw). Keep a copy of the folder and restore the database from a backup.`,
  )
  expect(await said('SQLITE_IOERR_READ')).toContain('reports an error (SQLITE_IOERR_READ)')
  expect(await said('SQLITE_IOERR_SHMMAP')).toContain('Locks or shared memory do not work')
  expect(await said('ENOSPC')).toBe(
    `The disk holding ${folder} is full. Free some space and start again.`,
  )
  expect(await said('ERR_SOMETHING')).toBe('raw')
})

test.each([
  ['is empty', Buffer.alloc(0)],
  ['is not a database', Buffer.alloc(8192, 'x')],
])('a database that %s beside photos is refused, and no photo is moved', async (what, bytes) => {
  const data = join(temporaryFolder(), 'data')
  await gallery(data)
  for (const end of ['', '-wal', '-shm']) rmSync(join(data, `vitrine.db${end}`), { force: true })
  writeFileSync(join(data, 'vitrine.db'), bytes)
  const originals = () => readdirSync(join(data, 'originals'), { recursive: true })
  const before = originals()
  expect(before.length).toBeGreaterThan(0)
  for (const words of writers()) {
    expect(await refusal(words, data)).toContain(`${join(data, 'vitrine.db')} ${what}`)
  }
  expect(originals()).toEqual(before)
  expect(readFileSync(join(data, 'vitrine.db')).equals(bytes)).toBe(true)
})

test('a container whose data folder is not a volume is warned about', async () => {
  const mounts = (...points: string[]) =>
    points.map((point, n) => `${n} 1 0:${n} / ${point} rw,relatime - ext4 /dev/sda rw`).join('\n')
  const warning =
    'Warning: /data is not a volume, so all photos are lost when the container is removed. Mount one there, for example with: --volume vitrine:/data. If this is intended, turn this warning off with --volume-warning false (VITRINE_VOLUME_WARNING).'
  expect(volumeWarning('/data', true, mounts('/', '/proc', '/database'))).toBe(warning)
  for (const points of [['/', '/data'], ['/data']]) {
    expect(volumeWarning('/data', true, mounts(...points))).toBeUndefined()
    expect(volumeWarning('/data/photos', true, mounts(...points))).toBeUndefined()
  }
  expect(volumeWarning('/my data', true, mounts('/', '/my\\040data'))).toBeUndefined()
  expect(volumeWarning('/data', false, mounts('/'))).toBeUndefined()

  const data = join(temporaryFolder(), 'data')
  const inside = await startVitrine(data, { environment: { container: 'oci' } })
  // Where the tests' own folder is a mount, as a tmpfs, there is nothing to warn about.
  const isMounted = volumeWarning(data, true) === undefined
  expect(await inside.stop()).toBe(0)
  expect(inside.printed().includes(`Warning: ${data} is not a volume`)).toBe(!isMounted)

  const environment = { container: 'oci', VITRINE_VOLUME_WARNING: 'false' }
  const silent = await startVitrine(data, { environment })
  const owner = ownerClient(silent, await claim(silent))
  const { problems } = await owner.json<Status>('/api/status')
  expect(problems.map(({ kind }) => kind)).not.toContain('volume')
  expect(await silent.stop()).toBe(0)
  expect(silent.printed()).not.toContain('is not a volume')
})
