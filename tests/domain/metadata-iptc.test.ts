import { beforeAll, describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { type PhotoMetadata, readMetadata } from '../../src/images/metadata.ts'
import {
  exifSegment,
  iptcResource,
  iptcSegment,
  photoshopResource,
  photoshopSegment,
  text,
  withSegments,
  xmpSegment,
} from '../support/metadata-segments.ts'

let plain: Uint8Array

beforeAll(async () => {
  plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
})

describe('segments of IPTC', () => {
  const datasets: [number, string][] = [
    [5, 'Brücke'],
    [25, 'river'],
    [25, 'Fluß'],
    [55, '20210819'],
    [60, '184853+0200'],
    [80, 'Anna Adler'],
    [116, '© Anna Adler'],
    [120, 'Zwei Zeilen\nüber den Fluß'],
  ]
  const resources = Buffer.concat([
    photoshopResource(0x040c, Buffer.from('a thumbnail'), 'named'),
    iptcResource(datasets, true),
    photoshopResource(0x0425, new Uint8Array(16)),
  ])

  test('IPTC is read across segments, wherever it is split', async () => {
    const whole = await read(photoshopSegment(resources))
    expect(whole).toMatchObject({
      title: 'Brücke',
      description: 'Zwei Zeilen\nüber den Fluß',
      keywords: ['river', 'Fluß'],
      originalDate: { local: '2021-08-19T18:48:53', offset: '+02:00' },
      creator: 'Anna Adler',
      copyright: '© Anna Adler',
    })
    for (let cut = 0; cut <= resources.length; cut++) {
      const parts = [resources.subarray(0, cut), resources.subarray(cut)]
      expect(await read(...parts.map(photoshopSegment))).toEqual(whole)
    }
    const cuts = fc.array(fc.nat(resources.length), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(cuts, async (positions) => {
        const edges = [0, ...positions.sort((one, other) => one - other), resources.length]
        const parts = edges.slice(1).map((end, index) => resources.subarray(edges[index], end))
        expect(await read(...parts.map(photoshopSegment))).toEqual(whole)
      }),
    )
  })

  test('IPTC continues after a segment of another kind', async () => {
    const [head, tail] = [resources.subarray(0, 60), resources.subarray(60)]
    const between = exifSegment({ ifd0: [text(0x0110, 'X100V')] })
    const { title, cameraModel, copyright } = await read(
      photoshopSegment(head),
      between,
      photoshopSegment(tail),
    )
    expect([title, cameraModel, copyright]).toEqual(['Brücke', 'X100V', '© Anna Adler'])
  })

  test('IPTC in several resources is one record without repetitions', async () => {
    const { title, keywords, creator } = await read(
      iptcSegment([
        [5, 'First'],
        [25, 'one'],
        [80, 'Anna Adler'],
      ]),
      iptcSegment([
        [5, 'Second'],
        [25, 'one'],
        [25, 'two'],
        [80, 'Anna Adler'],
      ]),
    )
    expect([title, creator, ...keywords]).toEqual(['First', 'Anna Adler', 'one', 'two'])
  })

  test('IPTC after a resource without its padding is read', async () => {
    const odd = photoshopResource(0x0425, new Uint8Array(7)).subarray(0, -1)
    const { title } = await read(photoshopSegment(Buffer.concat([odd, iptcResource(datasets)])))
    expect(title).toBe('Brücke')
  })

  test('IPTC after a value of more than 32 KB is read', async () => {
    const size = 40_000
    const preview = Buffer.concat([
      Uint8Array.of(0x1c, 2, 202, 0x80, 4, 0, 0, size >> 8, size & 255),
      new Uint8Array(size),
    ])
    const title = Buffer.concat([Uint8Array.of(0x1c, 2, 5, 0, 5), Buffer.from('After')])
    const resource = photoshopResource(0x0404, Buffer.concat([preview, title]))
    expect((await read(photoshopSegment(resource))).title).toBe('After')
  })
})

describe('segments of EXIF', () => {
  test('EXIF that continues in a second segment is read completely, and a second EXIF is ignored', async () => {
    const first = exifSegment({
      ifd0: [text(0x010f, 'FUJIFILM'), text(0x0110, 'X100V'), text(0x8298, 'c'.repeat(400))],
    })
    const other = exifSegment({ ifd0: [text(0x0110, 'Other')] })
    const [head, tail] = [first.subarray(10, 200), first.subarray(200)]
    const segment = (tiff: Uint8Array) =>
      Buffer.concat([Uint8Array.of(0xff, 0xe1, 0, tiff.length + 8), Buffer.from('Exif\0\0'), tiff])
    const cut = await read(segment(head), ...halves(tail).map(segment), other)
    expect(cut).toMatchObject({ cameraModel: 'X100V', copyright: 'c'.repeat(400) })
  })

  test('EXIF text of the UTF-8 type of EXIF 3.0 is read', async () => {
    const title = { ...text(0x010e, 'Brücke 東京'), type: 129 }
    expect((await read(exifSegment({ ifd0: [title] }))).title).toBe('Brücke 東京')
  })
})

describe('large metadata', () => {
  const title = iptcSegment([[5, 'In front']])
  const size = 65_000
  const numbered = (index: number) =>
    Buffer.concat([Uint8Array.of(0x1c, 2, 25, 0, 6), Buffer.from(String(100_000 + index))])
  const keywords = Buffer.concat(Array.from({ length: size / 11 }, (_, index) => numbered(index)))

  test.each([
    [
      'empty image resources',
      photoshopSegment(Buffer.alloc(size, photoshopResource(0x0404, Uint8Array.of()))),
    ],
    ['elements without an end', xmpSegment('<a:b>'.repeat(size / 5 - 100))],
    ['empty elements', xmpSegment('<a:b/>'.repeat(size / 6 - 100))],
    ['bytes that only look like segments', new Uint8Array(size).fill(0xff)],
    ['attributes without an end', xmpSegment(`<a:b c="${'x'.repeat(size - 1000)}`)],
  ])('a file with 38 MB of metadata that are %s is read to the end', async (_, segment) => {
    const metadata = await read(title, ...Array.from({ length: 600 }, () => segment))
    expect(metadata).toMatchObject({ title: 'In front', keywords: [] })
  })

  test('a file with 38 MB of keywords gives the first hundred', async () => {
    const segment = photoshopSegment(photoshopResource(0x0404, keywords))
    const metadata = await read(title, ...Array.from({ length: 600 }, () => segment))
    expect(metadata.title).toBe('In front')
    expect(metadata.keywords).toEqual(
      Array.from({ length: 100 }, (_, index) => String(100_000 + index)),
    )
  })
})

const halves = (bytes: Uint8Array) => [
  bytes.subarray(0, bytes.length / 2),
  bytes.subarray(bytes.length / 2),
]

async function read(...segments: Uint8Array[]): Promise<PhotoMetadata> {
  return await readMetadata(withSegments(plain, ...segments))
}
