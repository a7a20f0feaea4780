// An album as a zip file, read back by Info-ZIP's unzip.
import { expect, spyOn, test } from 'bun:test'
import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { $ } from 'bun'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { entryName, entryTime, safeName, zipFileName } from '../../src/gallery/albums/zip-names.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { testWith } from '../support/needs.ts'
import { camera } from '../support/photos.ts'
import { head, rawExchange, slowReader } from '../support/raw-socket.ts'

const needsUnzip = { isMet: Bun.which('unzip') !== null, otherwise: 'there is no unzip' }
const code = 'open sesame'

const change = (owner: Browser, { id }: Album, body: object) =>
  owner.data<Album>(`/api/albums/${id}`, { method: 'PUT', body })
const addressOf = ({ id }: Album) => `/api/albums/${id}/download`

/** The files in a zip file, by name in their order. */
async function unzipped(bytes: Uint8Array): Promise<Map<string, { bytes: Buffer; time: Date }>> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  try {
    const path = join(folder, 'album.zip')
    await Bun.write(path, bytes)
    await $`unzip -tqq ${path}`.quiet()
    await $`unzip -qq ${path} -d ${join(folder, 'files')}`.quiet()
    const files = new Map<string, { bytes: Buffer; time: Date }>()
    for (const name of (await readdir(join(folder, 'files'))).sort()) {
      const file = join(folder, 'files', name)
      const content = Buffer.from(await Bun.file(file).bytes())
      files.set(name, { bytes: content, time: (await stat(file)).mtime })
    }
    return files
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function withAlbum() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const titles = ['Evening light', 'Café “Noir” / <b>', undefined, 'Evening light']
  const photos: Photo[] = []
  for (const title of titles) {
    photos.push(await upload(gallery, owner, camera(title === undefined ? {} : { title })))
  }
  const album = await makeAlbum(owner, 'Sommer: 2024 / Küste', photos)
  return { gallery, owner, photos, album }
}

testWith(needsUnzip)(
  'the zip has the public originals in order, as /api/images sends them',
  async () => {
    const { gallery, owner, photos, album } = await withAlbum()
    await using _ = gallery
    expect((await change(owner, album, { downloadable: true })).downloadable).toBe(true)
    const answer = await gallery.asVisitor().get(addressOf(album))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/zip')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(answer.headers.get('content-disposition')).toContain(
      `filename*=UTF-8''${encodeURIComponent('Sommer 2024 Küste.zip')}`,
    )
    const files = await unzipped(await answer.bytes())
    expect([...files.keys()]).toEqual([
      '1 Evening light.jpg',
      '2 Café “Noir”.jpg',
      '3.jpg',
      '4 Evening light.jpg',
    ])
    for (const [index, { bytes, time }] of [...files.values()].entries()) {
      const image = await gallery.asVisitor().get(`/api/images/${photos[index]!.fileName}`)
      expect(bytes.equals(await image.bytes())).toBe(true)
      expect(time).toEqual(new Date('2024-05-06T07:08:08'))
    }
  },
)

test('only the owner downloads an album without permission to download; others get a 404', async () => {
  const { gallery, owner, album } = await withAlbum()
  await using _ = gallery
  const visitor = gallery.asVisitor()
  const shown = await visitor.data<Album>(`/api/albums/${album.id}`)
  expect(shown.downloadable).toBe(false)
  const never = await visitor.get('/api/albums/019b7ca9-9070-7314-b84e-9ff82474a522/download')
  const nothing = [never.status, await never.text()]
  expect(never.status).toBe(404)
  const refused = async (browser: Browser) => {
    const answer = await browser.get(addressOf(album))
    return [answer.status, await answer.text()]
  }
  expect(await refused(visitor)).toEqual(nothing as never)
  expect(await refused(await gallery.asGuest('Gus'))).toEqual(nothing as never)
  expect((await visitor.request(addressOf(album), { method: 'HEAD' })).status).toBe(404)
  expect((await owner.get(addressOf(album))).status).toBe(200)
  await change(owner, album, { downloadable: true })
  expect((await visitor.get(addressOf(album))).status).toBe(200)
  // What a change leaves out stays as it is.
  expect((await change(owner, album, { description: 'By the sea' })).downloadable).toBe(true)
  await change(owner, album, { downloadable: false })
  expect(await refused(visitor)).toEqual(nothing as never)
})

test('an album with a code can be downloaded with its code only', async () => {
  const { gallery, owner, album } = await withAlbum()
  await using _ = gallery
  await change(owner, album, { downloadable: true, code })
  /** Reads the whole zip: what is left unread would still be made when the gallery closes. */
  const statusOf = async (client: Browser, query = '') => {
    const response = await client.get(addressOf(album) + query)
    await response.bytes()
    return response.status
  }
  expect(await statusOf(gallery.asVisitor())).toBe(404)
  const grantee = gallery.asVisitor()
  const query = `?${new URLSearchParams({ code })}`
  await grantee.get(`/album/${album.id}${query}`)
  expect(await statusOf(grantee)).toBe(200)
  expect(await statusOf(gallery.asVisitor(), query)).toBe(200)
  await change(owner, album, { code: 'another one' })
  expect(await statusOf(grantee)).toBe(404)
})

testWith(needsUnzip)(
  'a photo whose file is lost is listed in the zip, and the others are there',
  async () => {
    const { gallery, owner, photos, album } = await withAlbum()
    await using _ = gallery
    const path = gallery.services.library.original(photos[1]!.id)
    const original = await Bun.file(path).bytes()
    await rm(path)
    const files = await unzipped(await (await owner.get(addressOf(album))).bytes())
    await Bun.write(path, original)
    expect([...files.keys()]).toEqual([
      '1 Evening light.jpg',
      '3.jpg',
      '4 Evening light.jpg',
      'Missing photos.txt',
    ])
    expect(`${files.get('Missing photos.txt')?.bytes}`).toContain('2 Café “Noir”.jpg')
  },
)

test('ten downloads in ten minutes are allowed, and the owner’s are not counted', async () => {
  const { gallery, owner, album } = await withAlbum()
  await using _ = gallery
  await change(owner, album, { downloadable: true })
  const statuses: number[] = []
  for (let n = 0; n < 11; n++) {
    const answer = await gallery.asVisitor().get(addressOf(album))
    await answer.bytes()
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  expect((await owner.get(addressOf(album))).status).toBe(200)
  for (const [elapsed, seconds, wait] of [
    [0, 600, '10 minutes'],
    [60_000, 540, '9 minutes'],
    [508_000, 32, '32 seconds'],
    [31_000, 1, 'a second'],
  ] as const) {
    gallery.clock.advance(elapsed)
    const refused = await gallery.asVisitor().get(addressOf(album))
    expect(refused.headers.get('retry-after')).toBe(String(seconds))
    expect((await errorOf(refused)).message).toBe(`too many downloads; try again in ${wait}`)
  }
  gallery.clock.advance(1000)
  expect((await gallery.asVisitor().get(addressOf(album))).status).toBe(200)
})

/** Large enough that no buffer between server and client holds the album. */
async function noise(seed: number): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const [width, height] = [1800, 1200]
  const data = new Uint8Array(width * height * 3)
  let state = seed
  for (let at = 0; at < data.length; at++) {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    data[at] = state >> 16
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 98 })
    .toBuffer()
}

async function withLargeAlbum() {
  const gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (let seed = 1; seed <= 8; seed++) photos.push(await upload(gallery, owner, noise(seed)))
  const album = await makeAlbum(owner, 'Large', photos)
  await change(owner, album, { downloadable: true })
  return { gallery, owner, photos, album }
}

test('a download stops when the album is closed to its reader', async () => {
  const { gallery, owner, photos, album } = await withLargeAlbum()
  await using _ = gallery
  const whole = (await (await gallery.asVisitor().get(addressOf(album))).bytes()).length
  expect(whole).toBeGreaterThan(20e6)
  const changes = [{ downloadable: false }, { downloadable: true, code }]
  for (const closing of changes) {
    await change(owner, album, { downloadable: true, code: '' })
    const host = `Host: 127.0.0.1:${gallery.port}`
    const reader = slowReader(gallery.port, head('GET', addressOf(album), [host]))
    await reader.begun
    await change(owner, album, closing)
    const answer = await reader.rest()
    // It began, and has neither its last photo nor the end of a chunked response.
    expect(answer).toStartWith('HTTP/1.1 200')
    expect(answer.length).toBeLessThan(whole - 2e6)
    expect(answer).not.toContain(`${photos.length}.jpg`)
    expect(answer).not.toEndWith('0\r\n\r\n')
  }
})

test('a photo deleted during a download is left out, and the rest follows', async () => {
  const { gallery, owner, photos, album } = await withLargeAlbum()
  await using _ = gallery
  const host = `Host: 127.0.0.1:${gallery.port}`
  const reader = slowReader(gallery.port, head('GET', addressOf(album), [host]))
  await reader.begun
  await owner.data(`/api/photos/${photos[6]!.id}`, {
    method: 'DELETE',
    body: { removeFiles: true },
  })
  const answer = await reader.rest()
  expect(answer).toContain('8.jpg')
  expect(answer).not.toContain('7.jpg')
  expect(answer).not.toContain('Missing photos.txt')
  expect(answer).toEndWith('0\r\n\r\n')
})

test('the download stops making photos once the client has left', async () => {
  const { gallery, photos, album } = await withLargeAlbum()
  await using _ = gallery
  const made = () =>
    gallery.services.store.connection
      .query<{ count: number }, []>(
        "SELECT count(*) AS count FROM rendition WHERE variant = 'original'",
      )
      .get()!.count
  const leaving = new AbortController()
  const answer = await fetch(gallery.base + addressOf(album), { signal: leaving.signal })
  const reader = answer.body!.getReader()
  await reader.read()
  leaving.abort()
  await reader.read().catch(() => undefined)
  // What was being made when the client left is finished.
  let [before, now] = [-1, made()]
  while (now !== before) {
    await Bun.sleep(500)
    ;[before, now] = [now, made()]
  }
  expect(now).toBeLessThan(photos.length)
})

test('the names of files in a download are safe on every system', () => {
  expect(safeName('a/b\\c:d*e?f"g<h>i|j')).toBe('a b c d e f g h i j')
  expect(safeName('..\u202e/..\0 .hidden. ')).toBe('hidden')
  expect(safeName('CON')).toBe('_CON')
  expect(safeName('e\u0301tude')).toBe('étude')
  expect([...safeName('🌊'.repeat(300))]).toHaveLength(60)
  expect(entryName(6, 120, '')).toBe('007.jpg')
  expect(entryName(6, 120, '../x')).toBe('007 x.jpg')
  expect(zipFileName('///')).toBe('Album.zip')
})

const clockOf = (time: Date) =>
  [
    [time.getFullYear(), time.getMonth() + 1, time.getDate()].join('-'),
    [time.getHours(), time.getMinutes(), time.getSeconds()].join(':'),
  ].join(' ')

test.each(['UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'])(
  'an entry in a download has the time of the camera’s clock on a server in %s',
  (zone) => {
    const before = process.env.TZ
    process.env.TZ = zone
    try {
      const uploaded = '2026-01-02T03:04:05.000Z'
      const clock = (original: string | null) => clockOf(entryTime(original, uploaded))
      expect(clock('2024-05-06T07:08:09+02:00')).toBe('2024-5-6 7:8:9')
      expect(clock('2024-05-06T07:08:09')).toBe('2024-5-6 7:8:9')
      // The hour that some zones leave out.
      expect(clock('2024-03-31T02:30:00')).toBe('2024-3-31 2:30:0')
      expect(clock('2024-12-31T23:59:59-11:00')).toBe('2024-12-31 23:59:59')
      expect(clock('1975-06-01T12:00:00')).toBe('1980-1-1 0:0:0')
      expect(clock('1980-01-01T00:00:00')).toBe('1980-1-1 0:0:0')
      expect(clock('2108-01-01T00:00:00')).toBe('2107-12-31 23:59:58')
      expect(clock(null)).toBe('2026-1-2 3:4:5')
    } finally {
      if (before === undefined) delete process.env.TZ
      else process.env.TZ = before
    }
  },
)

test('a client that leaves during a download leaves no line in the log and no open file', async () => {
  const { gallery, album } = await withLargeAlbum()
  await using _ = gallery
  const log = spyOn(console, 'error').mockImplementation(() => undefined)
  const unhandled: unknown[] = []
  const note = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  const openFiles = async () => {
    const all = await readdir('/proc/self/fd').catch(() => [])
    const paths = await Promise.all(
      all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    )
    return paths.filter((path) => path.startsWith(join(gallery.data, 'renditions')))
  }
  const host = `Host: 127.0.0.1:${gallery.port}`
  const targets = ['/api/photos', '/feed.atom', '/sitemap.xml', '/api/albums', '/']
  for (let round = 0; round < 12; round++) {
    const target = round % 2 === 0 ? addressOf(album) : targets[round % targets.length]!
    await rawExchange(gallery.port, head('GET', target, [host]), { cutAfterMs: round * 7 })
    const reader = slowReader(gallery.port, head('GET', addressOf(album), [host]))
    await reader.begun
    await Bun.sleep(round * 3)
    await reader.leave()
  }
  expect((await gallery.asVisitor().get('/api/health')).status).toBe(200)
  for (let tries = 0; tries < 100 && (await openFiles()).length > 0; tries++) await Bun.sleep(50)
  expect(await openFiles()).toEqual([])
  Bun.gc(true)
  await Bun.sleep(100)
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
  expect([...log.mock.calls.flat(), ...unhandled]).toEqual([])
  log.mockRestore()
})
