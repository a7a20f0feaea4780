import { Database } from 'bun:sqlite'
import { afterEach, describe, expect, setDefaultTimeout, spyOn, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Status } from '../../src/contract/site/status.ts'
import { diskRefusal } from '../../src/core/database/disk-full.ts'
import { errorOf } from '../support/browser.ts'
import { openGallery, publicPhoto, send } from '../support/gallery.ts'
import { makePhotos } from '../support/made-photos.ts'

setDefaultTimeout(60_000)
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

/** A gallery with a public photo, which its next start finds damaged in some way. */
async function damagedGallery(damage: (data: string) => void) {
  const data = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  folders.push(data)
  const whole = await openGallery({ data, keepFolder: true })
  const { owner: before, photo } = await publicPhoto(whole)
  await before.post(`/api/comments/${photo.id}`, { body: 'Lovely light' })
  await whole.abandon()
  damage(data)
  const gallery = await openGallery({ data, keepFolder: true })
  return { gallery, owner: await gallery.asOwner(), photo }
}

/** Overwrites the first page of a table or an index. */
const damagedPage =
  (name: string, byte = 0xa5) =>
  (data: string) => {
    const path = join(data, 'vitrine.db')
    const database = new Database(path)
    database.run('PRAGMA wal_checkpoint(TRUNCATE)')
    const { page } = database
      .query<{ page: number }, [string]>(
        'SELECT rootpage AS page FROM sqlite_schema WHERE name = ?',
      )
      .get(name)!
    database.close()
    const bytes = readFileSync(path)
    bytes.fill(byte, (page - 1) * 4096, page * 4096)
    writeFileSync(path, bytes)
  }

async function problemsOf(owner: { data: <T>(path: string) => Promise<T> }) {
  const { problems } = await owner.data<Status>('/api/status')
  return problems.filter(({ kind }) => kind === 'damage')
}

/** The lines that the log has had meanwhile. */
function logged() {
  const spy = spyOn(console, 'error').mockImplementation(() => undefined)
  return {
    lines: () => spy.mock.calls.map(([line]) => String(line)),
    [Symbol.dispose]: () => spy.mockRestore(),
  }
}

describe('database', () => {
  test.each<[string, string, (photoId: string) => string]>([
    ['a table of photos', 'photo', () => '/api/photos'],
    ['a table of comments', 'comment', (photoId) => `/api/comments/${photoId}`],
    ['a table of albums', 'album', () => '/api/albums'],
    ['an index', 'photo_by_date', () => '/api/photos'],
  ])('in %s is seen in answers, health, status and the log', async (_, name, pathFor) => {
    using log = logged()
    const { gallery, owner, photo } = await damagedGallery(damagedPage(name))
    const path = pathFor(photo.id)
    const paths = [
      path,
      '/api/photos?limit=5',
      '/api/albums',
      '/photo',
      '/api/search?q=x',
      '/api/photos/evidence',
    ]
    const statuses: number[] = []
    for (const each of [...paths, ...paths]) statuses.push((await owner.get(each)).status)
    statuses.push(
      ...(await Promise.all(
        paths.map(async (each) => (await gallery.asVisitor().get(each)).status),
      )),
    )
    const failed = log.lines().filter((line) => line.startsWith('Request '))
    expect(failed).toEqual([])
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
    expect(statuses).toContain(503)

    const refused = await owner.get(path)
    if (refused.status === 503)
      expect((await errorOf(refused)).message).toContain('the database is damaged')
    const health = await gallery.asVisitor().get('/api/health')
    expect(health.status).toBe(503)
    expect(await health.json()).toMatchObject({ data: { status: 'damaged' }, error: { code: 503 } })
    const [problem] = await problemsOf(owner)
    expect(problem?.text).toContain('The database in ')
    expect(problem?.advice).toContain('restore the last backup')
    expect(problem?.command).toContain('vitrine check --data ')

    const damage = log.lines().filter((line) => line.includes('is damaged (SQLITE_CORRUPT'))
    expect(damage).toHaveLength(1)
    expect(log.lines().filter((line) => /\n\s+at /.test(line))).toEqual([])
    // It is said again after an hour, while it is still met.
    gallery.clock.advance(3_600_000)
    await owner.get(path)
    expect(log.lines().filter((line) => line.includes('is damaged (SQLITE_CORRUPT'))).toHaveLength(
      2,
    )
    await gallery.abandon()
  })

  test('a damaged database shows an error page for people, without a path of the server', async () => {
    const { gallery } = await damagedGallery(damagedPage('photo'))
    using _ = logged()
    const answer = await gallery.asVisitor().request('/', { headers: { Accept: 'text/html' } })
    expect(answer.status).toBe(503)
    const text = await answer.text()
    expect(text).toContain('The database is damaged')
    expect(text).not.toContain(gallery.data)
    await gallery.abandon()
  })

  test.each([
    ['becomes too short', (path: string) => truncateSync(path, 8192)],
    ['is emptied', (path: string) => truncateSync(path, 0)],
    ['is overwritten', (path: string) => writeFileSync(path, Buffer.alloc(400_000, 'x'))],
  ])('a damaged database is also noticed if the file %s while it is open', async (_, damage) => {
    using __ = logged()
    const { gallery, owner } = await damagedGallery(() => undefined)
    const path = join(gallery.data, 'vitrine.db')
    gallery.services.store.connection.run('PRAGMA wal_checkpoint(TRUNCATE)')
    gallery.services.store.connection.run('PRAGMA shrink_memory')
    damage(path)
    const album = { name: 'New', description: '', coverPic: '' }
    const statuses = [(await owner.post('/api/albums', album)).status]
    for (const path of ['/api/photos', '/api/albums', '/', '/api/sources', '/api/cameras']) {
      statuses.push((await owner.get(path)).status)
    }
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([])
    const health = await gallery.asVisitor().get('/api/health')
    expect([health.status, (await health.json()).data.status]).toEqual([503, 'damaged'])
    await gallery.abandon()
  })
})

test('a database file that disappears or is replaced stops writes until it is back', async () => {
  await using gallery = await openGallery()
  const { owner } = await publicPhoto(gallery)
  using log = logged()
  const path = join(gallery.data, 'vitrine.db')
  const aside = `${path}.aside`
  for (const replace of [() => undefined, () => writeFileSync(path, 'another file')]) {
    renameSync(path, aside)
    replace()
    expect((await gallery.asVisitor().get('/api/health')).status).toBe(503)
    const refused = await owner.post('/api/albums', { name: 'Lost', description: '', coverPic: '' })
    expect([refused.status, (await errorOf(refused)).message]).toEqual([
      503,
      expect.stringContaining('the database is missing'),
    ])
    expect((await owner.get('/api/photos')).status).toBe(200)
    expect((await problemsOf(owner)).map(({ text }) => text)).toEqual([
      expect.stringMatching(/^The file vitrine.db in .* has been (removed|replaced) while/),
    ])
    rmSync(path, { force: true })
    renameSync(aside, path)
    expect((await gallery.asVisitor().get('/api/health')).status).toBe(200)
    expect(await problemsOf(owner)).toEqual([])
  }
  expect(log.lines().filter((line) => line.includes('while the server was running'))).toHaveLength(
    2,
  )
})

describe('unmounted disk', () => {
  test.each([
    ['an empty folder', (folder: string) => mkdirSync(folder)],
    ['no folder', () => undefined],
    [
      'a folder with what a new disk has',
      (folder: string) => mkdirSync(join(folder, 'lost+found'), { recursive: true }),
    ],
    [
      'a folder with what a NAS has put there',
      (folder: string) => mkdirSync(join(folder, '@eaDir'), { recursive: true }),
    ],
  ])(
    'originals on an unmounted disk are noticed when there is %s, and nothing is written there',
    async (_, unmounted) => {
      await using gallery = await openGallery()
      const { owner, photo } = await publicPhoto(gallery)
      using __ = logged()
      const originals = join(gallery.data, 'originals')
      const aside = join(gallery.data, 'tmp', 'aside')
      renameSync(originals, aside)
      unmounted(originals)
      const before = existsSync(originals) ? readdirSync(originals, { recursive: true }) : undefined
      const [another] = await makePhotos(1, { first: 611 })
      const refused = await send(owner, another!.bytes)
      expect([refused.status, (await errorOf(refused)).message]).toEqual([
        503,
        expect.stringContaining('the originals of this gallery cannot be found'),
      ])
      const health = await gallery.asVisitor().get('/api/health')
      expect([health.status, (await health.json()).data.status]).toEqual([503, 'damaged'])
      expect((await problemsOf(owner)).map(({ text }) => text)).toEqual([
        expect.stringMatching(
          /^The originals are missing: .*\/originals (is empty|does not exist),/,
        ),
      ])
      expect((await owner.get(`/api/photos/${photo.id}/original`)).status).toBe(503)
      // What is in the renditions can still be seen.
      expect((await gallery.asVisitor().get('/api/photos')).status).toBe(200)
      const after = existsSync(originals) ? readdirSync(originals, { recursive: true }) : undefined
      expect(after).toEqual(before)

      rmSync(originals, { recursive: true, force: true })
      renameSync(aside, originals)
      expect((await gallery.asVisitor().get('/api/health')).status).toBe(200)
      expect((await send(owner, another!.bytes)).status).toBe(200)
      expect(await problemsOf(owner)).toEqual([])
    },
  )

  test('the originals folder can be empty in a gallery without photos', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    rmSync(join(gallery.data, 'originals'), { recursive: true })
    expect((await gallery.asVisitor().get('/api/health')).status).toBe(200)
    const [photo] = await makePhotos(1, { first: 612 })
    expect((await send(owner, photo!.bytes)).status).toBe(200)
  })
})

test.each([
  ['ENOSPC', 507, 'full'],
  ['EDQUOT', 507, 'quota'],
  ['SQLITE_FULL', 507, 'full'],
  ['EFBIG', 507, 'files of this size'],
  ['ENAMETOOLONG', 507, 'names of this length'],
  ['EMLINK', 507, 'more entries'],
  ['EPERM', 503, 'may not use its data folder'],
  ['EACCES', 503, 'may not use its data folder'],
  ['EMFILE', 503, 'too many files'],
  ['ENOTDIR', 503, 'a file where a folder must be'],
  ['EOPNOTSUPP', 503, 'does not support'],
])('the disk error %s is answered with %i and a sentence', (code, status, words) => {
  const refusal = diskRefusal(Object.assign(new Error('raw /secret/path'), { code }))
  expect([refusal?.code, refusal?.message]).toEqual([status as 503, expect.stringContaining(words)])
  expect(refusal?.message).not.toContain('/secret')
})

test.each(['constructor', '__proto__', 'toString', 'ENOENT', 'ERR_X'])(
  'an error with the code %s does not mention the disk',
  (code) => {
    expect(diskRefusal(Object.assign(new Error('x'), { code }))).toBeUndefined()
  },
)
