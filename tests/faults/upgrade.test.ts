import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout } from 'bun:test'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newestSchema } from '../../src/core/database/migrate.ts'
import {
  clearAway,
  quickOrFull,
  runCommand,
  startCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { databaseOf, largeFolderOf, stateOf } from '../support/large-folder.ts'
import { testWith } from '../support/needs.ts'
import { test } from '../support/seed.ts'
import { mountSmall, needsMount, unmountAll } from '../support/small-disk.ts'

setDefaultTimeout(600_000)
afterAll(async () => {
  unmountAll()
  await clearAway()
})

const oldSchema = 4
const photos = 20_000
const copyName = /^vitrine-schema-4-\d{8}T\d{6}Z\.db$/

let made: string | undefined
/** A copy of a folder that takes a second or more to upgrade. */
async function oldFolder(): Promise<string> {
  made ??= temporaryFolder()
  const original = join(made, 'data')
  if (readdirSync(made).length === 0) await largeFolderOf(oldSchema, photos, original)
  const data = join(temporaryFolder(), 'data')
  cpSync(original, data, { recursive: true })
  return data
}

/** Starts the server on an old folder. @returns the address that answers while it upgrades. */
async function startUpgrade(data: string) {
  const server = await startCommand(['serve', '--data', data, '--port', '0'])
  const [, address = ''] = await server.untilPrinted(/; (http:\S+)\/api\/health says/)
  return { server, address }
}

const backupsIn = (data: string) => readdirSync(join(data, 'backups'))

test('every request during an upgrade of an old database is told to come back', async () => {
  const data = await oldFolder()
  const { server, address } = await startUpgrade(data)
  const health = await fetch(`${address}/api/health`)
  expect(health.status).toBe(503)
  expect(health.headers.get('retry-after')).toBe('5')
  expect((await health.json()).data).toMatchObject({ status: 'migrating' })
  const list = await fetch(`${address}/api/photos`)
  expect([list.status, list.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await list.json()).error).toEqual({
    code: 503,
    message: 'the gallery is being upgraded; try again in a moment',
  })
  const page = await fetch(`${address}/albums`)
  expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('<h1>Back in a moment</h1>')
  expect((await fetch(`${address}/`, { method: 'HEAD' })).status).toBe(503)
  expect((await fetch(`${address}/api/login`, { method: 'POST', body: '{}' })).status).toBe(503)

  const [, copy = ''] = await server.untilPrinted(
    /Upgraded the database from schema 4 to \d+\. The old database was copied to (\S+)\n/,
  )
  await server.untilPrinted(/ is serving /)
  const after = await fetch(`${address}/api/health`)
  expect([after.status, (await after.json()).data.status]).toEqual([200, 'ok'])
  expect(backupsIn(data)).toEqual([expect.stringMatching(copyName)])
  expect(copy).toBe(join(data, 'backups', backupsIn(data)[0]!))
  server.signal('SIGTERM')
  expect((await server.ended).code).toBe(0)
  const [old, now] = [stateOf(copy), stateOf(databaseOf(data))]
  expect(old).toMatchObject({ version: oldSchema, photos, integrity: 'ok' })
  expect(now).toEqual({ ...old, version: newestSchema })

  const again = await startVitrine(data)
  expect(again.printed()).not.toContain('Upgrad')
  expect(await again.stop()).toBe(0)
  expect(backupsIn(data)).toHaveLength(1)
})

test('a kill at any moment of an upgrade leaves the old database or the new one', async (random) => {
  const template = await oldFolder()
  const expected = stateOf(databaseOf(template))
  const upgradeMs = await timeOfUpgrade()
  const seen: Record<string, number> = { old: 0, new: 0 }
  for (let round = 0; round < quickOrFull(3, 50); round++) {
    const data = await oldFolder()
    const { server } = await startUpgrade(data)
    // A little longer, so that some kills come after the commit.
    await Bun.sleep(random() * upgradeMs * 1.3)
    server.signal('SIGKILL')
    await server.ended
    for (const name of backupsIn(data).filter((name) => name.endsWith('.db'))) {
      expect(stateOf(join(data, 'backups', name))).toEqual(expected)
    }
    const left = stateOf(databaseOf(data))
    seen[left.version === newestSchema ? 'new' : 'old']!++
    expect(left).toEqual({ ...expected, version: left.version })
    expect([oldSchema, newestSchema]).toContain(left.version)

    const next = await startCommand(['serve', '--data', data, '--port', '0'])
    await next.untilPrinted(/ is serving /)
    next.signal('SIGTERM')
    expect((await next.ended).code).toBe(0)
    expect(stateOf(databaseOf(data))).toEqual({ ...expected, version: newestSchema })
    expect(backupsIn(data)).toEqual([expect.stringMatching(copyName)])
    rmSync(data, { recursive: true })
  }
  console.log(
    `  killed with the old database ${seen.old} times, with the new one ${seen.new} times`,
  )

  async function timeOfUpgrade(): Promise<number> {
    const { server } = await startUpgrade(template)
    const started = performance.now()
    await server.untilPrinted(/Upgraded/)
    server.signal('SIGKILL')
    await server.ended
    return performance.now() - started
  }
})

test('SIGTERM during an upgrade ends the server at once and leaves the old database', async () => {
  const data = await oldFolder()
  const before = stateOf(databaseOf(data))
  const { server } = await startUpgrade(data)
  server.signal('SIGTERM')
  expect((await server.ended).code).toBe(0)
  expect(stateOf(databaseOf(data))).toEqual(before)
})

test('an import or a new password without a server also copies an old database first', async () => {
  for (const words of [['import', temporaryFolder()], ['password']]) {
    const data = await oldFolder()
    const input = 'a long enough password\n'
    const { code, text } = await runCommand([...words, '--data', data], { input })
    expect([code, text]).toEqual([0, expect.stringContaining('The old database was copied to ')])
    expect(backupsIn(data)).toEqual([expect.stringMatching(copyName)])
    expect(stateOf(databaseOf(data)).version).toBe(newestSchema)
  }
})

test('a check does not upgrade an old database and says how to', async () => {
  const data = await oldFolder()
  const { code, text } = await runCommand(['check', '--data', data])
  expect(code).toBe(1)
  expect(text).toBe(
    `vitrine: The data folder was last used by an older version of Vitrine (schema 4; this version uses ${newestSchema}). Start the server with this version once; that upgrades it.\n`,
  )
  expect(stateOf(databaseOf(data)).version).toBe(oldSchema)
})

test('the database of a newer version is refused without changing a byte, and the way back is named', async () => {
  const data = await oldFolder()
  const path = databaseOf(data)
  const upgraded = await startCommand(['serve', '--data', data, '--port', '0'])
  await upgraded.untilPrinted(/ is serving /)
  upgraded.signal('SIGTERM')
  await upgraded.ended
  const database = new Database(path)
  database.run(`PRAGMA user_version = ${newestSchema + 1}`)
  database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  const content = async () => {
    const files = await filesIn(data, '.')
    const hash = (name: string) =>
      createHash('sha256')
        .update(readFileSync(join(data, name)))
        .digest('hex')
    return Object.fromEntries(files.map((name) => [name, hash(name)]))
  }
  const before = await content()
  for (const words of [
    ['serve', '--port', '0'],
    ['import', temporaryFolder()],
    ['password'],
    ['check'],
    ['check', '--repair'],
  ]) {
    const { code, text } = await runCommand([...words, '--data', data], {
      input: 'a long enough password\n',
    })
    expect([words, code]).toEqual([words, 1])
    expect(text.trimEnd().split('\n')).toHaveLength(1)
    expect(text).toStartWith(
      `vitrine: The data folder was last used by a newer version of Vitrine (schema ${newestSchema + 1}; this version supports ${newestSchema}). Nothing was changed. Start that version or a newer one. To go back to this version, run vitrine rollback: it puts back the database of `,
    )
    if (words[0] !== 'check') expect(await content()).toEqual(before)
  }
  const now = await content()
  expect(now['vitrine.db']).toBe(before['vitrine.db']!)

  // Following that advice works.
  const { code, text } = await runCommand(['rollback', '--data', data])
  expect([code, text]).toEqual([0, expect.stringContaining('Nothing was added or changed since.')])
  expect(stateOf(path)).toMatchObject({ version: oldSchema, photos })
  const back = await startCommand(['serve', '--data', data, '--port', '0'])
  await back.untilPrinted(/ is serving /)
  back.signal('SIGTERM')
  expect((await back.ended).code).toBe(0)
})

testWith(needsMount)('a disk too full for the copy is refused with one line', async () => {
  const folder = temporaryFolder()
  mountSmall(folder)
  const data = join(folder, 'data')
  cpSync(await oldFolder(), data, { recursive: true })
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'filler'), Buffer.alloc(bavail * bsize - 3_000_000))
  const before = stateOf(databaseOf(data))
  for (const words of [
    ['serve', '--port', '0'],
    ['import', temporaryFolder()],
  ]) {
    const { code, text } = await runCommand([...words, '--data', data])
    expect(code).toBe(1)
    const lines = text.trimEnd().split('\n')
    expect(lines.at(-1)).toMatch(
      /^vitrine: Too little space to copy the database before it is upgraded: [\d.]+ MiB are needed, and 2\.\d MiB are free on the disk holding \S+\. Nothing was changed\. Free some space and start again\.$/,
    )
    expect(lines.filter((line) => !line.startsWith('Upgrading the database first;'))).toHaveLength(
      1,
    )
    expect(backupsIn(data)).toEqual([])
    expect(stateOf(databaseOf(data))).toEqual(before)
  }
  rmSync(join(folder, 'filler'))
  const server = await startVitrine(data)
  expect(await server.stop()).toBe(0)
  expect(stateOf(databaseOf(data))).toEqual({ ...before, version: newestSchema })
})
