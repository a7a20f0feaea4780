import { Database } from 'bun:sqlite'
import { afterAll, expect, setDefaultTimeout, test } from 'bun:test'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { openLibrary } from '../../src/storage/library.ts'
import {
  clearAway,
  quickOrFull,
  runCommand,
  startVitrine,
  temporaryFolder,
} from '../support/executable.ts'
import { filesIn } from '../support/folder-faults.ts'
import { makePhotos, writePhotos } from '../support/made-photos.ts'
import { claimedGallery } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { test as randomTest } from '../support/seed.ts'

setDefaultTimeout(120_000)
afterAll(clearAway)

const check = (data: string, ...flags: string[]) => runCommand(['check', '--data', data, ...flags])

/** A data folder with imported photos and no running server. */
async function importedFolder(count: number, first: number): Promise<string> {
  const data = join(temporaryFolder(), 'data')
  const photos = join(temporaryFolder(), 'photos')
  writePhotos(photos, await makePhotos(count, { first }))
  expect((await runCommand(['import', photos, '--album', 'Trip', '--data', data])).code).toBe(0)
  return data
}

/** Every file with its content's hash, except the socket and what opening a database makes. */
async function contentOf(data: string): Promise<Record<string, string>> {
  const files = (await filesIn(data, '.')).filter((path) => !/(-wal|-shm|\.sock)$/.test(path))
  const hash = (path: string) =>
    createHash('sha256')
      .update(readFileSync(join(data, path)))
      .digest('hex')
  return Object.fromEntries(files.map((path) => [path, hash(path)]))
}

test('a check finds one flipped bit in one of 1,000 originals, and names the photo', async () => {
  const data = await importedFolder(1, 700)
  const library = openLibrary(data)
  // The other 999 are copied into the folder, as imports of that many would take minutes.
  const database = new Database(library.databasePath)
  const columns = database
    .query<{ name: string }, []>("SELECT name FROM pragma_table_info('photo')")
    .all()
    .map(({ name }) => name)
  const given = ['row_id', 'id', 'original', 'file_name', 'md5', 'bytes', 'title']
  const values = columns.map((name) => (given.includes(name) ? `$${name}` : name))
  const insert = database.query(
    `INSERT INTO photo (${columns}) SELECT ${values} FROM photo WHERE row_id = 1`,
  )
  const ids: string[] = []
  const files = await Promise.all(Array.from({ length: 999 }, () => camera()))
  database.transaction(() => {
    for (const [index, bytes] of files.entries()) {
      const id = crypto.randomUUID()
      ids.push(id)
      insert.run({
        $row_id: index + 2,
        $id: id,
        $original: id,
        $file_name: `${id.replaceAll('-', '')}.jpg`,
        $md5: createHash('md5').update(bytes).digest('hex'),
        $bytes: bytes.length,
        $title: `Photo number ${index}`,
      })
      mkdirSync(join(library.original(id), '..'), { recursive: true })
      writeFileSync(library.original(id), bytes)
    }
  })()
  database.close()
  const whole = await check(data)
  expect(whole.text.trim().replace(data, 'DATA')).toMatch(
    /^Checked 1,000 photos, \d+ renditions, 0 camera pictures in DATA: no problems found\. Renditions and camera pictures were not read, only their sizes and dates; --deep reads them\.$/,
  )
  expect(whole.code).toBe(0)

  const path = library.original(ids[421]!)
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1]! ^= 0x10
  writeFileSync(path, bytes)
  const { code, text } = await check(data)
  expect(code).toBe(1)
  const lines = text.trimEnd().split('\n')
  expect(lines[0]).toBe(
    `The original of "Photo number 421" (made-0700.jpg, in no album) is damaged (its content has changed): ${library.relative(path)}`,
  )
  expect(lines[1]).toMatch(
    /^ {2}If you have the photo elsewhere, upload or import the same file again/,
  )
  expect(lines.at(-1)).toContain('1 problem, listed above.')
  expect(lines).toHaveLength(3)
})

test('a check beside a running server changes nothing, and a repair says to stop the server', async () => {
  const { server, owner } = await claimedGallery()
  const [photo] = await makePhotos(1, { first: 720 })
  await owner.upload(photo!)
  const stray = join(server.data, 'originals/ab/stray.jpg')
  mkdirSync(join(stray, '..'), { recursive: true })
  writeFileSync(stray, 'stray')
  // The start writes it before the pages, and the server again a second after it has started.
  const writtenAt = (name: string) => statSync(join(server.data, name)).mtimeMs
  while (writtenAt('library.json') <= writtenAt('pages/about.md')) await Bun.sleep(50)
  const before = await contentOf(server.data)
  const { code, text } = await check(server.data, '--deep')
  expect(code).toBe(1)
  expect(text).toContain('A file belongs to no photo: originals/ab/stray.jpg\n')
  const refused = await check(server.data, '--repair')
  expect(refused.code).toBe(1)
  expect(refused.text).toBe(
    `vitrine: ${server.data} is in use by a running Vitrine. Stop it first: a repair needs the folder to itself. vitrine check without --repair works beside it.\n`,
  )
  expect(await contentOf(server.data)).toEqual(before)
  expect(await server.stop()).toBe(0)
})

test('a repair makes renditions again, moves strays and leaves a complete gallery', async () => {
  const data = await importedFolder(4, 730)
  const renditions = await filesIn(data, 'renditions')
  rmSync(join(data, renditions[0]!))
  writeFileSync(join(data, renditions[1]!), Buffer.alloc(statSync(join(data, renditions[1]!)).size))
  const stray = 'renditions/ab/stray.avif'
  mkdirSync(join(data, 'renditions/ab'), { recursive: true })
  writeFileSync(join(data, stray), 'stray')
  const { code, text } = await check(data, '--deep', '--repair')
  expect(text).toContain('2 pictures were made again.\n')
  expect(text).toContain('1 file was moved to quarantine/.\n')
  expect(text).toContain('no problems found.')
  expect(code).toBe(0)
  expect(readFileSync(join(data, 'quarantine', stray), 'utf8')).toBe('stray')
  expect((await check(data, '--deep')).code).toBe(0)
})

test('a repair says what to do about a picture whose photo has no original', async () => {
  const data = await importedFolder(20, 760)
  const rendition = (await filesIn(data, 'renditions'))[0]!
  writeFileSync(join(data, rendition), Buffer.alloc(statSync(join(data, rendition)).size))
  const name = basename(rendition).slice(0, 32)
  const database = new Database(join(data, 'vitrine.db'), { readonly: true })
  const { id } = database
    .query<{ id: string }, [string]>('SELECT id FROM photo WHERE file_name = ?')
    .get(`${name}.jpg`)!
  database.close()
  rmSync(join(data, 'originals', id.slice(-2), `${id}.jpg`))
  const repair = await check(data, '--deep', '--repair')
  expect(repair.code).toBe(1)
  expect(repair.text).toContain(
    '(the original of this photo is missing; upload the same file again to restore it)\n',
  )
})

test('a repair with the wrong database is refused and touches no file', async () => {
  const data = await importedFolder(3, 740)
  const other = await importedFolder(1, 750)
  for (const ending of ['', '-wal', '-shm']) {
    rmSync(join(data, `vitrine.db${ending}`), { force: true })
    if (existsSync(join(other, `vitrine.db${ending}`))) {
      writeFileSync(
        join(data, `vitrine.db${ending}`),
        readFileSync(join(other, `vitrine.db${ending}`)),
      )
    }
  }
  const before = await contentOf(data)
  const { code, text } = await check(data, '--repair')
  expect(code).toBe(1)
  expect(text).toContain('Nothing was repaired: ')
  expect(text).toContain('First check whether --data names the right folder')
  expect(await contentOf(data)).toEqual(before)
})

test('a repair after going back to an older database leaves a complete gallery', async () => {
  const data = await importedFolder(2, 810)
  const older = readFileSync(join(data, 'vitrine.db'))
  const photos = join(temporaryFolder(), 'photos')
  writePhotos(photos, await makePhotos(8, { first: 812 }))
  const imported = await runCommand(['import', photos, '--data', data])
  expect(imported.text).toContain('8 imported')
  for (const ending of ['-wal', '-shm']) rmSync(join(data, `vitrine.db${ending}`), { force: true })
  writeFileSync(join(data, 'vitrine.db'), older)
  const server = await startVitrine(data)
  while (await filesIn(data, 'originals').then((files) => files.length > 2)) await Bun.sleep(50)
  expect(await server.stop()).toBe(0)

  const before = await contentOf(data)
  const found = await check(data)
  expect(found.code).toBe(1)
  expect(found.text).toMatch(
    /^\d+ renditions \([\d.]+ [KM]B\) belong to no photo, such as renditions/,
  )
  expect(found.text).toContain('1 problem, listed above.')
  const { code, text } = await check(data, '--repair')
  expect(text).toMatch(
    /\d+ renditions were moved to \S+\/stray-renditions\. They take [\d.]+ [KM]B/,
  )
  expect(code).toBe(0)
  expect((await check(data)).code).toBe(0)
  const after = await contentOf(data)
  expect(Object.values(after).toSorted()).toEqual(
    expect.arrayContaining(Object.values(before).filter((hash) => hash !== before['vitrine.db'])),
  )
  expect(await filesIn(data, 'quarantine')).toHaveLength(8)
})

test('a check of a folder without a gallery, or of a damaged database, prints one clear line', async () => {
  const empty = temporaryFolder()
  const missing = await check(empty)
  expect(missing.code).toBe(1)
  expect(missing.text).toBe(
    `vitrine: There is no gallery here: ${join(empty, 'vitrine.db')} does not exist. Choose its folder with --data.\n`,
  )
  expect(readdirSync(empty)).toEqual([])
  const data = await importedFolder(1, 760)
  const path = join(data, 'vitrine.db')
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0x5a, 4096, 40_000))
  const damaged = await check(data)
  expect(damaged.code).toBe(1)
  expect(damaged.text.split('\n')[0]).toMatch(/database is damaged/)
  expect(damaged.text).not.toContain('    at ')
})

test('a check of a large gallery is of one moment while photos are imported beside it', async () => {
  const { server } = await claimedGallery()
  const folder = join(temporaryFolder(), 'photos')
  writePhotos(folder, await makePhotos(24, { first: 770 }))
  const importing = runCommand(['import', folder, '--data', server.data])
  let isOver = false
  void importing.then(() => {
    isOver = true
  })
  while (!isOver) expect(await check(server.data, '--deep')).toMatchObject({ code: 0 })
  expect((await importing).code).toBe(0)
  expect(await server.stop()).toBe(0)
  expect((await check(server.data, '--deep')).text).toContain('Checked 24 photos')
  const again = await startVitrine(server.data)
  expect(await again.stop()).toBe(0)
})

test('vitrine import puts back what vitrine check has found missing', async () => {
  const data = await importedFolder(3, 800)
  const folder = join(temporaryFolder(), 'photos')
  writePhotos(folder, await makePhotos(3, { first: 800 }))
  const [lost] = await filesIn(data, 'originals')
  rmSync(join(data, lost!))
  expect(await check(data)).toMatchObject({
    code: 1,
    text: expect.stringMatching(/album "Trip"\) is missing: /),
  })
  const { code, text } = await runCommand(['import', folder, '--data', data])
  expect(code).toBe(0)
  expect(text).toMatch(/\noriginal restored {2}\S+\/made-080\d\.jpg\n/)
  expect(text).toContain('0 imported, 1 restored, 2 already in the gallery, 0 failed\n')
  expect((await check(data, '--deep')).code).toBe(0)

  // The advice names a copy that is left in the data folder, and following it works.
  const [gone] = await filesIn(data, 'originals')
  const kept = join(data, 'removed', gone!.split('/').at(-1)!)
  writeFileSync(kept, readFileSync(join(data, gone!)))
  rmSync(join(data, gone!))
  expect((await check(data)).text).toContain(`  A good copy is left: vitrine import ${kept} puts`)
  expect((await runCommand(['import', kept, '--data', data])).text).toContain('1 restored')
  expect((await check(data)).code).toBe(0)
})

randomTest(
  'a repair puts damaged and missing originals back from a backup, and names the rest',
  async (random) => {
    const photos = quickOrFull(12, 500)
    const data = await importedFolder(photos, 900)
    const backup = join(temporaryFolder(), 'backup')
    expect((await runCommand(['backup', backup, '--data', data])).code).toBe(0)
    const originals = await filesIn(data, 'originals')
    const bytesOf = (folder: string, name: string) => readFileSync(join(folder, name))
    const before = new Map(originals.map((name) => [name, bytesOf(data, name)]))
    const flipSome = (folder: string) => {
      for (let flips = 0; flips < photos / 2; flips++) {
        const name = originals[Math.floor(random() * originals.length)]!
        const bytes = bytesOf(folder, name)
        bytes[Math.floor(random() * bytes.length)]! ^= 1 << Math.floor(random() * 8)
        chmodSync(join(folder, name), 0o600)
        writeFileSync(join(folder, name), bytes)
      }
    }
    // A flipped byte of a link would be flipped in both.
    for (const name of originals) {
      rmSync(join(data, name))
      writeFileSync(join(data, name), before.get(name)!)
    }
    flipSome(data)
    flipSome(backup)
    rmSync(join(data, originals[0]!))
    const isWholeIn = (folder: string) => (name: string) =>
      existsSync(join(folder, name)) && bytesOf(folder, name).equals(before.get(name)!)
    const damaged = originals.filter((name) => !isWholeIn(data)(name))
    const lost = damaged.filter((name) => !isWholeIn(backup)(name))

    const { code, text } = await check(data, '--repair', '--from', backup)
    expect(code).toBe(lost.length > 0 ? 1 : 0)
    expect(originals.filter((name) => !isWholeIn(data)(name))).toEqual(lost)
    const restored = damaged.length - lost.length
    expect(text).toContain(
      `${restored} ${restored === 1 ? 'original was' : 'originals were'} put back from the backup.`,
    )
    for (const name of lost) expect(text.split('Checking again:')[1]).toContain(name)
    expect(text.match(/its copy in the backup is damaged, too/g) ?? []).toHaveLength(lost.length)
    expect(await filesIn(data, 'tmp')).toEqual([])
  },
)

test('a repair from a folder that is no backup, or --from without --repair, is refused', async () => {
  const data = await importedFolder(1, 990)
  const empty = temporaryFolder()
  const noRepair = await check(data, '--from', empty)
  expect([noRepair.code, noRepair.text]).toEqual([
    2,
    'vitrine: --from is for repairs: vitrine check --repair --from FOLDER|s3://BUCKET/PREFIX\n',
  ])
  for (const folder of [empty, join(empty, 'missing'), data]) {
    const { code, text } = await check(data, '--repair', '--from', folder)
    expect([code, text.trimEnd().split('\n').length]).toEqual([1, 1])
    expect(text).toMatch(/is not a (folder|Vitrine backup)/)
  }
})
