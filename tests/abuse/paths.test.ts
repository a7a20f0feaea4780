// No spelling of an address and no file name leads out of its folder.
import { beforeAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Camera } from '../../src/contract/cameras/cameras.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { errorOf } from '../support/browser.ts'
import { deleteForGood } from '../support/delete-for-good.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, makeAlbum, openGallery, send, upload } from '../support/gallery.ts'
import { textureJpeg } from '../support/jpegs.ts'
import { camera } from '../support/photos.ts'
import { head, rawExchange, statusOf } from '../support/raw-socket.ts'

let picture: Uint8Array
beforeAll(async () => {
  picture = await textureJpeg(64, 48)
})

const climbs = ['..', '%2e%2e', '.%2e', '%2E.', '%252e%252e', '..%00', '%c0%ae%c0%ae', '....']
const slashes = ['/', '%2f', '%5c', '\\', '%252f', '//', '%c0%af', '/./']
/** Two levels up, to files that exist. */
const spellings = climbs.flatMap((climb) =>
  slashes.flatMap((slash) =>
    ['vitrine.db', `originals${slash}x`, 'secret.key'].map(
      (file) => `${climb}${slash}${climb}${slash}${file}`,
    ),
  ),
)
const absolutes = [
  '/etc/passwd',
  '%2fetc%2fpasswd',
  '//etc/passwd',
  'file:///etc/passwd',
  'C:%5cWindows%5cwin.ini',
  'C:/Windows/win.ini',
  '%5c%5cserver%5cshare',
  '/proc/self/environ',
  '%00',
  '.',
  '..',
  '%2e',
  '%2e%2e',
  '~',
  '~root',
  'CON',
  'nul.jpg',
  'a%00.md',
  '.env',
  '.git/config',
]

/** A gallery with a public photo and a camera with a picture. */
async function withPictures(data?: string) {
  const gallery = await openGallery(data === undefined ? {} : { data })
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner)
  await makeAlbum(owner, 'Stream', [photo], { isPhotostream: true })
  const form = new FormData()
  form.append('cameraImage', new Blob([picture as Uint8Array<ArrayBuffer>]), 'camera.jpg')
  const address = '/api/cameras/e-10/image'
  const body = await owner.data<Camera>(`${address}/upload`, { method: 'PUT', body: form })
  expect(body.image).toStartWith(`${address}?v=`)
  for (const size of ['', '/48', '/192', '/512']) {
    expect((await gallery.asVisitor().get(`${address}${size}`)).status).toBe(200)
  }
  return { gallery, owner, photo }
}

/** The response to an address that is sent exactly as written. */
const wire = (gallery: Gallery, target: string, method = 'GET') =>
  rawExchange(
    gallery.port,
    head(method, target.replaceAll(' ', '+'), [`Host: 127.0.0.1:${gallery.port}`]),
  )

/** Whether a response contains what only a file of this machine does. */
async function leaksOf(gallery: Gallery): Promise<(answer: string) => boolean> {
  const key = Buffer.from(await Bun.file(join(gallery.data, 'secret.key')).bytes())
  return (answer) =>
    answer.includes('SQLite format') ||
    answer.includes('root:x:') ||
    answer.includes('PATH=') ||
    answer.includes(key.toString('latin1')) ||
    /Content-Type: (image|application\/octet|text\/(plain|markdown))/i.test(answer)
}

test('no spelling of a picture’s, camera’s, page’s or file’s address escapes its folder', async () => {
  const { gallery, photo } = await withPictures()
  await using _ = gallery
  const isLeak = await leaksOf(gallery)
  const roots = [
    '/api/cameras/',
    '/api/cameras/e-10/',
    '/api/cameras/e-10/image/',
    '/api/pages/',
    '/api/pages/about/',
    '/api/photos/',
    '/api/thumbs/',
    '/api/images/',
    `/api/images/${photo.fileName}/`,
    '/photo/',
    '/assets/',
    '/account/',
    '/',
  ]
  expect(new Set(spellings).size).toBeGreaterThan(60)
  const wrong: string[] = []
  for (const root of roots) {
    for (const spelling of [...spellings, ...absolutes]) {
      const answer = await wire(gallery, root + spelling)
      const status = statusOf(answer)
      // '.' and '..' can lead to an existing address, but never to a file of the machine.
      const isThere = status === 200 || /^Location: \/(photo|account)\r$/m.test(answer)
      const isAddress = isThere && /^\.{0,2}$|^%2e/i.test(spelling)
      if (!isAddress && (status !== 404 || isLeak(answer))) {
        wrong.push(`${root}${spelling}: ${answer.slice(0, 120)}`)
      }
    }
  }
  expect(wrong.slice(0, 10)).toEqual([])
}, 120_000)

test('no size and no version in the address of a camera’s picture names a file', async () => {
  const { gallery } = await withPictures()
  await using _ = gallery
  const isLeak = await leaksOf(gallery)
  for (const size of [
    '0',
    '49',
    '048',
    '48.0',
    '48px',
    '%34%38x',
    'original',
    '-48',
    '4 8',
    '48/',
  ]) {
    const answer = await wire(gallery, `/api/cameras/e-10/image/${size}`)
    expect([size, statusOf(answer), isLeak(answer)]).toEqual([size, 404, false])
  }
  const expected = await gallery.asVisitor().get('/api/cameras/e-10/image')
  const bytes = await expected.bytes()
  for (const version of ['../../secret.key', '%00', 'x', '']) {
    const answer = await gallery.asVisitor().get(`/api/cameras/e-10/image?v=${version}`)
    expect([version, answer.status]).toEqual([version, 200])
    expect(await answer.bytes()).toEqual(bytes)
  }
})

test('a request target that is not a plain path is not taken for a file', async () => {
  const { gallery, photo } = await withPictures()
  await using _ = gallery
  const isLeak = await leaksOf(gallery)
  for (const target of [
    'file:///etc/passwd',
    'http://evil.example/etc/passwd',
    `http://evil.example/../../${photo.id}`,
    '*',
    'etc/passwd',
    '../../etc/passwd',
    '/..',
    '/../../../../etc/passwd',
    '//etc/passwd',
    '/\\etc\\passwd',
    '/;/etc/passwd',
    '/?/../../etc/passwd',
  ]) {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const answer = await wire(gallery, target, method)
      const status = statusOf(answer)
      // Bun closes the connection without a response to what is not HTTP.
      expect([target, Number.isNaN(status) || status < 500, isLeak(answer)]).toEqual([
        target,
        true,
        false,
      ])
      expect(answer).not.toContain('evil.example')
    }
  }
})

const nastyNames = [
  '../../x',
  '../../../../tmp/x.jpg',
  '..\\..\\x',
  '/etc/cron.d/x',
  'C:\\x.jpg',
  'a\0b',
  '\0',
  '.',
  '..',
  '',
  ' ',
  '~/x',
  '-rf',
  '$(touch x).jpg',
  '`touch x`.jpg',
  '%2e%2e%2fx',
  '🏔️ Größe 山.jpg',
  'n'.repeat(300),
  '🏔️'.repeat(75),
  'a\r\nX-Injected: 1',
  '"; filename="x',
  'con.jpg',
  '\u202egpj.exe',
]

test('an uploaded file’s name names nothing on the disk, for photos and for cameras', async () => {
  const around = await mkdtemp(join(tmpdir(), 'vitrine-test-'))
  const data = join(around, 'a/b/data')
  await mkdir(data, { recursive: true })
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rm(around, { recursive: true }))
  const { gallery, owner, photo } = await withPictures(data)
  stack.use(gallery)
  for (const name of nastyNames) {
    const form = new FormData()
    form.append('cameraImage', new Blob([picture as Uint8Array<ArrayBuffer>]), name)
    const path = '/api/cameras/e-10/image/upload'
    const answer = await owner.request(path, { method: 'PUT', body: form })
    expect([name, answer.status]).toEqual([name, 200])
    const bytes = await camera()
    const sent = await send(owner, bytes, { name: name || 'x', sourceId: name })
    expect([name, sent.status]).toEqual([name, 200])
    const { id, sourceName } = (await sent.json()).data
    expect(sourceName).not.toMatch(/[\u0000-\u001f/\\]/)
    expect(Buffer.byteLength(sourceName)).toBeLessThan(1024)
    // Files in removed/ are also named by their id.
    await deleteForGood(gallery.services, id, false)
  }
  const files = await Promise.all(
    ['originals', 'renditions', 'cameras', 'removed', 'tmp'].map((folder) =>
      filesIn(gallery.data, folder),
    ),
  )
  for (const file of files.flat())
    expect(file).toMatch(/^[\w-]+(\/[\w-]+)*\.(jpe?g|png|webp|avif)$/)
  expect(files[0]).toEqual([join('originals', photo.id.slice(-2), `${photo.id}.jpg`)])
  // One picture of the camera in all its sizes, however many were uploaded.
  expect(files[2]!.length).toBe(4)
  const outside = (await readdir(around, { recursive: true })).filter(
    (path) => !path.startsWith(join('a/b/data/')),
  )
  expect(outside.sort()).toEqual(['a', join('a/b'), join('a/b/data')])
}, 120_000)

test('a camera with a path as its model gets an id that is one segment of an address', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const odd = ['../../x', 'a/b\\c?d#e%f_g', "' OR 1=1 --", '<b>', '%2e%2e']
  const models = [...odd, '.', '..', '...', '%', '--']
  const photos: Photo[] = []
  for (const model of models) photos.push(await upload(gallery, owner, camera({ model })))
  // Visitors see only cameras of public photos.
  await makeAlbum(owner, 'Open', photos)
  const cameras = await owner.data<Camera[]>('/api/cameras')
  expect(cameras.map(({ model }) => model).sort()).toEqual([...models].sort())
  for (const { id } of cameras) {
    expect(id).not.toMatch(/[/\\?#%]/)
    const answer = await wire(gallery, `/api/cameras/${encodeURIComponent(id)}`)
    expect([id, statusOf(answer)]).toEqual([id, 200])
    const image = await owner.get(`/api/cameras/${encodeURIComponent(id)}/image`)
    expect(image.status).toBe(404)
    expect((await errorOf(image)).message).toBe('not found')
  }
})
