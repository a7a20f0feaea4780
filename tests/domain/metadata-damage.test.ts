import { beforeAll, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { type PhotoMetadata, readMetadata } from '../../src/images/metadata.ts'
import {
  dublinCore,
  exifSegment,
  fractions,
  iptcSegment,
  long,
  short,
  text,
  withSegments,
  xmpSegment,
} from '../support/metadata-segments.ts'
import { testWith } from '../support/needs.ts'
import { needsRealPhotos } from '../support/real-photos.ts'

const brokenPhotos = resolve(import.meta.dir, '../../../shared/photos/broken')
let plain: Uint8Array

beforeAll(async () => {
  plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
})

describe('damage', () => {
  const whole = () =>
    withSegments(
      plain,
      exifSegment({
        ifd0: [text(0x010e, 'Ein schöner Tag'), text(0x0110, 'X100V'), short(0x0112, 6)],
        exif: [text(0x9003, '2024:07:06 05:04:03'), fractions(0x829a, [1, 250])],
        gps: [text(1, 'N'), fractions(2, [1, 1], [2, 1], [3, 1])],
        interop: [text(1, 'R03')],
      }),
      xmpSegment(dublinCore('Brücke &amp; Fluß', 'Zwei\nZeilen', ['a', 'b'])),
      iptcSegment([
        [5, 'Brücke'],
        [25, 'a'],
      ]),
    )

  test('a damaged file gives the metadata that is intact', async () => {
    // The description's offset is out of range; the model and the IPTC title are intact.
    const exif = exifSegment({
      ifd0: [{ ...text(0x010e, 'lost for good'), offset: 60_000 }, text(0x0110, 'X100V')],
    })
    const { title, cameraModel } = await readMetadata(
      withSegments(plain, exif, iptcSegment([[5, 'Kept']])),
    )
    expect([title, cameraModel]).toEqual(['Kept', 'X100V'])
  })

  test('a file with blocks that point at themselves is read to the end', async () => {
    const loop = exifSegment({ ifd0: [text(0x0110, 'X100V'), long(0x8769, 8), long(0x8825, 8)] })
    expect((await readMetadata(withSegments(plain, loop))).cameraModel).toBe('X100V')
  })

  test('a file with any bytes changed never throws and never gives a malformed value', async () => {
    const original = whole()
    const change = fc.tuple(fc.nat(original.length - 1), fc.nat(255))
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const file = original.slice()
        for (const [position, byte] of changes) file[position] = byte
        expectWellFormed(await readMetadata(file))
      }),
      { numRuns: 1500 },
    )
  }, 30_000)

  test('a truncated file never throws, wherever it is cut', async () => {
    const original = whole()
    for (let length = 0; length < original.length; length++) {
      expectWellFormed(await readMetadata(original.subarray(0, length)))
    }
  })

  testWith(needsRealPhotos)(
    'damaged files of every real kind give well-formed values',
    async () => {
      for (const name of readdirSync(brokenPhotos)) {
        expectWellFormed(await readMetadata(await Bun.file(join(brokenPhotos, name)).bytes()))
      }
    },
  )

  test('a file with markup that never ends is read to the end', async () => {
    for (const markup of ['<a:b ', '<rdf:li>', '<a:b c="', '<!--', '&#', '<![CDATA[', '<a:b>\n']) {
      const file = withSegments(plain, xmpSegment(markup.repeat(60_000 / markup.length)))
      expect(await readMetadata(file)).toEqual(await readMetadata(plain))
    }
  })
})

function expectWellFormed(metadata: PhotoMetadata) {
  const { title, description, keywords, originalDate, gps, orientation } = metadata
  for (const line of [title, ...keywords]) expect(line).not.toMatch(/[\u0000-\u001f]|^\s|\s$/)
  expect(description).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/)
  expect([title, description, ...keywords].every((it) => it.isWellFormed())).toBe(true)
  expect(keywords).toEqual([...new Set(keywords)].filter((keyword) => keyword !== ''))
  const { focalLength, focalLength35, fNumber, iso, rating } = metadata
  for (const value of [focalLength, focalLength35, fNumber, iso, rating]) {
    expect(value === null || (Number.isFinite(value) && value > 0)).toBe(true)
  }
  expect(metadata.exposure ?? '1/250').toMatch(/^(1\/\d+|\d+(\.\d)?)$/)
  expect(originalDate?.local ?? '2024-01-01T00:00:00').toMatch(/^[\d-]{10}T[\d:]{8}(\.\d{3})?$/)
  expect(originalDate?.offset ?? 'Z').toMatch(/^(Z|[+-]\d\d:\d\d)$/)
  expect(Math.abs(gps?.latitude ?? 0)).toBeLessThanOrEqual(90)
  expect(Math.abs(gps?.longitude ?? 0)).toBeLessThanOrEqual(180)
  expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(orientation)
}
