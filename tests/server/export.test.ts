// `vitrine export`, and `vitrine import` of the folder that it wrote.
import { afterAll, afterEach, beforeEach, expect, test } from 'bun:test'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Comment } from '../../src/contract/people/comments.ts'
import type { Photo, PhotoList } from '../../src/contract/photos/photos.ts'
import { md5, newFolder } from '../support/backups.ts'
import type { Browser } from '../support/browser.ts'
import { clearAway, quickOrFull, runCommand, startCommand } from '../support/executable.ts'
import { needsExiftool } from '../support/exiftool.ts'
import { filesIn } from '../support/folder-faults.ts'
import { type Gallery, makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { testWith } from '../support/needs.ts'
import { camera } from '../support/photos.ts'

let root: string
let folder: string

beforeEach(async () => {
  root = await newFolder()
  folder = join(root, 'export')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))
afterAll(clearAway)

const exporting = ({ data }: Pick<Gallery, 'data'>, into = folder) =>
  runCommand(['export', into, '--data', data])
const json = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'))
const at = (path: string) => join(folder, path)

/** A gallery with something of everything that an export contains. */
async function fill(gallery: Gallery, count: number) {
  const owner = await gallery.asOwner()
  const photos: Photo[] = []
  for (let number = 0; number < count; number++) {
    const date = `2024:05:06 07:${String(10 + (number % 50)).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}`
    const orientation = number % 5 === 4 ? 6 : 1
    const file = camera({ title: `Photo ${number}`, date, orientation, rating: 1 + (number % 5) })
    photos.push(await upload(gallery, owner, file, { sourceId: `IMG_${number % 7}.jpg` }))
  }
  const [one, two, three, four] = photos as [Photo, Photo, Photo, Photo]
  const change = (photo: Photo, fields: object) =>
    owner.data(`/api/photos/${photo.id}`, { method: 'PUT', body: { id: photo.id, ...fields } })
  await change(one, {
    title: 'Tom & <b>Ann</b> "there"',
    description: 'Two\nlines ]]> 🌋',
    keywords: ['harbour', 'ночь', 'a|b;c'],
    alt: 'A ‘harbour’',
    rating: 5,
    creator: 'Ann',
    copyright: '© Ann',
  })
  await change(two, { title: '', keywords: [], rating: null })
  const crop = (photo: Photo, edit: object) => owner.put(`/api/photos/${photo.id}/edit`, edit)
  await crop(one, { rotation: 0, x: 8, y: 4, width: 48, height: 32 })
  await crop(three, { rotation: 90, x: 2, y: 3, width: 20, height: 24 })
  await crop(four, { rotation: 17, x: 30, y: 30, width: 25, height: 20 })

  await makeAlbum(owner, 'Photostream', photos.slice(0, 6), { isPhotostream: true })
  const manual = await makeAlbum(owner, 'CON: Ice/land? 🌋 ..', photos.slice(2, 8))
  const order = photos.slice(2, 8).map(({ id }) => id)
  await owner.put(`/api/albums/${manual.id}/order`, { photos: [...order].reverse() })
  const set = (album: Album, body: object) =>
    owner.data(`/api/albums/${album.id}`, { method: 'PUT', body })
  const fresh = await owner.data<Photo>(`/api/photos/${four.id}`)
  const coverPic = `/api/squares/${fresh.fileName}`
  await set(manual, { description: 'By hand', coverPic, downloadable: true })
  const secret = await makeAlbum(owner, 'Family', photos.slice(7, 9))
  await set(secret, { code: 'open sesame', orderBy: 2, coverPic: '' })
  const smart = await makeAlbum(owner, 'Best')
  await set(smart, { rule: 'rating=5' })

  const guest = await gallery.asGuest('Ben')
  await owner.data(`/api/comments/${one.id}`, { method: 'POST', body: { body: 'Mine\n<i>' } })
  await guest.data(`/api/comments/${one.id}`, { method: 'POST', body: { body: 'Ben’s 🌋' } })
  await guest.post(`/api/likes/${one.id}/like`, undefined)
  await owner.post(`/api/likes/${two.id}/like`, undefined)
  mkdirSync(join(gallery.data, 'pages'), { recursive: true })
  writeFileSync(join(gallery.data, 'pages/about.md'), '# About Ann\n')
  await owner.data('/api/user/config', { method: 'POST', body: { photoGridCols: 5 } })
  return { owner, guest, photos, secret }
}

/** All that people see, but for addresses: photos are named by their files. */
async function viewOf(owner: Browser) {
  const { photos } = await owner.data<PhotoList>('/api/photos?limit=1000')
  const nameOf = new Map(photos.map((photo) => [photo.id, photo.md5!]))
  const plain = ({ id: _, fileName: __, visibleIn, thumbhash: ___, ...photo }: Photo) => ({
    ...photo,
    visibleIn: visibleIn!.length,
  })
  const albums = await owner.data<Album[]>('/api/albums')
  const config = await owner.data<Record<string, unknown>>('/api/user/config')
  const stream = albums.find(({ id }) => id === config.photoStreamAlbumId)?.name
  const fileNames = new Map(photos.map((photo) => [photo.fileName, photo.md5]))
  const comments: Record<string, object[]> = {}
  const likes: Record<string, object[]> = {}
  for (const { id, md5 } of photos) {
    const written = await owner.data<Comment[]>(`/api/comments/${id}`)
    comments[md5!] = written.map(({ photoId: _, ...comment }) => comment)
    likes[md5!] = await owner.data<object[]>(`/api/likes/${id}`)
  }
  const listed = await Promise.all(
    albums.map(async ({ id, coverPic, code, ...album }) => {
      const whole = await owner.data<Album>(`/api/albums/${id}`)
      const cover = fileNames.get(coverPic.split('/').at(-1)!) ?? coverPic
      const members = whole.photos!.map((photo) => nameOf.get(photo))
      return { ...album, cover, isCoded: code !== '', members }
    }),
  )
  return {
    photos: photos.map(plain),
    albums: listed,
    comments,
    likes,
    config: { ...config, photoStreamAlbumId: stream },
    about: await owner.data<object>('/api/pages/about'),
  }
}

async function imported(data: string, ...words: string[]) {
  const result = await runCommand(['import', folder, '--data', data, ...words])
  return { ...result, gallery: await openGallery({ data }) }
}

test('an export imported into an empty gallery is the same gallery but for addresses', async () => {
  await using gallery = await openGallery()
  const count = quickOrFull(30, 500)
  const { owner, secret } = await fill(gallery, count)
  const first = await exporting(gallery)
  expect([first.code, first.text]).toEqual([
    0,
    expect.stringContaining(`${count} photos, 4 albums, 2 comments and 2 likes`),
  ])
  const { code, text, gallery: copy } = await imported(join(root, 'new'))
  await using second = copy
  expect([code, text]).toEqual([0, expect.stringContaining(`${count} imported, 0 already in`)])
  expect(text).toContain(
    'Visitors will see the photos of its public albums: "CON: Ice/land? 🌋 ..", "Best", "Photostream".',
  )
  expect(text).toContain('The album "Family" had a code, which is not part of the export.')
  expect(text).toContain('From the export: 4 albums, 2 comments, 2 likes, 1 page.')
  expect(text).not.toContain('left out')
  const restored = await second.asOwner()
  expect(await viewOf(restored)).toEqual(await viewOf(owner))
  const family = (await restored.data<Album[]>('/api/albums')).find(
    ({ name }) => name === 'Family',
  )!
  expect(family.code).not.toBe('open sesame')
  expect(family.code!.length).toBeGreaterThan(10)
  expect((await second.asVisitor().get(`/api/albums/${family.id}`)).status).toBe(404)
  // Guests find their comments again.
  const ben = await second.asGuest('Ben')
  const stream = await ben.data<PhotoList>('/api/photos')
  const mine = stream.photos.map(({ id }) => ben.data<Comment[]>(`/api/comments/${id}`))
  expect((await Promise.all(mine)).flat().filter((comment) => comment.mine)).toHaveLength(1)

  // Nothing in it signs anybody in or opens an album.
  const everything = (await filesIn(folder, '.'))
    .filter((path) => /\.(json|html|xmp)$|vitrine-export/.test(path))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')
  expect(everything).toContain('ben@example.org')
  for (const word of ['open sesame', 'argon2', secret.id]) expect(everything).not.toContain(word)
  const modes = (await filesIn(folder, '.')).map((path) => statSync(at(path)).mode & 0o77)
  expect(new Set(modes)).toEqual(new Set([0]))

  // Into a gallery that has it all, nothing is added twice.
  const again = await runCommand(['import', folder, '--data', second.data])
  expect(again.text).toContain(`0 imported, ${count} already in the gallery, 0 failed`)
  expect(again.text).toContain('From the export: 4 albums, 0 comments, 0 likes.')
  expect((await viewOf(restored)).albums).toEqual((await viewOf(owner)).albums)
})

testWith(needsExiftool)(
  'every sidecar is read by exiftool, with what was edited here',
  async () => {
    await using gallery = await openGallery()
    const { photos } = await fill(gallery, 12)
    await exporting(gallery)
    const answer = await $`exiftool -j -n -G1 -r -ext xmp -warning -error -all ${folder}`.quiet()
    const tags = JSON.parse(answer.stdout.toString()) as Record<string, unknown>[]
    const sidecars = (await filesIn(folder, '.')).filter((path) => path.endsWith('.xmp'))
    expect(tags.length).toBe(sidecars.length)
    expect(tags.length).toBeGreaterThan(photos.length)
    for (const tag of tags) {
      expect(Object.keys(tag).filter((name) => /Warning|Error/.test(name))).toEqual([])
    }
    expect(tags.find((tag) => String(tag['XMP-dc:Title']).startsWith('Tom'))).toMatchObject({
      'XMP-dc:Title': 'Tom & <b>Ann</b> "there"',
      'XMP-dc:Description': 'Two\nlines ]]> 🌋',
      'XMP-dc:Subject': ['harbour', 'ночь', 'a|b;c'],
      'XMP-iptcCore:AltTextAccessibility': 'A ‘harbour’',
      'XMP-xmp:Rating': 5,
      'XMP-dc:Creator': 'Ann',
      'XMP-dc:Rights': '© Ann',
      'XMP-crs:HasCrop': true,
      'XMP-crs:CropLeft': 0.083333,
      'XMP-vitrine:CropWidth': 48,
    })
  },
)

test('a second export writes only what has changed, and removes only what the first wrote', async () => {
  await using gallery = await openGallery()
  const { owner, photos } = await fill(gallery, 10)
  await exporting(gallery)
  const before = new Map(
    (await filesIn(folder, '.')).map((path) => [path, lstatSync(at(path)).ino] as const),
  )
  writeFileSync(at('mine.txt'), 'not the export’s')
  mkdirSync(at('photos'), { recursive: true })
  writeFileSync(at('photos/IMG_9.jpg'), 'mine as well')
  const same = await exporting(gallery)
  expect(same.text).toMatch(/\n1 file written .*, \d+ unchanged; each original/)

  const [one, , , , , , , , , last] = photos as Photo[]
  await owner.data(`/api/photos/${one!.id}`, {
    method: 'PUT',
    body: { id: one!.id, title: 'New title' },
  })
  await owner.post('/api/photos/batch', { ids: [last!.id], change: { kind: 'trash' } })
  const gone = json('data/photos.json').find(({ id }: { id: string }) => id === last!.id).file
  const changed = await exporting(gallery)
  expect(changed.code).toBe(0)
  expect(existsSync(at(gone))).toBe(false)
  expect(existsSync(at(`${gone}.xmp`))).toBe(false)
  expect(readFileSync(at('mine.txt'), 'utf8')).toBe('not the export’s')
  expect(readFileSync(at('photos/IMG_9.jpg'), 'utf8')).toBe('mine as well')
  const unchanged = (await filesIn(folder, '.')).filter(
    (path) => path.endsWith('.jpg') && before.get(path) === lstatSync(at(path)).ino,
  )
  expect(unchanged.length).toBeGreaterThan(8)
  for (const { file, links, md5: expected } of json('data/photos.json')) {
    for (const path of [file, ...links]) expect(md5(readFileSync(at(path)))).toBe(expected)
  }
  // Somebody's change of an exported file is put right.
  writeFileSync(at(json('data/photos.json')[0].file), 'scribbled over')
  expect((await exporting(gallery)).code).toBe(0)
  const { file, md5: expected } = json('data/photos.json')[0]
  expect(md5(readFileSync(at(file)))).toBe(expected)
  expect(
    md5(readFileSync(join(gallery.data, `originals/${one!.id.slice(-2)}/${one!.id}.jpg`))),
  ).toBe(expected)
})

test('an export refuses folders that are not its own', async () => {
  await using gallery = await openGallery()
  await using other = await openGallery()
  await gallery.asOwner()
  writeFileSync(join(root, 'somebody.txt'), 'here')
  const foreign = await exporting(gallery, root)
  expect([foreign.code, foreign.text]).toEqual([1, expect.stringContaining('is not empty and is')])
  expect(readdirSync(root)).toEqual(['somebody.txt'])
  for (const inside of [gallery.data, join(gallery.data, 'export'), join(gallery.data, '..')]) {
    const { code, text } = await exporting(gallery, inside)
    expect([code, text]).toEqual([1, expect.stringMatching(/must not be in|is not empty/)])
  }
  expect((await exporting(gallery)).code).toBe(0)
  expect((await exporting(other)).text).toContain('is the export of another gallery')
  rmSync(at('photos'), { recursive: true, force: true })
  symlinkSync(root, at('photos'))
  expect((await exporting(gallery)).text).toContain('is not part of the export')
  const words = [['export'], ['export', 'a', 'b'], ['export', 'a', '--keep', '3'], ['export', '']]
  for (const each of words) expect((await runCommand(each)).code).toBe(2)
  const nowhere = await runCommand(['export', folder, '--data', join(root, 'nothing')])
  expect([nowhere.code, existsSync(join(root, 'nothing'))]).toEqual([1, false])
})

test('an export that was killed at any time is completed by the next one', async () => {
  await using gallery = await openGallery()
  const { owner } = await fill(gallery, 24)
  for (let kill = 0; kill < 4; kill++) {
    const command = await startCommand(['export', folder, '--data', gallery.data])
    let hasEnded = false
    void command.ended.then(() => {
      hasEnded = true
    })
    // At another number of files each time.
    const count = async () => (existsSync(folder) ? (await filesIn(folder, '.')).length : 0)
    while ((await count()) <= kill * 20 && !hasEnded) await Bun.sleep(1)
    command.signal('SIGKILL')
    await command.ended
  }
  const { code } = await exporting(gallery)
  expect(code).toBe(0)
  expect((await filesIn(folder, '.')).filter((path) => path.includes('tmp'))).toEqual([])
  expect(await filesIn(gallery.data, 'tmp')).toEqual([])
  const { gallery: copy } = await imported(join(root, 'new'))
  await using second = copy
  expect(await viewOf(await second.asOwner())).toEqual(await viewOf(owner))
})

test('names of any kind become files that every system can have, and come back', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const names = [
    ...['a.jpg', 'A.JPG', 'a.jpg', 'ä.jpg'.normalize('NFD'), 'ä.jpg'.normalize('NFC')],
    ...['..jpg', '.hidden.jpg', 'con.jpg', 'x?*<>|":.jpg', '🌋'.repeat(60), 'trailing . .jpg'],
    ...['no ending', '-rf.jpg', '%2e%2e.jpg', "it's & <script>.jpg", '\u202egpj.exe', '#recycle'],
    `${'é'.repeat(240)}.jpg`,
  ]
  for (const [index, name] of names.entries()) {
    const date = `2024:05:06 07:08:${10 + index}`
    await upload(gallery, owner, camera({ date }), { sourceId: name })
  }
  const albums = ['..', '.', '@eaDir', '<script>alert(1)</script>', 'Ångström', 'A'.repeat(120)]
  const all = (await owner.data<PhotoList>('/api/photos?limit=100')).photos
  for (const name of albums) await makeAlbum(owner, name, all.slice(0, 2))
  await owner.data('/api/user', { method: 'PUT', body: { bio: '<img src=x onerror=alert(1)>' } })
  const { code, text } = await exporting(gallery)
  expect([code, text]).toEqual([0, expect.stringContaining(`${names.length} photos`)])
  const paths = await filesIn(folder, '.')
  for (const path of paths) {
    for (const part of path.split('/')) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255)
    expect(path).not.toMatch(/[<>:"\\|?*\p{Cf}]/u)
  }
  const folded = paths.map((path) => path.normalize('NFKC').toLowerCase())
  expect(new Set(folded).size).toBe(paths.length)
  const pages = paths.filter((path) => path.endsWith('.html'))
  for (const page of pages) {
    const html = readFileSync(at(page), 'utf8')
    expect(html).not.toMatch(/<script|<img src=x|onerror=alert\(1\)>/)
    for (const [, href = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g)) {
      const target = decodeURIComponent(href)
      expect(existsSync(join(folder, page.includes('/') ? 'html' : '', target))).toBe(true)
    }
  }
  const { code: ended, gallery: copy } = await imported(join(root, 'new'))
  await using second = copy
  expect(ended).toBe(0)
  expect(await viewOf(await second.asOwner())).toEqual(await viewOf(owner))
})

test('a damaged or hostile export is refused with a reason or read as far as it is safe', async () => {
  await using gallery = await openGallery()
  await fill(gallery, 10)
  await exporting(gallery)
  const data = join(root, 'new')
  const importing = async () => (await runCommand(['import', folder, '--data', data])).text
  const keep = (path: string) => {
    const content = readFileSync(at(path))
    return () => writeFileSync(at(path), content)
  }
  for (const [path, content] of [
    ['vitrine.json', '{"format":2,"program":"Vitrine"}'],
    ['vitrine.json', 'x'],
    ['vitrine.json', `{"a":"${'x'.repeat(17_000_000)}"}`],
    ['data/photos.json', '[\n{"id":1}\n]\n'],
    ['data/photos.json', '['.repeat(40_000_000)],
  ] as const) {
    const restore = keep(path)
    writeFileSync(at(path), content)
    expect(await importing()).toMatch(/Stopped early: .*(damaged|newer|JSON|larger)/)
    restore()
  }
  expect((await runCommand(['import', folder, root, '--data', data])).text).toContain(
    'import it alone',
  )
  // A list that names files elsewhere or has impossible values.
  const [first, ...others] = json('data/photos.json')
  const outside = join(root, 'outside.jpg')
  writeFileSync(outside, await camera({ title: 'Outside' }))
  const hostile = [
    { ...first, title: 'x'.repeat(100_000), rating: 99, edit: { ...first.edit, x: 90_000 } },
    { ...others[0], file: '../outside.jpg' },
    { ...others[1], file: null },
    ...others.slice(2),
  ]
  writeFileSync(
    at('data/photos.json'),
    `[\n${hostile.map((each) => JSON.stringify(each)).join(',\n')}\n]\n`,
  )
  const text = await importing()
  expect(text).toContain('2 photos of the export had no file there.')
  await using second = await openGallery({ data })
  const { photos } = await (await second.asOwner()).data<PhotoList>('/api/photos?limit=100')
  expect(photos.find(({ title }) => title === 'Outside')).toBe(undefined)
  const cut = photos.find(({ md5 }) => md5 === first.md5)!
  expect([cut.title.length, cut.rating]).toEqual([500, null])
})
