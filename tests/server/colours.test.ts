import { expect, test } from 'bun:test'
import { loadSharp } from '../../src/images/sharp.ts'
import { openGallery, publicPhoto } from '../support/gallery.ts'
import { withEveryReader } from '../support/jpegs.ts'
import { exifSegment, text, withSegments } from '../support/metadata-segments.ts'

const [width, height] = [1400, 900]

/** A plain colour given in Display P3 values, with that profile. */
async function displayP3(colour: { r: number; g: number; b: number }): Promise<Uint8Array> {
  const sharp = await loadSharp()
  const pixels = await sharp({ create: { width, height, channels: 3, background: colour } })
    .raw()
    .toBuffer()
  // sharp would convert the pixels, so the profile is taken from a converted picture.
  const tagged = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .withIccProfile('p3')
    .jpeg({ quality: 95 })
    .toBuffer()
  return tagged
}

/** The middle pixel as stored, and converted to sRGB. */
async function middle(file: Uint8Array) {
  const sharp = await loadSharp()
  return withEveryReader(async () => {
    const read = async (ignoreIcc: boolean) => {
      const { data, info } = await sharp(file, { ignoreIcc })
        .removeAlpha()
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true })
      const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3
      return [...data.subarray(at, at + 3)]
    }
    const { icc } = await sharp(file).metadata()
    return { own: await read(true), shown: await read(false), hasProfile: icc !== undefined }
  })
}

const addresses = ['thumbs', 'squares', 'portraits', 'landscapes', 'resizes', 'resizes', 'images']
const queries = ['', '', '', '', '', '?w=400', '']

async function expectColours(file: Uint8Array, hasProfile: boolean) {
  await using gallery = await openGallery()
  const { photo } = await publicPhoto(gallery, file)
  const source = await middle(file)
  for (const [index, path] of addresses.entries()) {
    for (const accept of ['image/jpeg', 'image/avif,image/webp']) {
      const target = `/api/${path}/${photo.fileName}${queries[index]}`
      const answer = await gallery.asVisitor().get(target, { accept })
      const seen = await middle(await answer.bytes())
      for (const channel of [0, 1, 2]) {
        const label = `${target} ${accept} channel ${channel}: ${seen.own} of ${source.own}`
        expect(Math.abs(seen.own[channel]! - source.own[channel]!), label).toBeLessThanOrEqual(4)
      }
      expect(seen.hasProfile, `${target} ${accept}`).toBe(hasProfile)
    }
  }
}

test('a Display P3 photo keeps its pixel values and its profile in every rendition', async () => {
  const file = await displayP3({ r: 234, g: 51, b: 35 })
  const source = await middle(file)
  // Otherwise the file proves nothing: its values must mean another colour than in sRGB.
  expect(source.hasProfile).toBe(true)
  expect(source.own).not.toEqual(source.shown)
  await expectColours(file, true)
})

test('a photo marked as Adobe RGB only by EXIF gets a profile in every rendition', async () => {
  const sharp = await loadSharp()
  const plain = await sharp({
    create: { width, height, channels: 3, background: { r: 60, g: 200, b: 90 } },
  })
    .jpeg({ quality: 95 })
    .toBuffer()
  const marked = withSegments(plain, exifSegment({ interop: [text(1, 'R03')] }))
  await expectColours(marked, true)
})

test('renditions of a plain sRGB photo have no profile', async () => {
  const sharp = await loadSharp()
  const create = { width, height, channels: 3 as const, background: { r: 10, g: 120, b: 240 } }
  await expectColours(await sharp({ create }).jpeg({ quality: 95 }).toBuffer(), false)
})
