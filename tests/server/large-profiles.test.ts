// Large colour profiles, and files whose metadata is made to cost time.
import { expect, test } from 'bun:test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { adobeRgbCompatibleProfile, iccProfileOf } from '../../src/images/colour.ts'
import { matrixProfile } from '../../src/images/icc-profile.ts'
import { walkJpeg } from '../../src/images/jpeg.ts'
import { iccSegments } from '../../src/images/jpeg-segments.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import type { Browser } from '../support/browser.ts'
import { openGallery, upload } from '../support/gallery.ts'
import { textureJpeg, withEveryReader } from '../support/jpegs.ts'
import { exifSegment, short, text, withSegments } from '../support/metadata-segments.ts'
import { tableProfile } from '../support/table-profile.ts'

const sharp = await loadSharp()
const stored = await textureJpeg(480, 320)
const adobeRgb = adobeRgbCompatibleProfile()
const withProfile = (icc: Uint8Array, ...more: Uint8Array[]) =>
  withSegments(stored, ...more, ...iccSegments(icc))

/** The colours as a browser shows them: converted to sRGB by the file's own profile. */
const coloursOf = (file: Uint8Array, size: { width: number; height: number }) =>
  sharp(file, { failOn: 'truncated' })
    .autoOrient()
    .resize({ ...size, fit: 'cover' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer()

async function meanDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  const size = { width: 40, height: 40 }
  const [first, second] = [await coloursOf(one, size), await coloursOf(other, size)]
  return first.reduce((sum, value, at) => sum + Math.abs(value - second[at]!), 0) / first.length
}

async function bytesOf(owner: Browser, path: string, accept = 'image/jpeg') {
  const response = await owner.get(path, { accept })
  expect([path, response.status]).toEqual([path, 200])
  return response.bytes()
}

const longCurve = (gamma: number) => {
  const data = Buffer.alloc(12 + 2 * 4096)
  data.write('curv', 'latin1')
  data.writeUInt32BE(4096, 8)
  for (let at = 0; at < 4096; at++) {
    data.writeUInt16BE(Math.round(65_535 * (at / 4095) ** gamma), 12 + 2 * at)
  }
  return data
}
const curves = matrixProfile({
  name: 'Long curves',
  white: [0.9505, 1, 1.0891],
  colourants: [
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
  ],
  curves: [longCurve(2.2), longCurve(2.2), longCurve(2.2001)],
})

test.each([
  ['a table of 511 KB', tableProfile(adobeRgb, 44)],
  ['a table of 30 KB', tableProfile(adobeRgb, 17)],
  ['long curves', curves],
])(
  'a photo with a profile of %s has its colours in every rendition, without it',
  async (_, icc) => {
    expect(icc.length).toBeGreaterThan(8000)
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    // The same pixels in the same colour space, with a small profile: what the photo looks like.
    const expected = withProfile(adobeRgb)
    const photo = await upload(gallery, owner, withProfile(icc))
    await withEveryReader(async () => {
      for (const accept of ['image/jpeg', 'image/webp', 'image/avif']) {
        for (const folder of ['thumbs', 'squares', 'resizes']) {
          const made = await bytesOf(owner, `/api/${folder}/${photo.fileName}`, accept)
          const { icc: embedded } = await sharp(made).metadata()
          expect([folder, accept, embedded !== undefined]).toEqual([folder, accept, true])
          expect(embedded!.length).toBeLessThan(2500)
          if (folder === 'resizes') {
            expect(await meanDifference(made, expected), accept).toBeLessThan(4)
          }
        }
      }
      const original = await bytesOf(owner, `/api/images/${photo.fileName}`)
      expect(Buffer.from(iccProfileOf(original, walkJpeg(original))!).equals(icc)).toBe(true)
    })

    const edited = await owner.data<Photo>(`/api/photos/${photo.id}/edit`, {
      method: 'PUT',
      body: { rotation: 0, x: 0, y: 0, width: 240, height: 320 },
    })
    const left = await sharp(stored)
      .extract({ left: 0, top: 0, width: 240, height: 320 })
      .jpeg({ quality: 100 })
      .toBuffer()
    const cropped = withSegments(left, ...iccSegments(adobeRgb))
    for (const path of [`/api/resizes/${edited.fileName}`, `/api/images/${edited.fileName}`]) {
      expect(await meanDifference(await bytesOf(owner, path), cropped), path).toBeLessThan(4)
    }
  },
)

const uint16 = (value: number) => Buffer.of(value & 255, value >> 8)
const uint32 = (value: number) => Buffer.from(Uint32Array.of(value).buffer)

/** An EXIF segment whose entries all point at the same bytes. */
function crowdedExif(
  count: number,
  entry: (index: number) => [tag: number, type: number, values: number],
) {
  const rows = Array.from({ length: count }, (_, index) => {
    const [tag, type, values] = entry(index)
    return Buffer.concat([uint16(tag), uint16(type), uint32(values), uint32(8)])
  })
  const body = Buffer.concat([
    Buffer.from('Exif\0\0II*\0'),
    uint32(8),
    uint16(count),
    ...rows,
    uint32(0),
  ])
  const length = body.length + 2
  return Buffer.concat([Buffer.of(0xff, 0xe1, length >> 8, length & 255), body])
}

test('the decoder is given no metadata but the orientation', async () => {
  const { pictureOf } = await import('../../src/images/picture.ts')
  const { pictureData } = await import('../../src/images/picture-data.ts')
  const files = [
    crowdedExif(5000, (index) => [0x100 + index, 5, 7000]),
    crowdedExif(5000, () => [0x927c, 7, 59_000]),
    crowdedExif(5000, () => [0x8769, 4, 1]),
    Buffer.concat(
      Array.from({ length: 300 }, () => exifSegment({ ifd0: [text(0x010e, 'x'.repeat(200))] })),
    ),
    Buffer.concat(iccSegments(new Uint8Array(1_000_000))),
  ]
  // Among them is a list where the position of a block belongs.
  for (const type of [2, 4, 5, 7]) {
    files.push(crowdedExif(4990, (index) => [0x9000 + index, type, 7000]))
  }
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  for (const [index, segments] of files.entries()) {
    const file = withSegments(await textureJpeg(100 + index, 80), segments)
    const { bytes, structure, orientation, mustConvert } = pictureOf(file, 6, false)
    const data = pictureData(bytes, structure, { orientation, keepsProfile: mustConvert })
    expect(data.length).toBeLessThan(file.length - segments.length + 100)
    expect((await sharp(data).metadata()).orientation).toBe(6)
    const photo = await upload(gallery, owner, file)
    expect([photo.width, photo.height]).toEqual([100 + index, 80])
  }
})

const odd = (type: number, ...bytes: number[]) => ({
  tag: 0x0112,
  type,
  bytes: Uint8Array.from(bytes),
})

test.each<[string, Uint8Array[], number]>([
  ['a byte', [exifSegment({ ifd0: [odd(1, 6)] })], 6],
  ['a long', [exifSegment({ ifd0: [odd(4, 6, 0, 0, 0)] })], 6],
  ['a fraction', [exifSegment({ ifd0: [odd(5, 6, 0, 0, 0, 1, 0, 0, 0)] })], 6],
  ['a digit', [exifSegment({ ifd0: [odd(2, 0x36, 0)] })], 6],
  ['several numbers', [exifSegment({ ifd0: [odd(3, 8, 0, 1, 0)] })], 8],
  ['0', [exifSegment({ ifd0: [short(0x0112, 0)] })], 1],
  ['9', [exifSegment({ ifd0: [short(0x0112, 9)] })], 1],
  [
    '6 in the first of two EXIF segments',
    [exifSegment({ ifd0: [short(0x0112, 6)] }), exifSegment({ ifd0: [short(0x0112, 3)] })],
    6,
  ],
  [
    '1 in the first of two EXIF segments',
    [exifSegment({ ifd0: [short(0x0112, 1)] }), exifSegment({ ifd0: [short(0x0112, 6)] })],
    1,
  ],
])(
  'an orientation written as %s is the same for size and pictures',
  async (_, segments, orientation) => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner, withSegments(stored, ...segments))
    const isTurned = orientation >= 5
    expect([photo.width, photo.height]).toEqual(isTurned ? [320, 480] : [480, 320])
    const expected = withSegments(stored, exifSegment({ ifd0: [short(0x0112, orientation)] }))
    await withEveryReader(async () => {
      for (const path of ['/api/resizes/', '/api/squares/', '/api/thumbs/', '/api/images/']) {
        const made = await bytesOf(owner, `${path}${photo.fileName}`)
        expect(await meanDifference(made, expected), path).toBeLessThan(6)
        const { autoOrient } = await sharp(made).metadata()
        if (path === '/api/resizes/' || path === '/api/images/') {
          expect([path, autoOrient.width, autoOrient.height]).toEqual([
            path,
            photo.width,
            photo.height,
          ])
        }
      }
    })
  },
)
