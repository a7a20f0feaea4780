import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type CropAspect,
  canvasSize,
  clampCrop,
  cosAndSin,
  cropAspects,
  defaultCrop,
  isUnedited,
  largestInside,
  percentToPixels,
  pixelsToPercent,
  type Rect,
} from '../../src/contract/photos/crop.ts'

type Size = { width: number; height: number }

const side = fc.integer({ min: 1, max: 20_000 })
const size = fc.record({ width: side, height: side })
const rotation = fc.integer({ min: 0, max: 359 })
const rightAngle = fc.constantFrom(0, 90, 180, 270)
const aspect = fc.constantFrom(...(Object.keys(cropAspects) as CropAspect[]))
const coordinate = fc.double({ min: -30_000, max: 60_000, noNaN: true })
const anyRect = fc.record({ x: coordinate, y: coordinate, width: coordinate, height: coordinate })

function expectOnCanvas(rect: Rect, canvas: Size) {
  expect(Object.values(rect).every(Number.isInteger)).toBe(true)
  expect(Math.min(rect.x, rect.y)).toBeGreaterThanOrEqual(0)
  expect(Math.min(rect.width, rect.height)).toBeGreaterThanOrEqual(1)
  expect(rect.x + rect.width).toBeLessThanOrEqual(canvas.width)
  expect(rect.y + rect.height).toBeLessThanOrEqual(canvas.height)
}

/** How far, in pixels, the corners of a rectangle on the canvas are outside the rotated photo. */
function overhang(photo: Size, rotation: number, { x, y, width, height }: Rect): number {
  const canvas = canvasSize(photo, rotation)
  const radians = (rotation * Math.PI) / 180
  const corners = [
    [x, y],
    [x + width, y],
    [x, y + height],
    [x + width, y + height],
  ]
  const distances = corners.flatMap(([left, top]) => {
    const [dx, dy] = [left! - canvas.width / 2, top! - canvas.height / 2]
    // Rotated back, the photo is upright again.
    const u = dx * Math.cos(radians) + dy * Math.sin(radians)
    const v = dy * Math.cos(radians) - dx * Math.sin(radians)
    return [Math.abs(u) - photo.width / 2, Math.abs(v) - photo.height / 2]
  })
  return Math.max(...distances)
}

describe('canvas', () => {
  test('the canvas of a rotated photo is the photo’s bounding box, to the nearest pixel', () => {
    expect(canvasSize({ width: 6000, height: 4000 }, 5)).toEqual({ width: 6326, height: 4508 })
    expect(canvasSize({ width: 300, height: 200 }, 30)).toEqual({ width: 360, height: 323 })
    expect(canvasSize({ width: 1, height: 1 }, 45)).toEqual({ width: 1, height: 1 })
  })

  test('the canvas of a rotated photo has the photo’s sides exactly swapped after a quarter turn', () => {
    fc.assert(
      fc.property(size, (photo) => {
        const swapped = { width: photo.height, height: photo.width }
        expect(canvasSize(photo, 0)).toEqual(photo)
        expect(canvasSize(photo, 90)).toEqual(swapped)
        expect(canvasSize(photo, 180)).toEqual(photo)
        expect(canvasSize(photo, 270)).toEqual(swapped)
      }),
    )
  })

  test('the canvas of a rotated photo is the same after a whole turn, and for mirrored angles', () => {
    fc.assert(
      fc.property(size, rotation, (photo, rotation) => {
        const canvas = canvasSize(photo, rotation)
        expect(canvasSize(photo, rotation + 360)).toEqual(canvas)
        expect(canvasSize(photo, rotation - 360)).toEqual(canvas)
        expect(canvasSize(photo, 360 - rotation)).toEqual(canvas)
        expect(cosAndSin(rotation + 360)).toEqual(cosAndSin(rotation))
      }),
      { numRuns: 1000 },
    )
  })

  test('the canvas of a rotated photo is never smaller than the photo’s short side nor larger than its diagonal', () => {
    fc.assert(
      fc.property(size, rotation, (photo, rotation) => {
        const canvas = canvasSize(photo, rotation)
        const diagonal = Math.hypot(photo.width, photo.height)
        for (const length of [canvas.width, canvas.height]) {
          expect(length).toBeGreaterThanOrEqual(Math.min(photo.width, photo.height))
          expect(length).toBeLessThanOrEqual(diagonal + 0.5001)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

describe('edits', () => {
  test('a crop is clamped to whole pixels of the canvas, whatever is requested', () => {
    fc.assert(
      fc.property(anyRect, size, (rect, canvas) => {
        expectOnCanvas(clampCrop(rect, canvas), canvas)
      }),
      { numRuns: 2000 },
    )
  })

  test('a crop within the canvas is unchanged; otherwise its part on the canvas is kept', () => {
    const canvas = { width: 100, height: 80 }
    const inside = { x: 10, y: 20, width: 30, height: 60 }
    expect(clampCrop(inside, canvas)).toEqual(inside)
    const over = { x: -10, y: 70, width: 30, height: 60 }
    expect(clampCrop(over, canvas)).toEqual({ x: 0, y: 70, width: 20, height: 10 })
    const outside = { x: 500, y: 500, width: 30, height: 60 }
    expect(clampCrop(outside, canvas)).toEqual({ x: 99, y: 79, width: 1, height: 1 })
  })

  test('a crop is the same after converting to percent and back', () => {
    fc.assert(
      fc.property(anyRect, size, (rect, canvas) => {
        const crop = clampCrop(rect, canvas)
        expect(percentToPixels(pixelsToPercent(crop, canvas), canvas)).toEqual(crop)
      }),
      { numRuns: 2000 },
    )
  })

  test('a crop of any percentages stays on the canvas', () => {
    const percent = fc.double({ min: 0, max: 100, noNaN: true })
    const percents = fc.record({ x: percent, y: percent, width: percent, height: percent })
    fc.assert(
      fc.property(percents, size, (rect, canvas) => {
        expectOnCanvas(percentToPixels(rect, canvas), canvas)
      }),
      { numRuns: 1000 },
    )
  })

  test('a crop counts as no edit if, and only if, it is the whole upright photo', () => {
    const photo = { width: 60, height: 40 }
    const whole = { rotation: 0, x: 0, y: 0, ...photo }
    expect(isUnedited(whole, photo)).toBe(true)
    expect(isUnedited({ ...whole, rotation: 180 }, photo)).toBe(false)
    expect(isUnedited({ ...whole, x: 1, width: 59 }, photo)).toBe(false)
    expect(isUnedited({ ...whole, height: 39 }, photo)).toBe(false)
  })
})

describe('largest rectangle', () => {
  test('the largest rectangle inside a rotated photo is on the canvas, with all its corners inside the photo', () => {
    const atLeastTen = fc.integer({ min: 10, max: 20_000 })
    const photos = fc.record({ width: atLeastTen, height: atLeastTen })
    fc.assert(
      fc.property(photos, rotation, (photo, rotation) => {
        const inside = largestInside(photo, rotation)
        expectOnCanvas(inside, canvasSize(photo, rotation))
        expect(overhang(photo, rotation, inside)).toBeLessThanOrEqual(1e-6)
      }),
      { numRuns: 3000 },
    )
  })

  test('the largest rectangle inside a rotated photo is on the canvas even for a photo one pixel wide', () => {
    fc.assert(
      fc.property(size, rotation, (photo, rotation) => {
        expectOnCanvas(largestInside(photo, rotation), canvasSize(photo, rotation))
      }),
    )
  })

  test('the largest rectangle inside a rotated photo is the whole photo after right angles', () => {
    fc.assert(
      fc.property(size, rightAngle, (photo, rotation) => {
        const canvas = canvasSize(photo, rotation)
        expect(largestInside(photo, rotation)).toEqual({ x: 0, y: 0, ...canvas })
      }),
    )
  })

  test('the largest rectangle inside a rotated photo is not exceeded by any rectangle of another shape around the centre', () => {
    const atLeastHundred = fc.integer({ min: 100, max: 8000 })
    const photos = fc.record({ width: atLeastHundred, height: atLeastHundred })
    const shape = fc.double({ min: 0.1, max: 10, noNaN: true })
    fc.assert(
      fc.property(photos, rotation, shape, (photo, rotation, shape) => {
        const canvas = canvasSize(photo, rotation)
        const inside = largestInside(photo, rotation)
        // Two more pixels per side than rounding to whole pixels may have removed.
        const area = (inside.width + 4) * (inside.height + 4)
        const [width, height] = [Math.sqrt(area * shape), Math.sqrt(area / shape)]
        const x = (canvas.width - width) / 2
        const y = (canvas.height - height) / 2
        expect(overhang(photo, rotation, { x, y, width, height })).toBeGreaterThan(0)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('proposal', () => {
  test('the proposed crop is centred on the canvas', () => {
    fc.assert(
      fc.property(size, aspect, (canvas, aspect) => {
        const crop = defaultCrop(canvas, aspect)
        expectOnCanvas(crop, canvas)
        expect(Math.abs(2 * crop.x + crop.width - canvas.width)).toBeLessThanOrEqual(1)
        expect(Math.abs(2 * crop.y + crop.height - canvas.height)).toBeLessThanOrEqual(1)
      }),
      { numRuns: 1000 },
    )
  })

  test('the proposed crop takes 90 % of the width, unless its shape allows less', () => {
    const canvas = { width: 3000, height: 2000 }
    expect(defaultCrop(canvas, 'free')).toEqual({ x: 150, y: 100, width: 2700, height: 1800 })
    expect(defaultCrop(canvas, 'landscape')).toEqual({ x: 150, y: 293, width: 2700, height: 1413 })
    expect(defaultCrop(canvas, 'square')).toEqual({ x: 500, y: 0, width: 2000, height: 2000 })
    expect(defaultCrop(canvas, 'portrait')).toEqual({ x: 700, y: 0, width: 1600, height: 2000 })
    const upright = { width: 2000, height: 3000 }
    expect(defaultCrop(upright, 'square')).toEqual({ x: 100, y: 600, width: 1800, height: 1800 })
  })

  test('the proposed crop has the requested aspect ratio, to the pixel', () => {
    fc.assert(
      fc.property(size, aspect, (canvas, aspect) => {
        const ratio = cropAspects[aspect]
        const { width, height } = defaultCrop(canvas, aspect)
        if (ratio === null) return
        expect(Math.abs(height - Math.max(1, width / ratio))).toBeLessThanOrEqual(1.2)
      }),
      { numRuns: 1000 },
    )
  })
})
