import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { canvasSize, clampCrop, isUnedited } from '../../src/contract/photos/crop.ts'
import { scaleCropTo } from '../../src/gallery/photos/crop-for-version.ts'

const side = fc.integer({ min: 400, max: 8000 })
const size = fc.record({ width: side, height: side })
const share = fc.double({ min: 0.05, max: 0.9, noNaN: true })
const rotation = fc.constantFrom(0, 90, 180, 270, 2.5, -7)

/** A crop of a photo, given in shares of its rotated canvas. */
const cropped = fc
  .record({ size, rotation, x: share, y: share, width: share, height: share })
  .map(({ size, rotation, ...rect }) => {
    const canvas = canvasSize(size, rotation)
    const edit = {
      rotation,
      ...clampCrop(
        {
          x: rect.x * canvas.width,
          y: rect.y * canvas.height,
          width: rect.width * canvas.width,
          height: rect.height * canvas.height,
        },
        canvas,
      ),
    }
    return { size, edit }
  })
  .filter(({ size, edit }) => !isUnedited(edit, size))

const editColumns = {
  edit_rotation: null,
  edit_x: null,
  edit_y: null,
  edit_width: null,
  edit_height: null,
}
const rowOf = ({ size, edit }: { size: Size; edit: Edit }) => ({
  full_width: size.width,
  full_height: size.height,
  edit_rotation: edit.rotation,
  edit_x: edit.x,
  edit_y: edit.y,
  edit_width: edit.width,
  edit_height: edit.height,
})
type Size = { width: number; height: number }
type Edit = Size & { rotation: number; x: number; y: number }

test('a new version of the same size keeps the crop as it is', () => {
  fc.assert(
    fc.property(cropped, (photo) => {
      expect(scaleCropTo(rowOf(photo), photo.size)).toEqual(photo.edit)
    }),
  )
})

test('a larger or smaller version of the same shape keeps the same part of the picture', () => {
  fc.assert(
    fc.property(cropped, fc.constantFrom(0.5, 2, 3), (photo, factor) => {
      const full = {
        width: Math.round(photo.size.width * factor),
        height: Math.round(photo.size.height * factor),
      }
      const kept = scaleCropTo(rowOf(photo), full)!
      const [from, to] = [canvasSize(photo.size, kept.rotation), canvasSize(full, kept.rotation)]
      for (const [key, side] of [
        ['x', 'width'],
        ['y', 'height'],
        ['width', 'width'],
        ['height', 'height'],
      ] as const) {
        expect(Math.abs(kept[key] - (photo.edit[key] / from[side]) * to[side])).toBeLessThan(2)
      }
    }),
  )
})

test('a version of another shape, even only turned, drops the crop', () => {
  fc.assert(
    fc.property(
      cropped,
      fc.double({ min: 1.02, max: 3, noNaN: true }),
      fc.boolean(),
      (photo, factor, isWider) => {
        const { width, height } = photo.size
        const full = isWider
          ? { width: Math.ceil(width * factor), height }
          : { width, height: Math.ceil(height * factor) }
        expect(scaleCropTo(rowOf(photo), full)).toBeNull()
        if (Math.abs(width / height - 1) > 0.05)
          expect(scaleCropTo(rowOf(photo), { width: height, height: width })).toBeNull()
      },
    ),
  )
})

test('a photo without a crop gets none', () => {
  fc.assert(
    fc.property(size, size, (before, full) => {
      const row = { full_width: before.width, full_height: before.height, ...editColumns }
      expect(scaleCropTo(row, full)).toBeNull()
    }),
  )
})
