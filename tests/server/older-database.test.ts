import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { importPhotos } from '../../src/cli/import.ts'
import { closeFolder, type OpenFolder, openFolder, renewEpoch } from '../../src/cli/open-folder.ts'
import { type Config, readConfig } from '../../src/core/config/config.ts'
import { sweepOriginals } from '../../src/gallery/photos/sweep.ts'
import { makeBackup } from '../../src/operations/backup/make-backup.ts'
import { libraryAt } from '../../src/storage/library.ts'
import { deleteForGood } from '../support/delete-for-good.ts'
import { filesIn, folderFaults } from '../support/folder-faults.ts'
import { camera } from '../support/photos.ts'

let parent: string
let log: ReturnType<typeof spyOn<Console, 'error'>>

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  log = spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  log.mockRestore()
  await rm(parent, { recursive: true })
})

const said = () => log.mock.calls.flat().join('\n')
const configOf = (name: string): Config => ({ ...readConfig({}, {}), data: join(parent, name) })

async function open(config: Config): Promise<OpenFolder> {
  const folder = await openFolder(config)
  if (!folder) throw new Error('the folder is in use')
  await renewEpoch(folder)
  return folder
}

async function add({ ingest }: OpenFolder, bytes: Uint8Array) {
  const received = await ingest.receive(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream())
  return ingest.add(received, {
    source: 'cli',
    sourceName: 'a.jpg',
    sourceDate: null,
    folder: null,
  })
}

/** Copies the database after each of its transactions, as a backup program could at any moment. */
function copyEveryStep({ store }: OpenFolder, copies: string[]) {
  for (const kind of ['note', 'write'] as const) {
    const original = store[kind]
    Object.assign(store, {
      [kind]: async <T>(work: () => T): Promise<T> => {
        const result = await original(work)
        const path = join(parent, `copy-${copies.length}.db`)
        store.connection.query<unknown, [string]>('VACUUM INTO ?').run(path)
        copies.push(path)
        return result
      },
    })
  }
}

/** Imports, an edit, pictures of a camera and deletions. */
async function changeMuch(folder: OpenFolder, early: readonly { id: string }[]) {
  const { id } = await add(folder, await camera({ model: 'X100V' }))
  await folder.edits.save(id, { rotation: 90, x: 0, y: 0, width: 20, height: 20 })
  const [seen] = folder.cameras.list({ isOwner: true } as never)
  await folder.cameras.setImageFromUpload(seen!.id, await camera())
  await folder.cameras.setImageFromUpload(seen!.id, await camera())
  await deleteForGood(folder, early[0]!.id, false)
  await deleteForGood(folder, early[1]!.id)
  await add(folder, await camera())
}

/** By md5, wherever they are, except derived files. */
async function wantedFiles(data: string): Promise<Set<string>> {
  const folders = ['originals', 'removed', 'cameras', 'quarantine']
  const files = (await Promise.all(folders.map((folder) => filesIn(data, folder)))).flat()
  return new Set(files.map((path) => md5(readFileSync(join(data, path)))))
}
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')

function putDatabase(from: string, data: string) {
  for (const ending of ['-wal', '-shm']) rmSync(join(data, `vitrine.db${ending}`), { force: true })
  cpSync(from, join(data, 'vitrine.db'))
}

test('a database from any step of an import, edit or deletion loses no file of a newer folder', async () => {
  const config = configOf('newer')
  const first = await open(config)
  const early = [await add(first, await camera()), await add(first, await camera())]
  await closeFolder(first)

  const folder = await open(config)
  const copies: string[] = []
  copyEveryStep(folder, copies)
  await changeMuch(folder, early)
  await closeFolder(folder)

  const wanted = await wantedFiles(config.data)
  expect(copies.length).toBeGreaterThan(10)
  let moved = 0
  for (const [index, copy] of copies.entries()) {
    const older = configOf(`older-${index}`)
    cpSync(config.data, older.data, { recursive: true })
    putDatabase(copy, older.data)
    log.mockClear()
    const again = await open(older)
    expect(said()).toContain('it may be an older copy. Nothing is deleted')
    await sweepOriginals(again)
    const left = await wantedFiles(older.data)
    expect([...wanted].filter((file) => !left.has(file))).toEqual([])
    expect(again.intents.pendingFiles().size).toBe(0)
    moved += (await filesIn(older.data, 'quarantine')).length
    await closeFolder(again)
    // Once it has been adopted, the next start has nothing to say.
    log.mockClear()
    const third = await open(older)
    expect(said()).toBe('')
    await closeFolder(third)
    rmSync(older.data, { recursive: true })
  }
  expect(moved).toBeGreaterThan(copies.length)
})

test('an original in quarantine is adopted by the command that the warning names', async () => {
  const config = configOf('data')
  const first = await open(config)
  const known = await add(first, await camera())
  await closeFolder(first)
  cpSync(join(config.data, 'vitrine.db'), join(parent, 'older.db'))
  const second = await open(config)
  const bytes = await camera()
  const { id } = await add(second, bytes)
  await closeFolder(second)

  putDatabase(join(parent, 'older.db'), config.data)
  const folder = await open(config)
  await sweepOriginals(folder)
  const place = join(config.data, 'quarantine', 'originals')
  expect(said()).toContain(`run "vitrine import ${place} --data ${config.data}"`)
  expect(said()).toContain(`quarantine/originals/${id.slice(-2)}/${id}.jpg`)
  await closeFolder(folder)
  const print = spyOn(process.stdout, 'write').mockImplementation(() => true)
  const code = await importPhotos(config, {
    paths: [place],
    isPhotostream: false,
    isFolderNamed: true,
  })
  print.mockRestore()
  expect(code).toBe(0)
  const again = await open(config)
  expect(again.photos.find(known.id, { isOwner: true } as never)).toBeDefined()
  expect(again.photos.idOfMd5(md5(bytes))).toBeDefined()
  await closeFolder(again)
})

/** A folder with a photo that its older database does not know. @returns the photo's id. */
async function besideOlderDatabase(config: Config): Promise<string> {
  const first = await open(config)
  await add(first, await camera())
  await closeFolder(first)
  cpSync(join(config.data, 'vitrine.db'), join(parent, 'older.db'))
  const second = await open(config)
  const { id } = await add(second, await camera())
  await closeFolder(second)
  putDatabase(join(parent, 'older.db'), config.data)
  return id
}

test('the warning names removed/ if an older version moved originals there', async () => {
  const config = configOf('data')
  const id = await besideOlderDatabase(config)
  const library = libraryAt(config.data)
  renameSync(library.original(id), library.removed(id))
  const folder = await open(config)
  await sweepOriginals(folder)
  await closeFolder(folder)
  expect(said()).toContain(`run "vitrine import ${library.removedFolder} --data ${config.data}"`)
  expect(said()).not.toContain(join(library.quarantine, 'originals'))
})

test('a backup says which originals an older database does not know', async () => {
  const config = configOf('data')
  const id = await besideOlderDatabase(config)
  const library = libraryAt(config.data)
  const ofNas = ['@eaDir/a.jpg@SynoEAStream', 'Thumbs.db', 'aa/@eaDir/a.jpg'].map((name) =>
    join(config.data, 'originals', name),
  )
  for (const path of ofNas) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'of the NAS')
  }
  const backUpAt = (now: number) =>
    makeBackup({
      ...{
        library,
        folder: join(parent, 'backup'),
        keep: { newest: 1 },
        hasSecret: false,
        version: '1.2.3',
      },
      ...{ now: () => now, onProgress: () => undefined },
    })
  const { photos, faults } = await backUpAt(Date.UTC(2026, 0, 1))
  expect([photos, faults.length]).toEqual([1, 1])
  expect(faults[0]).toContain(
    `not in the backup: ${library.relative(library.original(id))}. It may`,
  )
  // As the message advises.
  const folder = await open(config)
  await sweepOriginals(folder)
  await closeFolder(folder)
  expect((await backUpAt(Date.UTC(2026, 0, 2))).faults).toEqual([])
  expect(await filesIn(join(parent, 'backup'), 'quarantine')).toHaveLength(1)
  expect(ofNas.filter((path) => !existsSync(path))).toEqual([])
})

test('a crash before or after the folder learned its new epoch is not taken for an older copy', async () => {
  const config = configOf('data')
  for (const step of ['database', 'file'] as const) {
    const folder = await open(config)
    const present = readFileSync(folder.library.epochPath)
    await folder.epoch.renew()
    // The file was not written before the crash.
    if (step === 'database') writeFileSync(folder.library.epochPath, present)
    folder.close()
    folder.lock.release()
    const again = await open(config)
    expect(said()).toBe('')
    expect(await folderFaults(again)).toEqual([])
    await closeFolder(again)
  }
})

test('a replica from any step of the very first run loses no file beside the present ones', async () => {
  const config = configOf('first')
  const folder = await openFolder(config)
  if (!folder) throw new Error('the folder is in use')
  const copies: string[] = []
  copyEveryStep(folder, copies)
  const early = [await add(folder, await camera()), await add(folder, await camera())]
  await changeMuch(folder, early)
  // Killed, so nothing has changed the epoch since.
  folder.close()
  folder.lock.release()
  const wanted = await wantedFiles(config.data)
  const unfinished = copies.filter((copy) => pendingIn(copy, 'ingest') > 0)
  expect(unfinished.length).toBeGreaterThanOrEqual(4)

  for (const place of ['a standby', 'the folder itself'] as const) {
    for (const [index, copy] of copies.entries()) {
      const replica = configOf(`replica-${index}`)
      cpSync(config.data, replica.data, { recursive: true })
      putDatabase(copy, replica.data)
      // A new machine has only what it was brought.
      if (place === 'a standby') rmSync(join(replica.data, 'library.json'))
      log.mockClear()
      const again = await open(replica)
      const isNoticed = place === 'a standby' || unfinished.includes(copy)
      expect([index, said().includes('it may be an older copy')]).toEqual([index, isNoticed])
      await sweepOriginals(again)
      const left = await wantedFiles(replica.data)
      expect([...wanted].filter((file) => !left.has(file))).toEqual([])
      await closeFolder(again)
      log.mockClear()
      await closeFolder(await open(replica))
      expect(said()).toBe('')
      rmSync(replica.data, { recursive: true })
    }
  }
})

const pendingIn = (path: string, kind: string): number => {
  using database = new Database(path, { readonly: true })
  return database.query('SELECT 1 FROM intent WHERE kind = ?').all(kind).length
}

test('a crash with an unfinished import is not taken for an older copy', async () => {
  const config = configOf('data')
  const folder = await open(config)
  const name = folder.library.relative(folder.library.original('0'.repeat(26)))
  await folder.library.writeDurably(folder.library.absolute(name), await camera())
  await folder.store.note(() => folder.intents.begin('ingest', { files: [name] }))
  folder.close()
  folder.lock.release()
  const again = await open(config)
  expect(said()).toBe('Cleaned up 1 unfinished change from the last run.')
  expect(await folderFaults(again)).toEqual([])
  expect(await filesIn(config.data, 'quarantine')).toEqual([])
  await closeFolder(again)
})

test('a folder that was moved as a whole is not taken for an older copy', async () => {
  const config = configOf('data')
  const folder = await open(config)
  await add(folder, await camera())
  await closeFolder(folder)
  cpSync(config.data, join(parent, 'moved'), { recursive: true })
  await closeFolder(await open(configOf('moved')))
  expect(said()).toBe('')
})

test('a crash at any step of the first epoch is not taken for an older copy', async () => {
  for (const step of ['the first file', 'after it', 'the second file'] as const) {
    const config = configOf(step)
    const folder = await open(config)
    folder.store.connection.run('UPDATE library SET epoch = NULL, previous_epoch = NULL')
    rmSync(folder.library.epochPath)
    const { writeDurably } = folder.library
    let writes = 0
    Object.assign(folder.library, {
      writeDurably: async (path: string, bytes: Uint8Array) => {
        writes++
        if (writes === (step === 'the second file' ? 2 : 1)) {
          if (step === 'after it') await writeDurably(path, bytes)
          throw new Error('killed')
        }
        await writeDurably(path, bytes)
      },
    })
    await expect(folder.epoch.renew()).rejects.toThrow('killed')
    folder.close()
    folder.lock.release()
    const again = await open(config)
    expect([step, said()]).toEqual([step, ''])
    await closeFolder(again)
  }
})

test('a new gallery has an epoch before anything is imported', async () => {
  const folder = await openFolder(configOf('data'))
  const sql = 'SELECT epoch FROM library'
  const row = folder!.store.connection.query<{ epoch: string | null }, []>(sql).get()
  expect(row?.epoch).toBeString()
  await closeFolder(folder!)
})

test('renewals at the same time leave a shared epoch', async () => {
  const config = configOf('data')
  const folder = await open(config)
  await Promise.all(Array.from({ length: 20 }, () => folder.epoch.renew()))
  await closeFolder(folder)
  await closeFolder(await open(config))
  expect(said()).toBe('')
})

test('a full disk that keeps the epoch from being renewed is not taken for an older copy', async () => {
  const config = configOf('data')
  await closeFolder(await open(config))
  for (let start = 0; start < 3; start++) {
    const folder = await open(config)
    Object.assign(folder.library, { writeDurably: () => Promise.reject(new Error('ENOSPC')) })
    await closeFolder(folder)
  }
  await closeFolder(await open(config))
  expect(said()).toBe('')
})

test('a database from before there were epochs keeps the id of the gallery', async () => {
  const config = configOf('data')
  const folder = await open(config)
  const idOf = ({ store }: OpenFolder) =>
    store.connection.query<{ library_id: string }, []>('SELECT library_id FROM library').get()!
  const id = idOf(folder)
  folder.store.connection.run(
    "UPDATE library SET library_id = 'made by the migration', epoch = NULL, previous_epoch = NULL",
  )
  folder.close()
  folder.lock.release()
  const again = await open(config)
  expect(said()).toContain('it may be an older copy')
  expect(idOf(again)).toEqual(id)
  await closeFolder(again)
})

test('a copy made while the server ran for long is recognised even if the server was then killed', async () => {
  const config = configOf('data')
  const folder = await open(config)
  await add(folder, await camera())
  const copy = join(parent, 'copy.db')
  folder.store.connection.query<unknown, [string]>('VACUUM INTO ?').run(copy)
  await folder.epoch.renewIfChanged()
  const renewed = readFileSync(folder.library.epochPath, 'utf8')
  await folder.epoch.renewIfChanged()
  // Nothing has changed since, so the disk can sleep.
  expect(readFileSync(folder.library.epochPath, 'utf8')).toBe(renewed)
  folder.close()
  folder.lock.release()
  putDatabase(copy, config.data)
  const again = await open(config)
  expect(said()).toContain('it may be an older copy')
  await closeFolder(again)
})
