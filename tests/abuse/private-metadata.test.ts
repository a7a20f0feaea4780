// Only the owner learns where and with which individual camera a photo was taken.
import { expect, test } from 'bun:test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { widthLadder } from '../../src/contract/photos/picture-sources.ts'
import { variantPaths } from '../../src/contract/photos/variants.ts'
import type { Browser } from '../support/browser.ts'
import { makeAlbum, openGallery, upload } from '../support/gallery.ts'
import { inserted, segment, textureJpeg } from '../support/jpegs.ts'
import {
  exifSegment,
  fractions,
  iptcSegment,
  text,
  withSegments,
  xmpSegment,
} from '../support/metadata-segments.ts'

/** Part of every private value in the file and of nothing else. */
const secret = 'PRIVATE'
const places = ['48.85837', '2.29448', 'Tour Eiffel', 'Paris']

const degrees = (tag: number, value: number) =>
  fractions(tag, [Math.floor(value), 1], [Math.floor((value % 1) * 60), 1], [1234, 100])

/** A photo with as much as possible about place, serial numbers, owner and computer. */
async function photoWithPrivateMetadata(width: number): Promise<Uint8Array> {
  const jpeg = await textureJpeg(width, Math.round(width * 0.75))
  const exif = exifSegment({
    ifd0: [
      text(0x010f, 'OLYMPUS'),
      text(0x0110, 'E-10'),
      text(0x0131, `${secret} software`),
      text(0x013c, `${secret} computer`),
      text(0xc62f, `${secret} body`),
      text(0x9286, `${secret} comment`),
    ],
    exif: [
      text(0x9003, '2024:05:06 07:08:09'),
      text(0x927c, `${secret} maker note`),
      text(0xa420, `${secret} unique id`),
      text(0xa430, `${secret} camera owner`),
      text(0xa431, `${secret} body ${width}`),
      text(0xa435, `${secret} lens`),
    ],
    gps: [
      text(1, 'N'),
      degrees(2, 48.85837),
      text(3, 'E'),
      degrees(4, 2.29448),
      text(0x1b, `${secret} method`),
      text(0x1c, `${secret} area`),
      text(0x1d, '2024:05:06'),
    ],
  })
  const xmp = xmpSegment(`<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/"
    xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
    xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
    exif:GPSLatitude="48,51.5022N" exif:GPSLongitude="2,17.6688E"
    aux:SerialNumber="${secret} aux" aux:LensSerialNumber="${secret} aux lens"
    aux:OwnerName="${secret} owner" photoshop:City="Paris" photoshop:Country="${secret} land"
    xmpMM:DocumentID="${secret} document"><dc:title><rdf:Alt><rdf:li>Tower</rdf:li></rdf:Alt></dc:title>
    <dc:creator><rdf:Seq><rdf:li>Ann Example</rdf:li></rdf:Seq></dc:creator></rdf:Description>`)
  const iptc = iptcSegment([
    [90, 'Paris'],
    [92, 'Tour Eiffel'],
    [101, `${secret} country`],
    [103, `${secret} reference`],
  ])
  const others = [
    segment(0xfe, `${secret} comment 48.85837`),
    segment(0xe1, `http://ns.adobe.com/xmp/extension/\0${'0'.repeat(32)}\0\0\0\0\0\0\0\0${secret}`),
    segment(0xe2, `MPF\0${secret}`),
    segment(0xe5, `${secret} APP5`),
    segment(0xed, `Photoshop 3.0\0${secret}`),
  ]
  const whole = withSegments(jpeg, exif, xmp, iptc)
  return Buffer.concat([inserted(whole, whole.length - 2, ...others), Buffer.from(secret)])
}

/** The private values in a text or file, in any encoding. */
function privateValuesIn(bytes: Uint8Array): string[] {
  const texts = [
    Buffer.from(bytes).toString('latin1'),
    Buffer.from(bytes).toString('utf16le'),
    Buffer.from(bytes.subarray(1)).toString('utf16le'),
  ]
  const words = [secret, ...places, 'GPS', 'SerialNumber', '"gps"', '"md5"', 'latitude']
  return words.filter((word) => texts.some((text) => text.includes(word)))
}

/** EXIF tags for a place or an individual device, which must not be there. */
function forbiddenTags(file: Uint8Array): number[] {
  const at = Buffer.from(file).indexOf('Exif\0\0')
  if (at < 0) return []
  const tiff = Buffer.from(file.subarray(at + 6, at + 6 + 65_000))
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const u16 = (offset: number) => (isLittle ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset))
  const u32 = (offset: number) => (isLittle ? tiff.readUInt32LE(offset) : tiff.readUInt32BE(offset))
  const start = u32(4)
  const tags = Array.from({ length: u16(start) }, (_, index) => u16(start + 2 + index * 12))
  // A public file has Orientation, Artist, Copyright and a pointer to nothing private.
  return tags.filter((tag) => ![0x0112, 0x013b, 0x8298].includes(tag))
}

async function readAll(browser: Browser, path: string, headers: Record<string, string> = {}) {
  const answer = await browser.get(path, headers)
  expect([path, answer.status]).toEqual([path, 200])
  return answer.bytes()
}

test('no JSON, page or file reveals private metadata to a visitor or a guest', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner, photoWithPrivateMetadata(640))
  const edited = await upload(gallery, owner, photoWithPrivateMetadata(500))
  expect(photo.gps?.latitude).toBeCloseTo(48.85, 1)
  expect(photo).toMatchObject({ title: 'Tower', creator: 'Ann Example' })
  const saved = await owner.data<Photo>(`/api/photos/${edited.id}/edit`, {
    method: 'PUT',
    body: { rotation: 90, x: 10, y: 10, width: 200, height: 200 },
  })
  await makeAlbum(owner, 'Stream', [photo, saved], { isPhotostream: true })
  const family = await makeAlbum(owner, 'Family', [photo, saved])
  await owner.data(`/api/albums/${family.id}`, { method: 'PUT', body: { code: 'family' } })

  const guest = await gallery.asGuest('Gus')
  await guest.data(`/api/albums/${family.id}?code=family`)
  const leaks: [string, string[]][] = []
  for (const browser of [gallery.asVisitor(), guest]) {
    for (const { id, fileName } of [photo, saved]) {
      for (const path of [
        '/',
        `/photo/${id}`,
        `/photo/${id}?cameraModel=E-10`,
        '/api/photos',
        '/api/photos?limit=9',
        `/api/photos/${id}`,
        `/api/photos/${id}/albums`,
        '/api/photos/search?q=tower&limit=9',
        '/api/photos/search?cameraModel=E-10&limit=9',
        '/api/photos?limit=9&location=yes&facets=location,camera,keyword',
        '/photo?camera=e-10',
        '/api/albums',
        `/api/albums/${family.id}?code=family`,
        `/api/albums/${family.id}/photos?limit=9&code=family`,
        '/api/cameras/e-10',
        '/api/user',
        `/api/likes/${id}`,
        `/api/comments/${id}`,
      ]) {
        const bytes = await readAll(browser, path)
        // A camera has a row for whether it records its location.
        const words = privateValuesIn(bytes).filter(
          (word) => !(path.includes('camera') && /gps/i.test(word)),
        )
        if (words.length > 0) leaks.push([path, words])
      }
      for (const [variant, path] of Object.entries(variantPaths)) {
        const widths = variant === 'original' ? [''] : widthLadder[variant as 'thumb']
        for (const width of widths) {
          for (const accept of ['image/jpeg', 'image/avif,image/webp,*/*']) {
            const address = `/api/${path}/${fileName}${width && `?w=${width}`}`
            const bytes = await readAll(browser, address, { accept })
            const words = [
              ...privateValuesIn(bytes),
              ...forbiddenTags(bytes).map((tag) => tag.toString(16)),
            ]
            if (words.length > 0) leaks.push([`${address} ${accept}`, words])
          }
        }
      }
      expect((await browser.get(`/api/photos/${id}/original`)).status).toBeGreaterThan(400)
      const preview = `/api/photos/${id}/edit/preview?rotation=0`
      expect((await browser.get(preview)).status).toBeGreaterThan(400)
    }
  }
  expect(leaks).toEqual([])
  // The test would notice: the owner's file has it all, and the owner sees the location.
  const original = await readAll(owner, `/api/photos/${photo.id}/original`)
  expect(privateValuesIn(original)).toEqual(
    expect.arrayContaining([secret, 'Paris', 'SerialNumber']),
  )
  expect(forbiddenTags(original).length).toBeGreaterThan(3)
  const own = await readAll(owner, `/api/photos/${photo.id}`)
  expect(privateValuesIn(own)).toEqual(expect.arrayContaining(['"gps"', '"md5"', 'latitude']))
}, 120_000)
