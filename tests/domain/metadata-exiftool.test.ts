import { beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import sharp from 'sharp'
import { type PhotoMetadata, readMetadata } from '../../src/images/metadata.ts'
import { type ExiftoolMetadata, needsExiftool, readWithExiftool } from '../support/exiftool.ts'
import {
  dublinCore,
  extendedXmpSegment,
  iptcResource,
  packet,
  photoshopSegment,
  withSegments,
  xmpPacketSegment,
  xmpSegment,
} from '../support/metadata-segments.ts'
import { describeWith } from '../support/needs.ts'
import { needsRealPhotos, realPhotos } from '../support/real-photos.ts'

const photosFolder = resolve(import.meta.dir, '../../../shared/photos')

/**
 * Intended differences from exiftool, by file and field, with the reason. An entry without a
 * difference fails the test. There are none at present.
 */
const exceptions: Record<string, Partial<Record<keyof ExiftoolMetadata, string>>> = {}

describeWith(needsExiftool, needsRealPhotos)('comparison', () => {
  const files = realPhotos('{cameras,gps,metadata}/*.{jpg,jpeg,JPG,JPEG}')
  const paths = files.map((file) => relative(photosFolder, file))
  const ours: ExiftoolMetadata[] = []
  let theirs: ExiftoolMetadata[] = []

  beforeAll(async () => {
    theirs = await readWithExiftool(files)
    for (const file of files) ours.push(inWords(await readMetadata(await Bun.file(file).bytes())))
  }, 60_000)

  test('exiftool and Vitrine read every field of every photo alike, apart from the listed exceptions', () => {
    expect(differences().map(({ path, field }) => `${path} ${field}`)).toEqual(
      Object.entries(exceptions).flatMap(([path, fields]) =>
        Object.keys(fields).map((field) => `${path} ${field}`),
      ),
    )
  })

  test('the exceptions from exiftool are below one percent, and none is about non-ASCII text', () => {
    const compared = theirs.flatMap((fields) => Object.values(fields))
    const known = compared.filter((value) => value !== '').length
    expect(known).toBeGreaterThan(400)
    expect(differences().length).toBeLessThan(known / 100)
    expect(differences().filter(({ expected }) => /[^\x00-\x7f]/.test(expected))).toEqual([])
  })

  function differences() {
    return paths.flatMap((path, index) =>
      fieldsOf(theirs[index]).flatMap(([field, expected]) => {
        const actual = ours[index]?.[field]
        return actual === expected ? [] : [{ path, field, expected, actual }]
      }),
    )
  }
})

describeWith(needsExiftool)('unusual metadata', () => {
  const dates = (text: string) => `<rdf:Description xmlns:e="http://ns.adobe.com/exif/1.0/"
    e:DateTimeOriginal="${text}"/>`
  // exiftool looks for the byte order mark in the packet's header.
  const marked = packet(dublinCore('Brücke 東京', 'Fluß', ['a'])).replace('""', '"\ufeff"')
  const utf16 = () => Buffer.from(marked, 'utf16le')
  const iptc = iptcResource(
    [
      [5, 'Brücke'],
      [25, 'river'],
      [25, 'Fluß'],
      [120, 'Zwei Zeilen'],
    ],
    true,
  )
  const extended = Buffer.from(packet(dublinCore('', 'far away', ['b'])))
  const extendedPart = (start: number, end: number) =>
    extendedXmpSegment(extended.subarray(start, end), {
      guid: 'A'.repeat(32),
      length: extended.length,
      offset: start,
    })

  test.each<[string, Uint8Array[]]>([
    ['UTF-16 XMP, little-endian', [xmpPacketSegment(utf16())]],
    ['UTF-16 XMP, big-endian', [xmpPacketSegment(utf16().swap16())]],
    ['an XMP date in EXIF’s form', [xmpSegment(dates('2021:08:19 18:48:53'))]],
    ['one with fraction and offset', [xmpSegment(dates('2021:08:19 18:48:53.25+02:00'))]],
    ['an XMP date without a time', [xmpSegment(dates('2021-08-19'))]],
    [
      'IPTC over two segments',
      [photoshopSegment(iptc.subarray(0, 40)), photoshopSegment(iptc.subarray(40))],
    ],
    [
      'extended XMP',
      [
        xmpSegment(`<rdf:Description xmlns:n="http://ns.adobe.com/xmp/note/"
          n:HasExtendedXMP="${'A'.repeat(32)}"/>`),
        extendedPart(300, extended.length),
        extendedPart(0, 300),
      ],
    ],
  ])('%s is read alike by exiftool and Vitrine', async (_, segments) => {
    const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#456' } })
      .jpeg()
      .toBuffer()
    const file = withSegments(plain, ...segments)
    const path = join(mkdtempSync(join(tmpdir(), 'vitrine-metadata-')), 'photo.jpg')
    await Bun.write(path, file)
    const [theirs] = await readWithExiftool([path])
    rmSync(dirname(path), { recursive: true })
    const ours = inWords(await readMetadata(file))
    expect(ours).toEqual(theirs as ExiftoolMetadata)
    expect(ours).not.toEqual(inWords(await readMetadata(plain)))
  })
})

function fieldsOf(metadata: ExiftoolMetadata | undefined) {
  return Object.entries(metadata ?? {}) as [keyof ExiftoolMetadata, string][]
}

function inWords(metadata: PhotoMetadata): ExiftoolMetadata {
  const { originalDate: date, gps } = metadata
  const word = (value: string | number | null) => String(value ?? '')
  return {
    title: metadata.title,
    description: metadata.description,
    keywords: metadata.keywords.join(' | '),
    originalDate: date ? `${date.local}${date.offset ?? ''}` : '',
    cameraMake: word(metadata.cameraMake),
    cameraModel: word(metadata.cameraModel),
    lensMake: word(metadata.lensMake),
    lensModel: word(metadata.lensModel),
    focalLength: word(metadata.focalLength),
    focalLength35: word(metadata.focalLength35),
    fNumber: word(metadata.fNumber),
    iso: word(metadata.iso),
    exposure: word(metadata.exposure),
    rating: word(metadata.rating),
    creator: word(metadata.creator),
    copyright: word(metadata.copyright),
    usageTerms: word(metadata.usageTerms),
    webStatement: word(metadata.webStatement),
    credit: word(metadata.credit),
    gps: gps ? `${gps.latitude.toFixed(6)} ${gps.longitude.toFixed(6)}` : '',
    orientation: word(metadata.orientation),
  }
}
