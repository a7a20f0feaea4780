import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Status } from '../../src/contract/site/status.ts'
import { clearAway, runCommand, startVitrine, temporaryFolder } from '../support/executable.ts'
import { largeFolderOf } from '../support/large-folder.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { type Need, needsRoot, testWith } from '../support/needs.ts'
import { claim, ownerClient } from '../support/owner-client.ts'

setDefaultTimeout(60_000)
afterAll(clearAway)

const user = 1234

const firstFreePort = '/proc/sys/net/ipv4/ip_unprivileged_port_start'
const needsGuardedPorts: Need = {
  isMet: existsSync(firstFreePort) && Number(readFileSync(firstFreePort, 'utf8')) > 81,
  otherwise: 'every user may use low ports here',
}

/** A folder for the service's user in one that this user may pass through. */
function folderOfUser(): string {
  const parent = temporaryFolder()
  chmodSync(parent, 0o755)
  const folder = join(parent, 'data')
  mkdirSync(folder, { mode: 0o700 })
  chownSync(folder, user, user)
  return folder
}

/** What in the folder does not belong to the service's user and group. */
const foreign = (data: string) =>
  (readdirSync(data, { recursive: true }) as string[])
    .filter((path) => {
      const { uid, gid } = lstatSync(join(data, path))
      return uid !== user || gid !== user
    })
    .toSorted()

testWith(needsRoot)('root is told to move photos as the service’s user', async () => {
  const data = folderOfUser()
  const server = await startVitrine(data, { user })
  await claim(server)
  const environment = {
    VITRINE_MEDIA: 's3://photos/gallery',
    VITRINE_MEDIA_ENDPOINT: 'http://127.0.0.1:9',
    VITRINE_MEDIA_KEY_ID: 'id',
    VITRINE_MEDIA_SECRET: 'secret',
  }
  const words = ['media', 'move', '--to', 'bucket', '--data', data]
  expect(await runCommand(words, { environment })).toMatchObject({
    code: 1,
    text: `vitrine: The gallery in ${data} belongs to user ${user}. Run this command as that user, who runs the server: sudo -u '#${user}' vitrine media move …\n`,
  })
  const asUser = await runCommand(words, { environment, user })
  expect(asUser.text).toContain('The running server has no bucket.')
  await server.stop()
})

testWith(needsRoot)(
  'a backup run by root leaves no file that belongs to root for the service',
  async () => {
    const data = folderOfUser()
    const server = await startVitrine(data, { user })
    const owner = ownerClient(server, await claim(server))
    const [photo] = await makePhotos(1, { first: 950 })
    await owner.upload(photo!)
    const folder = join(temporaryFolder(), 'backup')
    expect((await runCommand(['backup', folder, '--data', data])).code).toBe(0)
    expect(foreign(data)).toEqual([])
    expect((await owner.json<Status>('/api/status')).backup).toMatchObject({ folder, photos: 1 })
    // The backup itself stays root's.
    expect(lstatSync(folder).uid).toBe(0)
    const own = await runCommand(['backup', folderOfUser(), '--data', data], { user })
    expect(own).toMatchObject({ code: 0 })
    expect(await server.stop()).toBe(0)
  },
)

testWith(needsRoot)('a gallery that root restores can be used by the service', async () => {
  const made = join(temporaryFolder(), 'data')
  const photos = join(temporaryFolder(), 'photos')
  writePhotos(photos, await makePhotos(1, { first: 952 }))
  expect((await runCommand(['import', photos, '--data', made])).code).toBe(0)
  const backup = join(temporaryFolder(), 'backup')
  const words = ['backup', backup, '--include-secret', '--data', made]
  expect((await runCommand(words)).code).toBe(0)
  const data = folderOfUser()
  expect((await runCommand(['restore', backup, '--data', data])).code).toBe(0)
  expect(foreign(data)).toEqual([])
  expect(lstatSync(join(backup, 'originals')).uid).toBe(0)
  const server = await startVitrine(data, { user })
  expect(await ownerClient(server, await claim(server)).photos()).toHaveLength(1)
  expect(await server.stop()).toBe(0)
})

testWith(needsRoot)('root imports through the running server of another user', async () => {
  const data = folderOfUser()
  const server = await startVitrine(data, { user })
  const owner = ownerClient(server, await claim(server))
  const photos = temporaryFolder()
  chmodSync(photos, 0o755)
  const paths = writePhotos(photos, await makePhotos(2, { first: 953 }))
  chmodSync(paths[0]!, 0o644)
  chmodSync(paths[1]!, 0o600)
  const { code, text } = await runCommand(['import', photos, '--data', data])
  expect([code, text]).toEqual([1, expect.stringContaining('1 imported, 0 already in the gallery')])
  expect(text).toContain(`reads the photos, as user ${user}, who must be allowed to.`)
  expect(text).toContain(`failed  ${paths[1]}: permission denied`)
  expect(text).not.toContain('Waiting')
  expect(foreign(data)).toEqual([])
  expect(await owner.photos()).toHaveLength(1)
  expect(await server.stop()).toBe(0)
})

testWith(needsRoot, needsGuardedPorts)(
  'a port that this user may not use is not reported as in use',
  async () => {
    const words = ['serve', '--data', folderOfUser(), '--port', '81']
    const { code, text } = await runCommand(words, { user })
    expect([code, text]).toEqual([1, expect.stringContaining('may not use ports below 1024')])
    expect(text.trim().split('\n')).toHaveLength(1)
    const elsewhere = [...words.slice(0, 3), '--host', '192.0.2.1', '--port', '0']
    expect((await runCommand(elsewhere, { user })).text).toContain(
      'it is not an address of this machine',
    )
  },
)

testWith(needsRoot)('an older gallery that root upgrades can be used by the service', async () => {
  const data = folderOfUser()
  await largeFolderOf(4, 20, data)
  for (const path of readdirSync(data, { recursive: true }) as string[]) {
    chownSync(join(data, path), user, user)
  }
  const input = 'a long enough password\n'
  const { code, text } = await runCommand(['password', '--data', data], { input })
  expect([code, text]).toEqual([0, expect.stringContaining('Upgraded the database from schema 4')])
  expect(foreign(data)).toEqual([])
  const server = await startVitrine(data, { user })
  expect(await server.stop()).toBe(0)
})

testWith(needsRoot)(
  'a lock that an earlier version left to root is given back to the service',
  async () => {
    const data = folderOfUser()
    expect(await (await startVitrine(data, { user })).stop()).toBe(0)
    for (const name of ['lock', 'last.json']) writeFileSync(join(data, 'backups', name), '')
    const folder = join(temporaryFolder(), 'backup')
    expect((await runCommand(['backup', folder, '--data', data])).code).toBe(0)
    expect(foreign(data)).toEqual([])
  },
)

testWith(needsRoot)(
  'a gallery that root fills and repairs can be used by the service',
  async () => {
    const data = folderOfUser()
    const photos = join(temporaryFolder(), 'photos')
    writePhotos(photos, await makePhotos(1, { first: 951 }))
    expect((await runCommand(['import', photos, '--data', data])).code).toBe(0)
    expect(foreign(data)).toEqual([])
    mkdirSync(join(data, 'originals/zz'))
    for (const name of ['', 'stray.jpg']) {
      const path = join(data, 'originals/zz', name)
      if (name) writeFileSync(path, 'stray')
      chownSync(path, user, user)
    }
    const repair = await runCommand(['check', '--repair', '--data', data])
    expect(repair.text).toContain('1 file was moved to quarantine/.')
    expect(foreign(data)).toEqual([])
    const server = await startVitrine(data, { user })
    expect(await ownerClient(server, await claim(server)).photos()).toHaveLength(1)
    expect(await server.stop()).toBe(0)
  },
)
