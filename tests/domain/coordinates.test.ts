// The places that cameras, phones and programs write; a wrong place is worse than none.
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { coordinatesFromExif } from '../../src/images/coordinates.ts'
import { readMetadata } from '../../src/images/metadata.ts'
import { parseDegrees } from '../../src/images/parse-degrees.ts'
import { textureJpeg } from '../support/jpegs.ts'
import {
  exifSegment,
  fractions,
  text,
  withSegments,
  xmpSegment,
} from '../support/metadata-segments.ts'

type Pair = [number, number]

const plain = await textureJpeg(8, 8)
const sydney: { latitude: Pair[]; longitude: Pair[] } = {
  latitude: [
    [33, 1],
    [51, 1],
    [2448, 100],
  ],
  longitude: [
    [151, 1],
    [12, 1],
    [5508, 100],
  ],
}

const toFractions = (parts: Pair[]) =>
  parts.map(([numerator, denominator]) => ({ numerator, denominator }))

const placeOf = (
  latitude: Pair[],
  refs: [string, string] = ['S', 'E'],
  longitude = sydney.longitude,
) =>
  coordinatesFromExif({
    latitude: toFractions(latitude),
    latitudeRef: refs[0],
    longitude: toFractions(longitude),
    longitudeRef: refs[1],
    altitude: undefined,
    isBelowSea: false,
  })

describe('EXIF', () => {
  test.each<[string, Pair[], number]>([
    ['degrees, minutes and seconds', sydney.latitude, -33.8568],
    [
      'decimal minutes',
      [
        [33, 1],
        [51408, 1000],
        [0, 1],
      ],
      -33.8568,
    ],
    [
      'decimal minutes and 0/0 seconds',
      [
        [33, 1],
        [51408, 1000],
        [0, 0],
      ],
      -33.8568,
    ],
    ['decimal degrees alone', [[338568, 10_000]], -33.8568],
    [
      'decimal degrees and zeros',
      [
        [338568, 10_000],
        [0, 1],
        [0, 1],
      ],
      -33.8568,
    ],
    [
      'decimal degrees and 0/0',
      [
        [338568, 10_000],
        [0, 0],
        [0, 0],
      ],
      -33.8568,
    ],
    [
      '60 as rounded seconds',
      [
        [33, 1],
        [50, 1],
        [60, 1],
      ],
      -33.85,
    ],
    [
      'negative degrees in the south',
      [
        [-33, 1],
        [51, 1],
        [2448, 100],
      ],
      -33.8568,
    ],
    [
      'all parts negative in the south',
      [
        [-33, 1],
        [-51, 1],
        [0, 1],
      ],
      -33.85,
    ],
  ])('a place in EXIF is read with %s', (_, latitude, expected) => {
    expect(placeOf(latitude)?.latitude).toBeCloseTo(expected, 6)
  })

  test.each<[string, Pair[]]>([
    [
      'minutes over 0',
      [
        [33, 1],
        [51, 0],
        [0, 1],
      ],
    ],
    [
      'minutes of 0/0',
      [
        [33, 1],
        [0, 0],
        [0, 0],
      ],
    ],
    [
      'minutes of 0/0 before seconds',
      [
        [33, 1],
        [0, 0],
        [24, 1],
      ],
    ],
    [
      'seconds over 0',
      [
        [33, 1],
        [51, 1],
        [2448, 0],
      ],
    ],
    [
      'degrees over 0',
      [
        [33, 0],
        [51, 1],
        [24, 1],
      ],
    ],
    [
      'degrees of 0/0',
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
    ],
    ['whole degrees alone', [[33, 1]]],
    ['no parts', []],
    [
      'minutes above 60',
      [
        [33, 1],
        [75, 1],
        [0, 1],
      ],
    ],
    [
      'seconds above 60',
      [
        [33, 1],
        [51, 1],
        [2448, 1],
      ],
    ],
    [
      'negative minutes',
      [
        [33, 1],
        [-51, 1],
        [0, 1],
      ],
    ],
    [
      'a fraction in degrees and minutes',
      [
        [338568, 10_000],
        [51408, 1000],
        [0, 1],
      ],
    ],
    [
      'more than 90 degrees',
      [
        [91, 1],
        [0, 1],
        [0, 1],
      ],
    ],
  ])('there is no place in EXIF with %s', (_, latitude) => {
    expect(placeOf(latitude)).toBeNull()
  })

  test('a place in EXIF needs the hemispheres of its axes, in either case or in words', () => {
    for (const refs of [
      ['s', 'e'],
      ['South', 'East'],
      [' S ', 'E'],
    ] as [string, string][]) {
      expect(placeOf(sydney.latitude, refs)?.latitude).toBeCloseTo(-33.8568, 6)
    }
    for (const refs of [
      ['', 'E'],
      ['S', ''],
      ['E', 'S'],
      ['X', 'E'],
      ['?', '?'],
    ] as [string, string][]) {
      expect([refs, placeOf(sydney.latitude, refs)]).toEqual([refs, null])
    }
    expect(
      placeOf(
        [
          [-33, 1],
          [51, 1],
          [0, 1],
        ],
        ['N', 'E'],
      ),
    ).toBeNull()
  })

  test('a place in EXIF is ignored where receivers without a fix put it', () => {
    const zero: Pair[] = [
      [0, 1],
      [0, 1],
      [0, 1],
    ]
    expect(placeOf(zero, ['N', 'E'], zero)).toBeNull()
    expect(placeOf(zero, ['S', 'W'], zero)).toBeNull()
    expect(placeOf(zero, ['N', 'E'])?.latitude).toBe(0)
  })

  test('a place in EXIF is in range or ignored, whatever the file contains', () => {
    const number = fc.oneof(fc.integer({ min: -200, max: 200 }), fc.integer())
    const parts = fc.array(fc.tuple(number, number), { maxLength: 4 })
    fc.assert(
      fc.property(
        parts,
        parts,
        fc.constantFrom('N', 'S', ''),
        fc.constantFrom('E', 'W', 'x'),
        (latitude, longitude, north, east) => {
          const found = placeOf(latitude as Pair[], [north, east], longitude as Pair[])
          if (!found) return
          expect(Math.abs(found.latitude)).toBeLessThanOrEqual(90)
          expect(Math.abs(found.longitude)).toBeLessThanOrEqual(180)
        },
      ),
    )
  })
})

describe('XMP', () => {
  test.each([
    ['52,30.5N', '', 52.508333],
    ['52,30,12.5N', '', 52.503472],
    ['52,30,12.5s', '', -52.503472],
    ['52.5083N', '', 52.5083],
    ['52.5083', '', 52.5083],
    ['-52.5083', '', -52.5083],
    ['\u221252.5083', '', -52.5083],
    ['+52.5083', 'N', 52.5083],
    ['52.5083', 'South', -52.5083],
    ['-52.5083', 'S', -52.5083],
    ['52,5083', '', 52.5083],
    ['52,5083N', '', 52.5083],
    ['52,30,12', 'n', 52.503333],
    ['52,30,12,5N', '', 52.503472],
    ['52,30,125N', '', 52.502083],
    ['52/1,30/1,125/10', 'N', 52.503472],
    [`52° 30' 12.5" N`, '', 52.503472],
    ['52°30,5′ N', '', 52.508333],
    ['52 deg 30\' 12.50" S', '', -52.503472],
    ['N 52 30.5', '', 52.508333],
    ['52:30:12.5', 'N', 52.503472],
    ['52.5083 north', '', 52.5083],
    ['South 52.5083', '', -52.5083],
  ])('degrees in XMP %p with the reference %p are %p', (written, ref, expected) => {
    expect(parseDegrees(written, ref, 'NS')).toBeCloseTo(expected, 5)
  })

  test.each([
    ...[
      '',
      'N',
      '52N',
      '52',
      '52,5',
      '52,30.5',
      '52,75N',
      '52,30,99N',
      '52,30.5E',
      '52,30,12,5,1N',
    ],
    ...['52,30.5,12N', '52,30/0N', '-52.5083N', '1e1', 'NaN', '52.5083X', '52..5N'],
  ])('degrees in XMP %p are unclear', (written) => {
    expect(parseDegrees(written, '', 'NS')).toBeNaN()
  })

  test('degrees in XMP are the same in every accepted form', () => {
    const whole = fc.nat(89)
    const smaller = fc.nat(59)
    fc.assert(
      fc.property(
        whole,
        smaller,
        smaller,
        fc.constantFrom('N', 'S'),
        (degrees, minutes, seconds, ref) => {
          const value = (degrees + minutes / 60 + seconds / 3600) * (ref === 'S' ? -1 : 1)
          const decimal = Math.abs(value).toFixed(8)
          for (const [form, beside] of [
            [`${degrees},${minutes},${seconds}${ref}`, ''],
            [`${degrees},${minutes},${seconds}`, ref],
            [`${degrees},${(minutes + seconds / 60).toFixed(6)}${ref.toLowerCase()}`, ''],
            [`${decimal}${ref}`, ''],
            [decimal.replace('.', ','), ref],
            [`${degrees}° ${minutes}' ${seconds}" ${ref}`, ''],
          ] as const) {
            expect(Math.abs(parseDegrees(form, beside, 'NS') - value)).toBeLessThan(1e-6)
          }
        },
      ),
    )
  })

  test('degrees in XMP are a number or nothing, whatever the text', () => {
    const like = fc.stringMatching(/^[\d ,.;:°'NSsewo/+-]{0,20}$/)
    fc.assert(
      fc.property(
        fc.oneof(like, fc.string()),
        fc.oneof(like, fc.constantFrom('N', 'S')),
        (written, ref) => {
          const value = parseDegrees(written, ref, 'NS')
          expect(Number.isNaN(value) || Number.isFinite(value)).toBe(true)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('photo', () => {
  const gps = (...more: ReturnType<typeof text>[]) =>
    exifSegment({
      gps: [
        ...[text(1, 'S'), fractions(2, ...sydney.latitude)],
        ...[text(3, 'E'), fractions(4, ...sydney.longitude), ...more],
      ],
    })
  const xmp = (attributes: string) =>
    xmpSegment(`<rdf:Description xmlns:e="http://ns.adobe.com/exif/1.0/"
      e:GPSLatitude="52.5" e:GPSLatitudeRef="N" e:GPSLongitude="13,24.5" e:GPSLongitudeRef="E"
      ${attributes}/>`)
  const read = async (...segments: Uint8Array[]) =>
    (await readMetadata(withSegments(plain, ...segments))).gps

  test('a photo has no place if the receiver had no fix, in EXIF or in XMP', async () => {
    expect((await read(gps(text(9, 'A'))))?.latitude).toBeCloseTo(-33.8568, 4)
    expect(await read(gps(text(9, 'V')))).toBeNull()
    expect(await read(gps(text(9, 'v')), xmp(''))).toBeNull()
    expect(await read(xmp('e:GPSStatus="V"'))).toBeNull()
  })

  test('the place of a photo is read from XMP with separate references', async () => {
    const place = { latitude: 52.5, longitude: expect.closeTo(13.408333, 5) }
    expect(await read(xmp('e:GPSAltitude="34,5" e:GPSAltitudeRef="1"'))).toEqual({
      ...place,
      altitude: -34.5,
    })
    expect(await read(xmp('e:GPSAltitude="345/0"'))).toEqual({ ...place, altitude: null })
  })

  test('the altitude’s reference is read in any type', async () => {
    const altitude = fractions(6, [125, 10])
    for (const [type, bytes] of [
      [1, [1]],
      [1, [3]],
      [2, [0x31, 0]],
      [3, [1, 0]],
    ] as const) {
      const ref = { tag: 5, type, bytes: Uint8Array.from(bytes) }
      expect([type, (await read(gps(ref, altitude)))?.altitude]).toEqual([type, -12.5])
    }
    expect((await read(gps(altitude)))?.altitude).toBe(12.5)
  })
})
