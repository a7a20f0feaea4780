import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  canvasSize,
  cropAspects,
  largestInside,
  type Rect,
} from '../../src/contract/photos/crop.ts'
import {
  type CropState,
  initialState,
  restored,
  rotatedBy,
  runAction,
  straightened,
  straightenedBy,
  straightenMax,
  straightenMin,
  toEdit,
  withAspect,
} from '../../ui/features/crop/state.ts'

const landscape = { width: 3000, height: 2000 }
const start = initialState(landscape, null)
const size = fc.record({
  width: fc.integer({ min: 200, max: 9000 }),
  height: fc.integer({ min: 200, max: 9000 }),
})
const rotationStep = fc.constantFrom<5 | 90>(5, 90)

describe('straighten', () => {
  test('the slider turns around the nearest quarter turn, and shows where it is', () => {
    const degrees = fc.integer({ min: straightenMin, max: straightenMax })
    fc.assert(
      fc.property(
        size,
        fc.constantFrom(0, 90, 180, 270),
        degrees,
        degrees,
        (full, by, one, two) => {
          const state = { ...initialState(full, null), rotation: by }
          const turned = straightened(straightened(state, full, one), full, two)
          expect(straightenedBy(turned)).toBe(two)
          expect(turned.rotation).toBe((by + two + 360) % 360)
          // Without black corners.
          if (two !== 0) {
            const { x, y, width, height } = largestInside(full, turned.rotation)
            expect(toEdit(turned, full)).toMatchObject({ x, y, width, height })
          }
        },
      ),
    )
  })
})

describe('start', () => {
  test('the initial crop is centred and 90 % of the photo’s width', () => {
    expect(toEdit(start, landscape)).toEqual({
      rotation: 0,
      x: 150,
      y: 100,
      width: 2700,
      height: 1800,
    })
  })

  test('the initial crop is the saved edit, to the pixel', () => {
    const state = fc.tuple(
      size,
      fc.integer({ min: 0, max: 359 }),
      fc.array(fc.nat(), { minLength: 4, maxLength: 4 }),
    )
    fc.assert(
      fc.property(state, ([full, rotation, [a, b, c, d]]) => {
        const canvas = canvasSize(full, rotation)
        const x = a! % (canvas.width - 1)
        const y = b! % (canvas.height - 1)
        const width = 1 + (c! % (canvas.width - x))
        const height = 1 + (d! % (canvas.height - y))
        const edit = { rotation, x, y, width, height }
        expect(toEdit(initialState(full, edit), full)).toEqual(edit)
      }),
    )
  })
})

describe('rotation', () => {
  test('rotating accumulates modulo 360 degrees', () => {
    let state = start
    for (let steps = 0; steps < 5; steps++) state = rotatedBy(state, landscape, 90)
    expect(state.rotation).toBe(90)
    for (let steps = 0; steps < 60; steps++) state = rotatedBy(state, landscape, 5)
    expect(state.rotation).toBe(30)
  })

  test('rotating four times by 90° restores a free crop', () => {
    let state: CropState = { ...start, crop: { x: 10, y: 20, width: 30, height: 40 } }
    const before = toEdit(state, landscape)
    state = rotatedBy(state, landscape, 90)
    expect(toEdit(state, landscape)).toEqual({
      rotation: 90,
      x: 800,
      y: 300,
      width: 800,
      height: 900,
    })
    for (let steps = 0; steps < 3; steps++) state = rotatedBy(state, landscape, 90)
    expect(toEdit(state, landscape)).toEqual(before)
  })

  test('rotating by 90° keeps the whole photo', () => {
    const state = rotatedBy(restored, landscape, 90)
    expect(toEdit(state, landscape)).toEqual({
      rotation: 90,
      x: 0,
      y: 0,
      width: 2000,
      height: 3000,
    })
  })

  test('rotating proposes a crop without black corners', () => {
    fc.assert(
      fc.property(
        size,
        fc.integer({ min: 1, max: 71 }),
        fc.constantFrom('free', 'portrait', 'landscape', 'square'),
        (full, steps, aspect) => {
          let state = withAspect(initialState(full, null), full, aspect)
          for (let done = 0; done < steps; done++) state = rotatedBy(state, full, 5)
          const edit = toEdit(state, full)
          if (edit.rotation % 90 === 0) return
          expect(isInside(full, edit.rotation, edit)).toBe(true)
        },
      ),
    )
  })
})

describe('ratio', () => {
  test('an aspect ratio is kept by the proposed crop on any canvas, to within a pixel', () => {
    fc.assert(
      fc.property(
        size,
        fc.array(rotationStep, { maxLength: 20 }),
        fc.constantFrom('portrait', 'landscape', 'square'),
        (full, steps, aspect) => {
          let state = initialState(full, null)
          for (const by of steps) state = rotatedBy(state, full, by)
          const { x, y, width, height, rotation } = toEdit(withAspect(state, full, aspect), full)
          const canvas = canvasSize(full, rotation)
          expect(Math.abs(width - height * cropAspects[aspect])).toBeLessThanOrEqual(3)
          expect(x >= 0 && y >= 0).toBe(true)
          expect(x + width <= canvas.width && y + height <= canvas.height).toBe(true)
        },
      ),
    )
  })
})

test('restoring selects the whole unedited photo', () => {
  expect(toEdit(restored, landscape)).toEqual({ rotation: 0, x: 0, y: 0, ...landscape })
})

describe('actions', () => {
  test('an action runs its handler once, without an error', () => {
    let saves = 0
    expect(runAction('save', { save: () => saves++ })).toBeUndefined()
    expect(saves).toBe(1)
  })

  test('an unknown action is not implemented', () => {
    expect(runAction('sharpen', { save: () => undefined })).toBe('sharpen not implemented')
    expect(runAction('toString', {})).toBe('toString not implemented')
  })

  test('an action without a handler is undefined', () => {
    expect(runAction('save', {})).toBe('undefined action')
  })
})

/** Whether every corner of the rectangle is inside the photo, to within a pixel. */
function isInside(full: { width: number; height: number }, rotation: number, rect: Rect): boolean {
  const canvas = canvasSize(full, rotation)
  const angle = (-rotation * Math.PI) / 180
  const corners = [
    [rect.x, rect.y],
    [rect.x + rect.width, rect.y],
    [rect.x, rect.y + rect.height],
    [rect.x + rect.width, rect.y + rect.height],
  ]
  return corners.every(([cornerX, cornerY]) => {
    const x = cornerX! - canvas.width / 2
    const y = cornerY! - canvas.height / 2
    const across = x * Math.cos(angle) - y * Math.sin(angle)
    const down = x * Math.sin(angle) + y * Math.cos(angle)
    return Math.abs(across) <= full.width / 2 + 1.5 && Math.abs(down) <= full.height / 2 + 1.5
  })
}
