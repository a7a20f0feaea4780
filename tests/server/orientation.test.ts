import { expect, test } from 'bun:test'
import type { Edit, Photo } from '../../src/contract/photos/photos.ts'
import { widthLadder } from '../../src/contract/photos/picture-sources.ts'
import { loadSharp } from '../../src/images/sharp.ts'
import { centredPart } from '../../src/images/variants.ts'
import type { Browser } from '../support/browser.ts'
import { openGallery, upload } from '../support/gallery.ts'
import { pixelsOf, textureJpeg, withEveryReader } from '../support/jpegs.ts'
import { exifSegment, short, text, withSegments } from '../support/metadata-segments.ts'
import { camera } from '../support/photos.ts'

const sharp = await loadSharp()

/** How a viewer must transform the stored rows for each EXIF orientation (Exif 2.32, 4.6.4 A). */
const turns: Record<number, { flop?: boolean; flip?: boolean; angle: number }> = {
  1: { angle: 0 },
  2: { flop: true, angle: 0 },
  3: { angle: 180 },
  4: { flip: true, angle: 0 },
  5: { flop: true, angle: 270 },
  6: { angle: 90 },
  7: { flop: true, angle: 90 },
  8: { angle: 270 },
}

type Pixels = Awaited<ReturnType<typeof pixelsOf>>

const rawOf = ({ info: { width, height, channels } }: Pixels) => ({
  raw: { width, height, channels },
})

/** A stored picture's pixels as a person should see them. */
async function upright(file: Uint8Array, orientation: number): Promise<Pixels> {
  const { flop = false, flip = false, angle } = turns[orientation]!
  const stored = await pixelsOf(file)
  // First mirrored, then rotated: in one call sharp rotates first.
  const mirrored = await sharp(stored.data, rawOf(stored)).flop(flop).flip(flip).raw().toBuffer()
  return turned({ ...stored, data: mirrored }, angle)
}

const turned = (pixels: Pixels, angle: number): Promise<Pixels> =>
  sharp(pixels.data, rawOf(pixels)).rotate(angle).raw().toBuffer({ resolveWithObject: true })

/** Decodes a response as browsers do, with its own orientation applied. */
async function shown(owner: Browser, path: string, accept = 'image/jpeg'): Promise<Pixels> {
  const answer = await owner.get(path, { accept })
  expect([path, answer.status]).toEqual([path, 200])
  const bytes = await answer.bytes()
  const pixels = sharp(bytes, { ignoreIcc: true }).autoOrient().removeAlpha()
  return pixels.raw().toBuffer({ resolveWithObject: true })
}

/** The mean difference, from 0 to 255, between a rendition and the centred part of the picture. */
async function difference(made: Pixels, whole: Pixels): Promise<number> {
  const { width, height } = made.info
  const expected = await sharp(whole.data, rawOf(whole))
    .extract(centredPart(whole.info, { width, height }))
    .resize({ width, height, fit: 'fill' })
    .raw()
    .toBuffer()
  let sum = 0
  for (let at = 0; at < made.data.length; at++) sum += Math.abs(made.data[at]! - expected[at]!)
  return sum / made.data.length
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a photo of orientation %i is shown upright',
  async (orientation) => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner, camera({ orientation }))
    const whole = await upright(await textureJpeg(), orientation)
    expect([photo.width, photo.height]).toEqual([whole.info.width, whole.info.height])
    for (const path of ['resizes', 'images']) {
      const made = await shown(owner, `/api/${path}/${photo.fileName}`)
      expect([made.info.width, made.info.height]).toEqual([whole.info.width, whole.info.height])
      expect(await difference(made, whole), path).toBeLessThanOrEqual(3)
    }
  },
)

/** Every address of a photo's pictures, with the formats to accept for each. */
const requests = [
  ...(['thumb', 'square', 'portrait', 'landscape', 'resize'] as const).flatMap((variant) =>
    ['', ...widthLadder[variant].map((width) => `?w=${width}`)].flatMap((query) =>
      ['image/jpeg', 'image/webp', 'image/avif,image/webp'].map((accept) => ({
        folder: `${variant}s`,
        query,
        accept,
      })),
    ),
  ),
  { folder: 'images', query: '', accept: 'image/jpeg' },
]

async function expectUpright(owner: Browser, photo: Photo, whole: Pixels): Promise<void> {
  expect([photo.width, photo.height]).toEqual([whole.info.width, whole.info.height])
  for (const { folder, query, accept } of requests) {
    const path = `/api/${folder}/${photo.fileName}${query}`
    const made = await shown(owner, path, accept)
    const isTall = made.info.height > made.info.width
    if (folder === 'resizes' || folder === 'images') expect(isTall).toBe(photo.height > photo.width)
    // Small AVIF tiles lose the most; a wrongly rotated picture differs by 40 or more.
    expect([path, accept, (await difference(made, whole)) < 8]).toEqual([path, accept, true])
  }
}

test.each([2, 3, 4, 5, 6, 7, 8])(
  'a photo of orientation %i with a creator is upright in every variant, width and format',
  async (orientation) => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const stored = await textureJpeg(480, 320)
    const credits = [short(0x0112, orientation), text(0x013b, 'Zoë'), text(0x8298, '© Zoë')]
    const file = withSegments(stored, exifSegment({ ifd0: credits }))
    const photo = await upload(gallery, owner, file)
    expect([photo.creator, photo.copyright]).toEqual(['Zoë', '© Zoë'])
    const whole = await upright(stored, orientation)
    await withEveryReader(() => expectUpright(owner, photo, whole))

    const canvas = await turned(whole, 90)
    const crop = { x: 20, y: 10, width: canvas.info.width - 30, height: canvas.info.height - 70 }
    const edit: Edit = { rotation: 90, ...crop }
    const edited = await owner.data<Photo>(`/api/photos/${photo.id}/edit`, {
      method: 'PUT',
      body: edit,
    })
    const { x: left, y: top, ...size } = crop
    const cut = await sharp(canvas.data, rawOf(canvas))
      .extract({ left, top, ...size })
      .raw()
      .toBuffer({ resolveWithObject: true })
    await withEveryReader(() => expectUpright(owner, edited, cut))
  },
  60_000,
)
