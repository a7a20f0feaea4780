import { beforeAll, describe, expect, test } from 'bun:test'
import sharp from 'sharp'
import { type PhotoMetadata, readMetadata } from '../../src/images/metadata.ts'
import {
  dublinCore,
  exifSegment,
  fractions,
  iptcSegment,
  long,
  packet,
  short,
  text,
  uint32,
  windowsText,
  withSegments,
  xmpSegment,
} from '../support/metadata-segments.ts'

const nothing: PhotoMetadata = {
  title: '',
  description: '',
  keywords: [],
  keywordPaths: [],
  label: '',
  originalDate: null,
  cameraMake: null,
  cameraModel: null,
  lensMake: null,
  lensModel: null,
  focalLength: null,
  focalLength35: null,
  fNumber: null,
  iso: null,
  exposure: null,
  rating: null,
  creator: null,
  copyright: null,
  alt: null,
  usageTerms: null,
  webStatement: null,
  credit: null,
  licensorUrl: null,
  gps: null,
  orientation: 1,
  interopR03: false,
  documentId: null,
  cameraSerial: null,
  imageUniqueId: null,
  imageNumber: null,
  rawImageNumber: null,
  ownerName: null,
  uniqueCameraModel: null,
}

const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#456' } }).jpeg()
let plain: Uint8Array

beforeAll(async () => {
  plain = await image.clone().toBuffer()
})

describe('files by sharp', () => {
  test('a photo written by sharp gives its camera, lens, settings, date and place', async () => {
    const file = await image
      .clone()
      .withExif({
        IFD0: { Make: 'FUJIFILM', Model: 'X100V', Artist: 'Ann', Copyright: '(c) Ann' },
        IFD2: {
          DateTimeOriginal: '2024:07:06 05:04:03',
          SubSecTimeOriginal: '07',
          OffsetTimeOriginal: '+02:00',
          ExposureTime: '10/2500',
          FNumber: '56/10',
          ISOSpeedRatings: '320',
          FocalLength: '23/1',
          FocalLengthIn35mmFilm: '35',
          LensMake: 'FUJINON',
          LensModel: '23mm F2',
        },
        IFD3: {
          GPSLatitudeRef: 'S',
          GPSLatitude: '33/1 51/1 2412/100',
          GPSLongitudeRef: 'W',
          GPSLongitude: '70/1 30/1 0/1',
        },
      })
      .toBuffer()
    expect(await readMetadata(file)).toEqual({
      ...nothing,
      cameraMake: 'FUJIFILM',
      cameraModel: 'X100V',
      creator: 'Ann',
      copyright: '(c) Ann',
      originalDate: { local: '2024-07-06T05:04:03.070', offset: '+02:00' },
      exposure: '1/250',
      fNumber: 5.6,
      iso: 320,
      focalLength: 23,
      focalLength35: 35,
      lensMake: 'FUJINON',
      lensModel: '23mm F2',
      gps: { latitude: expect.closeTo(-33.8567, 6), longitude: -70.5, altitude: null },
    })
  })

  test('a photo written by sharp gives its rights, alternative text and rating from XMP, in the default language', async () => {
    const file = await image
      .clone()
      .withXmp(
        packet(`<rdf:Description xmlns:x="http://ns.adobe.com/xap/1.0/" x:Rating="4"
          xmlns:r="http://ns.adobe.com/xap/1.0/rights/" r:WebStatement="https://a.example/?a=1&amp;b=2"
          xmlns:i="http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"
          xmlns:p="http://ns.adobe.com/photoshop/1.0/" p:Credit="Agentur">
          <dc:title><rdf:Alt><rdf:li xml:lang="de">Brücke</rdf:li>
            <rdf:li xml:lang="x-default">Bridge &#x2014; <![CDATA[<one>]]></rdf:li></rdf:Alt></dc:title>
          <dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>
          <r:UsageTerms><rdf:Alt><rdf:li xml:lang="x-default">Ask first</rdf:li></rdf:Alt></r:UsageTerms>
          <i:AltTextAccessibility><rdf:Alt><rdf:li xml:lang="x-default">A bridge</rdf:li></rdf:Alt>
          </i:AltTextAccessibility></rdf:Description>`),
      )
      .toBuffer()
    expect(await readMetadata(file)).toEqual({
      ...nothing,
      title: 'Bridge — <one>',
      creator: 'Ann, Bob',
      usageTerms: 'Ask first',
      webStatement: 'https://a.example/?a=1&b=2',
      alt: 'A bridge',
      credit: 'Agentur',
      rating: 4,
    })
  })

  const plus = 'xmlns:p="http://ns.useplus.org/ldf/xmp/1.0/"'
  const url = 'https://a.example/buy?photo=1'
  test.each([
    [
      `<p:Licensor><rdf:Seq><rdf:li rdf:parseType="Resource"><p:LicensorURL>${url}</p:LicensorURL>
      </rdf:li></rdf:Seq></p:Licensor>`,
    ],
    [
      `<p:Licensor><rdf:Bag><rdf:li><rdf:Description p:LicensorName="Ann" p:LicensorURL="${url}"/>
      </rdf:li></rdf:Bag></p:Licensor>`,
    ],
    [
      `<p:Licensor><rdf:Seq><rdf:li p:LicensorName="Ann"/><rdf:li p:LicensorURL="${url}"/>
      </rdf:Seq></p:Licensor>`,
    ],
  ])('a photo written by sharp names where a licence can be acquired: %s', async (licensor) => {
    const xmp = packet(`<rdf:Description ${plus}>${licensor}</rdf:Description>`)
    const file = await image.clone().withXmp(xmp).toBuffer()
    expect(await readMetadata(file)).toEqual({ ...nothing, licensorUrl: url })
  })

  test('a photo written by sharp gives nothing if it has no metadata or is not a photo', async () => {
    expect(await readMetadata(plain)).toEqual(nothing)
    expect(await readMetadata(new Uint8Array())).toEqual(nothing)
    expect(await readMetadata(new TextEncoder().encode('<html>'))).toEqual(nothing)
  })
})

describe('precedence', () => {
  const xmp = xmpSegment(dublinCore('XMP title', 'XMP text', ['x', 'y']))
  const iptc = iptcSegment([
    [5, 'IPTC title'],
    [120, 'IPTC text'],
    [25, 'i'],
  ])
  const exif = exifSegment({
    ifd0: [text(0x010e, 'EXIF text'), windowsText(0x9c9b, 'XP'), windowsText(0x9c9e, 'a;b; a ')],
  })

  test('XMP has precedence over IPTC, and IPTC over EXIF', async () => {
    expect(await texts(xmp, iptc, exif)).toEqual(['XMP title', 'XMP text', ['x', 'y']])
    expect(await texts(iptc, exif)).toEqual(['IPTC title', 'IPTC text', ['i']])
    expect(await texts(exif)).toEqual(['EXIF text', '', ['a', 'b']])
  })

  test('the image description is the description of a photo with another title', async () => {
    expect(await texts(iptcSegment([[5, 'Title']]), exif)).toEqual([
      'Title',
      'EXIF text',
      ['a', 'b'],
    ])
  })

  test('the Windows title is used last', async () => {
    const onlyWindows = exifSegment({ ifd0: [windowsText(0x9c9b, 'Fähre 船')] })
    expect(await texts(onlyWindows)).toEqual(['Fähre 船', '', []])
  })

  test('blanks and factory texts are skipped in every field', async () => {
    const blank = xmpSegment(dublinCore(' ', 'KODAK Digital Still Camera     ', ['', ' ']))
    expect(await texts(blank, iptc)).toEqual(['IPTC title', 'IPTC text', ['i']])
    for (const factory of ['OLYMPUS DIGITAL CAMERA         ', 'DCF 1.0', '<Digimax S800>', 'cof']) {
      expect(await texts(exifSegment({ ifd0: [text(0x010e, factory)] }))).toEqual(['', '', []])
    }
  })

  test('a title that only resembles a factory text is kept', async () => {
    for (const title of ['My Olympus digital camera', 'HDR', 'Photo of a photo']) {
      expect(await texts(iptcSegment([[5, title]]))).toEqual([title, '', []])
    }
  })

  test('keywords are trimmed, unique and in order, even numbers and odd words', async () => {
    const keywords = xmpSegment(
      dublinCore('', '', [' b ', 'a', 'b', '007', 'true', 'R&amp;D', 'c; d']),
    )
    expect((await texts(keywords))[2]).toEqual(['b', 'a', '007', 'true', 'R&D', 'c; d'])
  })
})

describe('other scripts', () => {
  const utf8 = (value: string) => new TextEncoder().encode(value)
  const latin1 = (value: string) => Buffer.from(value, 'latin1')

  test('text outside ASCII is read in EXIF as UTF-8 or Latin-1', async () => {
    for (const bytes of [utf8('Café Łódź 船'), latin1('Café où'), latin1('Café')]) {
      const [title] = await texts(exifSegment({ ifd0: [{ tag: 0x010e, type: 2, bytes }] }))
      expect(title).toBe(bytes.length > 10 ? 'Café Łódź 船' : Buffer.from(bytes).toString('latin1'))
    }
  })

  test('text outside ASCII is read in IPTC with and without a coded character set', async () => {
    expect(await texts(iptcSegment([[5, utf8('Zürich 船')]], true))).toEqual(['Zürich 船', '', []])
    expect(await texts(iptcSegment([[5, utf8('Zürich 船')]]))).toEqual(['Zürich 船', '', []])
    expect(await texts(iptcSegment([[5, latin1('Zürich')]]))).toEqual(['Zürich', '', []])
    expect(await texts(iptcSegment([[5, Uint8Array.of(0x93, 0x61, 0x94)]]))).toEqual([
      '“a”',
      '',
      [],
    ])
  })

  test('text outside ASCII loses only the character that a field limit has split', async () => {
    const cut = utf8('Zürich 船').slice(0, -1)
    expect(await texts(iptcSegment([[5, cut]], true))).toEqual(['Zürich', '', []])
    expect(await texts(iptcSegment([[5, cut]]))).toEqual(['Zürich', '', []])
  })

  test('text outside ASCII keeps line breaks only in descriptions, and control characters nowhere', async () => {
    const written = 'a\u0007b\r\nc\td'
    expect(
      await texts(
        iptcSegment([
          [5, written],
          [120, written],
        ]),
      ),
    ).toEqual(['ab c d', 'ab\nc\td', []])
  })

  test('text outside ASCII is cut between code points', async () => {
    const [title] = await texts(xmpSegment(dublinCore('𝄞'.repeat(600), '', [])))
    expect(title).toBe('𝄞'.repeat(500))
  })
})

describe('exposure', () => {
  test.each([
    ['1/250', 10, 2500],
    ['1/1695', 1, 1695],
    ['1/60', 16660, 1_000_000],
    ['1/3', 10, 30],
    ['0.4', 4, 10],
    ['1', 1, 1],
    ['2.5', 25, 10],
    ['30', 300, 10],
    [null, 0, 10],
    [null, 1, 0],
    [null, 0, 0],
    [null, 0xffffffff, 1],
  ])('the exposure is %p for %d/%d', async (exposure, numerator, denominator) => {
    const file = exifSegment({ exif: [fractions(0x829a, [numerator, denominator])] })
    expect((await read(file)).exposure).toBe(exposure)
  })

  test('absurd numbers are unknown', async () => {
    const absurd = exifSegment({
      ifd0: [short(0x0112, 9), text(0x010f, '   '), text(0x0110, '\0\0')],
      exif: [
        fractions(0x829d, [0, 10]),
        short(0x8827, 65535),
        fractions(0x920a, [0, 0]),
        short(0xa405, 0),
        text(0xa434, '----'),
        text(0x9003, '0000:00:00 00:00:00'),
      ],
    })
    expect(await read(absurd)).toEqual(nothing)
  })

  test('aperture and time are read from a camera that writes only APEX values', async () => {
    const apex = [fractions(0x9201, [7, 1]), fractions(0x9202, [37, 10])]
    const { exposure, fNumber } = await read(exifSegment({ exif: apex }))
    expect([exposure, fNumber]).toEqual(['1/128', 3.6])
  })

  test('an ISO above 65535 is read from where EXIF puts it', async () => {
    const iso = [short(0x8827, 65535), { tag: 0x8832, type: 4, bytes: uint32(102400) }]
    expect((await read(exifSegment({ exif: iso }))).iso).toBe(102400)
  })

  test('EXIF’s mark for Adobe RGB is read', async () => {
    expect((await read(exifSegment({ interop: [text(1, 'R03')] }))).interopR03).toBe(true)
    expect((await read(exifSegment({ interop: [text(1, 'R98')] }))).interopR03).toBe(false)
  })
})

describe('date', () => {
  test.each([
    ['2024:02:29 23:59:59', '2024-02-29T23:59:59'],
    ['2024-03-01 10:11', '2024-03-01T10:11:00'],
    ['2023:02:29 10:00:00', undefined],
    ['2024:13:01 10:00:00', undefined],
    ['2024:12:01 25:00:00', undefined],
  ])('the date %p in EXIF is read as %p', async (written, local) => {
    const { originalDate } = await read(exifSegment({ exif: [text(0x9003, written)] }))
    expect(originalDate?.local).toBe(local)
  })

  test('the date comes from XMP or IPTC if EXIF has none', async () => {
    const xmp = xmpSegment(`<rdf:Description xmlns:e="http://ns.adobe.com/exif/1.0/"
      e:DateTimeOriginal="2019-05-04T03:02:01.5Z"/>`)
    const iptc = iptcSegment([
      [55, '19851125'],
      [60, '101112-0500'],
    ])
    const fromXmp = { local: '2019-05-04T03:02:01.500', offset: 'Z' }
    expect((await read(xmp, iptc)).originalDate).toEqual(fromXmp)
    const fromIptc = { local: '1985-11-25T10:11:12', offset: '-05:00' }
    expect((await read(iptc)).originalDate).toEqual(fromIptc)
  })

  test('the date can have EXIF’s fraction and offset after itself', async () => {
    const exif = exifSegment({ exif: [text(0x9003, '2021:08:19 18:48:53.25+02:00')] })
    expect((await read(exif)).originalDate).toEqual({
      local: '2021-08-19T18:48:53.250',
      offset: '+02:00',
    })
  })

  test.each([
    ['2021:08:19 18:48:53', '2021-08-19T18:48:53', null],
    ['2021:08:19 18:48:53.25', '2021-08-19T18:48:53.250', null],
    ['2021:08:19 18:48:53.093+02:00', '2021-08-19T18:48:53.093', '+02:00'],
    ['2021:08:19 18:48:53Z', '2021-08-19T18:48:53', 'Z'],
    ['2021-08-19T18:48', '2021-08-19T18:48:00', null],
    ['2021-08-19T18:48:53.25-0530', '2021-08-19T18:48:53.250', '-05:30'],
    ['2021-08-19', '2021-08-19T00:00:00', null],
    ['2021:08:19', '2021-08-19T00:00:00', null],
    ['20210819', '2021-08-19T00:00:00', null],
    ['2021-08', '2021-08-01T00:00:00', null],
    ['1985', '1985-01-01T00:00:00', null],
  ])('the date %p in XMP is %p with the offset %p', async (written, local, offset) => {
    expect((await read(dated(written))).originalDate).toEqual({ local, offset })
  })

  test.each(['', '2021:13:19 18:48:53', '2021:08:19 25:48:53', '0000:00:00 00:00:00', '20211319'])(
    'the date %p in XMP is ignored',
    async (written) => {
      expect((await read(dated(written))).originalDate).toBeNull()
    },
  )

  test('a year or month without a day in IPTC is its first day', async () => {
    expect((await read(iptcSegment([[55, '19850000']]))).originalDate?.local).toBe(
      '1985-01-01T00:00:00',
    )
    expect((await read(iptcSegment([[55, '19851100']]))).originalDate?.local).toBe(
      '1985-11-01T00:00:00',
    )
  })
})

describe('location', () => {
  const place = (north: string, latitude: number, east: string, longitude: number, below = 0) =>
    exifSegment({
      gps: [
        ...(north ? [text(1, north)] : []),
        fractions(2, [latitude, 1], [30, 1], [0, 0]),
        ...(east ? [text(3, east)] : []),
        fractions(4, [longitude, 1], [15, 1], [0, 0]),
        { tag: 5, type: 1, bytes: Uint8Array.of(below) },
        fractions(6, [125, 10]),
      ],
    })

  test('the location is positive to the north and east, and above sea level', async () => {
    const above = { latitude: 10.5, longitude: 20.25, altitude: 12.5 }
    expect((await read(place('N', 10, 'E', 20))).gps).toEqual(above)
    const below = { latitude: -10.5, longitude: -20.25, altitude: -12.5 }
    expect((await read(place('S', 10, 'W', 20, 1))).gps).toEqual(below)
  })

  test('the location is unknown without a hemisphere or out of range', async () => {
    for (const segment of [
      place('', 10, 'E', 20),
      place('N', 10, '', 20),
      place('N', 90, 'E', 20),
    ]) {
      expect((await read(segment)).gps).toBeNull()
    }
    expect((await read(place('N', 10, 'E', 180))).gps).toBeNull()
  })

  test('the location is read from XMP if EXIF has none', async () => {
    const xmp = xmpSegment(`<rdf:Description xmlns:e="http://ns.adobe.com/exif/1.0/"
      e:GPSLatitude="53,30N" e:GPSLongitude="6,15,36W" e:GPSAltitude="358/10"/>`)
    expect((await read(xmp)).gps).toEqual({ latitude: 53.5, longitude: -6.26, altitude: 35.8 })
  })
})

describe('identity', () => {
  test('a photo is recognised by the camera’s serial number and the original’s id', async () => {
    const xmp = xmpSegment(`<rdf:Description xmlns:m="http://ns.adobe.com/xap/1.0/mm/"
      xmlns:a="http://ns.adobe.com/exif/1.0/aux/" m:OriginalDocumentID="xmp.did:1"
      a:SerialNumber="other"/>`)
    const exif = exifSegment({ exif: [text(0xa431, '0012345')] })
    const expected = { documentId: 'xmp.did:1', cameraSerial: '0012345' }
    expect(await read(exif, xmp)).toMatchObject(expected)
    expect((await read(xmp)).cameraSerial).toBe('other')
  })

  test('a DNG file is recognised by its serial number if the camera’s own is a placeholder', async () => {
    const ifd0 = [text(0xc62f, '4711'), text(0xc614, 'Canon EOS 700D')]
    const dng = { cameraSerial: '4711', uniqueCameraModel: 'Canon EOS 700D' }
    expect(await read(exifSegment({ ifd0 }))).toMatchObject(dng)
    const serialOf = async (own: string) =>
      (await read(exifSegment({ ifd0, exif: [text(0xa431, own)] }))).cameraSerial
    expect(await serialOf('0000000')).toBe('4711')
    expect(await serialOf('12')).toBe('12')
    expect((await read(exifSegment({ exif: [text(0xa431, '000')] }))).cameraSerial).toBe('000')
  })

  test('a photo is recognised by the camera’s name for the image and its owner’s name', async () => {
    const said = { imageUniqueId: '4f01', imageNumber: 70_000, ownerName: 'Ann Example' }
    const exif = [text(0xa420, '4f01'), long(0x9211, 70_000), text(0xa430, 'Ann Example')]
    expect(await read(exifSegment({ exif }))).toMatchObject(said)
    const ofRawFile = exifSegment({ ifd0: [long(0x9211, 7)], exif: [text(0xa420, ' \0')] })
    expect(await read(ofRawFile)).toMatchObject({ imageNumber: 7, imageUniqueId: null })
    expect((await read(exifSegment({ exif: [long(0x9211, 0)] }))).imageNumber).toBeNull()
    const xmp = xmpSegment(`<rdf:Description xmlns:e="http://ns.adobe.com/exif/1.0/"
      xmlns:a="http://ns.adobe.com/exif/1.0/aux/" e:ImageUniqueID="4f02"
      a:ImageNumber="70001" a:OwnerName="Bob"/>`)
    const inXmp = { imageUniqueId: '4f02', rawImageNumber: 70_001, ownerName: 'Bob' }
    expect(await read(xmp)).toMatchObject({ ...inXmp, imageNumber: null })
    const both = await read(exifSegment({ exif }), xmp)
    expect(both).toMatchObject({ ...said, rawImageNumber: 70_001 })
  })
})

function dated(text: string): Uint8Array {
  return xmpSegment(`<rdf:Description xmlns:e="http://ns.adobe.com/exif/1.0/"
    e:DateTimeOriginal="${text}"/>`)
}

async function read(...segments: Uint8Array[]): Promise<PhotoMetadata> {
  return await readMetadata(withSegments(plain, ...segments))
}

async function texts(...segments: Uint8Array[]): Promise<[string, string, string[]]> {
  const { title, description, keywords } = await read(...segments)
  return [title, description, keywords]
}
