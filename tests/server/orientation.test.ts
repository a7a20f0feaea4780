import { expect, test } from 'bun:test'
import { loadSharp } from '../../src/images/sharp.ts'
import { openGallery, upload } from '../support/gallery.ts'
import { pixelsOf, textureJpeg } from '../support/jpegs.ts'
import { camera } from '../support/photos.ts'

/** How a viewer must turn the stored rows for each EXIF orientation (Exif 2.32, 4.6.4 A). */
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

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a photo of orientation %i stands upright',
  async (orientation) => {
    await using gallery = await openGallery()
    const owner = await gallery.asOwner()
    const photo = await upload(gallery, owner, camera({ orientation }))
    const sharp = await loadSharp()
    const { flop = false, flip = false, angle } = turns[orientation]!
    const stored = await pixelsOf(await textureJpeg())
    const { width, height, channels } = stored.info
    // Mirrored first and turned after: sharp alone would turn first.
    const mirrored = await sharp(stored.data, { raw: { width, height, channels } })
      .flop(flop)
      .flip(flip)
      .raw()
      .toBuffer()
    const upright = await sharp(mirrored, { raw: { width, height, channels } })
      .rotate(angle)
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect([photo.width, photo.height]).toEqual([upright.info.width, upright.info.height])
    for (const path of ['resizes', 'images']) {
      const answer = await owner.get(`/api/${path}/${photo.fileName}`)
      const made = await pixelsOf(await answer.bytes(), { autoOrient: true })
      expect([made.info.width, made.info.height]).toEqual([upright.info.width, upright.info.height])
      let sum = 0
      for (let at = 0; at < made.data.length; at++) {
        sum += Math.abs(made.data[at]! - upright.data[at]!)
      }
      expect(sum / made.data.length, path).toBeLessThanOrEqual(3)
    }
  },
)
