// `vitrine import` of photos with XMP sidecars and Google Takeout's JSON beside them.
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Album } from '../../src/contract/albums/albums.ts'
import type { Photo } from '../../src/contract/photos/photos.ts'
import type { PhotoVersion } from '../../src/contract/photos/versions.ts'
import {
  clearAway,
  type RunningVitrine,
  runCommand,
  temporaryFolder,
} from '../support/executable.ts'
import { claimedGallery, type OwnerClient } from '../support/owner-client.ts'
import { camera } from '../support/photos.ts'
import { mkfifo } from '../support/pipes.ts'
import { takeoutAlbum, takeoutJson, writeFiles } from '../support/takeout.ts'

let server: RunningVitrine
let owner: OwnerClient

beforeAll(async () => {
  ;({ server, owner } = await claimedGallery())
})
afterAll(async () => {
  await server?.kill()
  await clearAway()
})

const importing = (...words: string[]) => runCommand(['import', ...words, '--data', server.data])
const photosOf = async (...names: string[]): Promise<Photo[]> => {
  const photos = await owner.photos()
  return names.map((name) => photos.find(({ sourceName }) => sourceName === name)!)
}
const bare = () => camera({ date: null, model: null })

const xmp = (content: string, attributes = '') => `<?xpacket begin="" id="W5M0"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
  xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
  xmlns:Iptc4xmpCore="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/" ${attributes}>${content}
</rdf:Description></rdf:RDF></x:xmpmeta>`
const alt = (name: string, text: string) =>
  `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt></${name}>`
const whole = xmp(
  `${alt('dc:title', 'From the sidecar')}${alt('dc:description', 'Two\nlines &amp; more')}
   <dc:subject><rdf:Bag><rdf:li>harbour</rdf:li><rdf:li>night</rdf:li></rdf:Bag></dc:subject>
   ${alt('Iptc4xmpCore:AltTextAccessibility', 'A harbour')}`,
  `xmp:Rating="4" photoshop:DateCreated="2019-08-07T06:05:04+02:00"
   exif:GPSLatitude="48,51.5N" exif:GPSLongitude="2,17.6E"`,
)

test('XMP sidecars give texts, and time and place where the file has none', async () => {
  const root = temporaryFolder()
  writeFiles(root, {
    'bare.jpg': await bare(),
    'bare.jpg.xmp': whole,
    'bare.xmp': xmp(alt('dc:title', 'Of the raw file')),
    'full.JPG': await camera({
      title: 'From the file',
      description: 'Said by the file',
      date: '2024:01:02 03:04:05',
      gps: [10, 20],
    }),
    'full.xmp': whole,
    'empty.jpg': await camera({ title: 'Keeps its title', keywords: ['its own'] }),
    'empty.jpg.xmp': xmp('', 'xmp:Rating="0"'),
    'raw.xmp': whole,
  })
  const { code, text } = await importing(root)
  expect([code, text]).toEqual([0, expect.stringContaining('3 imported')])
  expect(text).toContain('Read beside the photos: 3 XMP sidecars.')
  expect(text).toContain('2 XMP sidecars belong to no JPEG here and were not used.')
  const [first, full, empty] = await photosOf('bare.jpg', 'full.JPG', 'empty.jpg')
  const texts = {
    title: 'From the sidecar',
    description: 'Two\nlines & more',
    keywords: ['harbour', 'night'],
    alt: 'A harbour',
    rating: 4,
  }
  expect(first).toMatchObject({ ...texts, originalDate: '2019-08-07T06:05:04+02:00' })
  expect(first!.gps!.latitude).toBeCloseTo(48.858_333, 5)
  // What the sidecar says counts as edited here, so nothing that reads the file again undoes it.
  expect(first!.edited).toMatchObject({ title: '', keywords: [], rating: null })
  expect(full).toMatchObject({
    ...texts,
    originalDate: '2024-01-02T03:04:05',
    edited: { title: 'From the file' },
  })
  expect(full!.gps).toMatchObject({ latitude: 10, longitude: 20 })
  expect(empty).toMatchObject({ title: 'Keeps its title', keywords: ['its own'], rating: null })
  expect(empty!.edited).toEqual({})
})

test('XMP sidecars are found beside files that are named themselves', async () => {
  const root = temporaryFolder()
  writeFiles(root, { 'one.jpg': await bare(), 'one.xmp': whole, 'two.xmp': whole })
  const { text } = await importing(join(root, 'one.jpg'))
  expect(text).not.toContain('belong')
  expect((await photosOf('one.jpg'))[0]!.title).toBe('From the sidecar')
})

test('a folder of Google Takeout comes with its titles, places, times and albums', async () => {
  const root = temporaryFolder()
  const long = 'A very long name of a photo that Google cuts off somewhere.jpg'
  const taken = Date.UTC(2016, 4, 3, 2, 1) / 1000
  const twice = await bare()
  const original = await camera({ title: 'Original', date: '2024:05:06 07:08:09' })
  const edited = await camera({ title: 'Edited', date: '2024:05:06 07:08:09' })
  const year = 'Takeout/Google Photos/Photos from 2016'
  const album = 'Takeout/Google Photos/Sicily'
  writeFiles(root, {
    [`${year}/lava.jpg`]: await bare(),
    [`${year}/lava.jpg.supplemental-metadata.json`]: takeoutJson('Lava by night', {
      description: 'Tom&#39;s &amp; Ann&#39;s walk',
      taken,
      place: [37.75, 15],
      more: { people: [{ name: 'Tom' }], favorited: true },
    }),
    [`${year}/${long.slice(0, 47)}.jpg`]: await bare(),
    [`${year}/${long.slice(0, 46)}.json`]: takeoutJson(long, { taken }),
    [`${year}/IMG_1.jpg`]: twice,
    [`${year}/IMG_1.jpg.json`]: takeoutJson('IMG_1.jpg', { description: 'the first', taken }),
    [`${year}/IMG_1(1).jpg`]: await bare(),
    [`${year}/IMG_1.jpg(1).json`]: takeoutJson('IMG_1.jpg', { description: 'the second' }),
    [`${year}/camera.jpg`]: await camera({ date: '2024:05:06 07:08:09', gps: [1, 2] }),
    [`${year}/camera.jpg.json`]: takeoutJson('camera.jpg', { taken, place: [3, 4] }),
    [`${year}/walk.jpg`]: original,
    [`${year}/walk.jpg.json`]: takeoutJson('walk.jpg', { description: 'With an edited copy' }),
    [`${year}/walk-edited.jpg`]: edited,
    [`${year}/clip.mp4`]: 'a film',
    [`${year}/clip.mp4.json`]: takeoutJson('clip.mp4', { taken }),
    [`${year}/metadata.json`]: takeoutAlbum('Photos from 2016'),
    [`${album}/IMG_1.jpg`]: twice,
    [`${album}/IMG_1.jpg.json`]: takeoutJson('IMG_1.jpg', { description: 'the first', taken }),
    [`${album}/crater.jpg`]: await bare(),
    [`${album}/crater.jpg.json`]: takeoutJson('crater.jpg', { taken: taken - 60 }),
    [`${album}/metadata.json`]: takeoutAlbum('Sicily', 'Two days on Etna'),
    'Takeout/Google Photos/print-subscriptions.json': '{"x":1}',
  })
  const { code, text } = await importing(root)
  expect([code, text]).toEqual([0, expect.stringContaining('7 imported, 1 replaced')])
  expect(text).toContain('8 JSON files of Google Takeout')
  expect(text).toContain('1 JSON file of Google Takeout belongs to no JPEG here')
  expect(text).toContain('clip.mp4.json')
  expect(text).toContain('people (1), favorited (1).')
  expect(text).toContain('1 other JSON file was not used.')
  expect(text).toContain('1 .mp4 file was left out')
  expect(text).toContain('The album "Sicily" has 2 photos. Only you see it')

  const [lava, cut, fromCamera, walk] = await photosOf('lava.jpg', long, 'camera.jpg', 'walk.jpg')
  expect(lava).toMatchObject({
    title: 'Lava by night',
    description: 'Tom’s & Ann’s walk'.replaceAll('’', "'"),
    originalDate: '2016-05-03T02:01:00Z',
    gps: { latitude: 37.75, longitude: 15, altitude: null },
    isPublic: false,
    visibleIn: [],
  })
  expect(cut).toMatchObject({ title: '', originalDate: '2016-05-03T02:01:00Z' })
  // The file's own time and place are the catalogue.
  expect(fromCamera).toMatchObject({ originalDate: '2024-05-06T07:08:09' })
  expect(fromCamera!.gps).toMatchObject({ latitude: 1, longitude: 2 })
  expect(walk).toMatchObject({ title: 'Edited', description: 'With an edited copy' })
  expect(await owner.json<PhotoVersion[]>(`/api/photos/${walk!.id}/versions`)).toHaveLength(2)
  const numbered = (await owner.photos()).filter(({ sourceName }) => /^IMG_1/.test(sourceName!))
  expect(numbered.map(({ description }) => description).sort()).toEqual(['the first', 'the second'])
  const albums = await owner.json<Album[]>('/api/albums')
  const sicily = albums.find(({ name }) => name === 'Sicily')!
  expect(sicily).toMatchObject({ description: 'Two days on Etna', photoCount: 2 })
  expect(sicily.code).toMatch(/^[\w-]{12}$/)
  expect(albums.map(({ name }) => name)).toEqual(['Sicily'])

  // Again: nothing is added, and nobody's album is changed.
  const again = await importing(root)
  expect(again.text).toContain('0 imported, 9 already in the gallery, 0 failed')
  expect(again.text).not.toContain('The album')
  expect(await owner.json<PhotoVersion[]>(`/api/photos/${walk!.id}/versions`)).toHaveLength(2)
})

test('hostile sidecars and JSON neither stop an import nor keep a photo out', async () => {
  const root = temporaryFolder()
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'b'.repeat(100)}">${Array.from({ length: 9 }, (_, n) => `<!ENTITY a${n} "${`&a${n - 1 || ''};`.repeat(10)}">`).join('')}]>${xmp(alt('dc:title', '&a8;&a;'))}`
  const names = ['bomb', 'deep', 'huge', 'list', 'cut', 'pipe', 'folder', 'nul', 'late']
  const photos = Object.fromEntries(
    await Promise.all(names.map(async (name) => [`${name}.jpg`, await bare()] as const)),
  )
  writeFiles(root, {
    ...photos,
    'bomb.xmp': bomb,
    'deep.xmp': '<a>'.repeat(200_000),
    'huge.xmp': xmp(alt('dc:title', 'x'.repeat(5_000_000))),
    'list.jpg.json': '['.repeat(100_000),
    'cut.jpg.json': takeoutJson('cut.jpg').slice(0, 90),
    'nul.jpg.json': takeoutJson('a\u0000b/../../\u202eevil', { taken: 1e300, place: [91, 4000] }),
    'late.jpg.json': `${' '.repeat(1_100_000)}${takeoutJson('late')}`,
    [`${'💥'.repeat(60)}.json`]: '{"title":"💥"}',
    '__proto__.json': '{"__proto__":{"title":"x"},"photoTakenTime":{"timestamp":"5"}}',
  })
  mkfifo(join(root, 'pipe.xmp'))
  mkdirSync(join(root, 'folder.jpg.json'))
  const { code, text } = await importing(root)
  expect([code, text]).toEqual([0, expect.stringContaining(`${names.length} imported`)])
  expect(text).toContain('beside photos could not be read; the photos were imported without them')
  expect(text).toContain('huge.xmp (it is larger than 4096 KiB)')
  const found = await photosOf(...names.map((name) => `${name}.jpg`))
  for (const photo of found) expect(photo!.title.length).toBeLessThan(100)
  const [, , , , , , , nul] = found
  expect(nul).toMatchObject({ originalDate: null })
  expect(nul!.gps).toBe(undefined)
  expect(nul!.title).toBe('ab/../../evil')
  expect(server.isAlive()).toBe(true)
})
