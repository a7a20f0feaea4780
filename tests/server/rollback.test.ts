// vitrine rollback on the executable: back to the database from before an upgrade.
import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { cpSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { newestSchema } from '../../src/core/database/migrate.ts'
import { comparedTables, ownTables } from '../../src/operations/rollback/compared-tables.ts'
import {
  clearAway,
  runCommand,
  startCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { databaseOf, stateOf } from '../support/large-folder.ts'
import { writeNewDatabase } from '../support/new-gallery.ts'
import { takeBackTo } from '../support/old-folder.ts'
import { camera } from '../support/photos.ts'

afterAll(clearAway)

const oldSchema = newestSchema - 1
const contentTables = comparedTables.map(({ table }) => table)

/** A gallery with two photos in an album, as an earlier version left it, upgraded by this one. */
async function upgradedGallery() {
  const data = join(temporaryFolder(), 'data')
  const gallery = await openGallery({ data, keepFolder: true })
  const owner = await gallery.asOwner()
  const photos = [
    await upload(gallery, owner, camera({ title: 'Fog' })),
    await upload(gallery, owner, camera({ title: 'Dunes' })),
  ]
  await makeAlbum(owner, 'Iceland', photos)
  await gallery[Symbol.asyncDispose]()
  takeBackTo(
    oldSchema,
    data,
    ['camera', 'camera_model', 'photo', 'rendition', 'album', 'album_photo'],
    (database) => {
      database.run('UPDATE album SET photo_count = (SELECT count(*) FROM album_photo)')
    },
  )
  const before = stateOf(databaseOf(data))
  const upgraded = await startVitrine(data)
  expect(upgraded.printed()).toContain(`Upgraded the database from schema ${oldSchema}`)
  expect(await upgraded.stop()).toBe(0)
  return { data, photos, before }
}

const rollBack = (data: string, ...flags: string[]) =>
  runCommand(['rollback', '--data', data, ...flags])

test('every table is compared before a rollback, or known to have nothing that people make', () => {
  const folder = temporaryFolder()
  const path = join(folder, 'vitrine.db')
  writeNewDatabase(path)
  const database = new Database(path, { readonly: true })
  const tables = database
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .all()
    .map(({ name }) => name)
  expect(tables.sort()).toEqual([...contentTables, ...ownTables].sort())
  for (const { table, key, columns = [] } of comparedTables) {
    const found = database
      .query<{ name: string }, [string]>('SELECT name FROM pragma_table_info(?)')
      .all(table)
      .map(({ name }) => name)
    expect(found).toEqual(expect.arrayContaining([...key, ...columns]))
  }
  database.close()
})

test('a rollback after an unused upgrade puts back the old database and keeps the newer one', async () => {
  const { data, before } = await upgradedGallery()
  const { code, text } = await rollBack(data)
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(
      new RegExp(
        `^Put back the database of \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC \\(schema ${oldSchema}\\), from before the upgrade\\. Nothing was added or changed since\\.\nThe newer database was copied to \\S+/backups/vitrine-schema-${newestSchema}-\\S+\\.db\nStart the earlier version now`,
      ),
    ),
  ])
  expect(stateOf(databaseOf(data))).toEqual(before)
  const kept = readdirSync(join(data, 'backups')).filter((name) => name.endsWith('.db'))
  expect(kept.map((name) => stateOf(join(data, 'backups', name)).version).sort()).toEqual(
    [oldSchema, newestSchema].sort(),
  )
  const again = await startVitrine(data)
  expect(again.printed()).toContain(`Upgraded the database from schema ${oldSchema}`)
  expect(await again.stop()).toBe(0)
})

test('a rollback says what would be lost, and loses it only with --discard-changes', async () => {
  const { data, photos, before } = await upgradedGallery()
  const gallery = await openGallery({ data, keepFolder: true })
  const owner = await gallery.asOwner()
  await upload(gallery, owner, camera({ title: 'New' }))
  const { id } = photos[0]!
  await owner.data(`/api/photos/${id}`, { method: 'PUT', body: { id, title: 'Morning fog' } })
  await owner.data(`/api/comments/${id}`, { method: 'POST', body: { body: 'A note' } })
  const body = { removeFiles: true }
  await owner.data(`/api/photos/${photos[1]!.id}`, { method: 'DELETE', body })
  await gallery[Symbol.asyncDispose]()
  const now = stateOf(databaseOf(data))

  const refused = await rollBack(data)
  expect(refused.code).toBe(1)
  for (const line of [
    'was not put back, because the gallery has changed since. These changes would be lost:',
    '  photos: 1 new, 1 changed, 1 deleted',
    '  photos in the trash: 1 new',
    '  photos in albums: 1 deleted',
    '  comments: 1 new',
    'To go back anyway, add --discard-changes',
  ]) {
    expect(refused.text).toContain(line)
  }
  expect(refused.text).not.toContain('guests')
  expect(stateOf(databaseOf(data))).toEqual(now)
  expect(readdirSync(join(data, 'backups')).filter((name) => /part$/.test(name))).toEqual([])

  const { code, text } = await rollBack(data, '--discard-changes')
  expect([code, text]).toEqual([0, expect.stringContaining('Lost with it: photos: 1 new')])
  expect(stateOf(databaseOf(data))).toEqual(before)
  const [, replaced = ''] = /copied to (\S+)/.exec(text) ?? []
  expect(stateOf(replaced)).toEqual(now)

  // The file of the photo that the old database does not know is kept.
  const back = await startVitrine(data)
  expect(back.printed()).toContain('it may be an older copy. Nothing is deleted')
  expect(await back.stop()).toBe(0)
  expect(readdirSync(join(data, 'quarantine'), { recursive: true }).length).toBeGreaterThan(0)
})

test('a rollback is refused beside a server, without a copy, with a damaged copy and elsewhere', async () => {
  const { data } = await upgradedGallery()
  const now = stateOf(databaseOf(data))
  const server = await startVitrine(data)
  expect(await rollBack(data)).toMatchObject({
    code: 1,
    text: expect.stringContaining('is in use by a running Vitrine. Stop it first'),
  })
  expect(await server.stop()).toBe(0)

  const [copy = ''] = readdirSync(join(data, 'backups')).filter((name) => name.endsWith('.db'))
  const path = join(data, 'backups', copy)
  cpSync(path, `${path}.whole`)
  truncateSync(path, 20_000)
  const damaged = await rollBack(data, '--discard-changes')
  expect([damaged.code, damaged.text]).toEqual([1, expect.stringContaining('damaged')])
  expect(damaged.text).not.toContain('    at ')
  rmSync(path)
  expect(await rollBack(data)).toMatchObject({
    code: 1,
    text: expect.stringContaining('so there is nothing to go back to. Nothing was changed.'),
  })
  expect(stateOf(databaseOf(data))).toEqual(now)

  const empty = temporaryFolder()
  expect(await rollBack(empty)).toMatchObject({
    code: 1,
    text: expect.stringContaining('There is no gallery here'),
  })
  expect(readdirSync(empty)).toEqual([])
})

test('a rollback that is killed leaves the one database or the other, and can be repeated', async () => {
  const { data, before } = await upgradedGallery()
  const now = stateOf(databaseOf(data))
  for (let round = 0; round < 6; round++) {
    const copy = join(temporaryFolder(), 'data')
    cpSync(data, copy, { recursive: true })
    const command = await startCommand(['rollback', '--data', copy])
    await Bun.sleep(20 + round * 15)
    command.signal('SIGKILL')
    await command.ended
    const left = stateOf(databaseOf(copy))
    expect([before, now]).toContainEqual(left)
    if (left.version === newestSchema) expect((await rollBack(copy)).code).toBe(0)
    expect(stateOf(databaseOf(copy))).toEqual(before)
  }
})
