import { describe, expect, test } from 'bun:test'
import type { Photo } from '../../src/contract/photos/photos.ts'
import { pictureSources, widthLadder } from '../../src/contract/photos/picture-sources.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { type Browser, errorOf } from '../support/browser.ts'
import { openGallery, send, upload } from '../support/gallery.ts'
import { withEveryReader } from '../support/jpegs.ts'

const sharp = await loadSharp()

/** One colour, so that it is quick to encode and decode. */
const flat = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#357' }, limitInputPixels: false })
    .jpeg()
    .toBuffer()

/** The sizes of pictures that have been decoded, by their bytes: many addresses have the same. */
const sizes = new Map<string, { width: number; height: number }>()

async function decoded(owner: Browser, path: string, accept: string) {
  const answer = await owner.get(path, { accept })
  expect([path, answer.status]).toEqual([path, 200])
  const bytes = await answer.bytes()
  const key = new Bun.SHA1().update(bytes).digest('hex')
  const known = sizes.get(key)
  if (known) return known
  const image = sharp(bytes, { limitInputPixels: false, unlimited: true })
  const { info } = await image.raw().toBuffer({ resolveWithObject: true })
  const size = { width: info.width, height: info.height }
  sizes.set(key, size)
  return size
}

const variants = ['thumb', 'square', 'portrait', 'landscape', 'resize'] as const
const formats = ['image/jpeg', 'image/avif,image/webp']

/** Expects that every rendition can be made and that each srcset candidate has its stated width. */
async function expectAllPictures(owner: Browser, photo: Photo): Promise<void> {
  for (const variant of variants) {
    const widths = widthLadder[variant].map((width) => `?w=${width}`)
    for (const query of ['', ...widths]) {
      for (const accept of formats) {
        const made = await decoded(owner, `/api/${variant}s/${photo.fileName}${query}`, accept)
        expect(made.width).toBeLessThanOrEqual(photo.width)
        expect(made.height).toBeLessThanOrEqual(photo.height)
      }
    }
  }
  const { srcSet, modern } = pictureSources(photo)
  for (const candidate of [srcSet, modern.srcSet].flatMap((set) => set.split(', '))) {
    const [path, width] = candidate.split(' ')
    expect(`${(await decoded(owner, path!, '*/*')).width}w`).toBe(width!)
  }
}

const edit = (owner: Browser, photo: Photo, body: object) =>
  owner.data<Photo>(`/api/photos/${photo.id}/edit`, { method: 'PUT', body })

describe.each([
  [1080, 16_384],
  [1, 65_500],
  [65_500, 1],
  [2400, 30_000],
])('a photo of %i × %i pixels', (width, height) => {
  test('a photo of an extreme shape is imported and shown in every variant, width and format', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner, flat(width, height))
    await withEveryReader(() => expectAllPictures(owner, photo))
    const whole = await decoded(owner, `/api/images/${photo.fileName}`, 'image/jpeg')
    expect(whole).toEqual({ width, height })
  }, 60_000)

  test('a photo of an extreme shape can be previewed, cropped and rotated', async () => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner, flat(width, height))
    const preview = `/api/photos/${photo.id}/edit/preview`
    for (const rotation of [0, 90, 30]) {
      const shown = await decoded(owner, `${preview}?rotation=${rotation}`, 'image/jpeg')
      expect(Math.max(shown.width, shown.height)).toBe(1200)
    }
    const side = Math.min(width, height)
    const square = { rotation: 90, x: 0, y: 0, width: side, height: side }
    const cropped = await edit(owner, photo, square)
    expect([cropped.width, cropped.height]).toEqual([side, side])
    const portrait = { ...square, height: Math.max(1, Math.round(side * 1.25)) }
    for (const edited of [cropped, await edit(owner, photo, portrait)]) {
      const { width, height } = edited
      const whole = await decoded(owner, `/api/images/${edited.fileName}`, 'image/jpeg')
      expect(whole).toEqual({ width, height })
      for (const folder of ['thumbs', 'resizes']) {
        await decoded(owner, `/api/${folder}/${edited.fileName}`, 'image/jpeg')
      }
    }
  }, 60_000)
})

test('a canvas larger than a JPEG can be is scaled down, keeping its aspect ratio', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const photo = await upload(gallery, owner, flat(65_500, 1500))
  // The longest canvas of such a photo is 65,516 pixels high.
  const upright = { rotation: 89, x: 0, y: 0, width: 1, height: 70_000 }
  const tall = await edit(owner, photo, upright)
  expect(tall.height).toBeGreaterThan(65_500)
  const whole = await decoded(owner, `/api/images/${tall.fileName}`, 'image/jpeg')
  expect(whole).toEqual({ width: 1, height: 65_500 })
  await withEveryReader(() => expectAllPictures(owner, tall))
  // At 45° the canvas has 2,200 megapixels: 6.7 GB.
  const wide = await edit(owner, photo, { ...upright, rotation: 45, width: 70_000 })
  expect(wide.width * wide.height).toBeGreaterThan(2e9)
  const shown = await decoded(owner, `/api/images/${wide.fileName}`, 'image/jpeg')
  expect(shown.width * shown.height).toBeLessThanOrEqual(100e6)
  expect(shown.width / shown.height).toBeCloseTo(wide.width / wide.height, 2)
}, 120_000)

test('a photo with a side too long for the decoder is rejected with the limit', async () => {
  await using gallery = await openGallery()
  const owner = await gallery.asOwner()
  const file = await flat(65_500, 1)
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]))
  file.writeUInt16BE(65_501, frame + 7)
  const answer = await send(owner, file)
  expect(answer.status).toBe(413)
  expect((await errorOf(answer)).message).toBe(
    'the picture is 65501 × 1 pixels; the limit is 65500 pixels per side',
  )
})
