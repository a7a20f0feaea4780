import { describe, expect, spyOn, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import { sweepOriginals } from '../../src/gallery/photos/sweep.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, openGallery, send, upload } from '../support/gallery.ts'
import { camera } from '../support/photos.ts'

const program = join(import.meta.dir, '../../src/main.ts')

/** A folder with two photos, changed as a crash could have left it. */
async function leftFolder(change: (gallery: Gallery, photos: Photo[]) => Promise<void>) {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const files = [await camera(), await camera()]
  const photos = [await upload(gallery, owner, files[0]!), await upload(gallery, owner, files[1]!)]
  await change(gallery, photos)
  await gallery.abandon()
  return { data: gallery.data, photos, files }
}

const intend = (gallery: Gallery, kind: 'ingest' | 'delete', files: object) =>
  gallery.services.store.note(() => gallery.services.intents.begin(kind, files as never))

async function put(path: string, text = 'left by a crash') {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

describe('crashes', () => {
  test('a crash during an import removes its files, keeps others, and allows another import', async () => {
    const extra = await camera()
    const { data, photos } = await leftFolder(async (gallery) => {
      const files = [
        'originals/aa/lost.jpg',
        'renditions/bb/lost-thumb-400.avif',
        'originals/cc/never.jpg',
      ]
      await intend(gallery, 'ingest', { files })
      await put(join(gallery.data, files[0]!))
      await put(join(gallery.data, files[1]!))
      await put(join(gallery.data, 'tmp', 'a'.repeat(32)))
    })
    await using gallery = await openGallery({ data })
    expect(await filesIn(data, 'originals')).toHaveLength(2)
    const owner = await gallery.asOwner()
    expect((await owner.data<PhotoList>('/api/photos')).total).toBe(2)
    for (const { id } of photos) expect((await owner.get(`/api/photos/${id}`)).status).toBe(200)
    expect((await send(owner, extra)).status).toBe(200)
  })

  test('a crash during a deletion leaves the files deleted or set aside as intended', async () => {
    const { data, photos, files } = await leftFolder(async (gallery, photos) => {
      const { store, library } = gallery.services
      const [deleted, kept] = photos.map(({ id }) => library.relative(library.original(id)))
      const renditions = await filesIn(gallery.data, 'renditions')
      await intend(gallery, 'delete', { files: [deleted, ...renditions] })
      const to = library.relative(library.removed(photos[1]!.id))
      await intend(gallery, 'delete', { files: [], keep: { from: kept, to } })
      await store.write(() => store.connection.run('DELETE FROM photo'))
    })
    await using gallery = await openGallery({ data })
    expect(await filesIn(data, 'originals')).toEqual([])
    expect(await filesIn(data, 'renditions')).toEqual([])
    expect(await filesIn(data, 'removed')).toEqual([join('removed', `${photos[1]!.id}.jpg`)])
    const kept = await readFile(join(data, 'removed', `${photos[1]!.id}.jpg`))
    expect(kept.equals(files[1]!)).toBe(true)
    expect(gallery.services.intents.pendingFiles().size).toBe(0)
  })

  test('a crash between deleting a file and its intent does nothing twice', async () => {
    const { data } = await leftFolder(async (gallery) => {
      const keep = { from: 'originals/aa/gone.jpg', to: 'removed/gone.jpg' }
      await intend(gallery, 'delete', { files: ['originals/aa/gone2.jpg'], keep })
      await put(join(gallery.data, 'removed/gone.jpg'), 'moved before the crash')
    })
    await using gallery = await openGallery({ data })
    expect(await filesIn(data, 'removed')).toEqual(['removed/gone.jpg'])
    expect(gallery.services.intents.pendingFiles().size).toBe(0)
  })
})

describe('stray originals', () => {
  test('an original without a row is moved aside and named in the log, whatever else is in the folder', async () => {
    const log = spyOn(console, 'error').mockImplementation(() => undefined)
    const { data, photos } = await leftFolder(async () => undefined)
    const strays = Array.from({ length: 20 }, (_, n) => join(data, `originals/${n}.DS_Store`))
    for (const stray of strays) await put(stray)
    await put(join(data, 'originals/7f/older.jpg'), 'from an older copy')
    await put(join(data, 'quarantine/originals/7f/older.jpg'), 'another of that name')
    try {
      await using gallery = await openGallery({ data })
      await sweepOriginals(gallery.services)
      for (const stray of strays) await rm(stray)
      const kept = (await filesIn(data, 'quarantine')).filter((name) => name.includes('older'))
      const texts = await Promise.all(kept.map((name) => readFile(join(data, name), 'utf8')))
      expect(texts.sort()).toEqual(['another of that name', 'from an older copy'])
      expect(await filesIn(data, 'originals')).toHaveLength(photos.length)
      expect(log.mock.calls.flat().join('\n')).toContain('quarantine/originals/7f/older-1.jpg')
    } finally {
      log.mockRestore()
    }
  })

  test('an original without a row is not moved while its import or deletion is in progress', async () => {
    const { data } = await leftFolder(async () => undefined)
    await using gallery = await openGallery({ data })
    const file = 'originals/7f/coming.jpg'
    await put(join(data, file))
    await intend(gallery, 'ingest', { files: [file] })
    await sweepOriginals(gallery.services)
    expect(existsSync(join(data, file))).toBe(true)
    await gallery.services.intents.recover()
    expect(existsSync(join(data, file))).toBe(false)
  })
})

/** Runs the program from source. */
async function run(words: string[], environment: Record<string, string> = {}) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('VITRINE_'))
  const child = Bun.spawn([process.execPath, program, ...words], {
    env: { ...Object.fromEntries(inherited), ...environment } as Record<string, string>,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, error, code }
}

const temporaryFolder = () => mkdtemp(join(tmpdir(), 'vitrine-test-'))

describe('commands', () => {
  test('the program exits with one line if another one is using the folder, which keeps running', async () => {
    const data = await temporaryFolder()
    const first = Bun.spawn([process.execPath, program, '--data', data, '--port', '0'], {
      stdout: 'pipe',
      stderr: 'ignore',
    })
    try {
      const reader = first.stdout.getReader()
      let printed = ''
      while (!printed.includes('/setup#')) {
        const { value, done } = await reader.read()
        if (done) break
        printed += new TextDecoder().decode(value)
      }
      const address = /http:\/\/localhost:\d+/.exec(printed)![0]
      const second = await run(['--data', data, '--port', '0'])
      expect(second.code).toBe(1)
      expect(second.out).toBe('')
      expect(second.error.trim().split('\n')).toHaveLength(1)
      expect(second.error).toContain(data)
      const health = await fetch(`${address.replace('localhost', '127.0.0.1')}/api/health`)
      expect((await health.json()).data.status).toBe('ok')
      // This import goes through the running server.
      const photo = join(data, '..', `${data.split('/').at(-1)}.jpg`)
      await writeFile(photo, await camera())
      const imported = await run(['import', photo, '--data', data, '--photostream'])
      await rm(photo)
      expect([imported.code, imported.error]).toEqual([0, ''])
      expect(imported.out).toContain('1 imported, 0 already in the gallery, 0 failed')
      const list = await fetch(`${address.replace('localhost', '127.0.0.1')}/api/photos`)
      expect((await list.json()).data.total).toBe(1)
    } finally {
      first.kill('SIGTERM')
      expect(await first.exited).toBe(0)
      await rm(data, { recursive: true })
    }
  }, 20_000)

  test('the program imports without a server, reports each file, and fails if one did', async () => {
    const [data, photos] = [await temporaryFolder(), await temporaryFolder()]
    const good = await camera()
    await writeFile(join(photos, 'a.jpg'), good)
    await writeFile(join(photos, 'b.JPEG'), await camera())
    await writeFile(join(photos, 'cut.jpg'), good.subarray(0, 900))
    await writeFile(join(photos, 'notes.txt'), 'not a photo')
    await mkdir(join(photos, '.trash'))
    await copyFile(join(photos, 'a.jpg'), join(photos, '.trash', 'x.jpg'))
    const first = await run(['import', photos, '--data', data, '--album', 'Trip'])
    expect(first.out).toContain('3 files found')
    expect(first.out).toContain('2 imported, 0 already in the gallery, 1 failed')
    expect(first.out).toContain('cut.jpg: file is incomplete')
    expect(first.code).toBe(1)
    const again = await run(['import', join(photos, 'a.jpg'), '--data', data])
    expect([
      again.code,
      again.out.includes('0 imported, 1 already in the gallery, 0 failed'),
    ]).toEqual([0, true])
    const missing = await run(['import', join(photos, 'none.jpg'), '--data', data])
    expect(missing.code).toBe(1)
    expect(missing.out).toContain('no such file or folder')
    await using gallery = await openGallery({ data })
    const owner = await gallery.asOwner()
    const albums = await owner.data<{ name: string; photoCount: number }[]>('/api/albums')
    expect(albums).toMatchObject([{ name: 'Trip', photoCount: 2 }])
    await rm(photos, { recursive: true })
  }, 20_000)

  const wrong: [string[], Record<string, string>, string][] = [
    [['--port', 'x'], {}, '--port'],
    [['--port', '65536'], {}, '--port'],
    [['--port', '-1'], {}, '--port'],
    [[], { VITRINE_PORT: '80a' }, 'VITRINE_PORT'],
    [['--max-upload', '0'], {}, '--max-upload'],
    [['--max-upload', '64 bananas'], {}, '--max-upload'],
    [[], { VITRINE_MAX_PIXELS: 'many' }, 'VITRINE_MAX_PIXELS'],
    [['--public-url', 'photos.example.org'], {}, '--public-url'],
    [['--public-url', 'https://example.org/photos'], {}, '--public-url'],
    [['--public-url', 'ftp://example.org'], {}, '--public-url'],
    [['--data', ''], {}, '--data'],
    [['--host', ''], {}, '--host'],
    [[], { VITRINE_PASSWORD: 'short' }, 'VITRINE_PASSWORD'],
    [[], { VITRINE_PASSWORD_FILE: '/nonexistent/file' }, 'VITRINE_PASSWORD_FILE'],
    [['--nonsense'], {}, '--nonsense'],
    [['dance'], {}, 'dance'],
    [['serve', 'extra'], {}, 'extra'],
    [['serve', '--album', 'A'], {}, '--album'],
    [['import'], {}, 'import'],
    [['import', 'x', '--album', ' '], {}, '--album'],
    [['backup'], {}, 'backup'],
    [['backup', 'x', 'y'], {}, 'backup'],
    [['backup', 'x', '--keep', '0'], {}, '--keep'],
    [['backup', 'x', '--keep', 'all'], {}, '--keep'],
    [['backup', 'x', '--at', 'y'], {}, '--at'],
    [['restore'], {}, 'restore'],
    [['restore', 'x', '--keep', '1'], {}, '--keep'],
    [['password', '--include-secret'], {}, '--include-secret'],
    [['sweep', 'x'], {}, 'sweep'],
    [['check', 'extra'], {}, 'extra'],
    [['check', '--album', 'A'], {}, '--album'],
    [['serve', '--repair'], {}, '--repair'],
    [['check', '--sample', '0%'], {}, '--sample'],
    [['check', '--sample', '101%'], {}, '--sample'],
    [['check', '--sample', 'some'], {}, '--sample'],
  ]
  test('the program exits with code 2 and one line that names what is wrong', async () => {
    const outcomes = []
    for (let at = 0; at < wrong.length; at += 4) {
      const batch = wrong.slice(at, at + 4)
      outcomes.push(
        ...(await Promise.all(batch.map(([words, variables]) => run(words, variables)))),
      )
    }
    for (const [index, { code, error, out }] of outcomes.entries()) {
      const [words, variables, named] = wrong[index]!
      const label = `${words.join(' ')} ${JSON.stringify(variables)}: ${error}`
      expect(code, label).toBe(2)
      expect(out, label).toBe('')
      expect(error.trim().split('\n'), label).toHaveLength(1)
      expect(error, label).toContain(named)
      expect(error, label).not.toMatch(/Invalid input|Too small|expected string|undefined/)
      expect(error, label).not.toContain(variables.VITRINE_PASSWORD ?? '\0')
    }
  }, 30_000)

  test('the program lists every command and option in --help', async () => {
    const { out, code, error } = await run(['--help'], { VITRINE_PORT: 'not looked at' })
    expect([code, error]).toEqual([0, ''])
    for (const word of [
      'serve',
      'import',
      'export',
      'backup',
      'restore',
      'check',
      'password',
      'version',
    ]) {
      expect(out).toContain(`  ${word}`)
    }
    for (const flag of [
      'data',
      'host',
      'port',
      'public-url',
      'trusted-proxies',
      'smtp-url',
      'mail-from',
      'google-client-id',
      'google-client-secret',
      'google-url',
      'search',
      'max-upload',
      'max-pixels',
    ]) {
      expect(out).toContain(`--${flag} `)
      expect(out).toContain(`VITRINE_${flag.toUpperCase().replaceAll('-', '_')}`)
    }
    expect(out).toContain('VITRINE_PASSWORD_FILE')
    expect((await run(['version'])).out.trim()).toMatch(/^\d+\.\d+\.\d+$/)
  }, 10_000)
})
